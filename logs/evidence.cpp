// See evidence.hpp.
#include <breakeven/logs/evidence.hpp>

#include <algorithm>
#include <utility>

#include <breakeven/core/errors.hpp>
#include <breakeven/core/in_order.hpp>

namespace breakeven {
namespace {

/// The value below or at which `percent` of `sorted` lie.
std::int64_t percentile(const std::vector<std::int64_t>& sorted, std::size_t percent) {
    const std::size_t rank = (sorted.size() * percent + 99) / 100;
    return sorted[std::max<std::size_t>(rank, 1) - 1];
}

std::optional<LaunchDelayFigures> launch_delay(const DeviceTrace& device, std::uint64_t one_of) {
    std::vector<LaunchDelay> delays = device.launch_delays;
    std::vector<std::int64_t> sorted;
    for (const LaunchDelay& delay : delays) sorted.push_back(delay.delay_ns);
    if (delays.empty()) return std::nullopt;
    LaunchDelayFigures figures;
    const DurationRange usual = tukey_range(sorted);
    std::sort(sorted.begin(), sorted.end());
    figures.count = sorted.size();
    figures.sampled_of = one_of;
    figures.median_ns = percentile(sorted, 50);
    figures.p90_ns = percentile(sorted, 90);
    figures.p99_ns = percentile(sorted, 99);
    figures.largest_ns = sorted.back();
    std::stable_sort(delays.begin(), delays.end(),
                     [](const LaunchDelay& a, const LaunchDelay& b) { return a.delay_ns > b.delay_ns; });
    constexpr std::size_t most_named = 10;
    for (std::size_t i = 0; i < delays.size() && i < most_named && delays[i].delay_ns > usual.most_ns; ++i)
        figures.longest.push_back(delays[i]);
    return figures;
}

/// The mean over kernel time, where the log tells at least half of it.
std::optional<double> mean_occupancy(const OccupancyTotal& total, std::int64_t kernels_sum_ns) {
    if (total.time_ns <= 0 || total.time_ns < kernels_sum_ns / 2) return std::nullopt;
    return std::clamp(total.weighted_ns / static_cast<double>(total.time_ns), 0.0, 1.0);
}

/// From the window's begin to the last that was watched of it. Between captures nothing was watched, and it looks idle.
Activity activity(const DeviceTrace& device, const Trace& trace, const WindowTime& window) {
    Interval stretch = observed_part(window);
    const Interval whole{window.start_ns, saturating_sum_ns(window.start_ns, window.length_ns)};
    for (const Interval& capture : device.captures)
        if (const Interval watched = intersection(capture, whole); watched.length_ns() > 0) stretch.end_ns = std::max(stretch.end_ns, watched.end_ns);
    return {.timeline = timeline(device, stretch, timeline_bins), .kernels = kernel_distribution(device, trace, stretch, named_kernels)};
}

/// Who the device is and what was counted, before anything is measured.
DeviceEvidence counts(const DeviceTrace& device) {
    DeviceEvidence evidence;
    evidence.device = device.number;
    evidence.name = device.name;
    evidence.uuid = device.uuid;
    evidence.file = device.file;
    evidence.kernels = device.kernel_count();
    evidence.kernels_without_time = device.kernels_without_time;
    evidence.copies = device.copies.size();
    evidence.sets = device.sets.size();
    evidence.graph_executions = device.graphs.size();
    evidence.graph_without_time = device.graphs_without_time;
    evidence.launches = device.launches;
    evidence.copy_totals = device.copy_totals;
    evidence.set_bytes = device.set_bytes;
    evidence.listed_only = !device.ran_anything() && device.launches.value_or(0) == 0;
    if (!evidence.listed_only) evidence.utc_offset_ns = device.utc_offset_ns;
    return evidence;
}

// A device is measured in two halves about as long as one another, which set different members and can run beside one another.

void measure_time(const DeviceTrace& device, const Trace& trace, const EvidenceOptions& options, DeviceEvidence& evidence) {
    evidence.time = kernel_time(device);
    evidence.copy_time = copy_time(device);
    evidence.idle = idle_time(device);
    evidence.window =
        options.outliers == Outliers::none
            ? first_window(device, options.window_ns)
            : first_window_of(device, without_outliers(device.kernels, trace, options.outliers), options.window_ns);
    evidence.capture_ratio = capture_ratio(device);
    if (options.all_windows) evidence.windows = all_windows(device, options.window_ns);
    if (options.waiting_causes && evidence.window) evidence.waiting_causes = waiting_causes(device, *evidence.window);
    if (options.activity && evidence.window) evidence.activity = activity(device, trace, *evidence.window);
    evidence.occupancy = mean_occupancy(device.occupancy, evidence.time.sum_ns);
}

void measure_kernels(const DeviceTrace& device, const Trace& trace, const EvidenceOptions& options, DeviceEvidence& evidence) {
    for (const StreamTime& stream : stream_times(device))
        evidence.streams.push_back({device.streams[stream.stream], stream.kernels, stream.sum_ns});
    if (device.kernel_count() != 0) evidence.article = article_figures(device, trace);
    evidence.launch_delay = launch_delay(device, trace.launches_per_delay);
    evidence.idle_causes = idle_causes(device, trace.launches_per_delay);
    evidence.steps = step_figures(device, trace);
    evidence.health = check_device(device, trace, options.limits);
}

std::string named(const DeviceEvidence& device) {
    return device.device ? "GPU " + std::to_string(*device.device) : std::string("the GPU");
}

/// A length in the largest unit of which it has one, cut to tenths: "5.0 s", "11.2 ms".
std::string length_in_words(std::int64_t length_ns) {
    struct Unit {
        std::int64_t ns;
        const char* name;
    };
    for (const Unit unit : {Unit{1'000'000'000, " s"}, Unit{1'000'000, " ms"}, Unit{1'000, " us"}})
        if (length_ns >= unit.ns)
            return std::to_string(length_ns / unit.ns) + "." + std::to_string(length_ns % unit.ns * 10 / unit.ns) + unit.name;
    return std::to_string(length_ns) + " ns";
}

void remark_on(const DeviceEvidence& device, std::vector<std::string>& remarks) {
    constexpr std::int64_t adequate_ns = 300'000'000'000;
    if (device.window && device.window->observed_ns < adequate_ns)
        remarks.push_back(named(device) + ": only " + length_in_words(device.window->observed_ns) +
                          " were observed, far below 300 s; a short stretch may not stand for the work");
    if (device.graph_executions != 0)
        remarks.push_back(
            named(device) +
            ": CUDA graphs were traced as a whole, so the busy time is an upper bound: gaps inside a graph cannot "
            "be seen; trace with --cuda-graph-trace=node to see its kernels");
    if (device.graph_without_time != 0)
        remarks.push_back(named(device) + ": the time of " + std::to_string(device.graph_without_time) +
                          " graph executions was not collected; they count as unmeasured");
    if (device.kernels_without_time != 0)
        remarks.push_back(named(device) + ": the time of " + std::to_string(device.kernels_without_time) +
                          " kernels was not collected; they are in no sum and in no window");
}

}  // namespace

bool KernelEvidence::trusted() const {
    if (partial) return false;
    const auto ran = [](const DeviceEvidence& device) { return !device.listed_only; };
    return std::any_of(devices.begin(), devices.end(), ran) &&
           std::all_of(devices.begin(), devices.end(),
                       [&](const DeviceEvidence& device) { return !ran(device) || device.trusted(); });
}

KernelEvidence gather_evidence(Trace trace, const EvidenceOptions& options) {
    if (options.window_ns <= 0)
        throw InputError("a window must be longer than nothing", "give --window a time such as \"308.7 s\"");
    merge_devices(trace, options.same_gpu);
    KernelEvidence evidence;
    std::size_t kernels = 0;
    for (const DeviceTrace& device : trace.devices) {
        kernels += device.kernels.size();
        evidence.devices.push_back(counts(device));
    }
    constexpr std::size_t worth_a_thread = 100'000;
    const std::size_t threads = kernels < worth_a_thread ? 1 : detail::working_threads();
    const auto nothing = [](std::size_t) {};
    detail::in_order(threads, trace.devices.size(), [&](std::size_t i) { trace.devices[i].sort(); }, nothing);
    const auto measure = [&](std::size_t half) {
        DeviceEvidence& of_device = evidence.devices[half / 2];
        if (of_device.listed_only) return;
        (half % 2 == 0 ? measure_time : measure_kernels)(trace.devices[half / 2], trace, options, of_device);
    };
    // A measured device needs its kernels no more; with several the next one's figures need the room.
    const auto forget = [&](std::size_t half) {
        if (half % 2 == 1) trace.devices[half / 2] = DeviceTrace{};
    };
    detail::in_order(threads, 2 * trace.devices.size(), measure, forget);
    evidence.files = std::move(trace.files);
    evidence.launches = trace.launches;
    evidence.graph_launches = trace.graph_launches;
    evidence.partial = trace.partial;
    evidence.partial_reason = std::move(trace.partial_reason);
    evidence.incomplete = std::move(trace.incomplete);
    evidence.remarks = std::move(trace.remarks);
    for (const DeviceEvidence& device : evidence.devices) remark_on(device, evidence.remarks);
    return evidence;
}

}  // namespace breakeven
