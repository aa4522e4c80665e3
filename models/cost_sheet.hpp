// Cost sheet: every cost of a scenario, component by component and branch by branch, and the line they make.
//
// All watts of a state are summed on the DC side, the supply's efficiency is taken at that sum, and the cost at the wall is
// shared out over the components in proportion to their watts. Losses of speed (rework, heat) scale the speed ratio; they are
// no costs. Source: docs/method.md.
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/breakeven.hpp>
#include <breakeven/models/capital.hpp>
#include <breakeven/models/checkpoint.hpp>
#include <breakeven/models/cloud.hpp>
#include <breakeven/models/crash.hpp>
#include <breakeven/models/depreciation.hpp>
#include <breakeven/models/depreciation_schedule.hpp>
#include <breakeven/models/electricity.hpp>
#include <breakeven/models/fan.hpp>
#include <breakeven/models/heat.hpp>
#include <breakeven/models/hourly_cost.hpp>
#include <breakeven/models/memory.hpp>
#include <breakeven/models/pcie.hpp>
#include <breakeven/models/scenario.hpp>
#include <breakeven/models/wall.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven {

template <class Real>
struct BasicCostSheet {
    struct Component {
        std::string name;
        std::vector<BasicHourlyCost<Real>> by_branch;
    };
    std::vector<BasicCostBranch<Real>> branches;  ///< of all components together
    std::vector<Component> components;            ///< in the order in which they are summed
    BasicHourlyCost<Real> cloud;
    Real reachable = Real(1.0);                   ///< the highest busy share
    std::string_view no_line;                     ///< why there can be no line at all; empty otherwise

    /// Adds a cost that is the same in every branch.
    void add(std::string_view name, const BasicHourlyCost<Real>& cost) {
        components.push_back({std::string(name), std::vector<BasicHourlyCost<Real>>(branches.size(), cost)});
        for (auto& branch : branches) branch.local += cost;
    }
    /// Adds a cost model of one's own.
    template <CostModel Model>
    void add(const Model& model) {
        add(model.name, model.cost());
    }

    /// The line, or why there is none.
    [[nodiscard]] BasicBreakeven<Real> solve() const {
        const auto meeting = breakeven<Real>(std::span<const BasicCostBranch<Real>>(branches), cloud, reachable);  // checks the costs
        return no_line.empty() ? meeting : BasicBreakeven<Real>{.outcome = Outcome::never, .reason = no_line};
    }
    /// The line with one component left out. Costs are summed anew, never subtracted.
    [[nodiscard]] BasicBreakeven<Real> solve_without(std::string_view name) const {
        BasicCostSheet rest = *this;
        std::erase_if(rest.components, [&](const Component& component) { return component.name == name; });
        rest.sum();
        return rest.solve();
    }

    /// The branch in which the busy share `u` lies.
    [[nodiscard]] std::size_t branch_of(const Real& u) const {
        std::size_t i = 0;
        while (i + 1 < branches.size() && u > branches[i].to) ++i;
        return i;
    }

    void sum() {
        for (std::size_t i = 0; i < branches.size(); ++i) {
            branches[i].local = {};
            for (const Component& component : components) branches[i].local += component.by_branch[i];
        }
    }
};

using CostSheet = BasicCostSheet<double>;

