// See health.hpp.
#include <breakeven/logs/health.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <breakeven/logs/duration_spread.hpp>

namespace breakeven {
namespace {

double share(double part, double whole) {
    return whole > 0 ? part / whole : 0.0;
}

HealthCheck checked(std::string name, std::optional<double> value, double limit, std::string meaning, std::string remedy) {
    const bool ok = !value || *value <= limit;
    return {std::move(name), value, limit, ok, std::move(meaning), std::move(remedy)};
}

HealthCheck zero_durations(const DeviceTrace& device, double limit) {
    const auto zero_long = static_cast<std::uint64_t>(std::count_if(
        device.kernels.begin(), device.kernels.end(), [](const Kernel& kernel) { return kernel.duration_ns() == 0; }));
    const double value =
        share(static_cast<double>(zero_long + device.kernels_without_time), static_cast<double>(device.kernel_count()));
    return checked("zero_duration_share", value, limit, "many kernels have no measured duration, so busy time is missing",
                   "record again with a newer profiler; old ones cut times to whole microseconds or did not collect them");
}

HealthCheck duration_spread(const DeviceTrace& device, const Trace& trace, const HealthLimits& limits) {
    long double total = 0, spread = 0;
    for (const DurationSums& of_group : sums_by_group(device.kernels, trace.groups.size())) {
        total += static_cast<long double>(of_group.sum_ns);
        if (of_group.spread_above(limits.widely_spread)) spread += static_cast<long double>(of_group.sum_ns);
    }
    const double value = share(static_cast<double>(spread), static_cast<double>(total));
    return checked("kernel_duration_spread", value, limits.kernel_duration_spread,
                   "launches of the same kernel at the same size take very different times: the GPU was shared, throttled or "
                   "its clock unsteady",
                   "record while nothing else uses the GPU, after it has warmed up");
}

HealthCheck copies_per_kernel(const DeviceTrace& device, double limit) {
    std::optional<double> value;
    if (device.kernel_count() != 0)
        value = static_cast<double>(device.copies.size()) / static_cast<double>(device.kernel_count());
    return checked("copies_per_kernel", value, limit, "the log holds mostly copies: set-up was recorded rather than the work",
                   "record a stretch in the middle of the work");
}

HealthCheck backwards(const DeviceTrace& device, double limit) {
    const auto events =
        static_cast<double>(device.kernel_count() + device.copies.size() + device.sets.size() + device.graphs.size());
    return checked("time_backwards_share", share(static_cast<double>(device.backwards), events), limit,
                   "events end before they begin: the clocks of the log ran backwards",
                   "record again; a changed system clock or a damaged file can cause it");
}

/// Kernels of a stream run one after another. One that outlasts a later kernel of its stream has a wrong end.
HealthCheck stream_overrun(const DeviceTrace& device, double limit) {
    std::vector<const Kernel*> last(device.streams.size(), nullptr);  // of each stream, the kernel that ends last so far
    std::vector<bool> counted(device.streams.size(), false);
    long double total = 0, overrun = 0;
    for (const Kernel& kernel : device.kernels) {
        total += static_cast<long double>(kernel.duration_ns());
        const Kernel*& before = last[kernel.stream];
        const bool outlasted = before != nullptr && before->end_ns > kernel.end_ns && before->start_ns < kernel.start_ns;
        if (outlasted && !counted[kernel.stream]) {
            overrun += static_cast<long double>(before->duration_ns());
            counted[kernel.stream] = true;
        }
        if (before == nullptr || kernel.end_ns >= before->end_ns) {
            before = &kernel;
            counted[kernel.stream] = false;
        }
    }
    return checked("stream_overrun_share", share(static_cast<double>(overrun), static_cast<double>(total)), limit,
                   "kernels outlast later kernels of their own stream, which cannot be: their durations are wrong",
                   "record again with a newer profiler or driver");
}

HealthCheck is_whole(const Trace& trace) {
    return checked("log_cut_off", trace.partial ? 1.0 : 0.0, 0.0, "the log ends early, so what followed is unknown",
                   "let the profiler finish writing, or copy the file again");
}

HealthCheck nothing_dropped(const Trace& trace) {
    return checked("events_dropped", trace.dropped_events ? 1.0 : 0.0, 0.0, "the profiler says that it lost GPU events",
                   "record a shorter stretch, or fewer kinds of event");
}

HealthCheck clock_unit(const Trace& trace) {
    return checked("clock_unit_doubtful", trace.clock_unit_doubtful ? 1.0 : 0.0, 0.0,
                   "times look like microseconds or milliseconds where the format has nanoseconds",
                   "write timestamps and durations in nanoseconds");
}

HealthCheck has_kernels(const DeviceTrace& device) {
    const bool missing = device.kernel_count() == 0 && device.graphs.empty() && device.graphs_without_time == 0;
    return checked("kernels_missing", missing ? 1.0 : 0.0, 0.0, "no kernel was recorded, which does not mean that none ran",
                   "check the profiler's permission and that it traces the GPU");
}

}  // namespace

Health check_device(const DeviceTrace& device, const Trace& trace, const HealthLimits& limits) {
    Health health;
    health.checks.push_back(zero_durations(device, limits.zero_duration_share));
    health.checks.push_back(duration_spread(device, trace, limits));
    health.checks.push_back(copies_per_kernel(device, limits.copies_per_kernel));
    health.checks.push_back(backwards(device, limits.backwards_share));
    health.checks.push_back(stream_overrun(device, limits.stream_overrun_share));
    health.checks.push_back(nothing_dropped(trace));
    health.checks.push_back(clock_unit(trace));
    health.checks.push_back(is_whole(trace));
    health.checks.push_back(has_kernels(device));
    return health;
}

}  // namespace breakeven
