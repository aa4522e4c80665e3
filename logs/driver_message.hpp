// Sentences that nvidia-smi prints in place of rows (internal).
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace breakeven::detail {

/// Whether `line` is nvidia-smi saying that the driver or a GPU cannot be reached: an outage, and evidence of a crash.
[[nodiscard]] inline bool is_driver_message(std::string_view line) {
    using namespace std::string_view_literals;
    constexpr std::array phrases = {"NVIDIA-SMI has failed"sv,
                                    "Unable to determine the device handle"sv,
                                    "Failed to initialize NVML"sv,
                                    "GPU is lost"sv,
                                    "No devices were found"sv,
                                    "couldn't communicate with the NVIDIA driver"sv,
                                    "Driver/library version mismatch"sv,
                                    "Reboot the system to recover"sv,
                                    "Unable to retrieve"sv,
                                    "Failed to process command line"sv,
                                    "has fallen off the bus"sv};
    return std::any_of(phrases.begin(), phrases.end(),
                       [&](std::string_view p) { return line.find(p) != std::string_view::npos; });
}

}  // namespace breakeven::detail
