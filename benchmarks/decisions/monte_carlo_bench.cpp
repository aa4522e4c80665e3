// A Monte Carlo with its mean and quantiles, seven values drawn: all normal, and all uniform, which costs least to draw.
#include <breakeven/decisions/monte_carlo.hpp>
#include <breakeven/decisions/random_draws.hpp>
#include <breakeven/decisions/monte_carlo_inputs.hpp>
#include <breakeven/decisions/whatif_key.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace {
using namespace breakeven;

/// The shipped scenario with seven values uncertain by a tenth.
LoadedScenario uncertain(UncertainInput::Kind kind) {
    LoadedScenario out = read_scenario(BREAKEVEN_SOURCE_DIR "/data/scenarios/rtx4060-laptop-vs-a10.toml");
    out.uncertain.clear();
    out.correlations.clear();
    for (const char* key : {"ownership.price", "ownership.lifetime", "electricity.active_power", "electricity.price", "cloud.price", "crash.rate", "fan.power"}) {
        const double value = *value_of(out.scenario, key);
        const bool normal = kind == UncertainInput::Kind::normal;
        out.uncertain.push_back({key, kind, {normal ? value : 0.9 * value, normal ? 0.1 * value : 1.1 * value}, {}});
    }
    return out;
}

/// The same draws, one after the other and sorted.
std::vector<double> one_by_one(const LoadedScenario& loaded, const MonteCarloOptions& options) {
    const std::vector<UncertainValue> values = uncertain_values(loaded);
    const LineFunction line(loaded, {});
    const RandomDraws draws(options.seed);
    std::vector<double> out;
    for (std::uint64_t n = 0; n < options.draws; ++n) {
        Scenario changed = line.scenario();
        for (std::size_t i = 0; i < values.size(); ++i)
            set_value(changed, values[i].key().key, values[i].quantile(draws.pair(n, static_cast<std::uint32_t>(i / 2))[i % 2]));
        const LinePoint point = line(changed);
        if (point.outcome == Outcome::line) out.push_back(*point.line);
    }
    std::sort(out.begin(), out.end());
    return out;
}

double quantile(const std::vector<double>& sorted, double p) {
    const double rank = p * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(rank);
    return sorted[below] + (rank - std::floor(rank)) * (sorted[std::min(below + 1, sorted.size() - 1)] - sorted[below]);
}

void monte_carlo_of(benchmark::State& state, UncertainInput::Kind kind) {
    const LoadedScenario loaded = uncertain(kind);
    MonteCarloOptions options{.draws = 20000, .seed = 1, .share = {}, .threads = static_cast<unsigned>(state.range(1))};
    const std::vector<double> expected = one_by_one(loaded, options);
    const MonteCarloAnswer found = monte_carlo(loaded, options, {});
    if (!found.lines || found.lines->count != expected.size() || found.lines->quantiles[0] != quantile(expected, 0.05) ||
        found.lines->quantiles[1] != quantile(expected, 0.5) || found.lines->quantiles[2] != quantile(expected, 0.95))
        return state.SkipWithError("answers differ");
    options.draws = static_cast<std::uint64_t>(state.range(0));
    for (auto _ : state) benchmark::DoNotOptimize(monte_carlo(loaded, options, {}));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
}  // namespace

BENCHMARK_CAPTURE(monte_carlo_of, normal, UncertainInput::Kind::normal)->ArgsProduct({{1000000}, {1, 2}})->ArgNames({"draws", "threads"})->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK_CAPTURE(monte_carlo_of, uniform, UncertainInput::Kind::uniform)->ArgsProduct({{1000000}, {1, 2}})->ArgNames({"draws", "threads"})->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
