// See launch_delays.hpp.
#include <breakeven/logs/launch_delays.hpp>

#include <algorithm>
#include <utility>

namespace breakeven::detail {

void LaunchDelays::hand_over(Trace& trace) const {
    std::vector<std::pair<std::uint32_t, LaunchDelay>> delays;
    for (const auto& [launch, end] : ends_) {
        const auto call = calls_.find(launch);
        std::int64_t delay_ns = 0;
        if (call == calls_.end() || __builtin_sub_overflow(end.start_ns, call->second, &delay_ns)) continue;
        delays.push_back({end.device, {end.start_ns, delay_ns, end.kernel}});
    }
    std::sort(delays.begin(), delays.end(), [](const auto& a, const auto& b) { return a.second.kernel < b.second.kernel; });
    for (const auto& [device, delay] : delays) trace.devices[device].launch_delays.push_back(delay);
    trace.launches_per_delay = std::max(trace.launches_per_delay, one_of_);
}

}  // namespace breakeven::detail
