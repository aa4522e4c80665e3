// Scenario files: the shipped scenario, what each key does, and each mistake at its line and column.
#include <breakeven/models/cost_sheet.hpp>
#include <breakeven/models/scenario_file.hpp>
#include <breakeven/models/scenario_keys.hpp>

#include "article_scenario.hpp"
#include "near.hpp"

#include <cmath>
#include <map>
#include <random>

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
const std::string source = BREAKEVEN_SOURCE_DIR;
constexpr auto per_hour = money / hour;

/// The least a scenario must say, one key a line.
constexpr std::string_view least = R"(currency = "CNY"
[ownership]
price = "8500 CNY"
lifetime = "2 yr"
[electricity]
price = "0.85 CNY/kWh"
active_power = "115 W"
[cloud]
price = "2.8 CNY/h"
)";

LoadedScenario office(std::string_view toml, const ScenarioOptions& options = {}) { return read_scenario_text(toml, "office.toml", options); }

/// `least` with one line replaced, or one added at its end.
std::string with_line(std::size_t number, const std::string& line) {
    std::string out;
    std::size_t count = 0;
    std::string_view rest = least;
    while (!rest.empty()) {
        const std::size_t end = rest.find('\n');
        out += (++count == number ? line : std::string(rest.substr(0, end))) + "\n";
        rest.remove_prefix(end + 1);
    }
    return out;
}
std::string with(const std::string& more) { return std::string(least) + more + "\n"; }

std::string refused(const std::string& toml, const ScenarioOptions& options = {}) {
    return whole_error([&] { (void)office(toml, options); });
}
Breakeven solve(const LoadedScenario& loaded) { return cost_sheet(loaded.scenario).solve(); }

const Input* input(const LoadedScenario& loaded, std::string_view key) {
    for (const Input& one : loaded.inputs)
        if (one.key == key) return &one;
    return nullptr;
}
double number(const LoadedScenario& loaded, std::string_view key) {
    const Input* found = input(loaded, key);
    return found == nullptr ? std::nan("") : std::get<double>(found->value);
}
bool remarked(const LoadedScenario& loaded, std::string_view words) {
    for (const std::string& remark : loaded.remarks)
        if (remark.find(words) != std::string::npos) return true;
    return false;
}
}  // namespace

TEST_CASE("the shipped scenario has its line at 6.305 %") {
    const LoadedScenario loaded = read_scenario(source + "/data/scenarios/rtx4060-laptop-vs-a10.toml");
    CHECK(*solve(loaded).line == near(0.0630529232708616));
    CHECK(loaded.scenario.name == "RTX 4060 Laptop against a rented A10");
    CHECK(loaded.scenario.currency == Currency("CNY"));
    CHECK(loaded.scenario.gpu.name == "RTX 4060 Laptop GPU");
}

TEST_CASE("the shipped scenario reads as the article's values written out by hand") {
    const Scenario file = read_scenario(source + "/data/scenarios/rtx4060-laptop-vs-a10.toml").scenario;
    const Scenario by_hand = testing::article_scenario();
    std::map<std::string, double> expected;
    visit_quantities(by_hand, [&](std::string_view key, const auto& member, std::string_view) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(member)>, double>) expected[std::string(key)] = member;
        else if constexpr (!requires { member.has_value(); }) expected[std::string(key)] = member.value();
    });
    visit_quantities(file, [&](std::string_view key, const auto& member, std::string_view) {
        CAPTURE(key);
        const double wanted = expected[std::string(key)];
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(member)>, double>) CHECK((member == wanted || member == near(wanted, 1e-15)));
        else if constexpr (!requires { member.has_value(); }) CHECK((member.value() == wanted || member.value() == near(wanted, 1e-15)));
        else CHECK_FALSE(member.has_value());
    });
    CHECK(in(file.electricity.tariff.mean_price(), money / kilowatt_hour) == near(0.85));
    CHECK(file.line.reference.temperature == celsius(25.0));
    CHECK(*file.line.reference.level("os") == "linux");
    CHECK(in(*file.line.temperature_weight, 1.0 / kelvin) == near(0.0087, 1e-15));
    REQUIRE(file.line.weights.size() == 1);
    CHECK(file.line.weights[0].level == ContextLevel{"task", "nlp"});
    CHECK(file.line.weights[0].value == 0.233);
    REQUIRE(file.line.shifts.size() == 3);
    CHECK(file.line.shifts[0].level == ContextLevel{"os", "windows"});
    CHECK(file.line.shifts[0].value == 0.018);
    CHECK(file.line.shifts[1].value == 0.023);
    CHECK(file.line.shifts[2].value == 0.017);
}

