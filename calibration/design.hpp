// Design: rows to columns of a regression: the intercept, kelvins from the reference, one column for each level but the
// reference's, and the products and powers that are asked for.
//
// Offsets and their powers are formed in double-double, so that a design of many powers loses nothing to rounding.
#pragma once

#include <breakeven/calibration/calibration_row.hpp>
#include <breakeven/calibration/dataset.hpp>
#include <breakeven/calibration/rows.hpp>
#include <breakeven/models/context.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace breakeven {

/// One column: (kelvins from the reference)^power times 1 where all of `levels` hold. The intercept has neither.
struct DesignColumn {
    int temperature_power = 0;
    std::vector<ContextLevel> levels;  ///< of different categories

    /// "temperature", "task", "temperature^2", "temperature*task"; of the intercept "base".
    [[nodiscard]] std::string name() const;
    /// "nlp", "nlp*535"; none for a column without levels.
    [[nodiscard]] std::optional<std::string> level() const;
    /// name() and level(), joined by a point: "task.nlp".
    [[nodiscard]] std::string full_name() const;
    /// The column's entry in a context, every circumstance of which is known.
    [[nodiscard]] double value_in(const Context& context, double kelvins) const;
};

/// One of `--terms`: a product of temperature to a power and of categories.
struct ExtraTerm {
    int temperature_power = 0;
    std::vector<std::size_t> categories;  ///< indices into context_categories, ascending
};

/// "temperature*task, temperature^2". Throws InputError: an unknown circumstance (with the nearest), a power outside 1 to 10, a
/// category twice, a term that is in the model anyway.
[[nodiscard]] std::vector<ExtraTerm> parse_terms(std::string_view text);

/// What a design needs to know of the rows: the levels of each of context_categories by name, and how many rows have each.
struct DesignFacts {
    std::array<std::vector<std::string>, category_count> levels;
    std::array<std::vector<std::size_t>, category_count> rows;
    bool has_temperature = true;
};

[[nodiscard]] DesignFacts facts_of(const Dataset& data);

class Design {
public:
    static constexpr std::size_t most_columns = 300;

    /// `reference`: temperature and a level for each category of the data. `expected`: levels to have a column even where the data
    /// lack them. Throws InputError for more than `most_columns` columns.
    Design(const DesignFacts& data, Context reference, const std::vector<ContextLevel>& expected, const std::vector<ExtraTerm>& extra);

    [[nodiscard]] const std::vector<DesignColumn>& columns() const { return columns_; }
    [[nodiscard]] const Context& reference() const { return reference_; }
    /// The highest power of the temperature, at least 1.
    [[nodiscard]] int most_power() const { return highest_power_; }
    /// The row's entries: `x` and what they lack, `low`, one for each column.
    void fill(const CalibrationRow& row, double* x, double* low) const;
    /// The column's entries in a context; circumstances not given are those of the reference.
    [[nodiscard]] Eigen::VectorXd row_of(const Context& context) const;

private:
    struct Test {
        std::size_t category;
        std::uint16_t level;
    };
    struct Compiled {
        int power;
        std::vector<Test> tests;
        bool never;  // a level that the data lack
    };

    Context reference_;
    std::vector<DesignColumn> columns_;
    std::vector<Compiled> compiled_;
    int highest_power_ = 1;
    bool has_temperature_ = true;
};

/// The dataset's rows as rows of the regression. Weights are scaled to a mean of 1, which moves no coefficient and no error.
class DesignRows final : public RowSource {
public:
    /// Both must outlive this.
    DesignRows(const Dataset& data, const Design& design) : data_(&data), design_(&design) {}

    [[nodiscard]] Eigen::Index columns() const override { return static_cast<Eigen::Index>(design_->columns().size()); }
    void visit(const Visit& visit) const override;

private:
    const Dataset* data_;
    const Design* design_;
};

/// The levels, one for each of context_categories, in which the published line holds.
inline constexpr std::string_view published_reference[] = {"vision", "525", "linux", "none", "local"};

/// The reference context: 25 degC and the most frequent level of each category, unless `given` says otherwise.
[[nodiscard]] Context reference_of(const DesignFacts& data, const Context& given);

}  // namespace breakeven
