// Telemetry that lives on a server: how its address is told from a path, and what it is asked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace breakeven {

/// What a server is asked, unless its address says otherwise.
struct ServerQuestion {
    std::optional<std::int64_t> since_ns;     ///< since 1970 in UTC; none: 30 days before `until_ns`
    std::optional<std::int64_t> until_ns;     ///< samples before this instant; none: now
    std::optional<std::int64_t> step_ns;      ///< means over steps so long; none: every sample there is
    std::string match;                        ///< labels the series must have, such as `Hostname="node7",gpu="0"`
    std::optional<std::string> credentials;   ///< a file, see http_credentials(); none: the environment
};

/// Whether `path` is the address of a server that is read here, such as `prometheus+http://host:9090`.
[[nodiscard]] bool is_server_address(std::string_view path);

/// `path` as it may be shown: of an address, whatever its kind, nothing from its "?" on, for that may be secret, and no user.
[[nodiscard]] std::string shown_path(std::string_view path);

/// An instant: a date, a date and time, seconds since 1970, or how long before `now_ns`, such as "30 d". None for anything else.
[[nodiscard]] std::optional<std::int64_t> instant_or_age_ns(std::string_view text, std::int64_t now_ns);

/// A length of time above zero: "90s", "5m", "1h", "30 d", or seconds. None for anything else.
[[nodiscard]] std::optional<std::int64_t> length_of_time_ns(std::string_view text);

}  // namespace breakeven
