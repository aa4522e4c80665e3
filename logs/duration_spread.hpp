// Spread of durations: how far the launches of one kernel, or of one launch group, lie from their mean.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <breakeven/logs/trace.hpp>

namespace breakeven {

/// Count, sum and sum of squares of some durations.
struct DurationSums {
    std::uint64_t count = 0;
    std::int64_t sum_ns = 0;
    long double squares = 0;  ///< ns^2; 64 bits of mantissa hold the squares of days

    void add(std::int64_t duration_ns) {
        ++count;
        sum_ns = saturating_sum_ns(sum_ns, duration_ns);
        squares += static_cast<long double>(duration_ns) * static_cast<long double>(duration_ns);
    }

    /// Whether the population standard deviation is above `share` of the mean; false for one launch, or a mean of zero.
    [[nodiscard]] bool spread_above(double share) const {
        if (count < 2 || sum_ns == 0) return false;
        // sd > share * mean, squared and times n^2: n * squares - sum^2 > share^2 * sum^2.
        const auto sum = static_cast<long double>(sum_ns);
        const auto limit = static_cast<long double>(share);
        return static_cast<long double>(count) * squares - sum * sum > limit * limit * sum * sum;
    }
};

/// Sums by launch group, one for each of Trace::groups.
[[nodiscard]] inline std::vector<DurationSums> sums_by_group(std::span<const Kernel> kernels, std::size_t groups) {
    std::vector<DurationSums> sums(groups);
    for (const Kernel& kernel : kernels) sums[kernel.group].add(kernel.duration_ns());
    return sums;
}

}  // namespace breakeven
