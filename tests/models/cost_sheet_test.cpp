// Cost sheet: the article's scenario and its variants, from prices and powers to the line.
#include <breakeven/models/cost_sheet.hpp>

#include "article_scenario.hpp"
#include "near.hpp"

#include <functional>

using namespace breakeven;
using testing::article_scenario;
using testing::near;
using testing::whole_error;

namespace {
constexpr auto per_hour = money / hour;
constexpr auto per_kwh = money / kilowatt_hour;

Scenario with(const std::function<void(Scenario&)>& change) {
    Scenario s = article_scenario();
    change(s);
    return s;
}
Breakeven solve(const Scenario& s) { return cost_sheet(s).solve(); }

/// The line of the article's scenario after one change; -1 where there is none.
double line(const std::function<void(Scenario&)>& change) {
    const Breakeven result = solve(with(change));
    return result.outcome == Outcome::line ? *result.line : -1.0;
}
std::string refused(const std::function<void(Scenario&)>& change) {
    return whole_error([&] { (void)cost_sheet(with(change)); });
}
}  // namespace

TEST_CASE("the article's scenario has its line at 6.305 %, made of these components") {
    const CostSheet sheet = cost_sheet(article_scenario());
    REQUIRE(sheet.branches.size() == 1);
    CHECK(in(sheet.branches[0].local.standing, per_hour) == near(0.169805936073059));
    CHECK(in(sheet.branches[0].local.busy, per_hour) == near(0.10693));
    CHECK(in(sheet.cloud.standing, per_hour) == 0.0);
    CHECK(in(sheet.cloud.busy, per_hour) == near(2.8));
    const std::pair<const char*, double> busy[] = {{"depreciation", 0.0}, {"capital", 0.0}, {"electricity", 0.09775}, {"memory", 0.00544},
                                                   {"pcie", 0.00102},     {"fan", 0.00272}, {"crash", 0.0}};
    REQUIRE(sheet.components.size() == std::size(busy));
    for (std::size_t i = 0; i < std::size(busy); ++i) {
        CAPTURE(busy[i].first);
        CHECK(sheet.components[i].name == busy[i].first);
        const double found = in(sheet.components[i].by_branch[0].busy, per_hour);
        CHECK((found == busy[i].second || found == near(busy[i].second)));
        const double standing = in(sheet.components[i].by_branch[0].standing, per_hour);
        CHECK((i == 0 ? standing == near(0.169805936073059) : standing == 0.0));
    }
    const Breakeven result = sheet.solve();
    CHECK(result.outcome == Outcome::line);
    CHECK(*result.line == near(0.0630529232708616));
    CHECK(in(sheet.branches[0].local.at(1.0), per_hour) == near(0.276735936));  // the article prints 32.6 for it
}

TEST_CASE("the line without a component is computed anew") {
    const CostSheet sheet = cost_sheet(article_scenario());
    CHECK(*sheet.solve_without("electricity").line == near(0.0608444600773));
    CHECK(*sheet.solve_without("memory").line == near(0.062925813161));
    CHECK(*sheet.solve_without("pcie").line == near(0.0630290510239));
    CHECK(*sheet.solve_without("fan").line == near(0.0629893040901));
    CHECK(sheet.solve_without("depreciation").outcome == Outcome::always);
    CHECK(*sheet.solve_without("depreciation").line == 0.0);
    CHECK(*sheet.solve_without("nothing of that name").line == *sheet.solve().line);
}

TEST_CASE("memory, PCIe and fan move the line by hundredths of a point, not by five") {
    const double alone = line([](Scenario& s) { s.memory = {}, s.pcie = {}, s.fan = {}; });
    CHECK(alone == near(0.0628387218329));
    CHECK(100.0 * (line([](Scenario& s) { s.pcie = {}, s.fan = {}; }) - alone) == near(0.0126758, 4e-6));  // the article: 0.9
    CHECK(100.0 * (line([](Scenario& s) { s.memory = {}, s.fan = {}; }) - alone) == near(0.00237283, 4e-6));    // 1.3
    CHECK(100.0 * (line([](Scenario& s) { s.memory = {}, s.pcie = {}; }) - alone) == near(0.00633152, 4e-6));   // 0.7
    CHECK(100.0 * (*solve(article_scenario()).line - alone) == near(0.0214201, 4e-6));                          // "more than 5.0"
}

