// Fleet group: which group a GPU of a log belongs to (internal).
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/decisions/fleet.hpp>
#include <breakeven/logs/telemetry.hpp>

#include <string>
#include <vector>

namespace breakeven::detail {

/// How a sampled GPU is called: its UUID, else its model and number.
[[nodiscard]] inline std::string gpu_identity(const GpuIdentity& gpu) {
    std::string out = gpu.uuid;
    if (out.empty()) out = (gpu.name.empty() ? "GPU" : gpu.name) + (gpu.index ? " " + std::to_string(*gpu.index) : gpu.part.empty() ? "" : " " + gpu.part);
    return gpu.slice.empty() ? out : out + " MIG " + gpu.slice;
}

[[nodiscard]] inline std::string group_of(const GpuIdentity& gpu, FleetKey by) {
    switch (by) {
        case FleetKey::gpu: return gpu_identity(gpu);
        case FleetKey::name: return gpu.name;
        case FleetKey::node: return gpu.host;
        case FleetKey::name_space: return gpu.user.name_space;
        case FleetKey::pod: return gpu.user.pod;
        case FleetKey::file: break;  // samples of several files are one history
    }
    return {};
}

/// Throws InputError when none of `groups` has a name.
inline void require_told(const std::vector<std::string>& groups, FleetKey by, const std::string& log) {
    if (groups.empty()) return;
    for (const std::string& group : groups)
        if (!group.empty()) return;
    throw InputError("--by " + std::string(to_string(by)) + ": " + log + " does not tell it of any GPU",
                     "group by another key, or use telemetry that carries it, such as dcgm-exporter's");
}

}  // namespace breakeven::detail