TEST_CASE("an hour for one, a tenth on top of it, a rent by the month: the line is one half") {
    const LoadedScenario loaded = read_scenario(source + "/tests/data/cases/C43.toml");
    const CostSheet sheet = cost_sheet(loaded.scenario);
    CHECK(*sheet.solve().line == near(0.5, 1e-12));
    CHECK(in(sheet.branches[0].local.standing, per_hour) == near(1.0, 1e-12));
    CHECK(in(sheet.branches[0].local.busy, per_hour) == near(0.1, 1e-12));
    CHECK(in(sheet.cloud.busy, per_hour) == near(2.1, 1e-12));
    ScenarioOptions by_the_hour;
    by_the_hour.overrides = {{"cloud.price", "2.1 CNY/h", "--set"}};
    CHECK(*solve(read_scenario(source + "/tests/data/cases/C43.toml", by_the_hour)).line == near(0.5, 1e-12));
}

TEST_CASE("a rent without a time is an error") {
    CHECK(refused(with_line(9, "price = \"1533 CNY\"")) ==
          "office.toml:9:9: error: \"1533 CNY\" is an amount of money; a rent needs a time\n"
          "    9 | price = \"1533 CNY\"\n"
          "      |         ^^^^^^^^^^\n"
          " hint: write it as in \"2.8 CNY/h\"");
}

TEST_CASE("a yen sign is asked which currency it means, at line 10, column 9") {
    const std::string path = source + "/tests/data/cases/C45.toml";
    CHECK(whole_error([&] { (void)read_scenario(path); }) == path + ":10:9: error: \"¥\" is no currency code\n"
                                                                   "   10 | price = \"¥8760\"\n"
                                                                   "      |         ^^^^^^^\n"
                                                                   " hint: is it CNY or JPY? write the ISO 4217 code");
}

TEST_CASE("quotes that are missing and tables that come twice are errors of the scenario too") {
    const auto line_of = [](const std::string& name) {
        try {
            (void)read_scenario(source + "/tests/data/cases/" + name);
        } catch (const InputError& error) {
            return error.position().line;
        }
        return std::size_t{0};
    };
    CHECK(line_of("C47.toml") == 37);
    CHECK(line_of("C49.toml") == 56);
    CHECK(line_of("C49b.toml") == 1);
}

TEST_CASE("each mistake in a price, a key, a unit or a range: one message with file, line, column and remedy") {
    CHECK(refused(with_line(3, "price = \"8500\"")) ==
          "office.toml:3:9: error: a price needs a currency\n"
          "    3 | price = \"8500\"\n"
          "      |         ^^^^^^\n"
          " hint: write the ISO 4217 code, such as \"8500 CNY\"");
    CHECK(refused(with_line(3, "price = \"¥8500\"")) ==
          "office.toml:3:9: error: \"¥\" is no currency code\n"
          "    3 | price = \"¥8500\"\n"
          "      |         ^^^^^^^\n"
          " hint: is it CNY or JPY? write the ISO 4217 code");
    CHECK(refused(with_line(3, "price = \"￥8500\"")) ==
          "office.toml:3:9: error: \"￥\" is no currency code\n"
          "    3 | price = \"￥8500\"\n"
          "      |         ^^^^^^^\n"
          " hint: is it CNY or JPY? write the ISO 4217 code");
    CHECK(refused(with_line(3, "prise = \"8500 CNY\"")) ==
          "office.toml:3:1: error: unknown key \"ownership.prise\"\n"
          "    3 | prise = \"8500 CNY\"\n"
          "      | ^^^^^\n"
          " hint: did you mean price?");
    CHECK(refused(with_line(3, "price = \"115 W\"")) ==
          "office.toml:3:9: error: \"115 W\" is a power, not an amount of money\n"
          "    3 | price = \"115 W\"\n"
          "      |         ^^^^^^^\n"
          " hint: write it as in \"8500 CNY\"");
    CHECK(refused(with_line(3, "price = \"1599 USD\"")) ==
          "office.toml:3:15: error: no exchange rate from USD to CNY\n"
          "    3 | price = \"1599 USD\"\n"
          "      |               ^^^\n"
          " hint: add it to the scenario: [exchange] USD = …, and the date of the rate");
    CHECK(refused(with_line(4, "lifetime = \"-2 yr\"")) ==
          "office.toml:4:12: error: ownership.lifetime must be above zero\n"
          "    4 | lifetime = \"-2 yr\"\n"
          "      |            ^^^^^^^\n"
          " hint: give a finite value greater than zero");
    CHECK(refused(with_line(7, "active_power = 115")) ==
          "office.toml:7:16: error: a power is written as a string with its unit\n"
          "    7 | active_power = 115\n"
          "      |                ^^^\n"
          " hint: write it as in \"115 W\"");
}