TEST_CASE("prices and shares move the line as they should") {
    CHECK(line([](Scenario& s) { s.memory.power_per_capacity = 0.08 * watt / gigabyte; }) == near(0.0629385011053));
    CHECK(line([](Scenario& s) { s.ownership.gpu_share = 1.0; }) == near(0.180151209345));
    CHECK(line([](Scenario& s) { s.ownership.price = 283.0 * 24.0 * money, s.ownership.gpu_share = 1.0; }) == near(0.143951413397));
    CHECK(line([](Scenario& s) { s.ownership.capital_rate = 0.08 / year; }) == near(0.0707162785607));
}

TEST_CASE("the five flags alone put the line at 17.95 %") {
    Scenario s;
    s.ownership.price = 8500.0 * money;
    s.ownership.lifetime = 2.0 * year;
    s.electricity.active_power = 115.0 * watt;
    s.electricity.tariff = Tariff::flat(0.85 * per_kwh);
    s.cloud.price = 2.8 * per_hour;
    CHECK(*solve(s).line == near(0.179539205, 3e-9));  // nine digits are given
}

TEST_CASE("idle watts count for the hours the machine is on and does not compute") {
    const Scenario always_on = with([](Scenario& s) { s.electricity.idle_power = 10.0 * watt; });
    const CostSheet sheet = cost_sheet(always_on);
    CHECK(in(sheet.branches[0].local.standing, per_hour) == near(0.178305936073));
    CHECK(in(sheet.branches[0].local.busy, per_hour) == near(0.09843));
    CHECK(*sheet.solve().line == near(0.0660008573063));
    CHECK(line([](Scenario& s) { s.electricity.idle_power = 10.0 * watt, s.electricity.powered_on = 0.25; }) == near(0.0636411183397));
}

TEST_CASE("a line above the hours powered on lies in the branch where the machine is on only while it computes") {
    const CostSheet sheet = cost_sheet(with([](Scenario& s) { s.electricity.idle_power = 10.0 * watt, s.electricity.powered_on = 0.05; }));
    REQUIRE(sheet.branches.size() == 2);
    CHECK(*sheet.solve().line == near(0.0630529232708616));
    CHECK(sheet.solve().branch == 1);
    CHECK(sheet.branch_of(0.05) == 0);
    CHECK(sheet.branch_of(0.0501) == 1);
    // The other branch's root, 0.0630118546153, lies outside of it and is no answer.
    const HourlyCost below = sheet.branches[0].local;
    CHECK(below.standing / (sheet.cloud.busy - below.busy) == near(0.0630118546153));
}

TEST_CASE("an efficient supply, a cooled room and tiers at the wall") {
    Scenario s;
    s.ownership.price = 1.0 * money;
    s.ownership.lifetime = 1.0 * year;
    s.electricity.tariff = Tariff::flat(0.16 * per_kwh);
    s.electricity.active_power = 550.0 * watt;
    s.electricity.idle_power = 60.0 * watt;
    s.electricity.powered_on = 0.5;
    s.electricity.pue = 4.0 / 3.0;
    s.electricity.supply = {.points = {{0.20, 0.87}, {0.50, 0.90}, {1.00, 0.87}}, .rated = 1000.0 * watt};
    s.cloud.price = 1.0 * per_hour;
    const CostSheet sheet = cost_sheet(s);
    CHECK(sheet.components[2].name == "electricity");
    CHECK(in(sheet.components[2].by_branch[0].standing, per_hour) == near(0.00735632183908));
    CHECK(in(sheet.components[2].by_branch[0].busy, per_hour) == near(0.116093747998));
}

