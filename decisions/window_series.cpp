#include <breakeven/decisions/window_series.hpp>

#include <breakeven/calibration/printable.hpp>
#include <breakeven/core/errors.hpp>
#include <breakeven/decisions/telemetry_match.hpp>

#include <algorithm>

namespace breakeven {

namespace {

/// On the log's own clocks: when its first window began and its last one ended.
std::optional<Interval> hull_of(const KernelEvidence& evidence) {
    std::optional<Interval> hull;
    for (const DeviceEvidence& device : evidence.devices)
        for (const WindowTime& window : device.windows) {
            const Interval time{window.start_ns, window.start_ns + window.observed_ns};
            if (!hull) hull = time;
            hull->start_ns = std::min(hull->start_ns, time.start_ns);
            hull->end_ns = std::max(hull->end_ns, time.end_ns);
        }
    return hull;
}

std::int64_t sum_or_refuse(std::int64_t a_ns, std::int64_t b_ns) {
    std::int64_t sum_ns = 0;
    if (__builtin_add_overflow(a_ns, b_ns, &sum_ns)) throw InputError("a window lies past the year 2262", "give --at the time when the log began");
    return sum_ns;
}

void add_samples(HistoryWindow& window, const TelemetryDevice& telemetry, bool temperature_given) {
    const Sample mean = mean_in(telemetry, {window.time_ns, sum_or_refuse(window.time_ns, window.observed_ns)});
    if (!temperature_given && was_read(mean.temperature_c)) window.context.temperature = celsius(mean.temperature_c);
    if (was_read(mean.power_w)) window.power = mean.power_w * watt;
}

}  // namespace

std::string gpu_identity(const DeviceEvidence& device) {
    if (!device.uuid.empty() && is_printable(device.uuid)) return device.uuid;
    std::string out = device.name.empty() || !is_printable(device.name) ? "GPU" : device.name.substr(0, 150);
    if (device.device) out.append(" ").append(std::to_string(*device.device));
    return out;
}

WindowSeries window_series(const KernelEvidence& evidence, const SeriesContext& context) {
    WindowSeries out;
    const auto hull = hull_of(evidence);
    if (!hull) return out;
    bool guessed = false, hidden_by_graphs = false, without_samples = false;
    std::int64_t effective_ns = 0;
    for (const DeviceEvidence& device : evidence.devices) {
        const TelemetryDevice* samples = context.telemetry == nullptr ? nullptr : same_gpu(device, *context.telemetry);
        for (const WindowTime& time : device.windows) {
            if (time.observed_ns <= 0) continue;
            HistoryWindow window;
            window.gpu = gpu_identity(device);
            if (is_printable(device.name)) window.gpu_name = device.name.substr(0, 150);
            window.clock_ns = time.start_ns;
            window.dated = device.utc_offset_ns.has_value() && !context.begins_ns;
            if (window.dated)
                window.time_ns = sum_or_refuse(time.start_ns, *device.utc_offset_ns);
            else if (context.begins_ns)
                window.time_ns = sum_or_refuse(*context.begins_ns, time.start_ns - hull->start_ns);
            else
                window.time_ns = sum_or_refuse(context.ends_ns, time.start_ns - hull->end_ns), guessed = true;
            window.length_ns = time.length_ns;
            window.observed_ns = time.observed_ns;
            window.effective_ns = time.effective_ns;
            window.kernels_ns = time.kernels_ns;
            window.kernels = time.kernels;
            const bool hidden = time.upper_bound && time.kernels_ns != time.effective_ns;
            hidden_by_graphs = hidden_by_graphs || hidden;
            window.trusted = device.trusted() && !evidence.partial && !hidden;
            window.context = context.context;
            if (samples != nullptr && (window.dated || context.begins_ns) && context.telemetry->times == SampleTimes::utc)
                add_samples(window, *samples, context.context.temperature.has_value());
            else
                without_samples = without_samples || context.telemetry != nullptr;
            window.line = context.line;
            window.framework = context.framework;
            window.revision = context.revision;
            effective_ns = saturating_sum_ns(effective_ns, window.effective_ns);
            out.windows.push_back(std::move(window));
        }
    }
    if (context.work && effective_ns > 0)
        for (HistoryWindow& window : out.windows)
            if (window.effective_ns > 0) window.work = *context.work * static_cast<double>(window.effective_ns) / static_cast<double>(effective_ns);
    if (guessed)
        out.remarks.emplace_back("the log holds no date, so its file's time of change stands for its end; --at says when it began");
    if (hidden_by_graphs)
        out.remarks.emplace_back("CUDA graphs were traced as a whole: their windows are recorded as untrusted; trace graph nodes");
    if (without_samples)
        out.remarks.emplace_back("temperature and power were not taken from the telemetry: both logs must tell their time in UTC");
    return out;
}

}  // namespace breakeven
