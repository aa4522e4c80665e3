// See launch_delays.hpp.
#include <breakeven/logs/launch_delays.hpp>

#include <algorithm>

namespace breakeven::detail {

std::vector<LaunchDelay> LaunchDelays::matched() const {
    std::vector<LaunchDelay> delays;
    for (const auto& [launch, end] : ends_) {
        const auto call = calls_.find(launch);
        std::int64_t delay_ns = 0;
        if (call == calls_.end() || __builtin_sub_overflow(end.start_ns, call->second, &delay_ns)) continue;
        delays.push_back({delay_ns, end.kernel, end.device});
    }
    std::sort(delays.begin(), delays.end(), [](const LaunchDelay& a, const LaunchDelay& b) { return a.kernel < b.kernel; });
    return delays;
}

}  // namespace breakeven::detail