TEST_CASE("a required value that is missing is asked for under its table") {
    const auto missing = [](std::size_t number) { return refused(with_line(number, "")); };
    CHECK(missing(3) == "office.toml: error: ownership.price is missing\n hint: write under [ownership]: price = \"8500 CNY\"");
    CHECK(missing(4) == "office.toml: error: ownership.lifetime is missing\n hint: write under [ownership]: lifetime = \"2 yr\"");
    CHECK(missing(6) == "office.toml: error: electricity.price is missing\n hint: write under [electricity]: price = \"0.85 CNY/kWh\"");
    CHECK(missing(7) == "office.toml: error: electricity.active_power is missing\n hint: write under [electricity]: active_power = \"115 W\"");
    CHECK(missing(9) == "office.toml: error: cloud.price is missing\n hint: write under [cloud]: price = \"2.8 CNY/h\"");
    CHECK(refused("") == "office.toml: error: ownership.price is missing\n hint: write under [ownership]: price = \"8500 CNY\"");
}

TEST_CASE("what is left out is neutral, and what matters most of it is said in one remark") {
    const LoadedScenario loaded = office(least);
    CHECK(*solve(loaded).line == near(0.179539205, 3e-9));
    CHECK(loaded.remarks == std::vector<std::string>{"assumed, since the scenario does not say: the cloud's GPU is as fast, an idle "
                                                     "machine draws nothing, the whole price is the GPU's, nothing is left at the end"});
    const CostSheet sheet = cost_sheet(loaded.scenario);
    CHECK(sheet.reachable == 1.0);
    for (const char* name : {"capital", "memory", "pcie", "fan", "crash"})
        for (const auto& component : sheet.components)
            if (component.name == name) {
                CHECK(component.by_branch[0].standing == CostRate{});
                CHECK(component.by_branch[0].busy == CostRate{});
            }
}

TEST_CASE("the currency is the first price's when the scenario does not say it") {
    const LoadedScenario dollars = office(R"(
[ownership]
price = "1599 USD"
lifetime = "3 yr"
[electricity]
price = "0.1545 USD/kWh"
active_power = "450 W"
[cloud]
price = "1.39 USD/h"
)");
    CHECK(dollars.scenario.currency == Currency("USD"));
    CHECK(input(dollars, "cloud.price")->unit == "USD/h");
    CHECK(refused("[ownership]\nprice = \"8500\"\nlifetime = \"2 yr\"\n") ==
          "office.toml:2:9: error: a price needs a currency\n    2 | price = \"8500\"\n      |         ^^^^^^\n"
          " hint: write the ISO 4217 code, such as \"8500 CNY\"");
    // Without the machine's price it is that which is missed, and not a rate.
    CHECK(refused("[electricity]\nprice = \"0.85 CNY/kWh\"\n").find("office.toml: error: ownership.price is missing") == 0);
}

TEST_CASE("prices of other currencies go through the dated exchange") {
    const std::string exchange = "[exchange]\nUSD = 7.10\ndate = 2026-11-01\n";
    const LoadedScenario loaded = office(with_line(9, "price = \"0.4 USD/h\"") + exchange);
    CHECK(in(loaded.scenario.cloud.price, per_hour) == near(2.84));
    CHECK(number(loaded, "exchange.USD") == 7.1);
    CHECK(input(loaded, "exchange.USD")->date == "2026-11-01");
    CHECK(input(loaded, "exchange.USD")->unit == "CNY/USD");
    CHECK(number(loaded, "cloud.price") == 2.84);
    CHECK(input(loaded, "cloud.price")->unit == "CNY/h");
    CHECK(refused(with("[exchange]\nUSD = \"7.10\"")) ==
          "office.toml:11:7: error: a rate is a plain number: units of CNY for one USD\n   11 | USD = \"7.10\"\n      |       ^^^^^^");
    CHECK(refused(with("[exchange]\nusd = 7.10")) ==
          "office.toml:11:7: error: \"usd\" is no ISO 4217 currency code\n   11 | usd = 7.10\n      |       ^^^^\n hint: did you mean USD, BSD or RSD?");
    CHECK(refused(with("[exchange]\nUSD = 0")) ==
          "office.toml:11:7: error: exchange.USD must be above zero\n   11 | USD = 0\n      |       ^\n hint: give a finite value greater than zero");
    CHECK(refused(with_line(1, "currency = \"cny\"")) ==
          "office.toml:1:12: error: \"cny\" is no ISO 4217 currency code\n    1 | currency = \"cny\"\n      |            ^^^^^\n"
          " hint: did you mean CNY?");
}

