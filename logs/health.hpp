// Health: may the figures of a log be believed? Named checks, each with its value, its limit, what it means and what to do.
//
// The first three are the source's. `kernel_duration_spread` goes by launch group (name, grid and block): by name alone one
// kernel serves many shapes and nearly every real trace would fail.
#pragma once

#include <vector>

#include <breakeven/logs/health_check.hpp>
#include <breakeven/logs/trace.hpp>

namespace breakeven {

struct Health {
    std::vector<HealthCheck> checks;

    [[nodiscard]] bool trusted() const { return all_ok(checks); }
};

/// All shares are from 0 to 1.
struct HealthLimits {
    double zero_duration_share = 0.15;    ///< kernels zero long or without a time, of all kernels; the source's
    double kernel_duration_spread = 0.5;  ///< kernel time in launch groups that spread widely, of all kernel time
    double widely_spread = 0.4;      ///< standard deviation over mean from which a launch group spreads widely; the source's
    double copies_per_kernel = 3.0;  ///< the source's
    double backwards_share = 0.01;   ///< events that end before they begin, of all events
    double stream_overrun_share = 0.05;  ///< kernel time in kernels that outlast a later kernel of their own stream
};

/// Checks of a device on which something ran. `device` must be sorted.
[[nodiscard]] Health check_device(const DeviceTrace& device, const Trace& trace, const HealthLimits& limits = {});

}  // namespace breakeven
