// What every kernel log's figures satisfy, whatever the log says.
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/logs/evidence.hpp>

#include <cmath>
#include <cstdlib>
#include <utility>

namespace breakeven::fuzz {

inline void require(bool fact) {
    if (!fact) std::abort();
}

inline void require_window_holds(const WindowTime& window) {
    require(window.observed_ns >= 0 && window.observed_ns <= window.length_ns);
    require(window.kernels_ns >= 0 && window.kernels_ns <= window.effective_ns);
    require(window.effective_ns <= window.observed_ns);
    if (const auto ratio = window.effective_ratio()) require(*ratio >= 0.0 && *ratio <= 1.0);
}

/// Measures `trace` and aborts when a figure contradicts another.
inline void require_holds(Trace trace, bool all_windows) {
    EvidenceOptions options;
    options.all_windows = all_windows;
    options.same_gpu = all_windows;
    KernelEvidence evidence;
    try {
        evidence = gather_evidence(std::move(trace), options);
    } catch (const InputError&) {
        return;
    }
    for (const DeviceEvidence& device : evidence.devices) {
        require(device.time.union_ns >= 0 && device.time.union_ns <= device.time.sum_ns);
        require(device.time.busy_ns >= device.time.union_ns);
        require(device.copy_time.hidden_copies_ns >= 0 && device.copy_time.hidden_copies_ns <= device.copy_time.copies_ns);
        require(device.idle.between_ns >= 0 && device.idle.between_copying_ns >= 0);
        require(device.idle.between_copying_ns <= device.idle.between_ns);
        if (device.window) require_window_holds(*device.window);
        for (const WindowTime& window : device.windows) require_window_holds(window);
        if (device.capture_ratio) require(*device.capture_ratio >= 0.0 && *device.capture_ratio <= 1.0);
        if (device.article) require(std::isfinite(device.article->effective_ratio) && device.article->effective_ratio >= 0.0);
        for (const HealthCheck& check : device.health.checks)
            if (check.value) require(!std::isnan(*check.value));
    }
}

}  // namespace breakeven::fuzz