TEST_CASE("every input is repeated as it was written, with its unit and where it came from") {
    ScenarioOptions options;
    options.overrides = {{"cloud.price", "2.5 CNY/h", "--set"}};
    const LoadedScenario loaded = read_scenario(source + "/data/scenarios/rtx4060-laptop-vs-a10.toml", options);
    const std::map<std::string, double> written{{"gpu.memory", 8.0},           {"ownership.price", 8500.0},         {"ownership.gpu_share", 0.35},
                                                {"ownership.lifetime", 2.0},   {"electricity.price", 0.85},         {"electricity.active_power", 115.0},
                                                {"memory.power_per_capacity", 0.8}, {"pcie.copy_power", 1.2},       {"fan.power", 3.2},
                                                {"crash.rate", 3.2},           {"crash.recovery", 18.0},            {"crash.context_rebuild", 4.7},
                                                {"crash.reload", 12.3},        {"cloud.price", 2.5},                {"cloud.billing_granularity", 1.0}};
    for (const auto& one : written) {
        CAPTURE(one.first);
        CHECK(number(loaded, one.first) == one.second);  // to the bit: 0.85, not 0.8500000000000001
    }
    CHECK(input(loaded, "cloud.price")->source == "command line");
    CHECK(input(loaded, "ownership.price")->source == "scenario");
    CHECK(input(loaded, "ownership.price")->unit == "CNY");
    CHECK(input(loaded, "job.memory")->source == "default");
    CHECK(std::get<std::string>(input(loaded, "ownership.method")->value) == "straight-line");
    CHECK(std::get<std::string>(input(loaded, "gpu.name")->value) == "RTX 4060 Laptop GPU");
    std::map<std::string, int> seen;
    for (const Input& one : loaded.inputs) CHECK(++seen[one.key] == 1);
}

TEST_CASE("the five flags make a scenario without a file") {
    ScenarioOptions flags;
    flags.overrides = {{"ownership.price", "8500 CNY", "--price"},
                       {"ownership.lifetime", "2 yr", "--lifetime"},
                       {"electricity.active_power", "115 W", "--power"},
                       {"electricity.price", "0.85 CNY/kWh", "--electricity"},
                       {"cloud.price", "2.8 CNY/h", "--cloud"}};
    const LoadedScenario loaded = read_scenario_text("", "", flags);
    CHECK(*solve(loaded).line == near(0.179539205, 3e-9));
    CHECK(input(loaded, "cloud.price")->source == "command line");
    flags.overrides[0].value = "8500";
    CHECK(whole_error([&] { (void)read_scenario_text("", "", flags); }).find("--price:1:17: error: an amount of money is written as a string") == 0);
    flags.overrides[0].value = "¥8500";
    CHECK(whole_error([&] { (void)read_scenario_text("", "", flags); }).find("--price:1:17: error: \"¥\" is no currency code") == 0);
}

