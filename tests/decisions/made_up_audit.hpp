// An audit made by hand: one GPU with a share of its window, held against a stated line.
#pragma once

#include <breakeven/decisions/audit.hpp>
#include <breakeven/logs/waiting_causes.hpp>
#include <breakeven/models/scenario_file.hpp>

#include <string>
#include <utility>

namespace breakeven::test {

inline constexpr std::int64_t november_ns = 1'793'491'200'000'000'000;  // 2026-11-01T00:00:00Z
inline constexpr std::int64_t one_day_ns = 86'400'000'000'000;

/// A GPU of which `effective_s` of `observed_s` were computed, its window dated at the beginning of November 2026.
inline DeviceEvidence made_up_device(double effective_s, double observed_s = 100.0) {
    DeviceEvidence out;
    out.device = 0;
    out.name = "RTX 4060 Laptop GPU";
    out.uuid = "GPU-1";
    out.kernels = 1000;
    out.utc_offset_ns = november_ns;
    WindowTime window;
    window.length_ns = 308'700'000'000;
    window.observed_ns = static_cast<std::int64_t>(observed_s * 1e9);
    window.effective_ns = window.kernels_ns = static_cast<std::int64_t>(effective_s * 1e9);
    window.kernels = 1000;
    out.window = window;
    out.windows = {window};
    out.time.busy_ns = out.time.union_ns = window.effective_ns;
    return out;
}

/// The shipped scenario with its line stated.
inline AuditQuestion question_of(const std::string& line, std::optional<Fraction> margin = {}) {
    ScenarioOptions options;
    options.overrides.push_back({"line.base", line, "--set"});
    options.today = "2026-12-01";
    AuditQuestion out;
    out.scenario = read_scenario(BREAKEVEN_SOURCE_DIR "/data/scenarios/rtx4060-laptop-vs-a10.toml", options);
    out.margin = margin;
    return out;
}

inline KernelAudit audit_of(DeviceEvidence device, const AuditQuestion& question) {
    KernelEvidence evidence;
    evidence.devices.push_back(std::move(device));
    return judge(std::move(evidence), question);
}

/// A recorded window, `days` after the beginning of November.
inline HistoryWindow recorded(double days, double ratio, const std::string& gpu = "GPU-1") {
    HistoryWindow out;
    out.gpu = gpu;
    out.time_ns = out.clock_ns = november_ns + static_cast<std::int64_t>(days * static_cast<double>(one_day_ns));
    out.length_ns = out.observed_ns = 308'700'000'000;
    out.effective_ns = out.kernels_ns = static_cast<std::int64_t>(ratio * 308.7e9);
    out.kernels = 1000;
    return out;
}

}  // namespace breakeven::test
