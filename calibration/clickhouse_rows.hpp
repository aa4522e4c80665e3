// ClickHouse rows: what window_check.hpp does with a row, as SQL expressions, so that a row is judged where it lies.
//
// Every query begins with the same definitions: WITH … AS be_time, be_y, be_w, be_reason. Texts are judged here once they are known,
// not row by row: there are few different ones.
#pragma once

#include <breakeven/calibration/calibration_row.hpp>
#include <breakeven/calibration/clickhouse_table.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven {

/// What queries so far have told. Levels and groups are numbered from 1 in the order given here.
struct ClickhouseKnown {
    std::vector<std::string> unprintable_gpus;
    std::array<std::vector<std::string>, category_count> levels;  ///< of rows in use; sorted; empty where there is no such column
    std::vector<std::string> groups;                              ///< sorted; empty without --by
};

struct SqlDefinition {
    std::string name;
    std::string expression;
};

class ClickhouseRows {
public:
    explicit ClickhouseRows(const ClickhouseTable& table);

    [[nodiscard]] const ClickhouseTable& table() const { return table_; }
    [[nodiscard]] CalibrationTarget target() const { return target_; }
    /// A time's unit in nanoseconds: seconds, or one.
    [[nodiscard]] std::int64_t unit_ns() const { return table_.time == ClickhouseTime::seconds ? 1'000'000'000 : 1; }
    [[nodiscard]] bool has_category(std::size_t category) const { return !text_[category].empty(); }

    /// be_reason's numbers in words; 0 is a row without fault. A lower number is found first.
    [[nodiscard]] const std::vector<std::string>& reasons() const { return reasons_; }
    /// The number of "task is no printable UTF-8 text", which SQL never gives.
    [[nodiscard]] std::size_t unprintable_reason(std::size_t category) const { return unprintable_[category]; }

    /// be_gpu alone, and be_by and the categories' texts with be_reason and the figures.
    [[nodiscard]] SqlDefinition gpu() const;
    [[nodiscard]] std::vector<SqlDefinition> judged(const ClickhouseKnown& known) const;
    /// judged() and be_group (0 without groups) and be_cell, the number of the group and of the levels in one.
    [[nodiscard]] std::vector<SqlDefinition> numbered(const ClickhouseKnown& known) const;
    /// The condition that numbered() rows are in use.
    [[nodiscard]] std::string in_use() const;
    /// be_cell of a group (from 0) and levels (from 0).
    [[nodiscard]] static std::uint64_t cell(const ClickhouseKnown& known, std::size_t group, const std::array<std::uint16_t, category_count>& level);

private:
    void judge(std::string condition, std::string reason);
    void judge_number(WindowColumn column, bool positive);
    void judge_texts();
    void judge_times();
    void judge_target();

    ClickhouseTable table_;
    CalibrationTarget target_;
    std::array<std::string, category_count> text_;
    std::vector<SqlDefinition> figures_;
    std::vector<std::string> reasons_{""};
    std::vector<std::string> conditions_{""};  // beside reasons_; empty: no SQL for it
    std::array<std::size_t, category_count> unprintable_{};
    std::size_t gpu_reason_ = 0;
};

/// "WITH a AS x, b AS y", one on a line.
[[nodiscard]] std::string with_clause(const std::vector<SqlDefinition>& definitions);
/// A number as SQL reads it back to the same double.
[[nodiscard]] std::string sql_number(double value);
/// ['a', 'b'] and [0.5, 1.]
[[nodiscard]] std::string sql_list(const std::vector<std::string>& texts);
[[nodiscard]] std::string sql_list(const std::vector<double>& numbers);
[[nodiscard]] std::string sql_list(const std::vector<std::uint64_t>& numbers);

}  // namespace breakeven
