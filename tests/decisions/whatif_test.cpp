// What if: values changed by key, sweeps, scalings and what-if files.
#include "article_scenario.hpp"
#include "near.hpp"

#include <breakeven/decisions/sweep.hpp>
#include <breakeven/decisions/whatif.hpp>

#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace breakeven;
using breakeven::testing::article_scenario;
using breakeven::testing::article_scenario_path;
using breakeven::testing::near;
using breakeven::testing::small_scenario;
using breakeven::testing::whole_error;

namespace {

SweepAnswer swept(const LoadedScenario& loaded, const std::string& one, const std::string& other = {}) {
    std::vector<SweepAxis> axes{parse_sweep(loaded, one)};
    if (!other.empty()) axes.push_back(parse_sweep(loaded, other));
    return sweep(loaded, std::move(axes), {});
}

std::string sweep_error(const std::string& text) {
    return whole_error([&] { (void)swept(article_scenario({{"exchange.USD", "7.1"}}), text); });
}

Changes changes_in(const std::string& toml) {
    const auto path = std::filesystem::temp_directory_path() / ("breakeven-whatif-" + std::to_string(::getpid()) + ".toml");
    std::ofstream(path) << toml;
    struct Gone {
        std::filesystem::path path;
        ~Gone() { std::filesystem::remove(path); }
    } const gone{path};
    return read_changes(path.string());
}

}  // namespace

TEST_CASE("every key that can be changed can be read back") {
    const LoadedScenario loaded = article_scenario();
    for (const ScenarioKey& key : scenario_keys(loaded)) {
        CAPTURE(key.key);
        Scenario changed = loaded.scenario;
        set_value(changed, key.key, 0.5 * key.unit_size);
        CHECK(key.in_unit(*value_of(changed, key.key)) == near(0.5));
    }
    CHECK(find_key(loaded, "electricity.price").unit == "CNY/kWh");
    CHECK(find_key(loaded, "cloud.price").unit == "CNY/h");
    CHECK(find_key(loaded, "cloud.speed_ratio").unit.empty());
}

TEST_CASE("the price of a tariff with tiers is its mean, and a change keeps their proportions") {
    const LoadedScenario loaded = read_scenario_text(
        "ownership.price = \"2975 CNY\"\nownership.lifetime = \"2 yr\"\ncloud.price = \"2.8 CNY/h\"\n[electricity]\nactive_power = \"100 W\"\n"
        "tariff = [ { share = 0.25, price = \"0.40 CNY/kWh\" }, { share = 0.75, price = \"1.20 CNY/kWh\" } ]\n", "tiers.toml");
    const ScenarioKey key = find_key(loaded, "electricity.price");
    CHECK(key.in_unit(*value_of(loaded.scenario, key.key)) == near(1.0));
    Scenario doubled = loaded.scenario;
    set_value(doubled, key.key, 2.0 * key.unit_size);
    CHECK(key.in_unit(doubled.electricity.tariff.tiers[0].price.value()) == near(0.8));
    CHECK(key.in_unit(doubled.electricity.tariff.tiers[1].price.value()) == near(2.4));
}

TEST_CASE("ranges are those of the models") {
    const LoadedScenario loaded = article_scenario();
    CHECK(range_of(loaded, find_key(loaded, "ownership.gpu_share")).high == 1.0);
    CHECK(range_of(loaded, find_key(loaded, "electricity.pue")).low == 1.0);
    CHECK(std::isinf(range_of(loaded, find_key(loaded, "electricity.pue")).high));
    CHECK(std::isinf(range_of(loaded, find_key(loaded, "cloud.speed_ratio")).high));
    CHECK(std::isinf(range_of(loaded, find_key(loaded, "cloud.price")).high));
}

TEST_CASE("a sweep's lines are those of the scenario with each value set") {
    const LoadedScenario loaded = article_scenario();
    const SweepAnswer answer = swept(loaded, "electricity.price=0.2..2.0 CNY/kWh/19");
    REQUIRE(answer.points.size() == 19);
    for (std::size_t i = 0; i < 19; ++i) {
        const double price = 0.2 + 0.1 * static_cast<double>(i);
        CHECK(*answer.at(i).line == near(2975.0 / 17520.0 / (2.8 - 0.1258 * price)));
    }
    const LoadedScenario dear = article_scenario({{"electricity.price", "2.0 CNY/kWh"}});
    CHECK(*answer.points.back().line == near(*line_of(dear, {}).line, 1e-14));
    CHECK(*answer.base.line == near(0.0630529232708616));
}

TEST_CASE("a sweep of two keys has a row for each value of the first") {
    const SweepAnswer answer = swept(article_scenario(), "ownership.lifetime=1..3 yr/3", "cloud.price=1.4 CNY/h..2.8 CNY/h/2");
    REQUIRE(answer.points.size() == 6);
    CHECK(*answer.at(1, 1).line == near(0.0630529232708616));
    CHECK(*answer.at(0, 1).line == near(2.0 * 0.0630529232708616));
    CHECK(*answer.at(1, 0).line == near(2975.0 / 17520.0 / (1.4 - 0.10693)));
}