namespace detail {

/// Runs `make`; an error about a field becomes one about the field of a section: "lifetime" in "ownership.lifetime".
template <class Make>
auto in_section(std::string_view section, Make&& make) {
    try {
        return make();
    } catch (const InputError& error) {
        if (error.field().empty() || error.field().find('.') != std::string::npos) throw;
        throw InputError::about(std::string(section) + "." + error.field(), error.message().substr(error.field().size() + 1),
                                error.hint());
    }
}

/// Depreciation by the scenario's method, for its named year or on average.
template <class Real>
[[nodiscard]] BasicHourlyCost<Real> depreciation_cost(const typename BasicScenario<Real>::Ownership& own) {
    const BasicDepreciation<Real> straight{own.price, own.gpu_share, own.lifetime, own.residual};
    const BasicHourlyCost<Real> mean = straight.cost();  // checks the fields, whatever the method
    const BasicMoney<Real> value = own.gpu_share * own.price;
    if (own.year && *own.year < 1) throw InputError::about("year", "must be 1 or above", "year 1 is the first year of the life");
    const auto of_year = [&](const std::vector<BasicMoney<Real>>& years) -> BasicHourlyCost<Real> {
        const auto k = static_cast<std::size_t>(*own.year);
        if (k > years.size()) return {};  // written off
        return {.standing = years[k - 1] / BasicTime<Real>(year)};
    };
    switch (own.method) {
        case DepreciationMethod::straight_line: break;
        case DepreciationMethod::declining_balance:
            if (own.year) return of_year(declining_balance<Real>(value, own.residual, own.lifetime));
            return mean;
        case DepreciationMethod::sum_of_years_digits: {
            const auto years = sum_of_years_digits<Real>(value, own.residual, own.lifetime);
            return own.year ? of_year(years) : mean;
        }
        case DepreciationMethod::macrs_5:
            if (!own.year)
                throw InputError::about("year", "is missing: macrs-5 has no mean of its own", "add year = 1, or take \"straight-line\"");
            return of_year(macrs_5<Real>(value));
        case DepreciationMethod::resale_curve: {
            const BasicResaleCurve<Real> curve{value, own.resale_rate};
            if (!own.year) return {.standing = curve.mean_cost(own.lifetime)};
            const BasicTime<Real> end = Real(*own.year) * BasicTime<Real>(year);
            return {.standing = (curve.value_at(end - BasicTime<Real>(year)) - curve.value_at(end)) / BasicTime<Real>(year)};
        }
    }
    if (own.year && Real(*own.year - 1) * BasicTime<Real>(year) >= own.lifetime) return {};  // written off
    return mean;
}

/// Share of the price left at the end of the life, by the scenario's method.
template <class Real>
[[nodiscard]] Real residual_share(const typename BasicScenario<Real>::Ownership& own) {
    if (own.method == DepreciationMethod::resale_curve)
        return BasicResaleCurve<Real>{own.price, own.resale_rate}.share_left(own.lifetime);
    return own.residual;
}

/// Share of time lost to checkpoints and rework. Without failures only the checkpoints themselves cost time.
template <class Real>
[[nodiscard]] Real lost_to_rework(const BasicTime<Real>& checkpoint_cost, const BasicTime<Real>& between_failures,
                                  const BasicTime<Real>& restart, CheckpointRule rule, const BasicTime<Real>& interval) {
    const BasicCheckpoint<Real> checkpoint{checkpoint_cost, between_failures, restart};
    switch (rule) {
        case CheckpointRule::interval: return checkpoint.lost_share(interval);
        case CheckpointRule::young: return checkpoint.lost_share(checkpoint.young_interval());
        case CheckpointRule::daly: return checkpoint.lost_share(checkpoint.daly_interval());
    }
    return Real(0.0);
}

/// Share of local busy time lost to crashes: w of checkpoint.hpp, with M = 1/rate as given.
template <class Real>
[[nodiscard]] Real local_rework(const typename BasicScenario<Real>::Crash& crash, const BasicTime<Real>& lost_per_crash) {
    if (!crash.checkpoint_cost) return Real(0.0);
    require_not_negative(*crash.checkpoint_cost, "checkpoint_cost");
    if (!(crash.rate > BasicFrequency<Real>{})) {
        if (crash.checkpoint_rule != CheckpointRule::interval) return Real(0.0);  // no crash: no checkpoint is the best rule
        require_positive(crash.checkpoint_interval, "checkpoint_interval");
        return *crash.checkpoint_cost / (crash.checkpoint_interval + *crash.checkpoint_cost);
    }
    return lost_to_rework<Real>(*crash.checkpoint_cost, Real(1.0) / crash.rate, lost_per_crash, crash.checkpoint_rule,
                                crash.checkpoint_interval);
}

template <class Real>
[[nodiscard]] BasicHourlyCost<Real> cloud_cost(const typename BasicScenario<Real>::Cloud& cloud, const Real& speed) {
    BasicCloud<Real> model{.price = cloud.price, .reserved = cloud.reserved, .speed_ratio = speed, .busy_share = cloud.busy_share,
                           .virtualization_loss = cloud.virtualization_loss, .spot_rework = cloud.spot_rework,
                           .storage = cloud.storage, .egress = cloud.egress, .egress_price = cloud.egress_price};
    if (cloud.spot_interruption_mtbf) {
        require_positive(*cloud.spot_interruption_mtbf, "spot_interruption_mtbf");
        model.spot_rework = lost_to_rework<Real>(cloud.checkpoint_cost, *cloud.spot_interruption_mtbf, cloud.restart,
                                                 cloud.checkpoint_rule, cloud.checkpoint_interval);
        if (!(model.spot_rework < Real(1.0)))
            throw InputError::about("spot_interruption_mtbf", "leaves no useful time between interruptions",
                                    "give a longer time, or leave it out");
    }
    if (cloud.session) {
        require_positive(*cloud.session, "session");
        const BasicTime<Real> rented = model.rented_per_busy() * *cloud.session;
        const BasicBilling<Real> billing{cloud.billing_granularity, cloud.minimum_charge, cloud.start_up};
        model.billing_factor = billing.charged(rented) / rented;
    }
    return model.cost();
}

}  // namespace detail

