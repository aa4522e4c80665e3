// Columns of sampled tables (internal): what a header's name means, and how its values become the units of Sample.
#pragma once

#include <breakeven/logs/telemetry.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven::detail {

enum class ColumnRole : std::uint8_t {
    none,
    time,
    date,
    time_of_day,
    elapsed,
    index,
    uuid,
    host,
    slice,
    name,
    bus,
    mig_mode,
    utilization,
    engine_active,
    power,
    temperature,
    memory,
    energy,
};
inline constexpr std::size_t column_roles = static_cast<std::size_t>(ColumnRole::energy) + 1;

struct Column {
    ColumnRole role = ColumnRole::none;
    double per_unit = 1.0;       ///< how many of the column's unit make one of Sample's: 100 for percent
    bool unit_is_guess = false;  ///< a utilisation without "%", "percent" or "ratio" in its name
    int rank = 0;                ///< of several columns of one role the one with the highest is taken
    std::string seen_unit;  ///< the unit that stood after the last value, and what makes one of Sample's: it rarely changes
    double seen_per_unit = 1.0;
};

/// What a header's name stands for: nvidia-smi's fields, dmon's columns, and the names people give. Case, dots, blanks and
/// underscores do not matter; a unit may stand in the name (`power_W`, `power.draw [W]`).
[[nodiscard]] Column column_of(std::string_view header_name);

/// Where a role's value stands.
struct ColumnMap {
    std::vector<Column> columns;  ///< by position; role none where the column is not used
    std::vector<std::string> names;
    [[nodiscard]] std::optional<std::size_t> find(ColumnRole role) const;
    [[nodiscard]] bool has(ColumnRole role) const { return find(role).has_value(); }
};

/// Maps a whole header. Of two columns with one role only the better one is used. `date` beside `time` makes a time of day of
/// it.
[[nodiscard]] ColumnMap map_columns(const std::vector<std::string>& names);

/// Lines such as "column temperature_C was taken as the temperature in degrees Celsius", one text for all.
[[nodiscard]] std::string columns_text(const ColumnMap& map);

/// A field's value: not_read for what the tools write in place of a missing one; none when it is neither number nor that.
/// A unit after the number is checked against the column's role and goes before the header's ("18.2 GiB"). `point`: the decimal
/// mark.
[[nodiscard]] std::optional<double> field_value(std::string_view field, Column& column, char point);

/// Whether the tools write `field` for a value that there is not: `[N/A]`, `[Not Supported]`, `-`, `N/A`, nothing.
[[nodiscard]] bool is_missing(std::string_view field);

/// Puts `value` into the member of `sample` that `role` names. Returns false, leaving it unread, for a value no GPU has:
/// a utilisation outside 0 to 1, a negative power or one above 10 kW, a temperature outside -60 to 200 degrees.
bool put(Sample& sample, ColumnRole role, double value);

}  // namespace breakeven::detail
