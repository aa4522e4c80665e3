#include <breakeven/core/parse.hpp>
#include <breakeven/decisions/whatif_key.hpp>
#include <breakeven/models/cost_sheet.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace breakeven {

namespace {

/// Keys of which a scenario has one or the other; the file reader refuses both.
constexpr std::pair<std::string_view, std::string_view> alternatives[] = {
    {"cloud.price", "cloud.reserved"},
    {"memory.power_per_capacity", "memory.energy_per_bit"},
    {"pcie.copy_power", "pcie.energy_per_bit"},
    {"fan.power", "fan.max_power"},
    {"cloud.spot_rework", "cloud.spot_interruption_mtbf"},
};

ScenarioKey key_of(const LoadedScenario& loaded, std::string_view key, std::string_view unit, const Dimension& dimension) {
    ScenarioKey out{std::string(key), unit_in_currency(unit, loaded.door.into()), dimension, 1.0};
    if (!out.unit.empty()) out.unit_size = detail::parse_in_system("1 " + out.unit, dimension, &loaded.door);
    return out;
}

bool has_some(const Scenario& scenario, std::string_view key) { return value_of(scenario, key).value_or(0.0) > 0.0; }

/// The speed ratio comes from a roofline, which is drawn when the scenario is read.
bool has_roofline(const LoadedScenario& loaded) {
    return std::any_of(loaded.inputs.begin(), loaded.inputs.end(),
                       [](const Input& input) { return input.key == "cloud.speed_ratio" && input.source.starts_with("roofline"); });
}

/// The models take this value.
bool accepted(Scenario scenario, std::string_view key, double value) {
    set_value(scenario, key, value);
    try {
        (void)cost_sheet(scenario);
    } catch (const InputError&) {
        return false;
    }
    return true;
}

}  // namespace

std::vector<ScenarioKey> scenario_keys(const LoadedScenario& loaded) {
    std::vector<ScenarioKey> out;
    visit_quantities(loaded.scenario, [&](std::string_view key, const auto& member, std::string_view unit) {
        using Quantity = typename detail::number_in<std::remove_cvref_t<decltype(member)>>::quantity;
        // It moves nothing any more once the ratio is drawn; the ratio itself does.
        if (key == "job.arithmetic_share" && has_roofline(loaded)) return;
        // The price comes first among the electricity keys, as in the file.
        if (key == "electricity.carbon_intensity")
            out.push_back(key_of(loaded, "electricity.price", "CUR/kWh", dimension_of<EnergyPrice>));
        out.push_back(key_of(loaded, key, unit, dimension_of<Quantity>));
    });
    return out;
}

ScenarioKey find_key(const LoadedScenario& loaded, std::string_view key) {
    const std::vector<ScenarioKey> keys = scenario_keys(loaded);
    for (const ScenarioKey& one : keys) {
        if (one.key != key) continue;
        for (const auto& [this_key, that_key] : alternatives) {
            const std::string_view other = key == this_key ? that_key : key == that_key ? this_key : std::string_view();
            if (!other.empty() && has_some(loaded.scenario, other) && !has_some(loaded.scenario, key))
                throw InputError(std::string(key) + " stands in place of " + std::string(other) + ", which this scenario has",
                                 "change " + std::string(other) + ", or write the scenario with the other key");
        }
        return one;
    }
    if (key == "job.arithmetic_share")
        throw InputError("the speed ratio is a roofline, drawn once for one arithmetic_share", "change cloud.speed_ratio, or --set job.arithmetic_share");
    std::vector<std::string> names;
    for (const ScenarioKey& one : keys) names.push_back(one.key);
    const std::string meant = did_you_mean(key, names);
    throw InputError("\"" + std::string(key) + "\" is no value of a scenario that can be changed",
                     meant.empty() ? "name a key such as electricity.price or cloud.price" : meant);
}

void set_input(LoadedScenario& loaded, const ScenarioKey& key, double value, std::string source, std::string date) {
    set_value(loaded.scenario, key.key, value);
    const auto found = std::find_if(loaded.inputs.begin(), loaded.inputs.end(), [&](const Input& one) { return one.key == key.key; });
    Input input{key.key, key.in_unit(value), key.unit, std::move(source), std::move(date)};
    if (found != loaded.inputs.end())
        *found = std::move(input);
    else
        loaded.inputs.push_back(std::move(input));
}

KeyRange range_of(const LoadedScenario& loaded, const ScenarioKey& key) {
    // The models know their ranges; asking them on both sides of a plain number's natural ends keeps that knowledge in one place.
    KeyRange out{0.0, std::numeric_limits<double>::infinity()};
    if (!key.dimension.is_number()) return out;
    constexpr double hair = 1e-6;
    if (!accepted(loaded.scenario, key.key, 1.0)) return out;
    if (!accepted(loaded.scenario, key.key, 1.0 + hair)) out.high = 1.0;
    if (!accepted(loaded.scenario, key.key, 1.0 - hair)) out.low = 1.0;
    return out;
}

}  // namespace breakeven
