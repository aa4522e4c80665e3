// Economics: the worked examples of docs/method.md, "Decisions".
#include "article_scenario.hpp"
#include "near.hpp"

#include <breakeven/decisions/economics.hpp>
#include <breakeven/decisions/line.hpp>
#include <breakeven/decisions/whatif_economics.hpp>

#include <doctest/doctest.h>

using namespace breakeven;
using breakeven::testing::article_scenario;
using breakeven::testing::near;

namespace {

// The article's machine: 35 % of 8500 over two years, here at 8 % a year and a busy share of 12 %.
const Investment laptop{.price = 2975.0 * money, .residual = {}, .lifetime = 2.0 * year, .rate = 0.08 / year};
const CostRate saving = 0.12 * (2.8 - 0.10693) * money / hour;

}  // namespace

TEST_CASE("at 12 % the article's machine saves 235.912932 a month") {
    CHECK(in(saving * month, money) == near(235.912932));
}

TEST_CASE("it is paid back in 12.61 months, in 13.19 at 8 % a year") {
    CHECK(in(*simple_payback(laptop.price, saving), month) == near(12.6105846542));
    CHECK(monthly_rate(laptop.rate) == near(0.00643403011, 1e-8));
    CHECK(in(*discounted_payback(laptop.price, saving, laptop.rate), month) == near(13.1939140842));
}

TEST_CASE("its net present value is 2255.8765439") { CHECK(in(net_present_value(laptop, saving), money) == near(2255.8765439)); }

TEST_CASE("the net present value is what the months' savings add up to") {
    double value = -2975.0;
    const double month_factor = std::pow(1.08, 1.0 / 12.0);
    for (int m = 1; m <= 24; ++m) value += in(saving * month, money) / std::pow(month_factor, m);
    CHECK(in(net_present_value(laptop, saving), money) == near(value));
    Investment resold = laptop;
    resold.residual = 595.0 * money;
    CHECK(in(net_present_value(resold, saving), money) == near(value + 595.0 / (1.08 * 1.08)));
}

TEST_CASE("a busy hour at 12 % costs 1.52197946728") {
    const HourlyCost cost{.standing = 2975.0 / 17520.0 * money / hour, .busy = 0.10693 * money / hour};
    CHECK(in(cost_per_busy_hour(cost, 0.12), money / hour) == near(1.52197946728));
    CHECK_THROWS_AS((void)cost_per_busy_hour(cost, 0.0), InputError);
}

TEST_CASE("nothing saved is never paid back, and too little saved never with interest") {
    CHECK_FALSE(simple_payback(laptop.price, CostRate{}));
    CHECK_FALSE(simple_payback(laptop.price, -saving));
    const CostRate interest_alone = monthly_rate(laptop.rate) * laptop.price / month;
    CHECK_FALSE(discounted_payback(laptop.price, interest_alone, laptop.rate));
    CHECK(simple_payback(laptop.price, interest_alone));
}

TEST_CASE("without interest the discounted figures are the plain ones") {
    Investment plain = laptop;
    plain.rate = {};
    CHECK(in(*discounted_payback(plain.price, saving, plain.rate), month) == near(12.6105846542));
    CHECK(in(net_present_value(plain, saving), money) == near(24.0 * 235.912932 - 2975.0));
    // And a rate of nearly nothing gives nearly the same: the limit is smooth.
    plain.rate = 1e-12 / year;
    CHECK(in(net_present_value(plain, saving), money) == near(24.0 * 235.912932 - 2975.0, 1e-10));
}

TEST_CASE("a scenario's net present value is zero at a share of 6.8248599829 %") {
    const LoadedScenario loaded = article_scenario({{"ownership.capital_rate", "8 %/yr"}, {"crash.rate", "0 /yr"}});
    const EconomicsAnswer at = economics_of(loaded.scenario, 0.12);
    CHECK(in(at.net_present_value, money) == near(2255.8765439));
    CHECK(in(*at.payback, month) == near(12.6105846542));
    CHECK(in(*at.discounted_payback, month) == near(13.1939140842));
    CHECK(at.zero_outcome == Outcome::line);
    CHECK(*at.zero_share == near(0.068248599829, 1e-10));
    CHECK(in(economics_of(loaded.scenario, *at.zero_share).net_present_value, money) == doctest::Approx(0.0).epsilon(1e-9));
}

TEST_CASE("without interest the net present value is zero at the line itself") {
    const LoadedScenario loaded = article_scenario();
    CHECK(*economics_of(loaded.scenario, 0.5).zero_share == near(0.0630529232708616));
    // On the line both sides' busy hour costs the same.
    const EconomicsAnswer at = economics_of(loaded.scenario, 0.0630529232708616);
    CHECK(in(*at.own_per_busy_hour, money / hour) == near(in(*at.rent_per_busy_hour, money / hour)));
}

TEST_CASE("a job that does not fit has no economics") {
    const LoadedScenario loaded = article_scenario({{"job.memory", "12 GB"}});
    CHECK(economics_of(loaded.scenario, 0.5).no_line == "the job does not fit the GPU's memory");
    CHECK_THROWS_AS((void)economics_of(loaded.scenario, 1.5), InputError);
}
