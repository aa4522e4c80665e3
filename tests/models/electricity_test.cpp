// Electricity: idle and busy watts at the wall, and the part-load curve.
#include <breakeven/models/electricity.hpp>
#include <breakeven/models/power_supply.hpp>

#include "near.hpp"

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
constexpr auto per_kwh = money / kilowatt_hour;

Electricity in_branch(const Branch& branch, Power active, Power idle) {
    return {.active_power = active, .idle_power = idle, .idle_watt = branch.idle_watt, .busy_watt = branch.busy_watt};
}
}  // namespace

TEST_CASE("115 W at 0.85 a kilowatt-hour cost 0.09775 a busy hour") {
    const auto branches = Wall{.tariff = Tariff::flat(0.85 * per_kwh)}.branches();
    const HourlyCost cost = in_branch(branches[0], 115.0 * watt, 0.0 * watt).cost();
    CHECK(in(cost.standing, money / hour) == 0.0);
    CHECK(in(cost.busy, money / hour) == near(0.09775));
}

TEST_CASE("each state is taken through the supply at its own load, then through the room") {
    // Idle 60 W, busy 550 W, 80 PLUS Gold of 1000 W at 115 V, on half the hours, PUE 4/3, 0.16 a kilowatt-hour.
    const PowerSupply gold{.points = {{0.20, 0.87}, {0.50, 0.90}, {1.00, 0.87}}, .rated = 1000.0 * watt};
    const double pue = 4.0 / 3.0;
    CHECK(in(gold.wall_factor(60.0 * watt) * 60.0 * watt, watt) == near(68.9655172414));
    CHECK(in(gold.wall_factor(550.0 * watt) * 550.0 * watt, watt) == near(613.154960981));
    const Wall wall{.tariff = Tariff::flat(0.16 * per_kwh),
                    .powered_on = 0.5,
                    .idle_factor = pue * gold.wall_factor(60.0 * watt),
                    .busy_factor = pue * gold.wall_factor(550.0 * watt)};
    const HourlyCost below = in_branch(wall.branches()[0], 550.0 * watt, 60.0 * watt).cost();
    CHECK(in(below.standing, money / hour) == near(0.00735632183908));
    CHECK(in(below.busy, money / hour) == near(0.116093747998));
    const HourlyCost above = in_branch(wall.branches()[1], 550.0 * watt, 60.0 * watt).cost();
    CHECK(in(above.standing, money / hour) == 0.0);
    CHECK(in(above.busy, money / hour) == near(0.16 * pue * 0.613154960981));
}

TEST_CASE("the part-load curve lies above the straight line, for it measures intensity") {
    CHECK(in(part_load_power(10.0 * watt, 115.0 * watt, 0.12), watt) == near(29.8043590318));
    CHECK(in(part_load_power(10.0 * watt, 115.0 * watt, 0.5), watt) == near(75.2124401291));
    CHECK(in(part_load_power(10.0 * watt, 115.0 * watt, 0.0), watt) == near(10.0));
    CHECK(in(part_load_power(10.0 * watt, 115.0 * watt, 1.0), watt) == near(115.0));
    for (double x = 0.05; x < 1.0; x += 0.05)
        CHECK(in(part_load_power(10.0 * watt, 115.0 * watt, x), watt) > 10.0 + 105.0 * x);
}

TEST_CASE("electricity refuses negative powers and intensities that are no share") {
    CHECK(whole_error([] { (void)Electricity{.active_power = -1.0 * watt}.cost(); }) ==
          "error: active_power must not be negative\n hint: give a finite value of zero or more");
    CHECK(whole_error([] { (void)Electricity{.idle_power = -1.0 * watt}.cost(); }) ==
          "error: idle_power must not be negative\n hint: give a finite value of zero or more");
    CHECK(whole_error([] { (void)part_load_power(10.0 * watt, 115.0 * watt, 1.2); }) ==
          "error: utilization must be a share from 0 to 1\n hint: 35 % is written 0.35 or \"35 %\"");
}
