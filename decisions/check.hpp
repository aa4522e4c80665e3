// Check: an audit as a monitoring plugin judges it: one status, the thresholds behind it, one device after the other.
//
//     OK  at or above line + margin      WARNING  from the line to there      CRITICAL  below the line      UNKNOWN  no verdict
//
// The margin lies above the line, so that the warning comes first and performance data hold the same thresholds as the status.
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/decisions/audit.hpp>
#include <breakeven/decisions/trend.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven {

enum class PluginStatus : std::uint8_t { ok = 0, warning = 1, critical = 2, unknown = 3 };

[[nodiscard]] constexpr std::string_view to_string(PluginStatus status) {
    constexpr std::string_view words[] = {"OK", "WARNING", "CRITICAL", "UNKNOWN"};
    return words[static_cast<std::size_t>(status)];
}

struct DeviceCheck {
    std::string gpu;       ///< as the history names it
    std::string gpu_name;  ///< "GPU 0 (Tesla V100)"
    PluginStatus status = PluginStatus::unknown;
    std::string reason;    ///< one clause
    std::optional<Fraction> effective;
    std::optional<Fraction> line;
    Fraction margin = 0.0;
    bool only_below = false;        ///< owning wins below the line, as against a reserved instance
    std::optional<Trend> trend;
    std::optional<Time> line_crossed_in;  ///< at the pace of a falling trend
};

struct CheckResult {
    PluginStatus status = PluginStatus::unknown;  ///< the worst that a device has; a device nobody can judge counts less than a breach
    std::vector<DeviceCheck> devices;             ///< those on which something ran, or were seen at all if none did
};

/// Checks each device of `audit`. `history_of` gives the windows recorded of a GPU, oldest first; may be empty.
[[nodiscard]] CheckResult check_of(const KernelAudit& audit, const std::function<std::vector<HistoryWindow>(const std::string& gpu)>& history_of = {});

/// The same of samples that were allowed to carry a verdict.
[[nodiscard]] CheckResult check_of(const SampleAudit& audit);

}  // namespace breakeven