TEST_CASE("a range may carry its unit twice or once, in another currency, or none for a plain number") {
    const LoadedScenario loaded = article_scenario({{"exchange.USD", "7.1"}});
    const SweepAxis both = parse_sweep(loaded, "electricity.price=0.1 USD/kWh..1.42 CNY/kWh/5");
    CHECK(both.key.in_unit(both.from) == near(0.71));
    CHECK(both.key.in_unit(both.to) == near(1.42));
    const SweepAxis shares = parse_sweep(loaded, "ownership.gpu_share=20..80 %/7");
    CHECK(shares.from == near(0.2));
    CHECK(shares.at(6) == 0.8);
    const SweepAxis plain = parse_sweep(loaded, "cloud.speed_ratio = 0.5 .. 2 / 4");
    CHECK(plain.at(1) == near(1.0));
    CHECK(parse_sweep(loaded, "cloud.price=1..3 CNY/h").count == 11);  // no number behind the last stroke: the unit's own
}

TEST_CASE("what is wrong with a sweep is said where it is") {
    CHECK(sweep_error("electricity.prise=0.2..2.0 CNY/kWh/19") ==
          "--sweep:1:1: error: \"electricity.prise\" is no value of a scenario that can be changed\n"
          "    1 | electricity.prise=0.2..2.0 CNY/kWh/19\n      | ^^^^^^^^^^^^^^^^^\n"
          " hint: did you mean electricity.price, electricity.pue or electricity.psu_rated?");
    CHECK(sweep_error("electricity.price=0.2..2.0 CNY/h/19").find("--sweep:1:24: error: \"2.0 CNY/h\" is a rent, not") == std::string::npos);
    CHECK(sweep_error("electricity.price=0.2..2.0 CNY/h/19").find("--sweep:1:24: error: ") == 0);
    CHECK(sweep_error("electricity.price=0.2..2.0/19").find("needs its unit") != std::string::npos);
    CHECK(sweep_error("electricity.price=2.0..0.2 CNY/kWh/19").find("the range is empty") != std::string::npos);
    CHECK(sweep_error("electricity.price=1..1 CNY/kWh/19").find("the range is empty") != std::string::npos);
    CHECK(sweep_error("electricity.price=0.2..2.0 CNY/kWh/0").find("--sweep:1:36: error: a sweep has 2 to 100000 values") == 0);
    CHECK(sweep_error("electricity.price=0.2..2.0 CNY/kWh/1").find("a sweep has 2 to 100000 values") != std::string::npos);
    CHECK(sweep_error("electricity.price=0.2..2.0 CNY/kWh/-5").find("a sweep has 2 to 100000 values") != std::string::npos);
    CHECK(sweep_error("electricity.price=0.2..2.0 CNY/kWh/99999999999999999999").find("a sweep has 2 to 100000 values") != std::string::npos);
    CHECK(sweep_error("electricity.price=0.2 CNY/kWh").find("a range has two ends") != std::string::npos);
    CHECK(sweep_error("electricity.price").find("an = is missing") != std::string::npos);
    CHECK(sweep_error("electricity.price=0.2..2.0 EUR/kWh/3").find("no exchange rate from EUR to CNY") != std::string::npos);
    CHECK(sweep_error("electricity.price=..2.0 CNY/kWh/3").find("--sweep:1:19: error: ") == 0);
    CHECK(sweep_error("ownership.gpu_share=0.5..1.5/3").find("ownership.gpu_share must be a share from 0 to 1") != std::string::npos);
    CHECK(sweep_error("cloud.price=-1..1 CNY/h/3").find("cloud.price must not be negative") != std::string::npos);
    CHECK(whole_error([] { (void)swept(article_scenario(), "cloud.price=1..2 CNY/h", "cloud.price=1..2 CNY/h"); }).find("both sweeps change cloud.price") !=
          std::string::npos);
    CHECK(whole_error([] { (void)swept(article_scenario(), "cloud.price=1..2 CNY/h/1000", "ownership.lifetime=1..2 yr/1000"); })
              .find("more than 100000 points") != std::string::npos);
}

TEST_CASE("changes stand beside the scenario as it is") {
    const Scaling doubled = parse_scaling("electricity.price=2");
    const Changes changes{.name = "electricity doubles", .notes = {"a note"}, .sets = {}, .scalings = {doubled}, .share = {}};
    std::vector<Candidate> candidates;
    candidates.push_back({"as it is", article_scenario(), {}});
    candidates.push_back({"changed", read_changed(article_scenario_path(), {}, changes), changes});
    const WhatIfAnswer answer = what_if(std::move(candidates), {}, 0.12);
    REQUIRE(answer.variants.size() == 2);
    const double after = 2975.0 / 17520.0 / (2.8 - 0.1258 * 1.7);
    CHECK(*answer.variants[1].line.line == near(after));
    CHECK(*answer.variants[0].points == 0.0);
    CHECK(*answer.variants[1].points == near(after - 0.0630529232708616));
    CHECK(*answer.variants[1].owning_wins);
    CHECK(in(answer.variants[0].economics->saving * month, money) == near(235.912932));
    CHECK(answer.remarks.back() == "a note");
    for (const Input& input : answer.variants[1].line.inputs)
        if (input.key == "electricity.price") CHECK((std::get<double>(input.value) == near(1.7) && input.source == "command line"));
    CHECK_THROWS_AS((void)what_if({}, {}), InputError);
}

