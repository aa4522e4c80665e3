// See launch_delays.hpp.
#include <breakeven/logs/launch_delays.hpp>

#include <algorithm>

namespace breakeven::detail {

void LaunchDelays::hand_over(Trace& trace) const {
    for (const End& end : ends_) {
        const std::size_t call = call_of_.find({end.launch, 0}, calls_);
        std::int64_t delay_ns = 0;
        if (call == calls_.size() || __builtin_sub_overflow(end.start_ns, calls_[call].start_ns, &delay_ns)) continue;
        trace.devices[end.device].launch_delays.push_back({end.start_ns, delay_ns, end.kernel});
    }
    trace.launches_per_delay = std::max(trace.launches_per_delay, one_of_);
}

}  // namespace breakeven::detail
