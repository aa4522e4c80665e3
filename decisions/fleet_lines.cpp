#include <breakeven/decisions/fleet_lines.hpp>

#include <breakeven/decisions/fleet_group.hpp>

#include <map>

namespace breakeven {

std::vector<FleetLine> fleet_lines(const LoadedScenario& scenario, const Context& asked, const Telemetry& telemetry, FleetKey by) {
    struct Seen {
        std::size_t gpus = 0;
        double sum_c = 0.0;
        std::size_t told = 0;
    };
    std::map<std::string, Seen> groups;
    std::vector<std::string> names;
    for (const TelemetryDevice& device : telemetry.devices) {
        names.push_back(detail::group_of(device.gpu, by));
        Seen& seen = groups[names.back()];
        ++seen.gpus;
        if (!device.samples.temperature_mean_c) continue;
        seen.sum_c += *device.samples.temperature_mean_c;
        ++seen.told;
    }
    detail::require_told(names, by, "this telemetry");
    std::vector<FleetLine> out;
    for (const auto& [name, seen] : groups) {
        FleetLine one;
        one.name = name;
        one.gpus = seen.gpus;
        Context context = asked;
        if (seen.told != 0) one.temperature = celsius(seen.sum_c / static_cast<double>(seen.told));
        if (one.temperature && !context.temperature) context.temperature = one.temperature;
        one.line = line_of(scenario, context);
        out.push_back(std::move(one));
    }
    return out;
}

}  // namespace breakeven
