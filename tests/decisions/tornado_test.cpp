// Tornado: the sensitivities of docs/method.md, and exact derivatives against central differences.
#include "article_scenario.hpp"
#include "near.hpp"

#include <breakeven/decisions/line.hpp>
#include <breakeven/decisions/tornado.hpp>
#include <breakeven/decisions/whatif_lift.hpp>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace breakeven;
using breakeven::testing::article_scenario;
using breakeven::testing::near;
using breakeven::testing::small_scenario;
using breakeven::testing::whole_error;

namespace {

const TornadoBar& bar(const TornadoAnswer& answer, const std::string& key) {
    const auto found = std::find_if(answer.bars.begin(), answer.bars.end(), [&](const TornadoBar& one) { return one.key.key == key; });
    REQUIRE(found != answer.bars.end());
    return *found;
}

/// du*/dx by differences of the sixth order: the error is that of rounding, not of the step.
double by_differences(const LineFunction& line, const std::string& key, double value) {
    const double step = 1e-3 * value;
    const auto at = [&](double steps) {
        Scenario changed = line.scenario();
        set_value(changed, key, value + steps * step);
        return *line(changed).line;
    };
    return (45.0 * (at(1) - at(-1)) - 9.0 * (at(2) - at(-2)) + (at(3) - at(-3))) / (60.0 * step);
}

/// A scenario in which every model has a part.
LoadedScenario everything() {
    return read_scenario_text(R"(
currency = "CNY"
gpu.memory = "24 GB"
job.arithmetic_share = 0.5
[ownership]
price = "12000 CNY"
gpu_share = 0.6
lifetime = "3 yr"
residual = 0.2
capital_rate = "5 %/yr"
[electricity]
tariff = [ { share = 0.25, price = "0.40 CNY/kWh" }, { share = 0.75, price = "1.00 CNY/kWh" } ]
active_power = "450 W"
idle_power = "15 W"
powered_on = 0.9
psu_efficiency = 0.9
pue = 1.3
carbon_intensity = "582 g/kWh"
carbon_price = "80 CNY/t"
[memory]
bandwidth = "1008 GB/s"
energy_per_bit = "7.25 pJ/bit"
activity = 0.4
[pcie]
copy_share = 0.7
traffic = "6 GB/s"
energy_per_bit = "5.5 pJ/bit"
[fan]
max_power = "10 W"
speed = 0.8
[crash]
rate = "12 /yr"
recovery = "18 min"
context_rebuild = "5 s"
reload = "12 s"
downtime_cost = "3 CNY/h"
checkpoint_cost = "30 s"
checkpoint_interval = "young"
[heat]
limit = "87 degC"
resistance = "0.15 K/W"
exponent = 3
ambient = "32 degC"
[cloud]
price = "6 CNY/h"
speed_ratio = 0.8
busy_share = 0.9
virtualization_loss = 0.02
storage = "15 CNY/month"
egress = "2 GB/h"
egress_price = "0.3 CNY/GB"
spot_interruption_mtbf = "10 h"
checkpoint_cost = "60 s"
restart = "300 s"
)",
                              "everything.toml");
}

}  // namespace

TEST_CASE("twenty per cent on the article's scenario move the line as far as published for it") {
    const TornadoAnswer answer = tornado(article_scenario(), 0.2, {});
    CHECK(*bar(answer, "cloud.price").low->line == near(0.0796063589442));
    CHECK(*bar(answer, "cloud.price").high->line == near(0.0521986726609));
    CHECK(*bar(answer, "ownership.lifetime").low->line == near(0.0788161540886));
    CHECK(*bar(answer, "ownership.lifetime").high->line == near(0.0525441027257));
    CHECK(*bar(answer, "ownership.price").low->line == near(0.0504423386167));
    CHECK(*bar(answer, "ownership.price").high->line == near(0.075663507925));
    CHECK(*bar(answer, "electricity.price").low->line == near(0.0625561571354));
    CHECK(*bar(answer, "electricity.price").high->line == near(0.0635576423234));
}

