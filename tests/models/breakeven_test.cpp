// Breakeven: every row of the outcome table, kinks, tiers, and two lines.
#include <breakeven/models/breakeven.hpp>

#include "near.hpp"

#include <cmath>

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
constexpr auto per_hour = money / hour;

HourlyCost cost(double standing, double busy) { return {.standing = standing * per_hour, .busy = busy * per_hour}; }

Breakeven solve(const HourlyCost& local, const HourlyCost& cloud, double reachable = 1.0) {
    return breakeven::breakeven(local, cloud, reachable);
}

/// One owned hour at `standing`, `watts` in three tiers of eight hours at 0.40, 0.80 and 1.20 a kilowatt-hour, cheapest first.
std::vector<CostBranch> three_tiers(double standing, double watts = 125.8) {
    const double kw = watts / 1000.0;
    const double third = 1.0 / 3.0;
    // In tier i an hour at u costs the tiers below in full, and the rest at the tier's price.
    return {{0.0, third, cost(standing, 0.40 * kw)},
            {third, 2.0 * third, cost(standing + third * (0.40 - 0.80) * kw, 0.80 * kw)},
            {2.0 * third, 1.0, cost(standing + third * (0.40 + 0.80 - 2.0 * 1.20) * kw, 1.20 * kw)}};
}

Breakeven solve(const std::vector<CostBranch>& branches, double cloud, double reachable = 1.0) {
    return breakeven::breakeven<double>(branches, cost(0.0, cloud), reachable);
}

const double standing = 2975.0 / 17520.0;
}  // namespace

TEST_CASE("the article's rates meet at 6.305 % of all hours") {
    const Breakeven result = solve(cost(standing, 0.10693), cost(0.0, 2.8));
    CHECK(result.outcome == Outcome::line);
    CHECK(*result.line == near(3718750.0 / 58978233.0, 1e-15));
    CHECK(*result.line == near(0.0630529232708616));
    CHECK(3600.0 * *result.line == near(226.990523775));
    CHECK(24.0 * *result.line == near(1.5132701585));
    CHECK(result.lines == std::vector<double>{*result.line});
    CHECK(result.reason == "owning is cheaper at and above the line");
}

TEST_CASE("D above zero: always where standing is no dearer, never where the line is out of reach") {
    const Breakeven always = solve(cost(0.1, 0.2), cost(0.1, 0.9));
    CHECK(always.outcome == Outcome::always);
    CHECK(*always.line == 0.0);
    CHECK(always.lines.empty());
    CHECK(always.reason == "owning is no dearer even when idle");
    CHECK(solve(cost(0.0, 0.2), cost(0.1, 0.9)).outcome == Outcome::always);

    const Breakeven never = solve(cost(standing, 0.10693), cost(0.0, 0.25));
    CHECK(never.outcome == Outcome::never);
    CHECK(*never.line == near(1.18687311157));
    CHECK(never.lines.empty());
    CHECK(never.reason == "the line lies above what can be reached");

    const Breakeven unreached = solve(cost(0.5, 0.0), cost(0.0, 1.0), 0.4);
    CHECK(unreached.outcome == Outcome::never);
    CHECK(*unreached.line == near(0.5));
    CHECK(solve(cost(0.5, 0.0), cost(0.0, 1.0), 0.5).outcome == Outcome::line);  // at the limit it is reached
}

TEST_CASE("D of zero: standing decides") {
    CHECK(solve(cost(0.1, 0.5), cost(0.1, 0.5)).outcome == Outcome::always);
    CHECK(solve(cost(0.1, 0.5), cost(0.2, 0.5)).outcome == Outcome::always);
    const Breakeven never = solve(cost(0.2, 0.5), cost(0.1, 0.5));
    CHECK(never.outcome == Outcome::never);
    CHECK_FALSE(never.line.has_value());
    CHECK(never.reason == "a busy hour costs the same, and standing costs decide");
}

TEST_CASE("D within the rounding of its parts counts as zero") {
    const double a_hair = 2.8 * (1.0 + 4e-16);
    CHECK(solve(cost(0.1, 2.8), cost(0.0, a_hair)).outcome == Outcome::never);
    CHECK_FALSE(solve(cost(0.1, 2.8), cost(0.0, a_hair)).line.has_value());
    // A billionth is a difference, though a tiny one: the line lies far out of reach.
    CHECK(*solve(cost(0.1, 2.8), cost(0.0, 2.8 * (1.0 + 1e-9))).line == near(0.1 / 2.8e-9, 1e-6));
}

