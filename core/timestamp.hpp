// Timestamps as logs write them, to whole nanoseconds since 1970. Civil dates by std::chrono; no locale, no system time zone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace breakeven {

struct Timestamp {
    std::int64_t time_ns = 0;  ///< since 1970-01-01 00:00, in UTC where the zone is known, else on the writer's own clock
    bool zone_known = false;

    friend constexpr bool operator==(const Timestamp&, const Timestamp&) = default;
};

/// Reads `text`, the whole of it: `2026/07/14 08:12:53.353`, ISO 8601 with or without a zone (`2025-09-24T03:48:33.493Z`,
/// `2025-09-24 03:48:33+02:00`), `20240104 13:54:35`, or a number since 1970 in s, ms, us or ns, told by its 9-10, 12-13,
/// 15-16 or 18-19 digits before the point. None for anything else, for no such date, and outside the years 1678 to 2262.
[[nodiscard]] std::optional<Timestamp> parse_timestamp(std::string_view text);

/// `MM/DD/YYYY HH:MM:SS.fff`, as Windows performance counters write it. Kept apart: 01/02/2026 would be read two ways.
[[nodiscard]] std::optional<Timestamp> parse_us_timestamp(std::string_view text);

/// `HH:MM:SS` with an optional fraction, as nanoseconds since midnight.
[[nodiscard]] std::optional<std::int64_t> parse_time_of_day(std::string_view text);

/// `Z`, `+02`, `-0330` or `+02:00` as seconds east of UTC.
[[nodiscard]] std::optional<std::int64_t> parse_utc_offset_s(std::string_view text);

/// `2026-07-14T08:12:53.353Z`: UTC, with as many decimals as it needs.
[[nodiscard]] std::string timestamp_text(std::int64_t time_ns);

}  // namespace breakeven
