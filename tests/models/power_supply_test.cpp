// Power supply: efficiencies between the certified points of 80 PLUS Gold at 115 V, and what lies outside them.
#include <breakeven/models/power_supply.hpp>

#include "near.hpp"

#include <cmath>

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
/// 80 PLUS Gold, 115 V: 87, 90 and 87 % at 20, 50 and 100 % of the rated load; no point at 10 %.
PowerSupply gold_1000w() { return {.points = {{0.20, 0.87}, {0.50, 0.90}, {1.00, 0.87}}, .rated = 1000.0 * watt}; }
}  // namespace

TEST_CASE("efficiency is linear between the certified points") {
    CHECK(gold_1000w().efficiency(350.0 * watt) == near(0.885));
    CHECK(gold_1000w().efficiency(550.0 * watt) == near(0.897));
    CHECK(gold_1000w().efficiency(850.0 * watt) == near(0.879));
    CHECK(gold_1000w().efficiency(200.0 * watt) == near(0.87));
    CHECK(gold_1000w().efficiency(500.0 * watt) == near(0.90));
    CHECK(gold_1000w().efficiency(1000.0 * watt) == near(0.87));
}

TEST_CASE("below the lowest point the efficiency is held, and said to be a guess") {
    CHECK(gold_1000w().efficiency(60.0 * watt) == near(0.87));
    CHECK(gold_1000w().efficiency(0.0 * watt) == near(0.87));
    CHECK(gold_1000w().below_certified(60.0 * watt));
    CHECK_FALSE(gold_1000w().below_certified(200.0 * watt));
    CHECK_FALSE(gold_1000w().below_certified(0.0 * watt));  // nothing is drawn
    CHECK_FALSE(PowerSupply{.flat = 0.9}.below_certified(1.0 * watt));
}

TEST_CASE("a watt inside is one over the efficiency at the wall") {
    CHECK(gold_1000w().wall_factor(550.0 * watt) == near(1.0 / 0.897));
    CHECK(PowerSupply{.flat = 0.9}.wall_factor(450.0 * watt) == near(1.0 / 0.9));
    CHECK(PowerSupply{}.wall_factor(450.0 * watt) == 1.0);
}

TEST_CASE("a supply refuses loads above its rating and efficiencies that are none") {
    CHECK(whole_error([] { (void)gold_1000w().efficiency(1000.1 * watt); }) ==
          "error: psu_rated is below what the machine draws\n hint: name a larger supply, or the right powers");
    CHECK(whole_error([] {
              PowerSupply supply = gold_1000w();
              supply.rated = {};
              (void)supply.efficiency(10.0 * watt);
          }) == "error: psu_rated must be above zero\n hint: give a finite value greater than zero");
    CHECK(whole_error([] { (void)PowerSupply{.flat = 0.0}.efficiency(10.0 * watt); }) ==
          "error: psu_efficiency must be above zero\n hint: give a finite value greater than zero");
    for (const double bad : {-0.1, 1.01, std::nan("")})
        CHECK(whole_error([&] { (void)PowerSupply{.flat = bad}.efficiency(10.0 * watt); }) ==
              "error: psu_efficiency must be a share from 0 to 1\n hint: 35 % is written 0.35 or \"35 %\"");
}
