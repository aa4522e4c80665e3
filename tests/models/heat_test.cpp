// Heat: what a cooler can carry away, and the speed that is left.
#include <breakeven/models/heat.hpp>

#include "near.hpp"

#include <cmath>

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
/// Just holds 115 W below 87 degC in a room of 25 degC.
const ThermalResistance just_enough = (celsius(87.0) - celsius(25.0)) / (115.0 * watt);

Heat in_room(double degrees, double exponent = 3.0) {
    return {.limit = celsius(87.0), .ambient = celsius(degrees), .resistance = just_enough, .exponent = exponent};
}
}  // namespace

TEST_CASE("a cooler that just holds 115 W at 25 degC holds 102 W at 32 degC") {
    CHECK(in(just_enough, kelvin / watt) == near(0.539130434783));
    CHECK(in(in_room(25.0).sustained_power(), watt) == near(115.0));
    CHECK(in(in_room(32.0).sustained_power(), watt) == near(102.016129032));
}

TEST_CASE("seven degrees cost 3.9 % of the speed by the cube law, 5.8 % by the square") {
    CHECK(in_room(32.0, 3.0).speed_factor(115.0 * watt) == near(0.960853109635));
    CHECK(in_room(32.0, 2.0).speed_factor(115.0 * watt) == near(0.94185814972));
}

TEST_CASE("a loss of 9.2 % would need an exponent of 1.24") {
    const double exponent = std::log(in_room(32.0).sustained_power() / (115.0 * watt)) / std::log(0.908);
    CHECK(exponent == near(1.24132299398));
    CHECK(in_room(32.0, exponent).speed_factor(115.0 * watt) == near(0.908));
}

TEST_CASE("below the limit nothing happens, and in a room hotter than the limit nothing runs") {
    CHECK(in_room(20.0).speed_factor(115.0 * watt) == 1.0);
    CHECK(in_room(32.0).speed_factor(100.0 * watt) == 1.0);
    CHECK(in_room(87.0).speed_factor(115.0 * watt) == 0.0);
    CHECK(in_room(120.0).speed_factor(115.0 * watt) == 0.0);
    CHECK(in_room(120.0).speed_factor(0.0 * watt) == 1.0);  // a GPU that draws nothing is not throttled
}

TEST_CASE("heat refuses each field by its name") {
    Heat heat = in_room(32.0);
    heat.resistance = {};
    CHECK(whole_error([&] { (void)heat.speed_factor(watt); }) == "error: resistance must be above zero\n hint: give a finite value greater than zero");
    CHECK(whole_error([] { (void)in_room(32.0, 0.0).speed_factor(watt); }) ==
          "error: exponent must be above zero\n hint: give a finite value greater than zero");
    CHECK(whole_error([] { (void)in_room(32.0).speed_factor(-1.0 * watt); }) ==
          "error: active_power must not be negative\n hint: give a finite value of zero or more");
}