TEST_CASE("the supply sees the sum of all busy watts, and its loss is shared out by watts") {
    Scenario s = with([](Scenario& one) {
        one.electricity.supply = {.points = {{0.20, 0.87}, {0.50, 0.90}, {1.00, 0.87}}, .rated = 300.0 * watt};
    });
    const CostSheet sheet = cost_sheet(s);
    const double load = 125.8 / 300.0;
    const double efficiency = 0.87 + (load - 0.20) / 0.30 * 0.03;
    CHECK(in(sheet.branches[0].local.busy, per_hour) == near(0.10693 / efficiency));
    CHECK(in(sheet.components[3].by_branch[0].busy, per_hour) == near(0.00544 / efficiency));  // memory
    s.electricity.supply.rated = 120.0 * watt;  // enough for the GPU alone, not for all of it
    CHECK(whole_error([&] { (void)cost_sheet(s); }) ==
          "error: electricity.psu_rated is below what the machine draws\n hint: name a larger supply, or the right powers");
}

TEST_CASE("three tariff tiers, cheapest first, in the article's scenario") {
    const auto tiers = [](TariffUse use, double cloud, double gpu_standing = 2975.0 / 17520.0) {
        return with([&](Scenario& s) {
            s.electricity.tariff = {.tiers = {{1.0 / 3.0, 0.40 * per_kwh}, {1.0 / 3.0, 0.80 * per_kwh}, {1.0 / 3.0, 1.20 * per_kwh}}, .use = use};
            s.cloud.price = cloud * per_hour;
            s.ownership = {};
            s.ownership.price = gpu_standing * 8760.0 * money;
            s.ownership.lifetime = year;
        });
    };
    CHECK(*solve(tiers(TariffUse::cheapest_first, 2.8)).line == near(0.0617547991305));
    CHECK(*solve(tiers(TariffUse::uniform, 2.8)).line == near(0.062905998486));
    CHECK(*solve(tiers(TariffUse::cheapest_first, 0.4)).line == near(0.511199234165));
    CHECK(*solve(tiers(TariffUse::cheapest_first, 0.3)).line == near(0.801703811548));
    CHECK(solve(tiers(TariffUse::cheapest_first, 0.25)).outcome == Outcome::never);
    const Breakeven two = solve(tiers(TariffUse::cheapest_first, 0.14, 0.04));
    CHECK(two.outcome == Outcome::between);
    CHECK(two.lines[0] == near(0.590108401084));
    CHECK(two.lines[1] == near(0.941605839416));
}

TEST_CASE("each depreciation method gives its line") {
    const auto method = [](DepreciationMethod how, double years, std::optional<int> named = {}) {
        return line([=](Scenario& s) {
            s.ownership.method = how;
            s.ownership.lifetime = years * year;
            s.ownership.year = named;
        });
    };
    CHECK(method(DepreciationMethod::macrs_5, 5.0, 1) == near(0.0252211693083));
    CHECK(method(DepreciationMethod::macrs_5, 5.0, 2) == near(0.0403538708934));
    CHECK(method(DepreciationMethod::sum_of_years_digits, 5.0, 1) == near(0.0420352821806));
    CHECK(method(DepreciationMethod::declining_balance, 5.0, 1) == near(0.0504423386167));
    CHECK(method(DepreciationMethod::straight_line, 5.0) == near(0.0252211693083));
    CHECK(method(DepreciationMethod::resale_curve, 2.0) == near(0.0212374508076));
    // Without a year the schedules cost the straight line's mean; a year of the straight line is any year of it.
    CHECK(method(DepreciationMethod::sum_of_years_digits, 5.0) == near(0.0252211693083));
    CHECK(method(DepreciationMethod::declining_balance, 5.0) == near(0.0252211693083));
    CHECK(method(DepreciationMethod::straight_line, 5.0, 4) == near(0.0252211693083));
}