TEST_CASE("a named year takes its share of the schedule, and the answer says so") {
    const LoadedScenario macrs = office(with("[ownership.x]").substr(0, least.size()) + "[line]\nreachable = 1.0\n",
                                        {.overrides = {{"ownership.method", "macrs-5", "--set"}, {"ownership.year", "2", "--set"},
                                                       {"ownership.gpu_share", "0.35", "--set"}}, .catalog_file = {}, .today = {}});
    CHECK(in(cost_sheet(macrs.scenario).components[0].by_branch[0].standing, per_hour) == near(0.108675799087));
    CHECK(remarked(macrs, "depreciation is that of year 2 by macrs-5"));
    CHECK(refused(with_line(4, "lifetime = \"2 yr\"\nmethod = \"macrs-5\"")) ==
          "office.toml: error: ownership.year is missing: macrs-5 has no mean of its own\n hint: add year = 1, or take \"straight-line\"");
    CHECK(refused(with_line(4, "lifetime = \"2 yr\"\nmethod = \"macrs\"")) ==
          "office.toml:5:10: error: \"macrs\" is none of the choices\n    5 | method = \"macrs\"\n      |          ^^^^^^^\n"
          " hint: did you mean macrs-5?");
    CHECK(refused(with_line(4, "lifetime = \"2 yr\"\nmethod = \"none of these\"")) ==
          "office.toml:5:10: error: \"none of these\" is none of the choices\n    5 | method = \"none of these\"\n      |          ^^^^^^^^^^^^^^^\n"
          " hint: one of straight-line, declining-balance, sum-of-years-digits, macrs-5, resale-curve");
    CHECK(refused(with_line(4, "lifetime = \"2 yr\"\nmethod = \"resale-curve\"\nresidual = 0.2")) ==
          "office.toml:6:12: error: resale-curve takes no residual: the curve's own value at the end is used\n    6 | residual = 0.2\n"
          "      |            ^^^\n hint: leave ownership.residual out");
    CHECK(refused(with_line(4, "lifetime = \"2 yr\"\nyear = 0")) ==
          "office.toml:5:8: error: ownership.year must be 1 or above\n    5 | year = 0\n      |        ^\n hint: year 1 is the first year of the life");
    const LoadedScenario old = office(with_line(4, "lifetime = \"2 yr\"\nyear = 3"));
    CHECK(remarked(old, "year 3 lies beyond the life: the machine is written off and costs nothing more"));
    CHECK(solve(old).outcome == Outcome::always);
    CHECK(remarked(office(with_line(4, "lifetime = \"5 yr\"\nmethod = \"declining-balance\"")),
                   "without ownership.year the schedule costs the straight line's mean"));
}

TEST_CASE("a tariff by time of use stands in place of a price") {
    const std::string tiers = "tariff = [ { share = 0.3333, price = \"0.40 CNY/kWh\" }, { share = 0.3333, price = \"0.80 CNY/kWh\" }, "
                              "{ share = 0.3334, price = \"1.20 CNY/kWh\" } ]";
    const LoadedScenario cheapest = office(with_line(6, tiers + "\ntariff_use = \"cheapest-first\""));
    CHECK(cost_sheet(cheapest.scenario).branches.size() == 3);
    CHECK(number(cheapest, "electricity.tariff.0.price") == 0.4);
    CHECK(number(cheapest, "electricity.tariff.2.share") == 0.3334);
    CHECK(cost_sheet(office(with_line(6, tiers)).scenario).branches.size() == 1);
    CHECK(refused(with_line(7, "active_power = \"115 W\"\n" + tiers)).find(
              "office.toml:8:10: error: electricity.tariff stands in place of electricity.price; both are given\n") == 0);
    CHECK(refused(with_line(6, "tariff = [ { share = 0.5, price = \"0.40 CNY/kWh\" } ]")) ==
          "office.toml:6:10: error: electricity.tariff has shares that do not sum to 1\n"
          "    6 | tariff = [ { share = 0.5, price = \"0.40 CNY/kWh\" } ]\n"
          "      |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
          " hint: each tier's share is its share of all hours");
    CHECK(refused(with_line(6, "tariff = [ { share = 0.5 } ]")).find("office.toml:6:12: error: a tier has a share and a price\n") == 0);
    CHECK(refused(with_line(6, "tariff = [ { share = 1, price = \"0.4 CNY/kWh\", peak = true } ]")).find(
              "office.toml:6:12: error: a tier has a share and a price\n") == 0);
    CHECK(refused(with_line(6, "tariff = []")).find("office.toml:6:10: error: a list of tiers belongs here\n") == 0);
    CHECK(refused(with_line(6, "tariff = [ { share = 1, price = \"0.4 CNY/kwh\" } ]")).find("office.toml:6:42: error: unknown unit \"kwh\"\n") == 0);
    CHECK(refused(with_line(6, "price = \"0.85 CNY/kWh\"\ntariff_use = \"cheapest\"")).find(
              "office.toml:7:14: error: \"cheapest\" is none of the choices\n") == 0);
}

