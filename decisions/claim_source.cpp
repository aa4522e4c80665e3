#include <breakeven/decisions/claim_source.hpp>

#include <algorithm>

namespace breakeven {

Scenario published_scenario(const ClaimTable& table, const GpuFacts& laptop) {
    Scenario s;
    s.name = "RTX 4060 Laptop against a rented A10";
    s.currency = Currency("CNY");
    s.gpu.name = laptop.name;
    s.gpu.memory = laptop.memory.value_or(Memory{});
    s.ownership.price = table.quantity<Money>("C12");
    s.ownership.gpu_share = table.share("C13");
    s.ownership.lifetime = table.quantity<Time>("C10");
    s.electricity.tariff = Tariff::flat(table.quantity<EnergyPrice>("C15"));
    s.electricity.active_power = table.quantity<Power>("C14");
    s.memory.power_per_capacity = table.quantity<MemoryPower>("C62");
    s.pcie.copy_power = table.quantity<Power>("C66");
    s.fan.power = table.quantity<Power>("C71");
    s.crash.rate = table.quantity<Frequency>("C17");
    s.crash.recovery = table.quantity<Time>("C18");
    s.crash.context_rebuild = table.quantity<Time>("C68");
    s.crash.reload = table.quantity<Time>("C69");
    s.cloud.price = table.quantity<CostRate>("C21");
    s.line.reference.temperature = parse_temperature(table.text("C53"));
    s.line.temperature_weight = table.quantity<PerTemperature>("C57");
    return s;
}

const HourlyCost& ClaimSource::part(std::string_view component) const {
    return std::find_if(sheet.components.begin(), sheet.components.end(), [&](const auto& c) { return c.name == component; })->by_branch.front();
}

Fraction ClaimSource::line_at(Power active) const {
    Scenario alone = scenario;
    alone.electricity.active_power = active;
    alone.memory = {};
    alone.pcie = {};
    alone.fan = {};
    return *cost_sheet(alone).solve().line;
}

}  // namespace breakeven