TEST_CASE("beyond its life a machine is written off") {
    for (const auto how : {DepreciationMethod::straight_line, DepreciationMethod::declining_balance, DepreciationMethod::sum_of_years_digits}) {
        const Breakeven result = solve(with([=](Scenario& s) { s.ownership.method = how, s.ownership.year = 3; }));
        CHECK(result.outcome == Outcome::always);
    }
    CHECK(solve(with([](Scenario& s) { s.ownership.method = DepreciationMethod::macrs_5, s.ownership.year = 7; })).outcome == Outcome::always);
}

TEST_CASE("the resale curve's own value at the end is what capital is tied up in") {
    const CostSheet sheet = cost_sheet(with([](Scenario& s) {
        s.ownership.method = DepreciationMethod::resale_curve;
        s.ownership.capital_rate = 0.08 / year;
    }));
    const double left = 0.663180552052;
    const double annuity = (1.0 - left) * 0.08 / (1.0 - std::pow(1.08, -2.0)) + left * 0.08;
    CHECK(in(sheet.components[1].by_branch[0].standing, per_hour) == near(2975.0 * (annuity - (1.0 - left) / 2.0) / 8760.0));
    CHECK(in(sheet.components[0].by_branch[0].standing, per_hour) == near(0.0571939416464));
}

TEST_CASE("work done again after crashes makes the line 0.27 % higher") {
    const auto rework = [](CheckpointRule rule, Time interval) {
        return line([=](Scenario& s) {
            s.crash.checkpoint_cost = 30.0 * second;
            s.crash.checkpoint_rule = rule;
            s.crash.checkpoint_interval = interval;
        });
    };
    CHECK(rework(CheckpointRule::daly, {}) == near(0.0632222798223));
    CHECK(rework(CheckpointRule::interval, 24296.6650674 * second) == near(0.0632222798223));
    CHECK(rework(CheckpointRule::young, {}) == near(0.0632222798223, 2e-9));
    CHECK(rework(CheckpointRule::interval, 600.0 * second) > rework(CheckpointRule::young, {}));
}

TEST_CASE("a machine that never crashes loses only the time of its checkpoints") {
    const auto no_crash = [](CheckpointRule rule) {
        return with([=](Scenario& s) {
            s.crash.rate = {};
            s.crash.checkpoint_cost = 30.0 * second;
            s.crash.checkpoint_rule = rule;
            s.crash.checkpoint_interval = 570.0 * second;
        });
    };
    CHECK(in(cost_sheet(no_crash(CheckpointRule::interval)).cloud.busy, per_hour) == near(2.8 * 0.95));
    CHECK(in(cost_sheet(no_crash(CheckpointRule::daly)).cloud.busy, per_hour) == near(2.8));
}

TEST_CASE("the speed of the cloud's GPU divides the line") {
    const double fp32 = 3072.0 * 2.37 / (9216.0 * 1.695);  // cores times clock, RTX 4060 Laptop to A10
    const double bandwidth = 256.0 / 600.0;
    const auto speed = [](double s) { return line([=](Scenario& one) { one.cloud.speed_ratio = s; }); };
    CHECK(fp32 == near(0.466076696165));
    CHECK(speed(fp32) == near(0.141731155645));
    CHECK(bandwidth == near(0.426666666667));
    CHECK(speed(bandwidth) == near(0.156109416256));
    CHECK(0.6 * fp32 + 0.4 * bandwidth == near(0.450312684366));
    CHECK(speed(0.6 * fp32 + 0.4 * bandwidth) == near(0.147152472700));
    CHECK(speed(12.6 / 31.2422) == near(0.166099937721, 1e-7));
    CHECK(speed(0.543564095456) == near(0.12));
}