TEST_CASE("a fan's curve is read at its temperature") {
    const std::string curve = "[fan]\nmax_power = \"6.25 W\"\ncurve = [ [\"50 degC\", 0.3], [\"85 degC\", 1.0] ]\n";
    const LoadedScenario loaded = office(with(curve + "temperature = \"75 degC\""));
    CHECK(loaded.scenario.fan.speed == near(0.8));
    CHECK(in(cost_sheet(loaded.scenario).components[5].by_branch[0].busy, per_hour) == near(0.00272));
    CHECK(remarked(loaded, "counted twice?"));
    CHECK(refused(with(curve)) == "office.toml: error: fan.temperature is missing\n hint: write under [fan]: temperature = \"75 degC\"");
    CHECK(refused(with("[fan]\nmax_power = \"6.25 W\"")) == "office.toml: error: fan.speed is missing\n hint: write under [fan]: speed = 0.8");
    CHECK(refused(with("[fan]\nspeed = 0.8")) ==
          "office.toml: error: fan.max_power is missing\n hint: write under [fan]: max_power = \"6.25 W\"");
    CHECK(refused(with("[fan]\nmax_power = \"6.25 W\"\ntemperature = \"75 degC\"\ncurve = [ [\"85 degC\", 1.0], [\"50 degC\", 0.3] ]")).find(
              "office.toml:13:9: error: curve must rise in temperature\n") == 0);
    CHECK(refused(with("[fan]\nmax_power = \"6.25 W\"\ntemperature = \"75 degC\"\ncurve = [ [\"85 degC\"] ]")).find(
              "office.toml:13:11: error: a point of the curve is a temperature and a speed\n") == 0);
    CHECK(refused(with(curve + "temperature = \"75 degC\"\nspeed = 0.8")).find(": error: fan.curve stands in place of fan.speed; both are given\n") !=
          std::string::npos);
    CHECK(refused(with("[fan]\npower = \"3 W\"\nmax_power = \"6 W\"\nspeed = 1")).find(
              "office.toml:12:13: error: fan.max_power stands in place of fan.power; both are given\n") == 0);
}

TEST_CASE("checkpoints come by rule or by a time") {
    const auto rule = [](const std::string& interval) {
        return office(with("[crash]\nrate = \"3.2 /yr\"\nrecovery = \"1097 s\"\ncheckpoint_cost = \"30 s\"\n" + interval));
    };
    const double article = 0.179539204997;  // `least`
    const auto rework = [&](const std::string& interval) { return in(cost_sheet(rule(interval).scenario).cloud.busy, per_hour) / 2.8; };
    CHECK(1.0 - rework("checkpoint_interval = \"young\"") == near(0.0025764492954));
    CHECK(1.0 - rework("checkpoint_interval = \"daly\"") == near(0.00257644846325));
    CHECK(1.0 - rework("") == near(0.00257644846325));  // daly
    CHECK(1.0 - rework("checkpoint_interval = \"24316.660955 s\"") == near(0.0025764492954));
    CHECK(*solve(rule("")).line > article);
    CHECK(remarked(rule(""), "crash.rate is taken per busy hour for rework"));
    CHECK(std::get<std::string>(input(rule("checkpoint_interval = \"young\""), "crash.checkpoint_interval")->value) == "young");
    CHECK(number(rule("checkpoint_interval = \"10 min\""), "crash.checkpoint_interval") == 600.0);
    CHECK(refused(with("[crash]\nrate = \"3.2 /yr\"\ncheckpoint_cost = \"30 s\"\ncheckpoint_interval = \"0 s\"")).find(
              "office.toml:13:23: error: crash.checkpoint_interval must be above zero\n") == 0);
    CHECK(refused(with("[crash]\ncheckpoint_interval = \"dally\"")).find("office.toml:11:23: error: \"dally\" does not begin with a number\n") == 0);
}

