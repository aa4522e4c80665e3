// Work steps: how long the GPU computed during each unit of work that the log names, such as a profiler step or an NVTX range.
//
// A step is measured between its begin and its end on the host. Kernels that it launched and that ran on past its end count for
// the step after it: over many steps nothing is lost and nothing counts twice.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <breakeven/logs/trace.hpp>

namespace breakeven {

/// All steps of one name on one device.
struct StepFigures {
    std::string name;
    std::uint64_t count = 0;
    std::int64_t median_ns = 0;            ///< of the steps' own length
    std::int64_t median_effective_ns = 0;  ///< of the time in which a kernel or graph ran during a step
    std::int64_t total_effective_ns = 0;   ///< the sum of it; steps that overlap count each
};

inline constexpr std::size_t most_step_names = 100;

/// By name, those of the most effective time first, at most `most_step_names`. `device` is sorted.
[[nodiscard]] std::vector<StepFigures> step_figures(const DeviceTrace& device, const Trace& trace);

}  // namespace breakeven
