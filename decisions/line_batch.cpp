#include <breakeven/decisions/line_batch.hpp>

#include <breakeven/core/parse.hpp>
#include <breakeven/decisions/whatif_key.hpp>

#include <string>

namespace breakeven {

void each_line_over(const LoadedScenario& loaded, std::string_view key, std::string_view unit, std::span<const double> values,
                    const Context& asked, const std::function<void(std::size_t, const LinePoint&)>& visit) {
    const ScenarioKey found = find_key(loaded, key);
    const double unit_size = unit.empty() && found.dimension.is_number()
                                 ? 1.0
                                 : detail::parse_in_system("1 " + std::string(unit), found.dimension, &loaded.door);
    const LineFunction line(loaded, asked);
    Scenario changed = line.scenario();
    for (std::size_t i = 0; i < values.size(); ++i) {
        // A tariff's tiers are scaled by their mean, so each value starts from the scenario as it was.
        changed.electricity.tariff = line.scenario().electricity.tariff;
        try {
            set_value(changed, found.key, values[i] * unit_size);
            visit(i, line(changed));
        } catch (const InputError& error) {
            throw InputError("value " + std::to_string(i) + ": " + error.message(), error.hint());
        }
    }
}

}  // namespace breakeven
