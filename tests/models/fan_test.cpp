// Fan: the cube law, and speed from a temperature curve.
#include <breakeven/models/fan.hpp>

#include "near.hpp"

#include <cmath>

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
const std::vector<FanCurvePoint> curve{{celsius(50.0), 0.3}, {celsius(85.0), 1.0}};
Power at(double degrees) { return Fan{.max_power = 6.25 * watt, .speed = fan_speed(curve, celsius(degrees))}.power(); }
}  // namespace

TEST_CASE("a fan of 6.25 W turns at 80 % at 75 degC and draws 3.2 W") {
    CHECK(fan_speed(curve, celsius(75.0)) == near(0.8));
    CHECK(in(at(75.0), watt) == near(3.2));
    CHECK(fan_speed(curve, celsius(60.0)) == near(0.5));
    CHECK(in(at(60.0), watt) == near(0.78125));
}

TEST_CASE("3.2 W cost 0.00272 a busy hour at 0.85") {
    const Fan fan{.fixed = 3.2 * watt, .busy_watt = {.standing = {}, .busy = 0.85 * money / kilowatt_hour}};
    CHECK(in(fan.cost().busy, money / hour) == near(0.00272));
    CHECK(in(fan.cost().standing, money / hour) == 0.0);
}

TEST_CASE("3.2 W are 2.78 % of 115 W, not far more than 2.8 %") { CHECK(3.2 / 115.0 == doctest::Approx(0.027826).epsilon(1e-5)); }

TEST_CASE("beyond its ends the curve is held, and a fan may stand still") {
    CHECK(fan_speed(curve, celsius(-20.0)) == near(0.3));
    CHECK(fan_speed(curve, celsius(50.0)) == near(0.3));
    CHECK(fan_speed(curve, celsius(85.0)) == near(1.0));
    CHECK(fan_speed(curve, celsius(500.0)) == near(1.0));
    const std::vector<FanCurvePoint> stops{{celsius(40.0), 0.0}, {celsius(60.0), 0.4}, {celsius(80.0), 0.9}};
    CHECK(fan_speed(stops, celsius(30.0)) == 0.0);
    CHECK(fan_speed(stops, celsius(50.0)) == near(0.2));
    CHECK(fan_speed(stops, celsius(70.0)) == near(0.65));
    CHECK(fan_speed({{celsius(40.0), 0.7}}, celsius(90.0)) == near(0.7));
}

TEST_CASE("half the speed is an eighth of the power") {
    for (const double speed : {0.1, 0.35, 0.5, 1.0}) {
        const Power full = Fan{.max_power = 6.25 * watt, .speed = speed}.power();
        const Power half = Fan{.max_power = 6.25 * watt, .speed = speed / 2.0}.power();
        CHECK(half / full == near(0.125, 1e-14));
    }
}

TEST_CASE("a fan refuses curves that are none and fields out of range") {
    CHECK(whole_error([] { (void)fan_speed({}, celsius(50.0)); }) ==
          "error: curve has no points\n hint: such as [ [\"50 degC\", 0.3], [\"85 degC\", 1.0] ]");
    CHECK(whole_error([] { (void)fan_speed({{celsius(60.0), 0.3}, {celsius(60.0), 0.4}}, celsius(50.0)); }) ==
          "error: curve must rise in temperature\n hint: sort its points");
    CHECK(whole_error([] { (void)fan_speed({{celsius(60.0), 30.0}}, celsius(50.0)); }) ==
          "error: curve must be a share from 0 to 1\n hint: 35 % is written 0.35 or \"35 %\"");
    CHECK(whole_error([] { (void)Fan{.fixed = -1.0 * watt}.power(); }) ==
          "error: power must not be negative\n hint: give a finite value of zero or more");
    CHECK(whole_error([] { (void)Fan{.max_power = -1.0 * watt}.power(); }) ==
          "error: max_power must not be negative\n hint: give a finite value of zero or more");
    CHECK(whole_error([] { (void)Fan{.speed = std::nan("")}.power(); }) ==
          "error: speed must be a share from 0 to 1\n hint: 35 % is written 0.35 or \"35 %\"");
}