TEST_CASE("no outcome is left out: never, out of reach, always, reversed, reserved") {
    const auto cloud = [](double price) { return with([=](Scenario& s) { s.cloud.price = price * per_hour; }); };
    CHECK(solve(cloud(0.10)).outcome == Outcome::never);
    CHECK_FALSE(solve(cloud(0.10)).line.has_value());
    CHECK(solve(cloud(0.25)).outcome == Outcome::never);
    CHECK(*solve(cloud(0.25)).line == near(1.18687311157));
    CHECK(solve(with([](Scenario& s) { s.cloud.storage = 200.0 * money / month; })).outcome == Outcome::always);
    const auto reserved = [](double rate) {
        return with([=](Scenario& s) { s.cloud.price = {}, s.cloud.reserved = rate * per_hour; });
    };
    CHECK(solve(reserved(0.25)).outcome == Outcome::only_below);
    CHECK(*solve(reserved(0.25)).line == near(0.749967866146));
    CHECK(solve(reserved(1.2)).outcome == Outcome::always);
    CHECK(solve(with([](Scenario& s) { s.ownership.price = 32.6 * 17520.0 * money, s.ownership.gpu_share = 1.0; })).outcome == Outcome::never);
}

TEST_CASE("an RTX 4090 at home against a rented A100 breaks even at an hour a day") {
    const auto at_speed = [](double speed) {
        Scenario s;
        s.ownership.price = 1599.0 * money;
        s.ownership.lifetime = 3.0 * year;
        s.ownership.method = DepreciationMethod::resale_curve;
        s.electricity.active_power = 450.0 * watt;
        s.electricity.idle_power = 15.0 * watt;
        s.electricity.tariff = Tariff::flat(0.1545 * per_kwh);
        s.electricity.supply.flat = 0.9;
        s.cloud.price = 1.39 * per_hour;
        s.cloud.speed_ratio = speed;
        return cost_sheet(s);
    };
    // Tensor rates with FP32 accumulation, cores * clock * operations: half rate on GeForce.
    const double tensor = 16384.0 * 2.52 * 4.0 / (6912.0 * 1.41 * 32.0);
    const double bandwidth = 1008.0 / 2039.0;
    CHECK(tensor == near(0.529550827423));
    CHECK(bandwidth == near(0.494359980383));
    CHECK(in(at_speed(tensor).branches[0].local.standing, per_hour) == near(0.0305595054764));
    CHECK(in(at_speed(tensor).branches[0].local.busy, per_hour) == near(0.074675));
    CHECK(*at_speed(tensor).solve().line == near(0.046204226547));
    CHECK(24.0 * *at_speed(tensor).solve().line == near(1.1089, 1e-4));
    CHECK(*at_speed(bandwidth).solve().line == near(0.0498942617031));
}

TEST_CASE("billing, spot and egress in a scenario") {
    const CostSheet sheet = cost_sheet(with([](Scenario& s) {
        s.cloud.speed_ratio = 0.45;
        s.cloud.busy_share = 0.9;
        s.cloud.virtualization_loss = 0.023;
        s.cloud.spot_interruption_mtbf = 10.0 * hour;
        s.cloud.checkpoint_cost = 60.0 * second;
        s.cloud.restart = 300.0 * second;
        s.cloud.checkpoint_rule = CheckpointRule::young;
        s.cloud.storage = 20.0 * money / month;
        s.cloud.egress = 5.0 * gigabyte / hour;
        s.cloud.egress_price = 0.6 * money / gigabyte;
        // 306.9 s rented for 600 s of local work, in steps of 306.9 * 1.2 s.
        s.cloud.session = 600.0 * second;
        s.cloud.billing_granularity = 600.0 * 0.5115 * 1.2 * second;
    }));
    CHECK(in(sheet.cloud.busy, per_hour) == near(4.83707232262));
    CHECK(in(sheet.cloud.standing, per_hour) == near(0.027397260274));
    CHECK(*sheet.solve().line == near(0.0301066365631));
}

TEST_CASE("billing steps cost nothing while the length of a session is not known") {
    CHECK(line([](Scenario& s) { s.cloud.billing_granularity = hour; }) == near(0.0630529232708616));
    CHECK(line([](Scenario& s) { s.cloud.billing_granularity = hour, s.cloud.session = 1800.0 * second; }) ==
          near(0.169805936073059 / (5.6 - 0.10693)));
}

