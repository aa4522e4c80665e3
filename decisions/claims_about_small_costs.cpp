// Claims C62 to C74: memory, copies, fan and crashes, and what leaving them out does to the line.
#include <breakeven/decisions/claim_source.hpp>

namespace breakeven::detail {

namespace {

// Examples of docs/method.md: a serial link's energy, a small fan and its curve.
constexpr EnergyPerData link_energy = 5.5 * picojoule / bit;
constexpr Power fan_at_full_speed = 6.25 * watt;

constexpr const char* points = "pp";

Finding memory_standard(const ClaimSource& s) {
    const MemoryCost busy{.capacity = {}, .power_per_capacity = {}, .bandwidth = *s.laptop.bandwidth, .energy_per_bit = energy_per_bit::gddr6,
                          .activity = 1.0, .busy_watt = {}};
    const MemoryPower full = busy.power() / *s.laptop.memory;
    return found(ClaimBasis::public_fact, in(full, watt / gigabyte), "W/GB")
        .with("activity", in_percent(s.table.quantity<MemoryPower>("C62") / full), "%");
}

Power memory_power(const ClaimSource& s) {
    return MemoryCost{.capacity = s.scenario.gpu.memory, .power_per_capacity = s.scenario.memory.power_per_capacity, .bandwidth = {},
                      .energy_per_bit = {}, .activity = 1.0, .busy_watt = {}}.power();
}

/// What `more` beside the GPU's own power does to the line, in percentage points.
double raised_by(const ClaimSource& s, Power more) {
    const Power alone = s.scenario.electricity.active_power;
    return in_percent(s.line_at(alone + more) - s.line_at(alone));
}

Finding memory_left_out(const ClaimSource& s) {
    return found(ClaimBasis::its_inputs, raised_by(s, memory_power(s)), points).with("watts", in(memory_power(s), watt), "W");
}

Finding copies(const ClaimSource& s) {
    const Power copying = s.scenario.pcie.copy_power;
    const Bandwidth narrow = pcie_bandwidth(*s.laptop.pcie_generation, *s.laptop.pcie_lanes);
    return found(ClaimBasis::nothing, in(copying / link_energy, gigabyte / second), "GB/s")
        .with("lanes", *s.laptop.pcie_lanes, "lanes")
        .with("eight", in(narrow * link_energy, watt), "W");
}

Finding crash_left_out(const ClaimSource& s) {
    const auto& c = s.scenario.crash;
    const Crash whole{c.rate, c.recovery, c.context_rebuild, c.reload, {}};
    const Crash extra{c.rate, {}, c.context_rebuild, c.reload, {}};
    return found(ClaimBasis::its_inputs, in_percent(extra.lost_share()), points)
        .with("extra", seconds_of(extra.lost_share() * year), "s")
        .with("lost", seconds_of(whole.lost_share() * year), "s");
}

Finding fan(const ClaimSource&) {
    const std::vector<FanCurvePoint> curve = {{celsius(50.0), 0.3}, {celsius(85.0), 1.0}};
    const Fan cooler{.fixed = {}, .max_power = fan_at_full_speed, .speed = fan_speed(curve, celsius(75.0)), .busy_watt = {}};
    return found(ClaimBasis::nothing, in(cooler.power(), watt), "W").with("full", in(fan_at_full_speed, watt), "W");
}

Finding fan_share(const ClaimSource& s) {
    const Fraction share = s.scenario.fan.power / s.scenario.electricity.active_power;
    return found(ClaimBasis::its_own_words, in_percent(share), "%").holding(share > s.table.share("C72"));
}

Finding all_four(const ClaimSource& s) {
    double sum = 0.0;
    for (const char* one : {"C64", "C67", "C70", "C73"}) sum += s.table.number(one);
    const double said = s.table.number("C74");
    return found(ClaimBasis::its_own_words, in_percent(s.line() - s.line_at(s.scenario.electricity.active_power)), points)
        .holding(sum > said * (1.0 + 1e-9))
        .with("sum", sum, points);
}

constexpr ClaimCheck checks[] = {
    {"C62", memory_standard},
    {"C63", [](const ClaimSource& s) { return found(ClaimBasis::its_own_words, in(memory_power(s), watt), "W").slipped(10.0); }},
    {"C64", memory_left_out},
    {"C65", [](const ClaimSource& s) { return found(ClaimBasis::public_fact, *s.laptop.pcie_lanes, "lanes"); }},
    {"C66", copies},
    {"C67", [](const ClaimSource& s) { return found(ClaimBasis::its_inputs, raised_by(s, s.scenario.pcie.copy_power), points); }},
    {"C70", crash_left_out},
    {"C71", fan},
    {"C72", fan_share},
    {"C73", [](const ClaimSource& s) { return found(ClaimBasis::its_inputs, raised_by(s, s.scenario.fan.power), points); }},
    {"C74", all_four},
};

}  // namespace

std::span<const ClaimCheck> claims_about_small_costs() { return checks; }

}  // namespace breakeven::detail