/// Every cost of `scenario`. Throws InputError, naming the scenario's key, for a value outside its range.
template <class Real>
[[nodiscard]] BasicCostSheet<Real> cost_sheet(const BasicScenario<Real>& scenario) {
    using detail::in_section;
    const auto& own = scenario.ownership;
    const auto& power = scenario.electricity;

    const auto depreciation = in_section("ownership", [&] { return detail::depreciation_cost<Real>(own); });
    const auto capital = in_section("ownership", [&] {
        const BasicMoney<Real> value = own.gpu_share * own.price;
        return BasicCapital<Real>{value, detail::residual_share<Real>(own) * value, own.lifetime, own.capital_rate}.cost();
    });
    const BasicCrash<Real> crash{scenario.crash.rate, scenario.crash.recovery, scenario.crash.context_rebuild,
                                 scenario.crash.reload, scenario.crash.downtime_cost};
    const auto crash_cost = in_section("crash", [&] { return crash.cost(); });

    in_section("gpu", [&] { require_not_negative(scenario.gpu.memory, "memory"); });
    in_section("job", [&] {
        require_not_negative(scenario.job.memory, "memory");
        require_share(scenario.job.arithmetic_share, "arithmetic_share");
    });
    in_section("line", [&] { require_share(scenario.line.reachable, "reachable"); });
    BasicMemoryCost<Real> memory{scenario.gpu.memory, scenario.memory.power_per_capacity, scenario.memory.bandwidth,
                                 scenario.memory.energy_per_bit, scenario.memory.activity, {}};
    BasicPcie<Real> pcie{scenario.pcie.copy_power, scenario.pcie.copy_share, scenario.pcie.traffic, scenario.pcie.energy_per_bit, {}};
    BasicFan<Real> fan{scenario.fan.power, scenario.fan.max_power, scenario.fan.speed, {}};
    BasicElectricity<Real> electricity{power.active_power, power.idle_power, {}, {}};

    // The supply sees the sum of all watts of a state.
    const BasicPower<Real> busy_watts = power.active_power + in_section("memory", [&] { return memory.power(); }) +
                                        in_section("pcie", [&] { return pcie.power(); }) +
                                        in_section("fan", [&] { return fan.power(); });
    const std::vector<BasicBranch<Real>> wall = in_section("electricity", [&] {
        require_not_negative(power.active_power, "active_power");
        require_not_negative(power.idle_power, "idle_power");
        require_positive(power.pue, "pue");
        if (!(power.pue >= Real(1.0))) throw InputError::about("pue", "must be 1 or above", "1 is a room without cooling");
        return BasicWall<Real>{power.tariff, power.powered_on, power.pue * power.supply.wall_factor(power.idle_power),
                               power.pue * power.supply.wall_factor(busy_watts)}
            .branches();
    });

    BasicCostSheet<Real> sheet;
    for (const auto& branch : wall) sheet.branches.push_back({branch.from, branch.to, {}});
    sheet.add("depreciation", depreciation);
    sheet.add("capital", capital);
    typename BasicCostSheet<Real>::Component at_the_wall[] = {{"electricity", {}}, {"memory", {}}, {"pcie", {}}, {"fan", {}}};
    for (const auto& branch : wall) {
        electricity.idle_watt = branch.idle_watt;
        electricity.busy_watt = memory.busy_watt = pcie.busy_watt = fan.busy_watt = branch.busy_watt;
        at_the_wall[0].by_branch.push_back(electricity.cost());
        at_the_wall[1].by_branch.push_back(memory.cost());
        at_the_wall[2].by_branch.push_back(pcie.cost());
        at_the_wall[3].by_branch.push_back(fan.cost());
    }
    for (auto& component : at_the_wall) sheet.components.push_back(std::move(component));
    sheet.add("crash", crash_cost);
    sheet.sum();

    Real speed = scenario.cloud.speed_ratio;
    speed *= Real(1.0) - in_section("crash", [&] { return detail::local_rework<Real>(scenario.crash, crash.lost()); });
    if (scenario.heat)
        speed *= in_section("heat", [&] {
            return BasicHeat<Real>{scenario.heat->limit, scenario.heat->ambient, scenario.heat->resistance, scenario.heat->exponent}
                .speed_factor(power.active_power);
        });
    if (!(speed > Real(0.0)) && scenario.cloud.speed_ratio > Real(0.0)) {
        sheet.no_line = "crashes or heat leave the GPU no useful time";
    } else {
        sheet.cloud = in_section("cloud", [&] { return detail::cloud_cost<Real>(scenario.cloud, speed); });
    }
    sheet.reachable = std::min(Real(scenario.line.reachable), crash.availability());
    if (scenario.job.memory > BasicMemory<Real>{} && scenario.gpu.memory < scenario.job.memory)
        sheet.no_line = "the job does not fit the GPU's memory";
    return sheet;
}

}  // namespace breakeven