TEST_CASE("spot interruptions need the cost of a checkpoint") {
    const LoadedScenario spot = office(std::string(least) + "spot_interruption_mtbf = \"10 h\"\ncheckpoint_cost = \"60 s\"\nrestart = \"300 s\"\n"
                                                            "checkpoint_interval = \"young\"\n");
    CHECK(in(cost_sheet(spot.scenario).cloud.busy, per_hour) == near(2.8 * 1.06891048889));
    CHECK(refused(std::string(least) + "spot_interruption_mtbf = \"10 h\"\n") ==
          "office.toml: error: cloud.checkpoint_cost is missing\n hint: write under [cloud]: checkpoint_cost = \"60 s\"");
    CHECK(refused(std::string(least) + "spot_interruption_mtbf = \"10 h\"\nspot_rework = 0.06\n").find(
              "error: cloud.spot_interruption_mtbf stands in place of cloud.spot_rework; both are given") != std::string::npos);
    CHECK(refused(std::string(least) + "spot_rework = 1\n").find("office.toml:10:15: error: cloud.spot_rework must be below 1\n") == 0);
}

TEST_CASE("heat is a table of its own, with the room's temperature or the reference's") {
    const std::string heat = "[heat]\nlimit = \"87 degC\"\nresistance = \"0.539130434783 K/W\"\n";
    CHECK(in(cost_sheet(office(with(heat + "ambient = \"32 degC\"")).scenario).cloud.busy, per_hour) == near(2.8 * 0.960853109635, 1e-8));
    CHECK(office(with(heat)).scenario.heat->ambient == celsius(25.0));
    CHECK(office(with(heat + "[line.reference]\ntemperature = \"30 degC\"")).scenario.heat->ambient == celsius(30.0));
    CHECK(office(with(heat)).scenario.heat->exponent == 3.0);
    CHECK(refused(with("[heat]\nresistance = \"0.5 K/W\"")) == "office.toml: error: heat.limit is missing\n hint: write under [heat]: limit = \"87 degC\"");
    CHECK(refused(with("[heat]\nlimit = \"87 degC\"")) ==
          "office.toml: error: heat.resistance is missing\n hint: write under [heat]: resistance = \"0.539 K/W\"");
    CHECK(refused(with(heat + "ambiant = \"32 degC\"")) ==
          "office.toml:13:1: error: unknown key \"heat.ambiant\"\n   13 | ambiant = \"32 degC\"\n      | ^^^^^^^\n hint: did you mean ambient?");
    CHECK(refused(with(heat + "ambient = \"305 K\"")).find("office.toml:13:11: error: \"305 K\" is no point on the temperature scale\n") == 0);
    CHECK(refused(with(heat + "exponent = 0")).find("office.toml:13:12: error: heat.exponent must be above zero\n") == 0);
    CHECK_FALSE(office(least).scenario.heat.has_value());
}

TEST_CASE("values that stand in place of each other are not both given") {
    const auto both = [](const std::string& toml) { return refused(toml); };
    CHECK(both(std::string(least) + "reserved = \"1 CNY/h\"\n").find(
              "office.toml:10:12: error: cloud.reserved stands in place of cloud.price; both are given\n") == 0);
    CHECK(both(with("[memory]\npower_per_capacity = \"0.8 W/GB\"\nenergy_per_bit = \"7.5 pJ/bit\"")).find(
              "error: memory.energy_per_bit stands in place of memory.power_per_capacity; both are given") != std::string::npos);
    CHECK(both(with("[pcie]\ncopy_power = \"1.2 W\"\nenergy_per_bit = \"5.5 pJ/bit\"")).find(
              "error: pcie.energy_per_bit stands in place of pcie.copy_power; both are given") != std::string::npos);
}

TEST_CASE("a value that means nothing without another one asks for it") {
    CHECK(refused(with("[memory]\npower_per_capacity = \"0.8 W/GB\"")) ==
          "office.toml: error: gpu.memory is missing\n hint: write under [gpu]: memory = \"8 GB\"");
    CHECK(refused(with("[job]\nmemory = \"12 GB\"")) == "office.toml: error: gpu.memory is missing\n hint: write under [gpu]: memory = \"8 GB\"");
    CHECK(refused(with("[memory]\nenergy_per_bit = \"7.5 pJ/bit\"")) ==
          "office.toml: error: memory.bandwidth is missing\n hint: write under [memory]: bandwidth = \"256 GB/s\"");
    CHECK(refused(with("[pcie]\nenergy_per_bit = \"5.5 pJ/bit\"")) ==
          "office.toml: error: pcie.traffic is missing\n hint: write under [pcie]: traffic = \"6 GB/s\"");
    CHECK(refused(with_line(6, "price = \"0.85 CNY/kWh\"\ncarbon_price = \"85 CNY/t\"")) ==
          "office.toml: error: electricity.carbon_intensity is missing\n hint: write under [electricity]: carbon_intensity = \"582 g/kWh\"");
}

