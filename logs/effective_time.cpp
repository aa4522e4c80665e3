// See effective_time.hpp.
#include <breakeven/logs/effective_time.hpp>

#include <limits>
#include <string>

#include <breakeven/core/errors.hpp>

namespace breakeven {
namespace {

/// From the first start to the last end of kernels and graphs; none when there are neither.
std::optional<Interval> busy_hull(const DeviceTrace& device) {
    std::optional<Interval> hull;
    const auto widen = [&hull](const auto& sorted) {
        for (const auto& event : sorted) {
            if (!hull) hull = Interval{event.start_ns, event.end_ns};
            hull->start_ns = std::min(hull->start_ns, event.start_ns);
            hull->end_ns = std::max(hull->end_ns, event.end_ns);
        }
    };
    widen(device.kernels);
    widen(device.graphs);
    return hull;
}

/// What was watched, in order and without overlap, widened to hold everything that ran; empty where the log does not tell it.
std::vector<Interval> watched(const DeviceTrace& device, const Interval& hull) {
    std::vector<Interval> captures = device.captures;
    if (captures.empty()) return captures;
    sort_by_start(captures);
    captures.front().start_ns = std::min(captures.front().start_ns, hull.start_ns);
    captures.back().end_ns = std::max(captures.back().end_ns, hull.end_ns);
    std::vector<Interval> merged;
    for_each_merged(captures, [&merged](const Interval& stretch) { merged.push_back(stretch); });
    return merged;
}

template <class Stretches>
std::int64_t length_inside(Stretches stretches, std::span<const Interval> inside) {
    return common_length_ns(stretches, stretches_of(inside));
}

std::int64_t later(std::int64_t start_ns, std::int64_t by_ns) {
    constexpr auto largest = std::numeric_limits<std::int64_t>::max();
    return start_ns > largest - by_ns ? largest : start_ns + by_ns;
}

/// The parts of `window` that were observed.
std::vector<Interval> observed_parts(const std::vector<Interval>& captures, const Interval& hull, const Interval& window) {
    std::vector<Interval> parts;
    if (captures.empty()) parts.push_back(intersection(window, hull));
    for (const Interval& capture : captures) {
        const Interval part = intersection(window, capture);
        if (part.length_ns() > 0) parts.push_back(part);
    }
    return parts;
}

}  // namespace

KernelTime kernel_time(const DeviceTrace& device) {
    KernelTime time;
    for (const Kernel& kernel : device.kernels) {
        time.sum_ns = saturating_sum_ns(time.sum_ns, kernel.duration_ns());
        time.last_end_ns = std::max(time.last_end_ns.value_or(kernel.end_ns), kernel.end_ns);
    }
    if (!device.kernels.empty()) time.first_start_ns = device.kernels.front().start_ns;
    time.union_ns = length_ns(kernel_stretches(device));
    time.busy_ns = device.graphs.empty() ? time.union_ns : length_ns(busy_stretches(device));
    return time;
}

std::vector<StreamTime> stream_times(const DeviceTrace& device) {
    std::vector<StreamTime> times(device.streams.size());
    for (std::size_t i = 0; i < times.size(); ++i) times[i].stream = static_cast<std::uint32_t>(i);
    for (const Kernel& kernel : device.kernels) {
        ++times[kernel.stream].kernels;
        times[kernel.stream].sum_ns = saturating_sum_ns(times[kernel.stream].sum_ns, kernel.duration_ns());
    }
    return times;
}

CopyTime copy_time(const DeviceTrace& device) {
    CopyTime time;
    time.copies_ns = length_ns(stretches_of(device.copies));
    time.hidden_copies_ns = common_length_ns(stretches_of(device.copies), busy_stretches(device));
    time.sets_ns = length_ns(stretches_of(device.sets));
    return time;
}

IdleTime idle_time(const DeviceTrace& device) {
    IdleTime idle;
    const auto hull = busy_hull(device);
    if (!hull) return idle;
    idle.between_ns = hull->length_ns() - length_ns(busy_stretches(device));
    const std::vector<Interval> inside{*hull};
    const EitherStretches moving{stretches_of(device.copies), stretches_of(device.sets)};
    idle.between_copying_ns = length_inside(moving, inside) - common_length_ns(moving, busy_stretches(device));
    if (device.captures.empty() || device.captures_from_kernels) return idle;
    const auto captures = watched(device, *hull);
    idle.before_first_ns =
        length_inside(stretches_of(captures), std::vector<Interval>{{captures.front().start_ns, hull->start_ns}});
    idle.after_last_ns = length_inside(stretches_of(captures), std::vector<Interval>{{hull->end_ns, captures.back().end_ns}});
    return idle;
}

std::optional<WindowTime> first_window_of(const DeviceTrace& device, std::span<const Kernel> kernels, std::int64_t window_ns) {
    const auto hull = busy_hull(device);
    if (!hull) return std::nullopt;
    const auto captures = watched(device, *hull);
    const Interval whole{hull->start_ns, later(hull->start_ns, window_ns)};
    const auto parts = observed_parts(captures, *hull, whole);
    WindowTime window;
    window.start_ns = whole.start_ns;
    window.length_ns = window_ns;
    window.observed_to = captures.empty() || device.captures_from_kernels ? ObservedTo::last_kernel : ObservedTo::capture;
    window.observed_ns = length_ns(stretches_of(parts));
    window.upper_bound = !device.graphs.empty();
    window.kernels_ns = length_inside(KernelStretches(kernels), parts);
    window.effective_ns = device.graphs.empty()
                              ? window.kernels_ns
                              : length_inside(EitherStretches{KernelStretches(kernels), stretches_of(device.graphs)}, parts);
    const auto past = std::lower_bound(kernels.begin(), kernels.end(), whole.end_ns,
                                       [](const Kernel& kernel, std::int64_t end_ns) { return kernel.start_ns < end_ns; });
    window.kernels = static_cast<std::uint64_t>(past - kernels.begin());
    return window;
}

std::optional<WindowTime> first_window(const DeviceTrace& device, std::int64_t window_ns) {
    return first_window_of(device, device.kernels, window_ns);
}

std::vector<WindowTime> all_windows(const DeviceTrace& device, std::int64_t window_ns) {
    const auto hull = busy_hull(device);
    std::vector<WindowTime> windows;
    if (!hull) return windows;
    const auto captures = watched(device, *hull);
    const std::int64_t end_ns = captures.empty() ? hull->end_ns : captures.back().end_ns;
    const std::int64_t span_ns = Interval{hull->start_ns, end_ns}.length_ns();
    constexpr std::int64_t most = 1'000'000;
    if (window_ns <= 0) throw InputError("a window must be longer than nothing", "give --window a time such as \"308.7 s\"");
    if (span_ns / window_ns >= most)
        throw InputError("the log would make more than " + std::to_string(most) + " windows", "give --window a longer time");
    const std::int64_t count = std::max<std::int64_t>(1, span_ns / window_ns + (span_ns % window_ns != 0 ? 1 : 0));
    const auto window_of = [&](std::int64_t time_ns) {
        return static_cast<std::size_t>(Interval{hull->start_ns, time_ns}.length_ns() / window_ns);
    };
    Interval whole{hull->start_ns, later(hull->start_ns, window_ns)};
    for (std::int64_t i = 0; i < count; ++i, whole = {whole.end_ns, later(whole.end_ns, window_ns)}) {
        WindowTime window;
        window.start_ns = whole.start_ns;
        window.length_ns = window_ns;
        window.observed_to = captures.empty() || device.captures_from_kernels ? ObservedTo::last_kernel : ObservedTo::capture;
        window.observed_ns = length_ns(stretches_of(observed_parts(captures, *hull, whole)));
        window.upper_bound = !device.graphs.empty();
        windows.push_back(window);
    }
    // Everything that runs lies inside what was watched, so busy time needs no second look at the captures.
    const auto share_out = [&](auto stretches, std::int64_t WindowTime::*busy_ns) {
        for (Interval stretch; stretches.next(stretch);) {
            for (std::size_t i = window_of(stretch.start_ns); i < windows.size() && windows[i].start_ns < stretch.end_ns; ++i)
                windows[i].*busy_ns +=
                    intersection(stretch, {windows[i].start_ns, later(windows[i].start_ns, window_ns)}).length_ns();
        }
    };
    share_out(kernel_stretches(device), &WindowTime::kernels_ns);
    share_out(busy_stretches(device), &WindowTime::effective_ns);
    for (const Kernel& kernel : device.kernels) ++windows[std::min(window_of(kernel.start_ns), windows.size() - 1)].kernels;
    return windows;
}

std::optional<double> capture_ratio(const DeviceTrace& device) {
    const auto hull = busy_hull(device);
    if (!hull || device.captures.empty() || device.captures_from_kernels) return std::nullopt;
    const std::int64_t watched_ns = length_ns(stretches_of(watched(device, *hull)));
    if (watched_ns <= 0) return std::nullopt;
    return static_cast<double>(length_ns(busy_stretches(device))) / static_cast<double>(watched_ns);
}

}  // namespace breakeven
