// Monte Carlo: the generator's published answers, closed forms within four standard errors, and the same digits on any number
// of threads.
#include "article_scenario.hpp"
#include "near.hpp"

#include <breakeven/decisions/monte_carlo.hpp>
#include <breakeven/decisions/monte_carlo_inputs.hpp>
#include <breakeven/decisions/order_statistics.hpp>
#include <breakeven/decisions/random_arrays.hpp>
#include <breakeven/decisions/random_draws.hpp>

#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <random>
#include <unistd.h>

using namespace breakeven;
using breakeven::testing::article_scenario;
using breakeven::testing::near;
using breakeven::testing::small_scenario;
using breakeven::testing::whole_error;

namespace {

MonteCarloAnswer run(const LoadedScenario& loaded, std::uint64_t draws, std::optional<double> share = {}, unsigned threads = 0) {
    return monte_carlo(loaded, {.draws = draws, .seed = 2026, .share = share, .threads = threads}, {});
}

/// Standard error of an empirical quantile: sqrt(p (1 - p)/n)/density.
double quantile_error(double p, double density, double count) { return std::sqrt(p * (1.0 - p) / count) / density; }

/// A file with some text that goes away again.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& text)
        : path_(std::filesystem::temp_directory_path() / ("breakeven-samples-" + std::to_string(::getpid()) + ".csv")) {
        std::ofstream(path_) << text;
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    [[nodiscard]] std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

}  // namespace

TEST_CASE("Philox 4x32-10 gives its published answers") {
    // kat_vectors of Random123.
    CHECK(philox4x32_10({0, 0, 0, 0}, {0, 0}) == PhiloxBlock{0x6627e8d5U, 0xe169c58dU, 0xbc57ac4cU, 0x9b00dbd8U});
    CHECK(philox4x32_10({0xffffffffU, 0xffffffffU, 0xffffffffU, 0xffffffffU}, {0xffffffffU, 0xffffffffU}) ==
          PhiloxBlock{0x408f276dU, 0x41c83b0eU, 0xa20bc7c6U, 0x6d5451fdU});
    CHECK(philox4x32_10({0x243f6a88U, 0x85a308d3U, 0x13198a2eU, 0x03707344U}, {0xa4093822U, 0x299f31d0U}) ==
          PhiloxBlock{0xd16cfe09U, 0x94fdccebU, 0x5001e420U, 0x24126ea1U});
}

TEST_CASE("uniform draws lie inside (0, 1) and are uniform") {
    const RandomDraws draws(7);
    double sum = 0.0;
    double squares = 0.0;
    double product = 0.0;
    constexpr int count = 200000;
    for (int n = 0; n < count; ++n) {
        const auto [a, b] = draws.pair(static_cast<std::uint64_t>(n), 0);
        REQUIRE((a > 0.0 && a < 1.0 && b > 0.0 && b < 1.0));
        sum += a;
        squares += a * a;
        product += (a - 0.5) * (b - 0.5);
    }
    CHECK(std::abs(sum / count - 0.5) < 4.0 / std::sqrt(12.0 * count));
    CHECK(std::abs(squares / count - 1.0 / 3.0) < 4.0 * std::sqrt(4.0 / 45.0 / count));
    CHECK(std::abs(product / count) < 4.0 / 12.0 / std::sqrt(count));
}

TEST_CASE("a lognormal rent gives the closed form's distribution of lines") {
    // B = 0, so that the line is S/C: lognormal itself.
    const LoadedScenario loaded = small_scenario("[uncertain]\n\"cloud.price\" = { lognormal = [\"2.8 CNY/h\", 0.25] }\n");
    constexpr std::uint64_t draws = 400000;
    const MonteCarloAnswer answer = run(loaded, draws, 0.08);
    REQUIRE(answer.lines);
    CHECK(answer.share_of(Outcome::line) == 1.0);
    const auto count = static_cast<double>(draws);
    const double sd = 0.0158901406459;
    CHECK(std::abs(answer.lines->mean - 0.062570055392) < 4.0 * sd / std::sqrt(count));
    CHECK(answer.lines->standard_error == near(answer.lines->standard_deviation / std::sqrt(count)));
    // The standard error of a standard deviation, with the kurtosis of a lognormal of sigma 0.25 (4.09).
    CHECK(std::abs(answer.lines->standard_deviation - sd) < 4.0 * sd * std::sqrt((4.09 - 1.0) / 4.0 / count));
    const auto density = [](double x) {
        const double z = std::log(x / 0.0606449771689) / 0.25;
        return std::exp(-z * z / 2.0) / (x * 0.25 * std::sqrt(2.0 * std::numbers::pi));
    };
    CHECK(std::abs(answer.lines->quantiles[0] - 0.0401982478379) < 4.0 * quantile_error(0.05, density(0.0401982478379), count));
    CHECK(std::abs(answer.lines->quantiles[1] - 0.0606449771689) < 4.0 * quantile_error(0.50, density(0.0606449771689), count));
    CHECK(std::abs(answer.lines->quantiles[2] - 0.0914918797122) < 4.0 * quantile_error(0.95, density(0.0914918797122), count));
    CHECK(std::abs(*answer.own_wins - 0.866060298382) < 4.0 * *answer.own_wins_standard_error);
    CHECK(*answer.own_wins_standard_error == near(std::sqrt(0.866060298382 * 0.133939701618 / count), 0.02));
    std::uint64_t binned = 0;
    for (const std::uint64_t bin : answer.lines->histogram) binned += bin;
    CHECK(binned == draws);
}

TEST_CASE("the delta method names each input's part in the spread") {
    LoadedScenario loaded = article_scenario();
    const double per_kwh = in(1.0 * money / kilowatt_hour, EnergyPrice::from_value(1.0));
    loaded.uncertain = {
        {.key = "ownership.price", .kind = UncertainInput::Kind::normal, .parameters = {8500.0, 400.0}, .samples_file = {}},
        {.key = "electricity.price", .kind = UncertainInput::Kind::normal, .parameters = {0.85 * per_kwh, 0.05 * per_kwh}, .samples_file = {}},
        {.key = "cloud.price", .kind = UncertainInput::Kind::normal, .parameters = {2.8 / 3600.0, 0.2 / 3600.0}, .samples_file = {}}};
    const MonteCarloAnswer answer = run(loaded, 200000);
    CHECK(*answer.inputs[0].spread == near(0.0029671964, 1e-8));
    CHECK(*answer.inputs[1].spread == near(0.00014726795, 1e-7));
    CHECK(*answer.inputs[2].spread == near(0.0046826056, 1e-8));
    CHECK(*answer.delta_spread == near(0.00554551507381));
    // To the second order the spread is a little wider; one part in twenty covers that here.
    CHECK(answer.lines->standard_deviation == near(*answer.delta_spread, 0.05));
}

TEST_CASE("one thread, two and five give the same digits") {
    const LoadedScenario loaded = small_scenario(R"(
electricity.idle_power = "20 W"
[uncertain]
"cloud.price" = { lognormal = ["2.8 CNY/h", 0.9] }
"ownership.lifetime" = { triangular = ["1 yr", "2 yr", "5 yr"] }
"electricity.price" = { normal = ["0.85 CNY/kWh", "0.05 CNY/kWh"] }
correlations = [ ["cloud.price", "electricity.price", 0.5] ]
)");
    const MonteCarloAnswer one = run(loaded, 20001, 0.1, 1);
    for (const unsigned threads : {2U, 5U}) {
        const MonteCarloAnswer many = run(loaded, 20001, 0.1, threads);
        CHECK(many.lines->mean == one.lines->mean);
        CHECK(many.lines->standard_deviation == one.lines->standard_deviation);
        CHECK(many.lines->quantiles == one.lines->quantiles);
        CHECK(many.lines->histogram == one.lines->histogram);
        CHECK(many.outcomes == one.outcomes);
        CHECK(many.own_wins == one.own_wins);
    }
    CHECK(monte_carlo(loaded, {.draws = 20001, .seed = 2027, .share = 0.1, .threads = 1}, {}).lines->mean != one.lines->mean);
}

TEST_CASE("draws without a line are outcomes, and their shares are those of the closed form") {
    // S = 0.169805936 CNY/h: renting for less than that is cheaper even around the clock.
    const LoadedScenario loaded = small_scenario("[uncertain]\n\"cloud.price\" = { uniform = [\"0 CNY/h\", \"1 CNY/h\"] }\n");
    const MonteCarloAnswer answer = run(loaded, 200000, 0.5);
    const double never = 2975.0 / 17520.0;
    const double error = std::sqrt(never * (1.0 - never) / 200000.0);
    CHECK(std::abs(answer.share_of(Outcome::never) - never) < 4.0 * error);
    CHECK(answer.share_of(Outcome::line) + answer.share_of(Outcome::never) == 1.0);
    CHECK(answer.lines->count == answer.outcomes[static_cast<std::size_t>(Outcome::line)]);
    CHECK(answer.lines->highest <= 1.0);
    // Owning wins at one half where the rent is above twice the standing cost.
    CHECK(std::abs(*answer.own_wins - (1.0 - 2.0 * never)) < 4.0 * *answer.own_wins_standard_error);
}

TEST_CASE("a normal distribution is cut where the models take no value, and the mass cut is stated") {
    const LoadedScenario loaded = small_scenario("ownership.gpu_share = 0.9\n[uncertain]\n\"ownership.gpu_share\" = { normal = [0.9, 0.1] }\n");
    const UncertainValue value(loaded, loaded.uncertain[0]);
    CHECK(value.mass_cut() == near(0.158655253931, 1e-6));  // 1 - Phi(1)
    CHECK(value.quantile(1e-9) > 0.0);
    CHECK(value.quantile(1.0 - 1e-12) <= 1.0);
    const MonteCarloAnswer answer = run(loaded, 100000);
    // The mean of a normal cut above at one standard deviation: mean - sd phi(1)/Phi(1).
    const double mean = 0.9 - 0.1 * 0.241970724519 / 0.841344746069;
    CHECK(std::abs(answer.lines->mean / 0.0606449771689 - mean) < 4.0 * answer.lines->standard_error / 0.0606449771689);
}

TEST_CASE("quantiles of the distributions are those of the closed forms") {
    const auto quantile = [](const std::string& distribution, double p) {
        const LoadedScenario loaded = small_scenario("[uncertain]\n\"ownership.lifetime\" = " + distribution + "\n");
        return UncertainValue(loaded, loaded.uncertain[0]).quantile(p) / (365.0 * 86400.0);
    };
    CHECK(quantile("{ uniform = [\"1 yr\", \"3 yr\"] }", 0.25) == near(1.5));
    CHECK(quantile("{ triangular = [\"1 yr\", \"2 yr\", \"5 yr\"] }", 0.25) == near(2.0));   // a quarter lies below the mode
    CHECK(quantile("{ triangular = [\"1 yr\", \"2 yr\", \"5 yr\"] }", 0.0625) == near(1.5));
    CHECK(quantile("{ triangular = [\"1 yr\", \"2 yr\", \"5 yr\"] }", 0.8125) == near(3.5));
    CHECK(quantile("{ triangular = [\"1 yr\", \"1 yr\", \"5 yr\"] }", 0.75) == near(3.0));   // the mode at the end
    CHECK(quantile("{ lognormal = [\"2 yr\", 0.5] }", 0.5) == near(2.0));
    CHECK(quantile("{ lognormal = [\"2 yr\", 0.5] }", 0.841344746069) == near(2.0 * std::exp(0.5), 1e-10));
    CHECK(quantile("{ normal = [\"2 yr\", \"0.1 yr\"] }", 0.841344746069) == near(2.1, 1e-10));
}

TEST_CASE("correlated rent and price move together as the delta method says") {
    const auto spread = [](const std::string& correlation) {
        const LoadedScenario loaded = small_scenario("[uncertain]\n\"cloud.price\" = { normal = [\"2.8 CNY/h\", \"0.1 CNY/h\"] }\n"
                                                     "\"ownership.price\" = { normal = [\"2975 CNY\", \"106.25 CNY\"] }\n" + correlation);
        return run(loaded, 200000);
    };
    // Both have a relative spread of 1/28 and the elasticities are 1 and -1: var = 2 (1 - rho)/28^2.
    const auto relative = [](double rho) { return 0.0606449771689 * std::sqrt(2.0 * (1.0 - rho)) / 28.0; };
    CHECK(*spread("").delta_spread == near(relative(0.0)));
    CHECK(*spread("correlations = [ [\"cloud.price\", \"ownership.price\", 0.9] ]").delta_spread == near(relative(0.9)));
    CHECK(spread("correlations = [ [\"cloud.price\", \"ownership.price\", 0.9] ]").lines->standard_deviation == near(relative(0.9), 0.02));
    CHECK(spread("correlations = [ [\"cloud.price\", \"ownership.price\", -0.9] ]").lines->standard_deviation == near(relative(-0.9), 0.02));
}

TEST_CASE("samples from a file are drawn as they stand, by the column of the key's name or the first") {
    const auto loaded = [](const std::string& file) {
        LoadedScenario out = small_scenario();
        out.uncertain = {{.key = "cloud.price", .kind = UncertainInput::Kind::samples, .parameters = {}, .samples_file = file}};
        return out;
    };
    const double unit = 1.0 / 3600.0;
    {
        const TemporaryFile file("2.0\n3.0\n4.0\n");
        const UncertainValue value(loaded(file.path()), loaded(file.path()).uncertain[0]);
        CHECK(value.mean() == near(3.0 * unit));
        CHECK(value.quantile(0.1) == near(2.0 * unit));
        CHECK(value.quantile(0.5) == near(3.0 * unit));
        CHECK(value.quantile(0.999) == near(4.0 * unit));
    }
    {
        const TemporaryFile file("day,cloud.price\n2026-01-01,0.1 CNY/min\n2026-01-02,8 CNY/h\n");
        const UncertainValue value(loaded(file.path()), loaded(file.path()).uncertain[0]);
        CHECK(value.quantile(0.1) == near(6.0 * unit));
        CHECK(value.quantile(0.9) == near(8.0 * unit));
    }
    {
        const TemporaryFile file("rent\n2.0\ntwo\n");
        CHECK(whole_error([&] { (void)UncertainValue(loaded(file.path()), loaded(file.path()).uncertain[0]); }).find(":3:1: error: \"two") != std::string::npos);
    }
    {
        const TemporaryFile file("-2.0\n");
        CHECK(whole_error([&] { (void)UncertainValue(loaded(file.path()), loaded(file.path()).uncertain[0]); }).find("reaches values that the models do not take") !=
              std::string::npos);
    }
    {
        const TemporaryFile file("rent\n");
        CHECK(whole_error([&] { (void)UncertainValue(loaded(file.path()), loaded(file.path()).uncertain[0]); }).find("there is no sample in this file") !=
              std::string::npos);
    }
}

TEST_CASE("impossible correlations name the pair to look at") {
    const std::string three = R"([uncertain]
"cloud.price" = { uniform = ["2 CNY/h", "3 CNY/h"] }
"ownership.price" = { uniform = ["2000 CNY", "3000 CNY"] }
"ownership.lifetime" = { uniform = ["1 yr", "3 yr"] }
)";
    const auto error = [&](const std::string& correlations) {
        return whole_error([&] { (void)run(small_scenario(three + "correlations = [ " + correlations + " ]"), 10); });
    };
    CHECK(error(R"(["cloud.price", "ownership.price", 0.9], ["cloud.price", "ownership.lifetime", 0.9], ["ownership.price", "ownership.lifetime", -0.9])")
              .find("the correlations cannot hold together: look at that of ") != std::string::npos);
    CHECK(error(R"(["cloud.price", "ownership.price", 1.0])").find("look at that of cloud.price and ownership.price") != std::string::npos);
    LoadedScenario misspelt = small_scenario(three);
    misspelt.correlations = {{"cloud.price", "ownership.pric", 0.5}};
    CHECK(whole_error([&] { (void)run(misspelt, 10); }).find("did you mean ownership.price") != std::string::npos);
    CHECK(error(R"(["cloud.price", "cloud.price", 0.5])").find("with itself is 1") != std::string::npos);
    CHECK(error(R"(["cloud.price", "ownership.price", 0.5], ["ownership.price", "cloud.price", 0.4])").find("given twice") != std::string::npos);
    CHECK(error(R"(["cloud.price", "ownership.price", 0.5])").empty());
}