TEST_CASE("sensitivities of the article's scenario: each input by a fifth up and down") {
    const auto cloud = [](double f) { return line([=](Scenario& s) { s.cloud.price *= f; }); };
    const auto life = [](double f) { return line([=](Scenario& s) { s.ownership.lifetime *= f; }); };
    const auto price = [](double f) { return line([=](Scenario& s) { s.ownership.price *= f; }); };
    const auto power = [](double f) { return line([=](Scenario& s) { s.electricity.tariff.tiers[0].price *= f; }); };
    CHECK(100.0 * cloud(0.8) == near(7.96063589442));
    CHECK(100.0 * cloud(1.2) == near(5.21986726609));
    CHECK(100.0 * life(0.8) == near(7.88161540886));
    CHECK(100.0 * life(1.2) == near(5.25441027257));
    CHECK(100.0 * price(0.8) == near(5.04423386167));
    CHECK(100.0 * price(1.2) == near(7.5663507925));
    CHECK(100.0 * power(0.8) == near(6.25561571354));
    CHECK(100.0 * power(1.2) == near(6.35576423234));
}

TEST_CASE("heat slows the GPU and lowers the cloud's bill for the same work") {
    const double slow = in(cost_sheet(with([](Scenario& s) {
                               s.heat.emplace();
                               s.heat->limit = celsius(87.0);
                               s.heat->ambient = celsius(32.0);
                               s.heat->resistance = 62.0 / 115.0 * kelvin / watt;
                           })).cloud.busy, per_hour);
    CHECK(slow == near(2.8 * 0.960853109635));
    const CostSheet too_hot = cost_sheet(with([](Scenario& s) {
        s.heat.emplace();
        s.heat->limit = celsius(87.0);
        s.heat->ambient = celsius(90.0);
        s.heat->resistance = 0.5 * kelvin / watt;
    }));
    CHECK(too_hot.solve().outcome == Outcome::never);
    CHECK(too_hot.solve().reason == "crashes or heat leave the GPU no useful time");
}

TEST_CASE("what crashes and heat leave is the highest share that can be reached") {
    CHECK(cost_sheet(article_scenario()).reachable == near(1.0 - 0.00011131405378, 1e-12));
    CHECK(cost_sheet(with([](Scenario& s) { s.line.reachable = 0.3; })).reachable == 0.3);
    CHECK(solve(with([](Scenario& s) { s.line.reachable = 0.05; })).outcome == Outcome::never);
    CHECK(solve(with([](Scenario& s) { s.crash.rate = 1.0 / hour, s.crash.recovery = hour; })).outcome == Outcome::never);
}

TEST_CASE("a job that does not fit the GPU's memory has no line") {
    const Breakeven result = solve(with([](Scenario& s) { s.job.memory = 12.0 * gigabyte; }));
    CHECK(result.outcome == Outcome::never);
    CHECK_FALSE(result.line.has_value());
    CHECK(result.reason == "the job does not fit the GPU's memory");
    CHECK(line([](Scenario& s) { s.job.memory = 8.0 * gigabyte; }) == near(0.0630529232708616));
}

namespace {
struct Licence {
    static constexpr const char* name = "licence";
    [[nodiscard]] HourlyCost cost() const { return {.standing = 0.1 * per_hour, .busy = 0.05 * per_hour}; }
};
}  // namespace

TEST_CASE("a cost of one's own joins the sheet") {
    CostSheet sheet = cost_sheet(article_scenario());
    sheet.add(Licence{});
    CHECK(sheet.components.back().name == "licence");
    CHECK(*sheet.solve().line == near(0.269805936073059 / (2.8 - 0.15693)));
    CHECK(*sheet.solve_without("licence").line == near(0.0630529232708616));
}

