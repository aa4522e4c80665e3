// Reading test telemetry: one call from text or from a file of tests/data.
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/logs/telemetry.hpp>

#include <doctest/doctest.h>
#include <logs/read_log.hpp>
#include <packed.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace breakeven::test {

inline Telemetry telemetry_of(std::string_view text, const TelemetryOptions& options = {}) {
    return read_telemetry(bytes_in_memory(text, TextEncoding::utf8), "log", options);
}

inline Telemetry telemetry_in(const std::vector<std::string>& inside, const TelemetryOptions& options = {}) {
    std::vector<std::string> paths;
    for (const std::string& path : inside) paths.push_back(data_path(path));
    return read_telemetry(paths, options);
}

/// The device whose number is `index`; fails the test when there is none.
inline const TelemetryDevice& gpu(const Telemetry& telemetry, std::int64_t index) {
    for (const TelemetryDevice& device : telemetry.devices)
        if (device.gpu.index == index) return device;
    FAIL("no GPU " << index);
    return telemetry.devices.front();
}

inline const HealthCheck& check_of(const TelemetryDevice& device, std::string_view name) {
    for (const HealthCheck& check : device.health)
        if (check.name == name) return check;
    FAIL("no check " << name);
    return device.health.front();
}

inline std::vector<std::size_t> rejected_lines(const Telemetry& telemetry) {
    std::vector<std::size_t> lines;
    for (const RejectedLine& reject : telemetry.rejects) lines.push_back(reject.line);
    return lines;
}

}  // namespace breakeven::test
