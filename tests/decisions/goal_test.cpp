// Goal: backwards from a line to the value that gives it, against closed forms.
#include "article_scenario.hpp"
#include "near.hpp"

#include <breakeven/decisions/goal.hpp>

#include <doctest/doctest.h>

using namespace breakeven;
using breakeven::testing::article_scenario;
using breakeven::testing::near;
using breakeven::testing::small_scenario;
using breakeven::testing::whole_error;

namespace {

GoalAnswer goal(const LoadedScenario& loaded, double wanted, const std::string& key) { return solve_for(loaded, wanted, key, {}); }
double in_unit(const GoalAnswer& answer) {
    REQUIRE(answer.solutions.size() == 1);
    return answer.key.in_unit(answer.solutions[0]);
}

}  // namespace

TEST_CASE("the speed ratio that gives the published 12 % is 0.543564095456") {
    CHECK(in_unit(goal(article_scenario(), 0.12, "cloud.speed_ratio")) == near(0.543564095456));
}

TEST_CASE("the electricity price for a line of 10 % is the one that the closed form gives") {
    // 0.1 = S/(2.8 - 0.1258 kW p), S = 2975/17520.
    const double price = (2.8 - 2975.0 / 17520.0 / 0.1) / 0.1258;
    CHECK(in_unit(goal(article_scenario(), 0.10, "electricity.price")) == near(price));
    CHECK(in_unit(goal(article_scenario(), 0.10, "ownership.gpu_share")) == near(0.1 * (2.8 - 0.10693) * 17520.0 / 8500.0));
    CHECK(in_unit(goal(article_scenario(), 0.10, "ownership.lifetime")) == near(2975.0 / 8760.0 / (0.1 * (2.8 - 0.10693))));
}

TEST_CASE("a goal beyond what the key can do says between which lines it moves") {
    const GoalAnswer answer = goal(article_scenario(), 0.01, "electricity.price");
    CHECK(answer.solutions.empty());
    CHECK(*answer.lowest == near(2975.0 / 17520.0 / 2.8));  // free electricity
    CHECK(answer.from == 0.0);
    CHECK(in_unit(goal(article_scenario(), 0.0630529232708616, "electricity.price")) == near(0.85));
}

TEST_CASE("a goal is found from a value of zero and from an outcome without a line") {
    const GoalAnswer idle = goal(article_scenario(), 0.08, "electricity.idle_power");
    // S rises by 0.85/1000 a watt and B falls by it.
    const double watts = (0.08 * (2.8 - 0.10693) - 2975.0 / 17520.0) / (0.00085 * (1.0 - 0.08));
    CHECK(in_unit(idle) == near(watts));
    const GoalAnswer never = goal(article_scenario({{"cloud.price", "0.1 CNY/h"}}), 0.5, "cloud.price");
    CHECK(never.base.outcome == Outcome::never);
    CHECK(in_unit(never) == near(2.0 * 2975.0 / 17520.0 + 0.10693));
}

TEST_CASE("two values may give one line, and the nearer one comes first") {
    // A power supply is most efficient at half its load. 400 W inside, Gold at 115 V: 88.5 % at 75 % load and again at 35 %.
    const LoadedScenario loaded = read_scenario_text(
        "ownership.price = \"2975 CNY\"\nownership.lifetime = \"2 yr\"\ncloud.price = \"2.8 CNY/h\"\n[electricity]\nprice = \"0.85 CNY/kWh\"\n"
        "active_power = \"400 W\"\npsu = \"80plus-gold-115v\"\npsu_rated = \"600 W\"\n", "supply.toml");
    const double wanted = 2975.0 / 17520.0 / (2.8 - 0.4 * 0.85 / 0.885);
    const GoalAnswer answer = goal(loaded, wanted, "electricity.psu_rated");
    REQUIRE(answer.solutions.size() == 2);
    CHECK(answer.solutions[0] == near(400.0 / 0.75));
    CHECK(answer.solutions[1] == near(400.0 / 0.35));
}

TEST_CASE("a goal is a line or hours a day") {
    CHECK(parse_goal("line=10%") == near(0.1));
    CHECK(parse_goal("line=10 %") == near(0.1));
    CHECK(parse_goal("line=0.1") == near(0.1));
    CHECK(parse_goal("hours=2.4") == near(0.1));
    CHECK(whole_error([] { (void)parse_goal("cost=3"); }) == "--goal:1:1: error: a goal is a line or hours a day\n"
                                                              "    1 | cost=3\n      | ^^^^^^\n"
                                                              " hint: write it as in --goal \"line=10%\" or --goal \"hours=2.4\"");
    CHECK(whole_error([] { (void)parse_goal("line=110%"); }).find("at most 100 %") != std::string::npos);
    CHECK(whole_error([] { (void)parse_goal("hours=25"); }).find("at most 100 %") != std::string::npos);
    CHECK(whole_error([] { (void)parse_goal("line=0"); }).find("above 0") != std::string::npos);
    CHECK(whole_error([] { (void)parse_goal("line=ten"); }).find("--goal:1:6: error: ") != std::string::npos);
    CHECK(whole_error([] { (void)goal(article_scenario(), 0.1, "electricity.prise"); }).find("did you mean electricity.price, ") !=
          std::string::npos);
    CHECK(whole_error([] { (void)goal(article_scenario(), 0.1, "cloud.reserved"); }).find("stands in place of cloud.price") != std::string::npos);
}
