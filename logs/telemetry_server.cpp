#include <breakeven/logs/telemetry_server.hpp>

#include <breakeven/core/decimal.hpp>
#include <breakeven/core/timestamp.hpp>

#include <array>
#include <cmath>
#include <utility>

namespace breakeven {

namespace {
constexpr double most_s = 9.0e9;  // 285 years; nanoseconds of more do not fit
}

bool is_server_address(std::string_view path) {
    return path.starts_with("prometheus+");
}

std::string shown_path(std::string_view path) {
    const std::size_t colon = path.find("://");
    if (colon == std::string_view::npos) return std::string(path);
    std::string out(path.substr(0, path.find_first_of("?#", colon)));
    const std::size_t host = colon + 3;
    const std::size_t at = out.substr(0, out.find('/', host)).rfind('@');
    if (at != std::string::npos && at >= host) out.erase(host, at + 1 - host);
    return out;
}

std::optional<std::int64_t> length_of_time_ns(std::string_view text) {
    // As Prometheus writes them: m are minutes.
    constexpr std::array<std::pair<std::string_view, double>, 12> units = {{{"", 1.0},
                                                                            {"ms", 1e-3},
                                                                            {"s", 1.0},
                                                                            {"m", 60.0},
                                                                            {"min", 60.0},
                                                                            {"h", 3600.0},
                                                                            {"d", 86'400.0},
                                                                            {"day", 86'400.0},
                                                                            {"days", 86'400.0},
                                                                            {"w", 604'800.0},
                                                                            {"week", 604'800.0},
                                                                            {"weeks", 604'800.0}}};
    const DecimalPrefix number = decimal_prefix(trimmed(text));
    const std::string_view unit = trimmed(trimmed(text).substr(number.size));
    if (number.size == 0) return std::nullopt;
    for (const auto& [name, in_s] : units) {
        if (unit != name) continue;
        const double length_s = number.value * in_s;
        if (!(length_s >= 1e-3 && length_s < most_s)) return std::nullopt;
        return std::llround(length_s * 1e3) * 1'000'000;  // servers keep milliseconds
    }
    return std::nullopt;
}

std::optional<std::int64_t> instant_or_age_ns(std::string_view text, std::int64_t now_ns) {
    if (text == "now") return now_ns;
    if (const auto time = parse_timestamp(text)) return time->time_ns;
    if (const auto day = parse_timestamp(std::string(text) + "T00:00:00Z")) return day->time_ns;
    if (text.find_first_not_of("0123456789.") == std::string_view::npos) return std::nullopt;  // a number needs a unit here
    if (const auto age = length_of_time_ns(text)) return now_ns - *age;
    return std::nullopt;
}

}  // namespace breakeven