TEST_CASE("a scaling is a key and a factor") {
    CHECK(parse_scaling("cloud.price=x1.5").factor == near(1.5));
    CHECK(parse_scaling("cloud.price=200 %").factor == near(2.0));
    CHECK(whole_error([] { (void)parse_scaling("cloud.price"); }).find("--scale:1:1: error: a scaling names a key and a factor") == 0);
    CHECK(whole_error([] { (void)parse_scaling("cloud.price=2 CNY/h"); }).find("--scale:1:13: error: a factor is a plain number") == 0);
    CHECK(whole_error([] { (void)parse_scaling("cloud.price=-1"); }).find("must not be negative") != std::string::npos);
    LoadedScenario loaded = article_scenario();
    CHECK(whole_error([&] { scale(loaded, parse_scaling("cloud.prise=2")); }) ==
          "--scale: error: \"cloud.prise\" is no value of a scenario that can be changed\n hint: did you mean cloud.price, cloud.egress or cloud.storage?");
    CHECK(whole_error([&] { scale(loaded, parse_scaling("ownership.gpu_share=5")); }).find("must be a share") != std::string::npos);
    CHECK(whole_error([&] { scale(loaded, parse_scaling("cloud.session=2")); }).find("the scenario has no cloud.session to scale") != std::string::npos);
}

TEST_CASE("a what-if file sets, scales and says what happens to the busy share") {
    const Changes changes = changes_in(R"(
schema = 1
name = "all of it"
note = ["one", "two"]
[share]
before = "9.2 %"
after = 0.317
spread_before = "22 pp"
[set]
electricity.price = "0.5 CNY/kWh"
ownership.year = 2
[scale]
"cloud.speed_ratio" = 1.5
)");
    CHECK(changes.name == "all of it");
    CHECK(changes.notes.size() == 2);
    CHECK(*changes.share.before == near(0.092));
    CHECK(*changes.share.after == near(0.317));
    CHECK(*changes.share.spread_before == near(0.22));
    REQUIRE(changes.sets.size() == 2);
    CHECK(changes.sets[0].key == "electricity.price");
    CHECK(changes.sets[0].value == "\"0.5 CNY/kWh\"");
    CHECK(changes.sets[1].value == "2");
    REQUIRE(changes.scalings.size() == 1);
    CHECK(changes.scalings[0].key == "cloud.speed_ratio");
    CHECK(whole_error([] { (void)changes_in("[sets]\ncloud.price = \"1 CNY/h\"\n"); }).find("unknown key \"sets\"") != std::string::npos);
    CHECK(whole_error([] { (void)changes_in("[share]\nafter = 31.7\n"); }).find(":2:9: error: ") != std::string::npos);
    CHECK(whole_error([] { (void)changes_in("[set]\nfan.curve = [ [\"50 degC\", 0.3] ]\n"); }).find("one value belongs here") != std::string::npos);
    CHECK(whole_error([] { (void)changes_in("[scale]\ncloud.price = -1\n"); }).find("must not be negative") != std::string::npos);
}

TEST_CASE("the shipped what-if files say what the article's workflow changes do to share and line") {
    const auto changes = [](const std::string& name) { return read_changes(BREAKEVEN_SOURCE_DIR "/data/whatif/" + name); };
    const auto answer_to = [](const Changes& asked) {
        return what_if({{"as it is", article_scenario(), {}}, {"changed", read_changed(article_scenario_path(), {}, asked), asked}}, {});
    };
    const Changes preprocessing = changes("preprocessing-on-cpus.toml");
    CHECK(preprocessing.share.before == 0.092);
    CHECK(preprocessing.share.after == near(0.317));
    const WhatIfAnswer moved = answer_to(preprocessing);
    CHECK(*moved.variants[1].points == 0.0);
    CHECK(*moved.variants[1].owning_wins);

    // The factor is what 12.0 to 8.3 % would need of the speed ratio.
    const WhatIfAnswer vae = answer_to(changes("vae-off-the-gpu.toml"));
    CHECK(*vae.variants[1].line.line / *vae.variants[0].line.line == near(8.3 / 12.0, 2e-3));
    CHECK(vae.remarks.size() >= 2);

    const Changes queueing = changes("memory-limits-and-queueing.toml");
    CHECK(queueing.empty());
    CHECK(queueing.share.spread_before == near(0.22));
    CHECK(queueing.share.spread_after == near(0.05));
    CHECK(*answer_to(queueing).variants[1].points == 0.0);
}
