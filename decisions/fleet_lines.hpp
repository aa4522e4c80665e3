// Fleet lines: one scenario's line for each group of GPUs, at the temperature at which telemetry saw them.
#pragma once

#include <breakeven/core/temperature.hpp>
#include <breakeven/decisions/fleet.hpp>
#include <breakeven/decisions/line.hpp>
#include <breakeven/logs/telemetry.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace breakeven {

struct FleetLine {
    std::string name;                        ///< of the group; empty where the telemetry does not tell
    std::size_t gpus = 0;
    std::optional<Temperature> temperature;  ///< mean of the GPUs that tell theirs; the line then holds there
    LineAnswer line;
};

/// The groups of `telemetry`, in the order of their names. A temperature in `asked` holds for all of them. Throws InputError as
/// line_of(), and for a key that the telemetry does not tell of any GPU.
[[nodiscard]] std::vector<FleetLine> fleet_lines(const LoadedScenario& scenario, const Context& asked, const Telemetry& telemetry, FleetKey by);

}  // namespace breakeven
