// Numbers: figures as a person reads them. JSON never passes through here: its numbers are not rounded.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>

namespace breakeven::cli {

/// A share as a percentage with three significant digits at least: 6.31 %, 0.0127 %, 100 %.
[[nodiscard]] inline std::string percent(double share) {
    const double value = 100.0 * share;
    const double size = std::abs(value);
    if (size >= 1e7) return fmt::format("{:.3g} %", value);  // an absurd price: its size, not its digits
    if (size == 0.0 || size >= 99.95) return fmt::format("{:.0f} %", value);
    int decimals = 1;
    for (double bound = 10.0; size < bound && decimals < 6; bound /= 10.0) ++decimals;
    return fmt::format("{:.{}f} %", value, decimals);
}
[[nodiscard]] inline std::string percent(const std::optional<double>& share) { return share ? percent(*share) : "–"; }

/// A rate or price with four significant digits: 0.1698, 2.800, 4.000e-05.
[[nodiscard]] inline std::string four_digits(double value) {
    if (value == 0.0) return "0";
    const double size = std::abs(value);
    if (size >= 1e5 || size < 1e-4) return fmt::format("{:.3e}", value);
    int decimals = 3;
    for (double bound = 1.0; size < bound && decimals < 7; bound /= 10.0) ++decimals;
    for (double bound = 10.0; size >= bound && decimals > 0; bound *= 10.0) --decimals;
    return fmt::format("{:.{}f}", value, decimals);
}

/// Every digit, for tables that programs read.
[[nodiscard]] inline std::string exact(double value) { return fmt::format("{}", value); }
[[nodiscard]] inline std::string exact(const std::optional<double>& value) { return value ? exact(*value) : std::string(); }

}  // namespace breakeven::cli
