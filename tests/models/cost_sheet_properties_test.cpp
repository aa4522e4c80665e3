// Cost sheet, properties over random scenarios: what must hold whatever the prices are.
#include <breakeven/models/breakeven_root.hpp>
#include <breakeven/models/cost_sheet.hpp>
#include <breakeven/models/sensitivity.hpp>

#include "near.hpp"
#include "random_scenarios.hpp"

#include <array>
#include <cmath>

using namespace breakeven;
using testing::near;
using testing::RandomScenarios;

namespace {
constexpr auto per_hour = money / hour;

/// What owning costs more than renting at the busy share u, in its branch.
double difference_at(const CostSheet& sheet, double u) {
    return in(sheet.branches[sheet.branch_of(u)].local.at(u) - sheet.cloud.at(u), per_hour);
}
double cost_at(const CostSheet& sheet, double u) { return in(sheet.branches[sheet.branch_of(u)].local.at(u), per_hour); }

/// The lowest share at which owning is no dearer, by what the answer says; 2 when there is none.
double wins_from(const Breakeven& result) {
    switch (result.outcome) {
        case Outcome::line: return *result.line;
        case Outcome::between: return result.lines[0];
        case Outcome::never: return 2.0;
        default: return 0.0;
    }
}
}  // namespace

TEST_CASE("random scenarios reach every outcome") {
    RandomScenarios random(1);
    std::array<int, 5> seen{};
    for (int round = 0; round < 4000; ++round) ++seen[static_cast<std::size_t>(cost_sheet(random.next()).solve().outcome)];
    CHECK(seen[static_cast<std::size_t>(Outcome::line)] > 100);
    CHECK(seen[static_cast<std::size_t>(Outcome::always)] > 20);
    CHECK(seen[static_cast<std::size_t>(Outcome::never)] > 20);
    CHECK(seen[static_cast<std::size_t>(Outcome::only_below)] > 5);
    CHECK(seen[static_cast<std::size_t>(Outcome::between)] > 0);
}

TEST_CASE("at the line owning and renting cost the same, to 1e-12") {
    RandomScenarios random(2);
    for (int round = 0; round < 4000; ++round) {
        const CostSheet sheet = cost_sheet(random.next());
        for (const double u : sheet.solve().lines) {
            CAPTURE(round);
            CHECK(u > 0.0);
            CHECK(u <= sheet.reachable + 1e-15);
            CHECK(std::abs(difference_at(sheet, u)) <= 1e-12 * cost_at(sheet, u));
        }
    }
}

TEST_CASE("owning is no dearer exactly where the outcome says") {
    RandomScenarios random(3);
    for (int round = 0; round < 4000; ++round) {
        const CostSheet sheet = cost_sheet(random.next());
        const Breakeven result = sheet.solve();
        for (int i = 0; i <= 40; ++i) {
            const double u = sheet.reachable * i / 40.0;
            bool near_a_line = false;
            for (const double line : result.lines) near_a_line = near_a_line || std::abs(u - line) < 1e-9;
            if (near_a_line) continue;
            bool wins = false;
            switch (result.outcome) {
                case Outcome::line: wins = u > *result.line; break;
                case Outcome::always: wins = true; break;
                case Outcome::never: wins = false; break;
                case Outcome::only_below: wins = u < *result.line; break;
                case Outcome::between: wins = u > result.lines[0] && u < result.lines[1]; break;
            }
            CAPTURE(round);
            CAPTURE(u);
            CHECK(wins == (difference_at(sheet, u) <= 0.0));
        }
    }
}

TEST_CASE("twice all prices on both sides leave the line where it is") {
    RandomScenarios random(4);
    for (int round = 0; round < 4000; ++round) {
        Scenario s = random.next();
        const Breakeven before = cost_sheet(s).solve();
        testing::scale_prices(s, 2.0);
        const Breakeven after = cost_sheet(s).solve();
        CHECK(after.outcome == before.outcome);
        CHECK(after.lines == before.lines);  // a factor of two moves no bit
        testing::scale_prices(s, 7.1 / 2.0);
        const Breakeven other = cost_sheet(s).solve();
        CHECK(other.outcome == before.outcome);
        REQUIRE(other.lines.size() == before.lines.size());
        for (std::size_t i = 0; i < before.lines.size(); ++i) CHECK(other.lines[i] == near(before.lines[i], 1e-11));
    }
}

TEST_CASE("a dearer cloud never raises the line") {
    RandomScenarios random(5);
    for (int round = 0; round < 1500; ++round) {
        Scenario s = random.next();
        double before = 3.0;
        for (int step = 0; step < 12; ++step) {
            const double now = wins_from(cost_sheet(s).solve());
            CHECK(now <= before + 1e-13);
            before = now;
            s.cloud.price *= 1.3;
            s.cloud.reserved *= 1.3;
        }
    }
}

