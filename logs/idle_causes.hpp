// Idle causes: why no kernel ran between the first and the last one, as far as the log tells.
//
// A gap between two busy stretches ends with a kernel. Before that kernel's launch call the GPU waited for the host; after it, for
// the launch to get through. Copies and sets that ran in the gap come first, and calls in which the host waited for the GPU second:
//
//     gap  =  copying  +  synchronisation  +  waiting for the host  +  launch  +  unknown
#pragma once

#include <cstdint>
#include <optional>

#include <breakeven/logs/trace.hpp>

namespace breakeven {

/// Adds up to IdleTime::between_ns.
struct IdleCauses {
    std::int64_t copying_ns = 0;
    std::optional<std::int64_t> synchronisation_ns;  ///< none where the log does not tell when the host waited
    std::int64_t waiting_for_host_ns = 0;            ///< the kernel that ends the gap was not launched yet
    std::int64_t launch_ns = 0;                      ///< it was launched and had not begun
    std::int64_t unknown_ns = 0;                     ///< no launch call is known for that kernel
    std::uint64_t gaps = 0;                          ///< whose launch call is known
    std::uint64_t sampled_of = 1;  ///< above 1 only one launch of so many is known, and the known gaps speak for the others
};

/// None where the log holds no launch call that belongs to a gap. `device` is sorted; `one_of`: Trace::launches_per_delay.
[[nodiscard]] std::optional<IdleCauses> idle_causes(const DeviceTrace& device, std::uint64_t one_of);

}  // namespace breakeven
