// Breakeven of curved costs: the same outcomes from bracketed roots, and costs that no straight line describes.
#include <breakeven/models/breakeven_root.hpp>

#include "near.hpp"

#include <cmath>

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
/// Standing and busy per hour, and a part that grows with the square of the share.
auto curve(double standing, double busy, double square = 0.0) {
    return [=](double u) { return (standing + u * (busy + u * square)) * money / hour; };
}
const auto nothing = curve(0.0, 0.0);
}  // namespace

TEST_CASE("on straight costs the bracketed root is the closed form's") {
    const Breakeven line = breakeven_of_curves(curve(2975.0 / 17520.0, 0.10693), curve(0.0, 2.8));
    CHECK(line.outcome == Outcome::line);
    CHECK(*line.line == near(0.0630529232708616, 1e-14));
    const Breakeven reversed = breakeven_of_curves(curve(0.10, 0.50), curve(0.20, 0.25));
    CHECK(reversed.outcome == Outcome::only_below);
    CHECK(*reversed.line == near(0.4, 1e-14));
    CHECK(breakeven_of_curves(curve(0.0, 0.2), curve(0.1, 0.9)).outcome == Outcome::always);
    CHECK(*breakeven_of_curves(curve(0.0, 0.2), curve(0.1, 0.9)).line == 0.0);
    CHECK(breakeven_of_curves(curve(0.2, 0.9), curve(0.1, 0.2)).outcome == Outcome::never);
    CHECK(breakeven_of_curves(curve(0.5, 0.0), curve(0.0, 1.0), 0.4).outcome == Outcome::never);
    CHECK(breakeven_of_curves(nothing, nothing).outcome == Outcome::always);
    CHECK(breakeven_of_curves(curve(0.1, 0.5), curve(0.1, 0.2)).outcome == Outcome::never);  // equal at u = 0 only
}

TEST_CASE("a parabola of costs is met where its quadratic says") {
    // 0.2 - u + u^2 = 0 at (1 -+ sqrt(0.2))/2.
    const Breakeven between = breakeven_of_curves(curve(0.2, 0.0, 1.0), curve(0.0, 1.0));
    CHECK(between.outcome == Outcome::between);
    REQUIRE(between.lines.size() == 2);
    CHECK(between.lines[0] == near((1.0 - std::sqrt(0.2)) / 2.0, 1e-14));
    CHECK(between.lines[1] == near((1.0 + std::sqrt(0.2)) / 2.0, 1e-14));
    CHECK_FALSE(between.line.has_value());
    const Breakeven line = breakeven_of_curves(curve(0.2, 0.0, 1.0), curve(0.0, 1.0), 0.5);
    CHECK(line.outcome == Outcome::line);
    CHECK(*line.line == near((1.0 - std::sqrt(0.2)) / 2.0, 1e-14));
    const Breakeven below = breakeven_of_curves(curve(0.0, 0.0, 1.0), curve(0.3, 0.0));
    CHECK(below.outcome == Outcome::only_below);
    CHECK(*below.line == near(std::sqrt(0.3), 1e-14));
    CHECK(breakeven_of_curves(curve(0.3, 0.0, 1.0), curve(0.0, 1.0)).outcome == Outcome::never);  // the minimum is 0.05
}

TEST_CASE("what is no number and what cannot be reached is refused") {
    CHECK(whole_error([] { (void)breakeven_of_curves([](double u) { return std::sqrt(0.5 - u) * money / hour; }, nothing); }) ==
          "error: a cost is not finite\n hint: check prices, powers and times");
    CHECK(whole_error([] { (void)breakeven_of_curves(nothing, nothing, 0.0); }) ==
          "error: reachable must be above zero\n hint: give a finite value greater than zero");
    CHECK(whole_error([] { (void)breakeven_of_curves(nothing, nothing, 1.5); }) ==
          "error: reachable must be a share from 0 to 1\n hint: 35 % is written 0.35 or \"35 %\"");
}
