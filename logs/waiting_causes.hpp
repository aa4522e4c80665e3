// Waiting causes: why a GPU waited inside its window, as far as a kernel log tells: launches of small kernels, copies in the open, data
// that a step waited for.
//
// Each moment of waiting counts for one cause: under a copy or a set it is copying; else before a step's first kernel it is data;
// else between two small kernels it is launching, unless the pause is too long for that.
#pragma once

#include <cstdint>
#include <optional>

#include <breakeven/logs/effective_time.hpp>
#include <breakeven/logs/trace.hpp>

namespace breakeven {

/// A kernel shorter than this ends about when the next one can be launched at the earliest.
inline constexpr std::int64_t small_kernel_ns = 10'000;
/// A longer pause between two small kernels has another cause than their launches.
inline constexpr std::int64_t longest_launch_gap_ns = 100'000;

struct WaitingCauses {
    std::uint64_t kernels = 0;        ///< that begin inside the window
    std::uint64_t small_kernels = 0;  ///< of them
    std::int64_t waiting_ns = 0;      ///< in the window, from the first kernel to the last, without kernel or graph
    std::int64_t copying_ns = 0;      ///< of that, under a copy or a set: copies that no kernel hides
    std::int64_t before_steps_ns = 0; ///< of that, in pauses in which a step began
    std::int64_t launching_ns = 0;    ///< of that, between two small kernels
    std::optional<std::uint64_t> steps;  ///< that begin inside; none where the log names no steps
};

/// `device` must be sorted.
[[nodiscard]] WaitingCauses waiting_causes(const DeviceTrace& device, const WindowTime& window);

}  // namespace breakeven
