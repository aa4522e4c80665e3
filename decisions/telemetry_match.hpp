// Telemetry beside a kernel log: which of its devices is the same GPU, and where a stretch of the log lies on its clock.
#pragma once

#include <breakeven/core/interval.hpp>
#include <breakeven/logs/evidence.hpp>
#include <breakeven/logs/telemetry.hpp>

#include <optional>

namespace breakeven {

/// The telemetry of the same GPU: by UUID, else the only one there is. Null when neither tells.
[[nodiscard]] inline const TelemetryDevice* same_gpu(const DeviceEvidence& device, const Telemetry& telemetry) {
    for (const TelemetryDevice& other : telemetry.devices)
        if (!device.uuid.empty() && other.gpu.uuid == device.uuid) return &other;
    return telemetry.devices.size() == 1 ? &telemetry.devices.front() : nullptr;
}

/// `stretch` of `device`'s log in UTC; none where the log does not tell the date.
[[nodiscard]] inline std::optional<Interval> in_utc(const DeviceEvidence& device, const Interval& stretch) {
    Interval out;
    if (!device.utc_offset_ns || __builtin_add_overflow(stretch.start_ns, *device.utc_offset_ns, &out.start_ns) ||
        __builtin_add_overflow(stretch.end_ns, *device.utc_offset_ns, &out.end_ns))
        return std::nullopt;
    return out;
}

/// What `telemetry` read of the GPU of `device` during `stretch`; none where the two cannot be put on one clock, or where it
/// holds no sample from then.
[[nodiscard]] inline std::optional<Sample> sampled_during(const DeviceEvidence& device, const Interval& stretch, const Telemetry& telemetry) {
    const TelemetryDevice* other = same_gpu(device, telemetry);
    const auto utc = in_utc(device, stretch);
    if (other == nullptr || !utc || telemetry.times != SampleTimes::utc) return std::nullopt;
    const Sample mean = mean_in(*other, *utc);
    if (!was_read(mean.utilization) && !was_read(mean.power_w) && !was_read(mean.temperature_c)) return std::nullopt;
    return mean;
}

}  // namespace breakeven
