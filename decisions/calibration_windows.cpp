#include <breakeven/decisions/calibration_windows.hpp>

#include <breakeven/core/timestamp.hpp>
#include <breakeven/decisions/telemetry_match.hpp>
#include <breakeven/decisions/window_series.hpp>

namespace breakeven {

namespace {

std::optional<double> read_value(double value) {
    return was_read(value) ? std::optional(value) : std::nullopt;
}

}  // namespace

CalibrationWindows calibration_windows(const KernelEvidence& evidence, const Context& context, const Telemetry* telemetry) {
    CalibrationWindows out;
    out.context = context;
    bool undated = false;
    std::size_t without_samples = 0;
    for (const DeviceEvidence& device : evidence.devices)
        for (const WindowTime& window : device.windows) {
            if (window.observed_ns <= 0) continue;
            CalibrationWindow row;
            const Interval stretch = observed_part(window);
            const auto utc = in_utc(device, stretch);
            undated = undated || !utc;
            row.timestamp = timestamp_text(utc ? utc->start_ns : window.start_ns);
            row.gpu = gpu_identity(device);
            row.window_ns = window.observed_ns;
            row.effective_ns = window.effective_ns;
            if (telemetry != nullptr) {
                if (const auto sample = sampled_during(device, stretch, *telemetry)) {
                    row.temperature_c = read_value(sample->temperature_c);
                    row.power_w = read_value(sample->power_w);
                } else {
                    ++without_samples;
                }
            }
            if (!row.temperature_c && context.temperature) row.temperature_c = context.temperature->in_celsius();
            out.rows.push_back(std::move(row));
        }
    if (undated) out.remarks.emplace_back("the log does not tell its date; times count from 1970, and samples cannot be joined");
    if (without_samples != 0) {
        out.remarks.push_back(std::to_string(without_samples) + " windows have no sample of their time");
        if (!undated && telemetry->times == SampleTimes::local)
            out.remarks.back() += ": the telemetry is in local time; say where its clock stands, such as --utc-offset +02:00";
    }
    for (const std::string_view category : context_categories)
        if (context.level(category) == nullptr) {
            out.remarks.emplace_back("the context is not complete; a column without a level is empty: give --task, --driver, --os, "
                                     "--virtualization and --network");
            break;
        }
    return out;
}

}  // namespace breakeven