TEST_CASE("no value may be negative or too large a share, used or not") {
    const auto at_end = [](const std::string& table, const std::string& line) { return refused(with("[" + table + "]\n" + line)); };
    CHECK(at_end("job", "memory = \"-1 GB\"").find("office.toml:11:10: error: job.memory must not be negative\n") == 0);
    CHECK(at_end("gpu", "memory = \"-1 GB\"").find("office.toml:11:10: error: gpu.memory must not be negative\n") == 0);
    CHECK(at_end("line", "reachable = 1.5").find("office.toml:11:13: error: line.reachable must be a share from 0 to 1\n") == 0);
    CHECK(at_end("memory", "activity = 1.5").find("office.toml:11:12: error: memory.activity must be a share from 0 to 1\n") == 0);
    CHECK(at_end("crash", "reload = \"-1 s\"").find("office.toml:11:10: error: crash.reload must not be negative\n") == 0);
    CHECK(at_end("job", "arithmetic_share = 1.5").find("office.toml:11:20: error: job.arithmetic_share must be a share from 0 to 1\n") == 0);
    for (const char* key : {"billing_granularity", "minimum_charge", "start_up", "restart", "checkpoint_cost"}) {
        CAPTURE(key);
        CHECK(refused(std::string(least) + key + " = \"-1 s\"\n").find("error: cloud." + std::string(key) + " must not be negative\n") != std::string::npos);
    }
    CHECK(refused(std::string(least) + "session = \"0 s\"\n").find("office.toml:10:11: error: cloud.session must be above zero\n") == 0);
    CHECK(refused(with_line(7, "active_power = \"115 W\"\npue = 0.5")).find("office.toml:8:7: error: electricity.pue must be 1 or above\n") == 0);
    CHECK(refused(with_line(3, "price = \"8500 CNY\"\ngpu_share = 35")).find("office.toml:4:13: error: ownership.gpu_share must be a share from 0 to 1\n") == 0);
}

TEST_CASE("a scenario of another schema, and files that are none") {
    CHECK(refused("schema = 2\n") ==
          "office.toml:1:10: error: schema 2 is not known to this version\n    1 | schema = 2\n      |          ^\n hint: write schema = 1");
    CHECK(refused("schema = \"1\"\n").find("office.toml:1:10: error: a whole number belongs here\n") == 0);
    CHECK(whole_error([] { (void)read_scenario("/no/such/office.toml"); }).find("/no/such/office.toml: error: ") == 0);
}

TEST_CASE("billing steps without a session are said to cost nothing") {
    CHECK(remarked(office(std::string(least) + "billing_granularity = \"1 h\"\n"), "billing steps cost nothing without cloud.session"));
    CHECK_FALSE(remarked(office(std::string(least) + "billing_granularity = \"1 min\"\n"), "billing steps"));
    CHECK_FALSE(remarked(office(std::string(least) + "billing_granularity = \"1 h\"\nsession = \"2 h\"\n"), "billing steps"));
}

TEST_CASE("no scenario of shuffled lines does anything but load or be refused") {
    const std::string lines[] = {"[ownership]", "[electricity]", "[cloud]", "[heat]", "[line.weights]", "[uncertain]", "[exchange]", "price = \"8500 CNY\"",
                                 "price = \"0.85 CNY/kWh\"", "price = \"2.8 CNY/h\"", "lifetime = \"2 yr\"", "active_power = \"115 W\"", "USD = 7",
                                 "temperature = \"0.87 %/K\"", "task.nlp = 0.2", "tariff = [1, {share = 1}]", "curve = [[], 1]", "\"cloud.price\" = { normal = [1, 2] }",
                                 "correlations = [[1]]", "limit = \"x\"", "year = 3", "currency = 5", "date = 2026-01-01", "residual = nan"};
    std::mt19937_64 random(3);
    for (int round = 0; round < 3000; ++round) {
        std::string toml;
        for (std::size_t n = random() % 14; n > 0; --n) toml += lines[random() % std::size(lines)] + "\n";
        try {
            const LoadedScenario loaded = office(toml);
            CHECK_FALSE(loaded.inputs.empty());
        } catch (const InputError& error) {
            CAPTURE(toml);
            CAPTURE(error.what());
            CHECK(error.position().file == "office.toml");
            CHECK_FALSE(error.message().empty());
        }
    }
}
