// Line batch: the line at many values, without the story. What embedders call in bulk, and what sweeps and Monte Carlos are made of.
#pragma once

#include <breakeven/decisions/line_program.hpp>
#include <breakeven/decisions/whatif_line.hpp>
#include <breakeven/models/context.hpp>
#include <breakeven/models/scenario_file.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace breakeven {

/// A key of a scenario and the unit in which its values are counted ("" for plain numbers; money of another currency goes through the
/// scenario's own rates).
struct BatchKey {
    std::string key;
    std::string unit;
};

/// Lines, one for each point.
struct Lines {
    std::vector<double> line;       ///< NaN where there is none; of two lines the first
    std::vector<Outcome> outcome;
    std::vector<double> second;     ///< the second of two lines, NaN elsewhere

    void resize(std::size_t count);
    [[nodiscard]] LinePoint point(std::size_t i) const;
    [[nodiscard]] LinesOut out() { return {line.data(), outcome.data(), second.data()}; }
};

/// Each figure is that of LineFunction to the last digit, whatever the number of threads and the processor.
class LineBatch {
public:
    /// Throws InputError: no such key (with the nearest), one key twice, a unit of another dimension, a stated line.
    LineBatch(const LoadedScenario& loaded, const std::vector<BatchKey>& keys, const Context& asked);
    /// The same for keys that are known already; `explain` makes the error to throw of a point's.
    LineBatch(LineFunction line, std::vector<LineInput> inputs, LineRunner::Explain explain)
        : line_(std::move(line)), inputs_(std::move(inputs)), explain_(std::move(explain)) {}

    /// A table of scenarios: point i has `columns[k][i]` for key k. `out` has room for as many points as a column is long.
    /// Throws InputError for the first value out of its range, naming its number from 0, and when columns differ in length.
    void table(std::span<const std::span<const double>> columns, const LinesOut& out, unsigned threads = 1) const;
    /// A grid over two keys: point i * across.size() + j has `down[i]` and `across[j]`. Throws InputError likewise.
    void grid(std::span<const double> down, std::span<const double> across, const LinesOut& out, unsigned threads = 1) const;

    [[nodiscard]] const LineFunction& line() const { return line_; }
    [[nodiscard]] const std::vector<LineInput>& inputs() const { return inputs_; }

private:
    LineFunction line_;
    std::vector<LineInput> inputs_;
    LineRunner::Explain explain_;
};

/// Calls `visit(i, point)` with the line of `loaded` in `asked` once `key` is `values[i]`, counted in `unit`. Throws InputError as
/// LineBatch does.
void each_line_over(const LoadedScenario& loaded, std::string_view key, std::string_view unit, std::span<const double> values,
                    const Context& asked, const std::function<void(std::size_t, const LinePoint&)>& visit);

}  // namespace breakeven
