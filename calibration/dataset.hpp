// Dataset: the windows of a calibration, checked, in order of time, with what was left out and why.
//
// Rows are kept while they fit in memory (about 80 bytes each). Beyond that they are read again from their files at each visit,
// in the files' order; Newey-West errors then need the files to be in order of time.
#pragma once

#include <breakeven/calibration/calibration_row.hpp>
#include <breakeven/calibration/dataset_words.hpp>
#include <breakeven/calibration/row_summary.hpp>
#include <breakeven/calibration/window_check.hpp>
#include <breakeven/calibration/window_source.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven {

/// A row left out.
struct RejectedRow {
    std::string file;
    std::size_t line = 0;
    std::string reason;
    std::string time = {};  ///< in place of a line, where rows lie in a table: ISO 8601
};

struct Rejects {
    static constexpr std::size_t most_shown = 100;
    static constexpr std::size_t most_reasons = 50;

    std::size_t count = 0;
    std::map<std::string, std::size_t> by_reason;
    std::vector<RejectedRow> first;  ///< in the order of the files, at most `most_shown`

    void add(RejectedRow row);
};

/// Names that data bring along, numbered; numbers follow the order of the names.
class NumberedNames {
public:
    explicit NumberedNames(std::size_t most = detail::most_levels) : most_(most) {}

    /// The number of `name`, a new one if need be; none once there are too many.
    [[nodiscard]] std::optional<std::uint16_t> number_of(std::string_view name);
    [[nodiscard]] std::optional<std::uint16_t> find(std::string_view name) const;
    /// Renumbers by name; returns the new number of each old one.
    std::vector<std::uint16_t> sort();
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

private:
    std::size_t most_;
    std::vector<std::string> names_;
    std::map<std::string, std::uint16_t, std::less<>> numbers_;
};

struct DatasetOptions {
    std::size_t rows_in_memory = 4'000'000;
};

class Dataset {
public:
    /// Reads all of `source`. Throws InputError: not one row, not one good row, more than 64 levels of a category or 4096 GPUs, more
    /// rows than fit in memory from a source that cannot be read again.
    explicit Dataset(std::unique_ptr<WindowSource> source, const DatasetOptions& options = {});

    using Visit = std::function<void(const CalibrationRow&)>;
    /// Every row in use: in order of time where they are in memory, else in the order of the files.
    void visit(const Visit& visit) const;

    [[nodiscard]] std::size_t rows() const { return summary_.rows() + rejects_.count; }  ///< all of them
    [[nodiscard]] const RowSummary& summary() const { return summary_; }                 ///< of the rows in use
    [[nodiscard]] const Rejects& rejects() const { return rejects_; }
    [[nodiscard]] CalibrationTarget target() const { return target_; }
    [[nodiscard]] const WindowColumns& columns() const { return columns_; }

    /// The levels found of a category, in the order of their names; empty where there is no such column.
    [[nodiscard]] const std::vector<std::string>& levels(std::size_t category) const { return levels_[category].names(); }
    /// How many rows in use have the level.
    [[nodiscard]] std::size_t rows_with(std::size_t category, std::size_t level) const { return level_rows_[category][level]; }
    [[nodiscard]] const std::vector<std::string>& gpus() const { return gpus_.names(); }

    /// From the first window to the end of the last, in days.
    [[nodiscard]] double days() const;
    [[nodiscard]] const std::vector<std::string>& remarks() const { return remarks_; }

private:
    void scan(const DatasetOptions& options);
    void begin();
    void learn_names(const WindowFields& fields);
    [[nodiscard]] CalibrationRow numbered(const CheckedWindow& window, const WindowFields& fields) const;
    void read_again(const Visit& visit) const;
    void renumber();
    void put_in_order();
    void go_by_the_file();
    void summarise(const CalibrationRow& row);
    void finish_summary();
    void refuse_if_empty() const;
    void say_what_was_found();
    [[nodiscard]] std::uint64_t hash_of(const CalibrationRow& row) const;

    std::unique_ptr<WindowSource> source_;
    WindowColumns columns_;
    CalibrationTarget target_ = CalibrationTarget::line;
    bool begun_ = false;
    bool in_memory_ = true;
    std::vector<CalibrationRow> kept_;
    RowSummary summary_;
    Rejects rejects_;
    std::array<NumberedNames, category_count> levels_;
    std::array<std::vector<std::size_t>, category_count> level_rows_;
    NumberedNames gpus_{4096};
    std::vector<std::size_t> gpu_rows_;
    std::vector<std::size_t> gpu_rejects_;
    std::size_t conflicts_ = 0;
    std::vector<std::string> remarks_;
};

}  // namespace breakeven
