// What-if lift: a scenario carried to another number type, so that the models give derivatives along with their results.
#pragma once

#include <breakeven/decisions/whatif_key.hpp>
#include <breakeven/models/scenario.hpp>

#include <string>
#include <string_view>

namespace breakeven {

/// `scenario` with every quantity as a `Real` of the same value. A field that is no quantity of scenario_keys.hpp is named here.
template <class Real>
[[nodiscard]] BasicScenario<Real> lift(const Scenario& scenario) {
    BasicScenario<Real> out;
    out.name = scenario.name;
    out.currency = scenario.currency;
    out.gpu.name = scenario.gpu.name;
    out.ownership.method = scenario.ownership.method;
    out.ownership.year = scenario.ownership.year;
    auto& tariff = out.electricity.tariff;
    for (const TariffTier& tier : scenario.electricity.tariff.tiers)
        tariff.tiers.push_back({Real(tier.share), BasicEnergyPrice<Real>::from_value(Real(tier.price.value()))});
    tariff.use = scenario.electricity.tariff.use;
    out.electricity.supply.points = scenario.electricity.supply.points;
    out.fan.curve = scenario.fan.curve;
    out.fan.temperature = scenario.fan.temperature;
    out.crash.checkpoint_rule = scenario.crash.checkpoint_rule;
    out.crash.checkpoint_interval = BasicTime<Real>::from_value(Real(scenario.crash.checkpoint_interval.value()));
    if (scenario.heat) {
        auto& heat = out.heat.emplace();
        heat.limit = BasicTemperature<Real>::from_celsius(Real(scenario.heat->limit.in_celsius()));
        heat.ambient = BasicTemperature<Real>::from_celsius(Real(scenario.heat->ambient.in_celsius()));
    }
    out.cloud.instance = scenario.cloud.instance;
    out.cloud.checkpoint_rule = scenario.cloud.checkpoint_rule;
    out.cloud.checkpoint_interval = BasicTime<Real>::from_value(Real(scenario.cloud.checkpoint_interval.value()));
    out.line = scenario.line;
    visit_quantities(scenario, [&](std::string_view key, const auto& member, std::string_view) {
        if constexpr (requires { member.has_value(); }) {
            if (!member) return;
        }
        set_value(out, key, Real(*value_of(scenario, key)));
    });
    return out;
}

}  // namespace breakeven
