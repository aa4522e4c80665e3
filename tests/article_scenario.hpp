// The source article's scenario, written out by hand: what data/scenarios/rtx4060-laptop-vs-a10.toml must read as.
#pragma once

#include <breakeven/models/scenario.hpp>

namespace breakeven::testing {

[[nodiscard]] inline Scenario article_scenario() {
    Scenario s;
    s.currency = Currency("CNY");
    s.gpu.memory = 8.0 * gigabyte;
    s.ownership.price = 8500.0 * money;
    s.ownership.gpu_share = 0.35;
    s.ownership.lifetime = 2.0 * year;
    s.electricity.tariff = Tariff::flat(0.85 * money / kilowatt_hour);
    s.electricity.active_power = 115.0 * watt;
    s.memory.power_per_capacity = 0.8 * watt / gigabyte;
    s.pcie.copy_power = 1.2 * watt;
    s.fan.power = 3.2 * watt;
    s.crash.rate = 3.2 / year;
    s.crash.recovery = 18.0 * minute;
    s.crash.context_rebuild = 4.7 * second;
    s.crash.reload = 12.3 * second;
    s.cloud.price = 2.8 * money / hour;
    return s;
}

}  // namespace breakeven::testing
