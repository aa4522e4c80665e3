// See outliers.hpp.
#include <breakeven/logs/outliers.hpp>

#include <algorithm>
#include <limits>
#include <string_view>
#include <unordered_map>

namespace breakeven {
namespace {

__extension__ using Wide = __int128;  // eight times a duration can pass 2^63

/// Four times the quantile at `quarters` / 4 of `values`: whole, since it lies at a quarter between two of them.
Wide four_times_quantile(std::span<std::int64_t> values, std::size_t quarters) {
    const std::size_t position = (values.size() - 1) * quarters;
    const std::size_t below = position / 4;
    const auto part = static_cast<Wide>(position % 4);
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(below);
    std::nth_element(values.begin(), at, values.end());
    const Wide lower = *at;
    const Wide upper = part == 0 ? lower : static_cast<Wide>(*std::min_element(at + 1, values.end()));
    return 4 * lower + part * (upper - lower);
}

Wide floor_of_eighth(Wide value) {
    return value >= 0 ? value / 8 : -((-value + 7) / 8);
}

std::int64_t narrowed(Wide value) {
    constexpr Wide least = std::numeric_limits<std::int64_t>::min();
    constexpr Wide most = std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>(std::clamp(value, least, most));
}

}  // namespace

DurationRange tukey_range(std::span<std::int64_t> durations_ns) {
    const Wide q1 = four_times_quantile(durations_ns, 1);
    const Wide q3 = four_times_quantile(durations_ns, 3);
    // With q = 4 Q: 8 (Q1 - 1.5 (Q3 - Q1)) = 5 q1 - 3 q3, and 8 (Q3 + 1.5 (Q3 - Q1)) = 5 q3 - 3 q1.
    const Wide least = -floor_of_eighth(-(5 * q1 - 3 * q3));
    const Wide most = floor_of_eighth(5 * q3 - 3 * q1);
    return {narrowed(least), narrowed(most)};
}

DurationRange pooled_range(std::span<const Kernel> kernels) {
    std::vector<std::int64_t> durations_ns;
    durations_ns.reserve(kernels.size());
    for (const Kernel& kernel : kernels) durations_ns.push_back(kernel.duration_ns());
    return durations_ns.empty() ? DurationRange{} : tukey_range(durations_ns);
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