TEST_CASE("D below zero: never, always, or only below the line") {
    const Breakeven never = solve(cost(standing, 0.10693), cost(0.0, 0.10));
    CHECK(never.outcome == Outcome::never);
    CHECK_FALSE(never.line.has_value());
    CHECK(never.reason == "the cloud is cheaper per busy hour");
    CHECK(solve(cost(0.1, 0.5), cost(0.1, 0.2)).outcome == Outcome::never);  // equal at u = 0 only

    const Breakeven reversed = solve(cost(0.10, 0.50), cost(0.20, 0.25));
    CHECK(reversed.outcome == Outcome::only_below);
    CHECK(*reversed.line == near(0.4));
    CHECK(reversed.reason == "owning is cheaper below the line, renting above it");

    const Breakeven reserved = solve(cost(standing, 0.10693), cost(0.25, 0.0));
    CHECK(reserved.outcome == Outcome::only_below);
    CHECK(*reserved.line == near(0.749967866146));
    CHECK(solve(cost(standing, 0.10693), cost(1.2, 0.0)).outcome == Outcome::always);
    CHECK(solve(cost(0.10, 0.50), cost(0.20, 0.25), 0.4).outcome == Outcome::always);  // the reversal is out of reach
    CHECK(solve(cost(0.10, 0.50), cost(0.20, 0.25), 0.4001).outcome == Outcome::only_below);
}

TEST_CASE("costly storage alone makes owning always cheaper") {
    const Breakeven result = solve(cost(standing, 0.10693), cost(200.0 / 730.0, 2.8));
    CHECK(result.outcome == Outcome::always);
    CHECK((standing - 200.0 / 730.0) / (2.8 - 0.10693) == near(-0.0386795243594));  // where the lines would meet
}

TEST_CASE("tariff tiers, cheapest first, move the line by the tier it falls in") {
    CHECK(*solve(three_tiers(standing), 2.8).line == near(0.0617547991305));
    CHECK(solve(three_tiers(standing), 2.8).branch == 0);
    CHECK(*solve(three_tiers(standing), 0.4).line == near(0.511199234165));
    CHECK(solve(three_tiers(standing), 0.4).branch == 1);
    CHECK(*solve(three_tiers(standing), 0.3).line == near(0.801703811548));
    CHECK(solve(three_tiers(standing), 0.3).branch == 2);
    CHECK(solve(three_tiers(standing), 0.25).outcome == Outcome::never);
    CHECK(*solve(cost(standing, 0.80 * 0.1258), cost(0.0, 2.8)).line == near(0.062905998486));  // uniform
}

TEST_CASE("with rising tiers owning may win between two lines only") {
    const Breakeven result = solve(three_tiers(0.04), 0.14);
    CHECK(result.outcome == Outcome::between);
    REQUIRE(result.lines.size() == 2);
    CHECK(result.lines[0] == near(0.590108401084));
    CHECK(result.lines[1] == near(0.941605839416));
    CHECK_FALSE(result.line.has_value());
    CHECK(result.reason == "owning is cheaper between the two lines");
    // Where the second line is out of reach, the first is the line.
    const Breakeven reached = solve(three_tiers(0.04), 0.14, 0.9);
    CHECK(reached.outcome == Outcome::line);
    CHECK(*reached.line == near(0.590108401084));
}

TEST_CASE("a line above what can be reached is told from the branch that holds it") {
    const Breakeven result = solve(three_tiers(standing), 0.3, 0.2);
    CHECK(result.outcome == Outcome::never);
    CHECK(*result.line == near(0.801703811548));
    const Breakeven none = solve(three_tiers(0.04), 0.10, 0.2);  // renting is cheaper everywhere, though not per hour of tier 1
    CHECK(none.outcome == Outcome::never);
    CHECK_FALSE(none.line.has_value());
    CHECK(none.reason == "renting is cheaper at every share that can be reached");
}

TEST_CASE("a root in the seam of two branches is one line") {
    // L - C is 0.5 - u up to one half, then 0.25 - u/2: the root is the seam.
    const std::vector<CostBranch> branches{{0.0, 0.5, cost(0.5, 0.0)}, {0.5, 1.0, cost(0.25, 0.5)}};
    const Breakeven result = solve(branches, 1.0);
    CHECK(result.outcome == Outcome::line);
    CHECK(result.lines.size() == 1);
    CHECK(*result.line == 0.5);
}

TEST_CASE("outcomes are spelt as answers spell them") {
    CHECK(to_string(Outcome::line) == "line");
    CHECK(to_string(Outcome::always) == "always");
    CHECK(to_string(Outcome::never) == "never");
    CHECK(to_string(Outcome::only_below) == "only-below");
    CHECK(to_string(Outcome::between) == "between");
}

TEST_CASE("costs that are not finite are refused, and so is a reach that is no share") {
    for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL})
        for (int which = 0; which < 4; ++which) {
            double v[4] = {0.1, 0.2, 0.0, 2.8};
            v[which] = bad;
            CHECK(whole_error([&] { (void)solve(cost(v[0], v[1]), cost(v[2], v[3])); }) ==
                  "error: a cost is not finite\n hint: check prices, powers and times");
        }
    for (const double bad : {-0.1, 1.1, std::nan("")})
        CHECK(whole_error([&] { (void)solve(cost(0.1, 0.2), cost(0.0, 2.8), bad); }) ==
              "error: reachable must be a share from 0 to 1\n hint: 35 % is written 0.35 or \"35 %\"");
    CHECK(whole_error([] { (void)solve(std::vector<CostBranch>{}, 2.8); }) == "error: a line needs at least one branch of costs");
}
