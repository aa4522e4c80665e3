// Scenario keys: every quantity of a scenario under its key, once. Files are read by this list, answers repeat their inputs by
// it, and what-if changes a value by it.
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/models/scenario.hpp>

#include <string>
#include <string_view>

namespace breakeven {

/// Calls `visit(key, member, unit)` for every quantity, in the order of the file. `member` is a quantity, a plain number, or an
/// optional quantity; in `unit`, the one in which people state it, CUR stands for the scenario's currency; "" is a plain number.
/// Tables that are not there are not visited ([heat]), nor are values of other kinds (names, methods, curves, tariff tiers).
template <class ScenarioType, class Visitor>
void visit_quantities(ScenarioType& s, Visitor&& visit) {
    visit("gpu.memory", s.gpu.memory, "GB");
    visit("ownership.price", s.ownership.price, "CUR");
    visit("ownership.gpu_share", s.ownership.gpu_share, "");
    visit("ownership.lifetime", s.ownership.lifetime, "yr");
    visit("ownership.residual", s.ownership.residual, "");
    visit("ownership.resale_rate", s.ownership.resale_rate, "%/yr");
    visit("ownership.capital_rate", s.ownership.capital_rate, "%/yr");
    visit("electricity.carbon_intensity", s.electricity.tariff.carbon_intensity, "g/kWh");
    visit("electricity.carbon_price", s.electricity.tariff.carbon_price, "CUR/t");
    visit("electricity.active_power", s.electricity.active_power, "W");
    visit("electricity.idle_power", s.electricity.idle_power, "W");
    visit("electricity.powered_on", s.electricity.powered_on, "");
    visit("electricity.psu_efficiency", s.electricity.supply.flat, "");
    visit("electricity.psu_rated", s.electricity.supply.rated, "W");
    visit("electricity.pue", s.electricity.pue, "");
    visit("memory.power_per_capacity", s.memory.power_per_capacity, "W/GB");
    visit("memory.bandwidth", s.memory.bandwidth, "GB/s");
    visit("memory.energy_per_bit", s.memory.energy_per_bit, "pJ/bit");
    visit("memory.activity", s.memory.activity, "");
    visit("pcie.copy_power", s.pcie.copy_power, "W");
    visit("pcie.copy_share", s.pcie.copy_share, "");
    visit("pcie.traffic", s.pcie.traffic, "GB/s");
    visit("pcie.energy_per_bit", s.pcie.energy_per_bit, "pJ/bit");
    visit("fan.power", s.fan.power, "W");
    visit("fan.max_power", s.fan.max_power, "W");
    visit("fan.speed", s.fan.speed, "");
    visit("crash.rate", s.crash.rate, "/yr");
    visit("crash.recovery", s.crash.recovery, "min");
    visit("crash.context_rebuild", s.crash.context_rebuild, "s");
    visit("crash.reload", s.crash.reload, "s");
    visit("crash.downtime_cost", s.crash.downtime_cost, "CUR/h");
    visit("crash.checkpoint_cost", s.crash.checkpoint_cost, "s");
    if (s.heat) {
        visit("heat.resistance", s.heat->resistance, "K/W");
        visit("heat.exponent", s.heat->exponent, "");
    }
    visit("cloud.price", s.cloud.price, "CUR/h");
    visit("cloud.reserved", s.cloud.reserved, "CUR/h");
    visit("cloud.speed_ratio", s.cloud.speed_ratio, "");
    visit("cloud.busy_share", s.cloud.busy_share, "");
    visit("cloud.virtualization_loss", s.cloud.virtualization_loss, "");
    visit("cloud.storage", s.cloud.storage, "CUR/month");
    visit("cloud.billing_granularity", s.cloud.billing_granularity, "s");
    visit("cloud.minimum_charge", s.cloud.minimum_charge, "s");
    visit("cloud.start_up", s.cloud.start_up, "s");
    visit("cloud.session", s.cloud.session, "s");
    visit("cloud.egress", s.cloud.egress, "GB/h");
    visit("cloud.egress_price", s.cloud.egress_price, "CUR/GB");
    visit("cloud.spot_rework", s.cloud.spot_rework, "");
    visit("cloud.spot_interruption_mtbf", s.cloud.spot_interruption_mtbf, "h");
    visit("cloud.checkpoint_cost", s.cloud.checkpoint_cost, "s");
    visit("cloud.restart", s.cloud.restart, "s");
    visit("job.memory", s.job.memory, "GB");
    visit("job.arithmetic_share", s.job.arithmetic_share, "");
    visit("line.reachable", s.line.reachable, "");
}

/// A unit of visit_quantities in the scenario's own currency: "CUR/h" in "CNY/h".
[[nodiscard]] inline std::string unit_in_currency(std::string_view unit, const Currency& currency) {
    std::string out(unit);
    if (const auto at = out.find("CUR"); at != std::string::npos) out.replace(at, 3, currency.code());
    return out;
}

}  // namespace breakeven
