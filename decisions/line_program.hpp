// Line program: the line as a list of array steps, written down by running the models once on traced numbers (traced.hpp).
//
// Nothing of the models is repeated here: whatever they compute is computed, in the same order and with the same digits, for some
// hundred values at a time. A value that takes another way through the models (another outcome, another tariff tier) fails a condition
// of the list; a list is then written for it, and where there would be too many of them values are taken one by one.
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/decisions/traced.hpp>
#include <breakeven/decisions/whatif_line.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace breakeven {

/// One value that changes from point to point.
struct LineInput {
    std::string key;
    double unit_size = 1.0;  ///< values are multiplied by it to be in the one system's units
    bool along = true;       ///< changes along a row of points; else it is one value for the whole row
};

/// Where points go, one for each element; `second` may be null.
struct LinesOut {
    double* line = nullptr;      ///< NaN where there is none; of two lines the first
    Outcome* outcome = nullptr;
    double* second = nullptr;    ///< the second of two lines, NaN elsewhere
};

namespace detail {

/// A trace, put in order for rows of points: first what is one number for a row, then what all rows share, then the rest.
class LineProgram {
public:
    static constexpr std::size_t most_points = 256;  // at once; all arrays of a program then stay near the processor

    /// `results`: the steps of the line and of a second one, as many as there are.
    LineProgram(const Trace& trace, Outcome outcome, const std::vector<std::uint32_t>& results, const std::vector<LineInput>& inputs);

    /// Takes the values along the next rows: `columns[k]` is read where input k changes along a row.
    void begin(const double* const* columns, std::size_t count);
    /// Computes one row; `row[k]` is read where input k is one value. False when no point of it can hold.
    [[nodiscard]] bool run(const double* row);

    [[nodiscard]] bool holds(std::size_t i) const { return holds_[i] != 0; }
    [[nodiscard]] bool holds_everywhere() const;
    [[nodiscard]] Outcome outcome() const { return outcome_; }
    void write(std::size_t first, std::size_t count, std::size_t point, const LinesOut& out) const;

private:
    struct Ref {
        bool is_array = false;
        std::uint32_t at = 0;
    };
    struct Action {
        bool is_condition = false;
        TraceOp op = TraceOp::constant;
        TraceTest test = TraceTest::less;
        bool holds = true;
        Ref a, b, to;
    };
    enum Phase : std::uint8_t { once, of_row, of_all_rows, of_each_point };

    void place(const Trace& trace, const std::vector<std::uint32_t>& results, const std::vector<LineInput>& inputs);
    [[nodiscard]] ArrayOperand operand(Ref ref) const { return ref.is_array ? ArrayOperand{arrays_[ref.at], false} : ArrayOperand{&numbers_[ref.at], true}; }
    void run_on_array(const std::vector<Action>& actions, std::vector<std::int64_t>& holds);

    Outcome outcome_;
    std::vector<Ref> results_;            // the line, and a second one
    std::vector<Action> of_row_, of_all_rows_, of_each_point_;
    std::vector<double> numbers_;
    std::vector<std::uint32_t> row_inputs_, along_inputs_;
    std::vector<const double*> arrays_;   // inputs, then slots
    std::vector<double> memory_;          // of the slots
    std::vector<std::int64_t> all_rows_hold_, holds_;
    std::size_t count_ = 0;
    bool begun_ = false;
};

}  // namespace detail

/// Computes rows of points. One for each thread.
class LineRunner {
public:
    /// `explain` turns an error of the point with a given number into the one to throw. `line` must outlive this.
    using Explain = std::function<InputError(std::size_t, const InputError&)>;
    LineRunner(const LineFunction& line, std::vector<LineInput> inputs, Explain explain);

    static constexpr std::size_t most_points = detail::LineProgram::most_points;

    /// The values along the next rows, at most `most_points`; they must stay where they are until the next call.
    void begin(const double* const* columns, std::size_t count);
    /// One row of points, the first of which has the number `first`. Throws InputError for the first value outside the models' range.
    void run(const double* row, std::size_t first, const LinesOut& out);

private:
    [[nodiscard]] double value(const double* row, std::size_t input, std::size_t point) const {
        return inputs_[input].along ? columns_[input][point] : row[input];
    }
    /// The program that holds for this point; null when it cannot be written.
    [[nodiscard]] detail::LineProgram* record(const double* row, std::size_t point, std::size_t number);
    void alone(const double* row, std::size_t point, std::size_t number, const LinesOut& out);

    const LineFunction* line_;
    std::vector<LineInput> inputs_;
    Explain explain_;
    std::optional<BasicScenario<detail::Traced>> lifted_;
    std::vector<detail::LineProgram> programs_;
    bool traceable_ = true;
    std::size_t latest_ = 0;  // the program that held last
    const double* const* columns_ = nullptr;
    std::size_t count_ = 0;
};

}  // namespace breakeven