TEST_CASE("a value out of its range is refused by the scenario's own key") {
    const std::string share = " must be a share from 0 to 1\n hint: 35 % is written 0.35 or \"35 %\"";
    const std::string negative = " must not be negative\n hint: give a finite value of zero or more";
    const std::string above = " must be above zero\n hint: give a finite value greater than zero";
    CHECK(refused([](Scenario& s) { s.ownership.gpu_share = 1.5; }) == "error: ownership.gpu_share" + share);
    CHECK(refused([](Scenario& s) { s.ownership.price = -1.0 * money; }) == "error: ownership.price" + negative);
    CHECK(refused([](Scenario& s) { s.ownership.lifetime = {}; }) == "error: ownership.lifetime" + above);
    CHECK(refused([](Scenario& s) { s.ownership.residual = -0.1; }) == "error: ownership.residual" + share);
    CHECK(refused([](Scenario& s) { s.ownership.capital_rate = -0.1 / year; }) == "error: ownership.capital_rate" + negative);
    CHECK(refused([](Scenario& s) { s.ownership.year = 0; }) ==
          "error: ownership.year must be 1 or above\n hint: year 1 is the first year of the life");
    CHECK(refused([](Scenario& s) { s.ownership.method = DepreciationMethod::macrs_5; }) ==
          "error: ownership.year is missing: macrs-5 has no mean of its own\n hint: add year = 1, or take \"straight-line\"");
    CHECK(refused([](Scenario& s) { s.electricity.active_power = -1.0 * watt; }) == "error: electricity.active_power" + negative);
    CHECK(refused([](Scenario& s) { s.electricity.idle_power = -1.0 * watt; }) == "error: electricity.idle_power" + negative);
    CHECK(refused([](Scenario& s) { s.electricity.powered_on = 2.0; }) == "error: electricity.powered_on" + share);
    CHECK(refused([](Scenario& s) { s.electricity.pue = 0.9; }) ==
          "error: electricity.pue must be 1 or above\n hint: 1 is a room without cooling");
    CHECK(refused([](Scenario& s) { s.electricity.pue = std::nan(""); }) == "error: electricity.pue" + above);
    CHECK(refused([](Scenario& s) { s.electricity.tariff = {}; }) ==
          "error: electricity.price is missing\n hint: write it as in \"0.85 CNY/kWh\"");
    CHECK(refused([](Scenario& s) { s.memory.activity = 2.0; }) == "error: memory.activity" + share);
    CHECK(refused([](Scenario& s) { s.pcie.copy_share = 2.0; }) == "error: pcie.copy_share" + share);
    CHECK(refused([](Scenario& s) { s.fan.speed = 2.0; }) == "error: fan.speed" + share);
    CHECK(refused([](Scenario& s) { s.crash.reload = -1.0 * second; }) == "error: crash.reload" + negative);
    CHECK(refused([](Scenario& s) {
              s.crash.checkpoint_cost = 30.0 * second;
              s.crash.checkpoint_rule = CheckpointRule::interval;
          }) == "error: crash.checkpoint_interval" + above);
    CHECK(refused([](Scenario& s) { s.heat.emplace(); }) == "error: heat.resistance" + above);
    CHECK(refused([](Scenario& s) { s.cloud.speed_ratio = 0.0; }) == "error: cloud.speed_ratio" + above);
    CHECK(refused([](Scenario& s) { s.cloud.spot_rework = 1.0; }) ==
          "error: cloud.spot_rework must be below 1\n hint: at 1 every rented hour is lost to interruptions");
    CHECK(refused([](Scenario& s) { s.cloud.spot_interruption_mtbf = 0.0 * hour; }) == "error: cloud.spot_interruption_mtbf" + above);
    CHECK(refused([](Scenario& s) { s.cloud.spot_interruption_mtbf = 1.0 * second, s.cloud.restart = 1.0 * hour; }) ==
          "error: cloud.spot_interruption_mtbf leaves no useful time between interruptions\n hint: give a longer time, or leave it out");
    CHECK(refused([](Scenario& s) { s.cloud.session = 0.0 * hour; }) == "error: cloud.session" + above);
    CHECK(refused([](Scenario& s) { s.gpu.memory = -8.0 * gigabyte; }) == "error: gpu.memory" + negative);
    CHECK(refused([](Scenario& s) { s.line.reachable = 1.5; }) == "error: line.reachable" + share);
}