TEST_CASE("the widest bar comes first and elasticities are those of the closed form") {
    const TornadoAnswer answer = tornado(article_scenario(), 0.2, {});
    CHECK(answer.bars[0].key.key == "cloud.price");
    CHECK(std::is_sorted(answer.bars.begin(), answer.bars.end(),
                         [&](const auto& a, const auto& b) { return a.width(answer.base) > b.width(answer.base); }));
    CHECK(*bar(answer, "ownership.price").elasticity == near(1.0));
    CHECK(*bar(answer, "ownership.lifetime").elasticity == near(-1.0));
    CHECK(*bar(answer, "electricity.price").elasticity == near(0.0397056147816));
    CHECK(*bar(answer, "cloud.price").elasticity == near(-1.03970561478));
    CHECK(*bar(answer, "cloud.speed_ratio").elasticity == near(-1.03970561478));
}

TEST_CASE("a value of zero and a value without effect are named, not drawn") {
    const TornadoAnswer answer = tornado(article_scenario(), 0.2, {});
    CHECK(std::count(answer.at_zero.begin(), answer.at_zero.end(), "ownership.residual") == 1);
    CHECK(std::count(answer.no_effect.begin(), answer.no_effect.end(), "crash.recovery") == 1);  // standstill costs nothing there
    CHECK(bar(answer, "cloud.busy_share").high == std::nullopt);                                  // 1.2 is no share
    CHECK(bar(answer, "cloud.busy_share").why_not.find("busy_share") != std::string::npos);
}

TEST_CASE("exact derivatives agree with differences to a part in ten million for every key of a scenario that has them all") {
    const LoadedScenario loaded = everything();
    const LineFunction line(loaded, {});
    REQUIRE(line(line.scenario()).outcome == Outcome::line);
    int moved = 0;
    for (const ScenarioKey& key : scenario_keys(loaded)) {
        CAPTURE(key.key);
        const auto value = value_of(line.scenario(), key.key);
        if (!value || *value == 0.0 || key.key == "line.reachable") continue;
        const double exact = *line_derivative(line, key.key);
        CHECK(std::abs(exact - by_differences(line, key.key, *value)) <= 1e-7 * std::abs(exact));
        moved += exact != 0.0 ? 1 : 0;
    }
    CHECK(moved >= 30);
}

TEST_CASE("a context scales the derivative as it scales the line") {
    const LoadedScenario loaded = article_scenario();
    Context asked;
    asked.temperature = celsius(32.0);
    asked.set("task", "nlp");
    asked.set("os", "windows");
    const LineFunction line(loaded, asked);
    CHECK(*line(line.scenario()).line == near(*line_of(loaded, asked).line));
    CHECK(*line_derivative(line, "cloud.price") == doctest::Approx(by_differences(line, "cloud.price", *value_of(line.scenario(), "cloud.price"))).epsilon(1e-7).scale(0.0));
}

TEST_CASE("a line function gives the same lines as the line itself") {
    Context hot;
    hot.temperature = celsius(40.0);
    Context virtualized;
    virtualized.set("virtualization", "vgpu");
    for (const LoadedScenario& loaded : {article_scenario(), everything(), article_scenario({{"cloud.price", "0.25 CNY/h"}}),
                                         article_scenario({{"line.shift_scale", "relative"}, {"line.combine", "geometric"}})})
        for (const Context& asked : {Context{}, hot, virtualized}) {
            const LineAnswer whole = line_of(loaded, asked);
            const LineFunction line(loaded, asked);
            const LinePoint point = line(line.scenario());
            CHECK(point.outcome == whole.outcome);
            REQUIRE(point.line.has_value() == whole.line.has_value());
            if (whole.line) CHECK(*point.line == near(*whole.line, 1e-14));
        }
}

TEST_CASE("a scenario lifted to its own number type is the same scenario") {
    for (const LoadedScenario& loaded : {article_scenario(), everything()}) {
        const Scenario copy = lift<double>(loaded.scenario);
        CHECK(*cost_sheet(copy).solve().line == *cost_sheet(loaded.scenario).solve().line);
        CHECK(cost_sheet(copy).reachable == cost_sheet(loaded.scenario).reachable);
    }
}

TEST_CASE("a tornado of nothing or of everything is refused, and so is one of a stated line") {
    CHECK(whole_error([] { (void)tornado(article_scenario(), 0.0, {}); }) ==
          "error: a tornado moves every value by a share between 0 and 1\n hint: write it as in --tornado 20%");
    CHECK(whole_error([] { (void)tornado(article_scenario(), 1.0, {}); }).find("between 0 and 1") != std::string::npos);
    CHECK(whole_error([] { (void)tornado(article_scenario({{"line.base", "12.0 %"}}), 0.2, {}); }) ==
          "error: the scenario states its line (line.base), so nothing moves it\n hint: let the models compute it: --set line.base=model");
}
