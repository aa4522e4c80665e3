// See article_method.hpp.
#include <breakeven/logs/article_method.hpp>

#include <algorithm>

#include <breakeven/logs/duration_spread.hpp>
#include <breakeven/logs/outliers.hpp>

namespace breakeven {
namespace {

/// At most 15 % zero durations, no kernel name that spreads by more than 40 %, at most three copies per kernel.
bool article_trusts(const DeviceTrace& device, const Trace& trace, std::uint64_t zero_long) {
    if (device.kernel_count() == 0) return false;
    const std::uint64_t zeros = zero_long + device.kernels_without_time;
    if (static_cast<double>(zeros) > 0.15 * static_cast<double>(device.kernel_count())) return false;
    if (device.copies.size() > 3 * device.kernel_count()) return false;
    const auto names = name_of_group(trace);
    std::vector<DurationSums> sums(trace.names.size());
    for (const Kernel& kernel : device.kernels) sums[names[kernel.group]].add(kernel.duration_ns());
    return std::none_of(sums.begin(), sums.end(), [](const DurationSums& of_name) { return of_name.spread_above(0.40); });
}

}  // namespace

ArticleFigures article_figures(const DeviceTrace& device, const Trace& trace, std::int64_t window_ns) {
    ArticleFigures figures;
    std::uint64_t zero_long = 0;
    if (!device.kernels.empty()) {
        const DurationRange kept = pooled_range(device.kernels);
        const std::int64_t first_ns = device.kernels.front().start_ns;
        for (const Kernel& kernel : device.kernels) {
            zero_long += kernel.duration_ns() == 0;
            if (Interval{first_ns, kernel.end_ns}.length_ns() > window_ns) continue;
            ++figures.kernels;
            if (!kept.holds(kernel.duration_ns())) continue;
            ++figures.kept_kernels;
            figures.effective_ns = saturating_sum_ns(figures.effective_ns, kernel.duration_ns());
        }
    }
    figures.effective_ratio = static_cast<double>(figures.effective_ns) / static_cast<double>(window_ns);
    figures.trusted = article_trusts(device, trace, zero_long);
    return figures;
}

}  // namespace breakeven
