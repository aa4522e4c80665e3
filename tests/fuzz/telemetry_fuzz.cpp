// Any bytes as telemetry of any format: figures inside their ranges, or an InputError.
#include <breakeven/core/errors.hpp>
#include <breakeven/logs/telemetry.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {
void require(bool fact) {
    if (!fact) std::abort();
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    breakeven::TelemetryOptions options;
    options.interval_s = size % 3 == 0 ? std::optional<double>(1.0) : std::nullopt;
    options.keep_series = size % 2 == 0;
    options.longest_series = 16;
    try {
        const auto telemetry = breakeven::read_telemetry(
            breakeven::bytes_in_memory(bytes, breakeven::TextEncoding::utf8, {.ratio = 500, .free_bytes = 1U << 20}), "fuzz",
            options);
        for (const auto& device : telemetry.devices) {
            const auto& samples = device.samples;
            require(samples.count <= device.rows);
            require(!samples.utilization_mean || (*samples.utilization_mean >= 0.0 && *samples.utilization_mean <= 1.0 + 1e-9));
            require(!samples.power_mean_w || *samples.power_mean_w >= 0.0);
            require(samples.observed_s >= 0.0 && samples.outage_s >= 0.0);
            require(!samples.uncertainty || (*samples.uncertainty >= 0.0 && *samples.uncertainty <= 1.0));
            require(device.series.size() <= 17);
            if (device.long_run) require(device.long_run->running_share >= 0.0 && device.long_run->running_share <= 1.0);
        }
    } catch (const breakeven::InputError&) {
    }
    return 0;
}
