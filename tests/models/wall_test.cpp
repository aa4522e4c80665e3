// Wall: branches of busy shares, their kinks, and that the cost is continuous across them.
#include <breakeven/models/wall.hpp>

#include "near.hpp"

#include <random>

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
constexpr auto per_kwh = money / kilowatt_hour;

/// What the branch says a machine of these powers costs per owned hour at the busy share u.
double cost_at(const Branch& branch, Power idle, Power busy, double u) {
    const HourlyCost sum = idle * branch.idle_watt + busy * branch.busy_watt;
    return in(sum.at(u), money / hour);
}
}  // namespace

TEST_CASE("a machine that is always on has one branch: idle hours are those not computed") {
    const Wall wall{.tariff = Tariff::flat(0.85 * per_kwh)};
    const auto branches = wall.branches();
    REQUIRE(branches.size() == 1);
    CHECK(branches[0].from == 0.0);
    CHECK(branches[0].to == 1.0);
    CHECK(cost_at(branches[0], 10.0 * watt, 115.0 * watt, 0.25) == near(0.85 * (0.25 * 0.115 + 0.75 * 0.010)));
}

TEST_CASE("past the hours it is powered on, a machine is on exactly while it computes") {
    const Wall wall{.tariff = Tariff::flat(0.85 * per_kwh), .powered_on = 0.25};
    const auto branches = wall.branches();
    REQUIRE(branches.size() == 2);
    CHECK(branches[0].to == 0.25);
    CHECK(branches[1].from == 0.25);
    CHECK(cost_at(branches[0], 10.0 * watt, 115.0 * watt, 0.10) == near(0.85 * (0.10 * 0.115 + 0.15 * 0.010)));
    CHECK(cost_at(branches[1], 10.0 * watt, 115.0 * watt, 0.50) == near(0.85 * 0.50 * 0.115));
    CHECK(cost_at(branches[0], 10.0 * watt, 115.0 * watt, 0.25) == near(cost_at(branches[1], 10.0 * watt, 115.0 * watt, 0.25)));
}

TEST_CASE("a machine that is never on but for its work has no idle branch") {
    const Wall wall{.tariff = Tariff::flat(0.85 * per_kwh), .powered_on = 0.0};
    REQUIRE(wall.branches().size() == 1);
    CHECK(cost_at(wall.branches()[0], 10.0 * watt, 115.0 * watt, 0.0) == 0.0);
}

TEST_CASE("busy watts fill the cheapest tier first, idle watts pay the mean") {
    const Wall wall{.tariff = {.tiers = {{0.5, 1.2 * per_kwh}, {0.5, 0.4 * per_kwh}}, .use = TariffUse::cheapest_first}};
    const auto branches = wall.branches();
    REQUIRE(branches.size() == 2);
    CHECK(cost_at(branches[0], 0.0 * watt, 1000.0 * watt, 0.30) == near(0.30 * 0.4));
    CHECK(cost_at(branches[1], 0.0 * watt, 1000.0 * watt, 0.80) == near(0.50 * 0.4 + 0.30 * 1.2));
    CHECK(cost_at(branches[0], 1000.0 * watt, 0.0 * watt, 0.30) == near(0.70 * 0.8));
    CHECK(cost_at(branches[1], 1000.0 * watt, 0.0 * watt, 0.80) == near(0.20 * 0.8));
}

TEST_CASE("branches cover every share once, and cost is continuous and convex across them") {
    std::mt19937_64 random(20240601);
    std::uniform_real_distribution<double> share(0.0, 1.0);
    for (int round = 0; round < 2000; ++round) {
        Wall wall;
        wall.tariff.use = TariffUse::cheapest_first;
        const double a = share(random), b = share(random) * (1.0 - a);
        wall.tariff.tiers = {{a, share(random) * per_kwh}, {b, share(random) * per_kwh}, {1.0 - a - b, share(random) * per_kwh}};
        wall.powered_on = round % 3 == 0 ? a : share(random);  // also a kink on a tier's edge
        wall.idle_factor = 1.0 + share(random);
        wall.busy_factor = 1.0 + share(random);
        const Power idle = 50.0 * share(random) * watt;
        const Power busy = 500.0 * share(random) * watt;
        const auto branches = wall.branches();
        CHECK(branches.front().from == 0.0);
        CHECK(branches.back().to == 1.0);
        for (std::size_t i = 1; i < branches.size(); ++i) {
            CHECK(branches[i].from == branches[i - 1].to);
            CHECK(branches[i].from <= branches[i].to);
            const double seam = branches[i].from;
            CHECK(cost_at(branches[i - 1], idle, busy, seam) == doctest::Approx(cost_at(branches[i], idle, busy, seam)).epsilon(1e-13));
            const CostRate before = (idle * branches[i - 1].idle_watt + busy * branches[i - 1].busy_watt).busy;
            const CostRate after = (idle * branches[i].idle_watt + busy * branches[i].busy_watt).busy;
            CHECK(in(after - before, money / hour) >= -1e-15);
        }
    }
}

TEST_CASE("a wall refuses hours that are no share") {
    for (const double bad : {-0.1, 1.1})
        CHECK(whole_error([&] { (void)Wall{.tariff = Tariff::flat(0.1 * per_kwh), .powered_on = bad}.branches(); }) ==
              "error: powered_on must be a share from 0 to 1\n hint: 35 % is written 0.35 or \"35 %\"");
    CHECK(whole_error([] { (void)Wall{.tariff = Tariff::flat(0.1 * per_kwh), .busy_factor = -1.0}.branches(); }) ==
          "error: pue must not be negative\n hint: give a finite value of zero or more");
}
