// ClickHouse table: which of its columns are a calibration's, and of what type each is.
#pragma once

#include <breakeven/calibration/clickhouse_address.hpp>
#include <breakeven/calibration/clickhouse_client.hpp>
#include <breakeven/calibration/window_check.hpp>
#include <breakeven/calibration/window_source.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven {

/// The table's name of each of our columns.
struct ClickhouseColumnNames {
    std::array<std::string, window_column_count> name;
    std::array<bool, window_column_count> given{};  ///< named by the user: must be there

    ClickhouseColumnNames();
};

/// Reads `temperature_c=gpu_temp,line=x`. Throws InputError: no such column of ours (with the nearest), one named twice, no name.
[[nodiscard]] ClickhouseColumnNames parse_column_names(std::string_view text);

/// How a time is stored.
enum class ClickhouseTime : std::uint8_t { seconds, fraction, number };  ///< DateTime, DateTime64, numbers since 1970

struct ClickhouseTable {
    std::string name;                                      ///< quoted, the database before it
    std::array<std::string, window_column_count> column;   ///< quoted; empty: the table has none
    std::array<bool, window_column_count> nullable{};
    std::string by;                                        ///< quoted column that tells groups apart; empty: one group
    std::string by_name;                                   ///< as the user called it
    bool plain_gpu = false;                                ///< gpu is a String, so a condition on it can use an index
    ClickhouseTime time = ClickhouseTime::seconds;
    std::vector<std::string> remarks;

    [[nodiscard]] bool has(WindowColumn wanted) const { return !column[static_cast<std::size_t>(wanted)].empty(); }
    [[nodiscard]] const std::string& operator[](WindowColumn wanted) const { return column[static_cast<std::size_t>(wanted)]; }
    /// What the columns can explain. Throws InputError where that is nothing.
    [[nodiscard]] CalibrationTarget target() const;
};

/// The query whose answer table_of() reads.
[[nodiscard]] std::string describe_query(const ClickhouseAddress& address);

/// The table as DESCRIBE tells it. `by`: one of our columns or another of the table's. Throws InputError: a column that is missing or
/// of a type that does not hold what it should.
[[nodiscard]] ClickhouseTable table_of(const ClickhouseAddress& address, const ClickhouseColumnNames& names, const std::optional<std::string>& by,
                                       const ClickhouseAnswer& described);

/// A table with all the usual columns, as --explain supposes it.
[[nodiscard]] ClickhouseTable usual_table(const ClickhouseAddress& address, const ClickhouseColumnNames& names, const std::optional<std::string>& by);

}  // namespace breakeven
