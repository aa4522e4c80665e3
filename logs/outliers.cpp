// See outliers.hpp.
#include <breakeven/logs/outliers.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <string_view>
#include <unordered_map>

namespace breakeven {
namespace {

__extension__ using Wide = __int128;  // eight times a duration can pass 2^63

/// Four times the quantile at `quarters` / 4 of `count` values, of which `at` tells the one at a place in order: whole, since it
/// lies at a quarter between two of them.
template <class At>
Wide four_times_quantile(std::size_t count, std::size_t quarters, At at) {
    const std::size_t position = (count - 1) * quarters;
    const std::size_t below = position / 4;
    const auto part = static_cast<Wide>(position % 4);
    const Wide lower = at(below);
    const Wide upper = part == 0 ? lower : static_cast<Wide>(at(below + 1));
    return 4 * lower + part * (upper - lower);
}

/// Durations in order without a copy of them: counted by their highest bits, then by the next of those that share these.
class DurationsInOrder {
public:
    explicit DurationsInOrder(std::span<const Kernel> kernels) : kernels_(kernels) {
        std::uint64_t longest = 0;
        for (const Kernel& kernel : kernels) longest = std::max(longest, length_of(kernel));
        bits_ = static_cast<int>(std::bit_width(longest));
    }

    [[nodiscard]] std::int64_t at(std::size_t place) const {
        std::uint64_t prefix = 0;  // of the value sought
        for (int left = bits_; left > 0;) {
            const int next = std::max(0, left - digit_bits);
            std::array<std::size_t, std::size_t{1} << digit_bits> counts{};
            for (const Kernel& kernel : kernels_)
                if (const std::uint64_t length = length_of(kernel); (length >> left) == prefix)
                    ++counts[(length >> next) - (prefix << (left - next))];
            std::size_t digit = 0;
            for (; place >= counts[digit]; ++digit) place -= counts[digit];
            prefix = (prefix << (left - next)) + digit;
            left = next;
        }
        return static_cast<std::int64_t>(prefix);
    }

private:
    static constexpr int digit_bits = 12;
    static std::uint64_t length_of(const Kernel& kernel) { return static_cast<std::uint64_t>(kernel.duration_ns()); }

    std::span<const Kernel> kernels_;
    int bits_ = 0;  // of the longest, below 64
};

Wide floor_of_eighth(Wide value) {
    return value >= 0 ? value / 8 : -((-value + 7) / 8);
}

std::int64_t narrowed(Wide value) {
    constexpr Wide least = std::numeric_limits<std::int64_t>::min();
    constexpr Wide most = std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>(std::clamp(value, least, most));
}

template <class At>
DurationRange tukey_range_of(std::size_t count, At at) {
    const Wide q1 = four_times_quantile(count, 1, at);
    const Wide q3 = four_times_quantile(count, 3, at);
    // With q = 4 Q: 8 (Q1 - 1.5 (Q3 - Q1)) = 5 q1 - 3 q3, and 8 (Q3 + 1.5 (Q3 - Q1)) = 5 q3 - 3 q1.
    const Wide least = -floor_of_eighth(-(5 * q1 - 3 * q3));
    const Wide most = floor_of_eighth(5 * q3 - 3 * q1);
    return {narrowed(least), narrowed(most)};
}

}  // namespace

DurationRange tukey_range(std::span<std::int64_t> durations_ns) {
    return tukey_range_of(durations_ns.size(), [&](std::size_t place) {
        const auto at = durations_ns.begin() + static_cast<std::ptrdiff_t>(place);
        std::nth_element(durations_ns.begin(), at, durations_ns.end());
        return *at;
    });
}

DurationRange pooled_range(std::span<const Kernel> kernels) {
    if (kernels.empty()) return {};
    const DurationsInOrder durations(kernels);
    return tukey_range_of(kernels.size(), [&](std::size_t place) { return durations.at(place); });
}

std::vector<std::uint32_t> name_of_group(const Trace& trace) {
    std::unordered_map<std::string_view, std::uint32_t> first_of;
    std::vector<std::uint32_t> names;
    names.reserve(trace.groups.size());
    for (const LaunchGroup& group : trace.groups)
        names.push_back(first_of.try_emplace(trace.names[group.name], group.name).first->second);
    return names;
}

std::vector<Kernel> without_outliers(std::span<const Kernel> kernels, const Trace& trace, Outliers rule) {
    std::vector<Kernel> kept;
    if (rule == Outliers::none) return {kernels.begin(), kernels.end()};
    if (rule == Outliers::pooled_iqr) {
        const DurationRange range = pooled_range(kernels);
        std::copy_if(kernels.begin(), kernels.end(), std::back_inserter(kept),
                     [&](const Kernel& kernel) { return range.holds(kernel.duration_ns()); });
        return kept;
    }
    const auto names = name_of_group(trace);
    std::vector<std::vector<std::int64_t>> durations_ns(trace.names.size());
    for (const Kernel& kernel : kernels) durations_ns[names[kernel.group]].push_back(kernel.duration_ns());
    std::vector<DurationRange> ranges(trace.names.size());
    for (std::size_t name = 0; name < ranges.size(); ++name)
        if (!durations_ns[name].empty()) ranges[name] = tukey_range(durations_ns[name]);
    std::copy_if(kernels.begin(), kernels.end(), std::back_inserter(kept),
                 [&](const Kernel& kernel) { return ranges[names[kernel.group]].holds(kernel.duration_ns()); });
    return kept;
}

}  // namespace breakeven