TEST_CASE("a dearer machine never lowers the line") {
    RandomScenarios random(6);
    for (int round = 0; round < 1500; ++round) {
        Scenario s = random.next();
        double before = 0.0;
        for (int step = 0; step < 12; ++step) {
            const double now = wins_from(cost_sheet(s).solve());
            CHECK(now >= before - 1e-13);
            before = now;
            s.ownership.price *= 1.3;
        }
    }
}

TEST_CASE("closed form and bracketed roots agree, through supplies, tiers and kinks") {
    RandomScenarios random(7);
    for (int round = 0; round < 4000; ++round) {
        const CostSheet sheet = cost_sheet(random.next());
        const Breakeven closed = sheet.solve();
        const Breakeven bracketed = breakeven_of_curves(
            [&](double u) { return sheet.branches[sheet.branch_of(u)].local.at(u); }, [&](double u) { return sheet.cloud.at(u); }, sheet.reachable);
        CAPTURE(round);
        CHECK(closed.outcome == bracketed.outcome);
        REQUIRE(closed.lines.size() == bracketed.lines.size());
        for (std::size_t i = 0; i < closed.lines.size(); ++i) CHECK(closed.lines[i] == doctest::Approx(bracketed.lines[i]).epsilon(1e-10).scale(0.0));
    }
}

TEST_CASE("components add up to the totals exactly, in their order") {
    RandomScenarios random(8);
    for (int round = 0; round < 2000; ++round) {
        const CostSheet sheet = cost_sheet(random.next());
        for (std::size_t i = 0; i < sheet.branches.size(); ++i) {
            HourlyCost sum;
            for (const auto& component : sheet.components) {
                REQUIRE(component.by_branch.size() == sheet.branches.size());
                sum += component.by_branch[i];
            }
            CHECK(sum.standing == sheet.branches[i].local.standing);
            CHECK(sum.busy == sheet.branches[i].local.busy);
        }
    }
}

TEST_CASE("leaving a component out never makes owning dearer") {
    RandomScenarios random(9);
    for (int round = 0; round < 500; ++round) {
        const CostSheet sheet = cost_sheet(random.next());
        const double all = wins_from(sheet.solve());
        for (const auto& component : sheet.components) CHECK(wins_from(sheet.solve_without(component.name)) <= all + 1e-13);
    }
}

TEST_CASE("elasticities of random lines sum to zero") {
    RandomScenarios random(10);
    int lines = 0;
    for (int round = 0; round < 4000; ++round) {
        const CostSheet sheet = cost_sheet(random.next());
        const Breakeven result = sheet.solve();
        if (result.outcome != Outcome::line) continue;
        ++lines;
        const Elasticities e = elasticities(sheet.branches[result.branch].local, sheet.cloud);
        const double size = std::abs(e.local_standing) + std::abs(e.local_busy) + std::abs(e.cloud_standing) + std::abs(e.cloud_busy);
        CHECK(std::abs(e.local_standing + e.local_busy + e.cloud_standing + e.cloud_busy) <= 1e-14 * size);
    }
    CHECK(lines > 100);
}

TEST_CASE("hostile values are refused or answered, and NaN never leaves") {
    RandomScenarios random(11);
    int answered = 0;
    int refused = 0;
    for (int round = 0; round < 20000; ++round) {
        const Scenario s = random.hostile();
        try {
            const CostSheet sheet = cost_sheet(s);
            const Breakeven result = sheet.solve();
            ++answered;
            if (result.line) CHECK(std::isfinite(*result.line));
            for (const double line : result.lines) CHECK((line >= 0.0 && line <= 1.0 + 1e-14));
            CHECK(std::is_sorted(result.lines.begin(), result.lines.end()));
            CHECK_FALSE(result.reason.empty());
            CHECK((sheet.reachable >= 0.0 && sheet.reachable <= 1.0));
            for (const auto& component : sheet.components) {
                for (const HourlyCost& cost : component.by_branch)
                    CHECK((std::isfinite(in(cost.standing, per_hour)) && std::isfinite(in(cost.busy, per_hour))));
                const Breakeven without = sheet.solve_without(component.name);
                if (without.line) CHECK(std::isfinite(*without.line));
            }
        } catch (const InputError& error) {
            ++refused;
            CHECK_FALSE(error.message().empty());
        }
    }
    CHECK(answered > 500);
    CHECK(refused > 500);
}