TEST_CASE("no draws, too many draws and no uncertain value are refused") {
    const LoadedScenario uncertain = small_scenario("[uncertain]\n\"cloud.price\" = { uniform = [\"2 CNY/h\", \"3 CNY/h\"] }\n");
    CHECK(whole_error([&] { (void)run(uncertain, 0); }) ==
          "error: a Monte Carlo takes 1 to 50000000 draws\n hint: 100000 give the line to three digits");
    CHECK_FALSE(whole_error([&] { (void)run(uncertain, 50000001); }).empty());
    CHECK(whole_error([] { (void)run(article_scenario(), 10); }).find("the scenario says of no value how uncertain it is") != std::string::npos);
    CHECK(whole_error([&] { (void)run(uncertain, 10, 1.2); }).find("share must be a share from 0 to 1") != std::string::npos);
    CHECK(run(uncertain, 1).lines->count == 1);
}

TEST_CASE("the inverse of the normal distribution is Boost's to 2e-15, in the middle and in both tails") {
    std::vector<double> p = {1e-300, 1e-100, 1e-20, 1.3e-11, 1.5e-11, 0.0749999, 0.075, 0.0750001, 0.5, 0.925, 0.9250001, 1.0 - 1e-11, 1.0 - 0x1p-53};
    for (int i = 1; i < 2000; ++i) p.push_back(i / 2000.0);
    std::vector<double> z(p.size());
    detail::normal_quantiles(p.data(), z.data(), p.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
        const double expected = boost::math::quantile(boost::math::normal(), p[i]);
        CHECK_MESSAGE(std::abs(z[i] - expected) <= 2e-15 * std::abs(expected), p[i]);
    }
}

