// The breakeven line of a machine, inside a program of one's own.
#include <breakeven/models/cost_sheet.hpp>
#include <cstdio>

int main() {
    using namespace breakeven;
    Scenario machine;
    machine.ownership = {.price = 8500.0 * money, .gpu_share = 0.35, .lifetime = 2.0 * year};
    machine.electricity.active_power = 115.0 * watt;
    machine.electricity.tariff = Tariff::flat(0.85 * money / kilowatt_hour);
    machine.cloud.price = 2.8 * money / hour;
    std::printf("%.4f\n", *cost_sheet(machine).solve().line);  // 0.0628
}