TEST_CASE("draws by arrays are the draws one by one, whatever instructions the processor has") {
    using namespace breakeven::detail;
    std::vector<UniformDraws*> versions = {uniform_draws, uniform_draws_baseline};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) versions.push_back(uniform_draws_avx2);
    if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) versions.push_back(uniform_draws_avx512);
#endif
    const RandomDraws draws(0x123456789abcdefULL);
    std::vector<double> even(333), odd(333);
    for (UniformDraws* version : versions)
        for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{0xffffff00}}) {  // across 32 bits
            version(0x123456789abcdefULL, first, 3, even.data(), odd.data(), even.size());
            for (std::size_t i = 0; i < even.size(); ++i) CHECK(draws.pair(first + i, 3) == std::array{even[i], odd[i]});
        }
}

TEST_CASE("ranks are those of the sorted numbers") {
    std::mt19937_64 random(5);
    for (const double spread : {0.0, 1e-320, 1.0, 1e300}) {
        std::vector<double> values(1000);
        for (double& one : values) one = spread * static_cast<double>(random() % 700) / 700.0;
        values[3] = 5.0 * spread;  // far from the others
        std::vector<double> sorted = values;
        std::sort(sorted.begin(), sorted.end());
        std::vector<std::size_t> ranks;
        for (std::size_t i = 0; i < values.size(); i += 9) ranks.push_back(i);
        ranks.push_back(values.size() - 1);
        const std::vector<double> found = detail::at_ranks(values, sorted.front(), sorted.back(), ranks);
        for (std::size_t k = 0; k < ranks.size(); ++k) CHECK(found[k] == sorted[ranks[k]]);
    }
}
