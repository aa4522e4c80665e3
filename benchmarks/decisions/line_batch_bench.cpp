// Lines in bulk: a table of scenarios and a grid over two prices, each beside the line function, which takes
// a scenario at a time and says the same to the last bit.
#include <breakeven/decisions/line_batch.hpp>
#include <breakeven/decisions/whatif_key.hpp>

#include <benchmark/benchmark.h>

#include <bit>
#include <random>
#include <string>
#include <vector>

namespace {
using namespace breakeven;

LoadedScenario shipped() { return read_scenario(BREAKEVEN_SOURCE_DIR "/data/scenarios/rtx4060-laptop-vs-a10.toml"); }

/// Five values of a scenario, drawn around those of the shipped one.
struct Table {
    std::vector<BatchKey> keys = {{"ownership.price", "CNY"}, {"ownership.lifetime", "yr"}, {"electricity.active_power", "W"},
                                  {"electricity.price", "CNY/kWh"}, {"cloud.price", "CNY/h"}};
    std::vector<std::vector<double>> columns;

    explicit Table(std::size_t count) {
        std::mt19937_64 random(1);
        const double low[] = {5000.0, 1.0, 60.0, 0.3, 1.5};
        const double high[] = {12000.0, 5.0, 200.0, 1.5, 6.0};
        for (std::size_t k = 0; k < keys.size(); ++k) {
            columns.emplace_back(count);
            for (double& one : columns.back()) one = std::uniform_real_distribution<double>(low[k], high[k])(random);
        }
    }
    [[nodiscard]] std::vector<std::span<const double>> spans() const { return {columns.begin(), columns.end()}; }
};

double one_by_one(const LineBatch& batch, const std::vector<double>& values) {
    Scenario changed = batch.line().scenario();
    for (std::size_t k = 0; k < values.size(); ++k) set_value(changed, batch.inputs()[k].key, values[k] * batch.inputs()[k].unit_size);
    const LinePoint point = batch.line()(changed);
    return point.line.value_or(NAN);
}

bool same(benchmark::State& state, double found, double expected) {
    if (std::bit_cast<std::uint64_t>(found) == std::bit_cast<std::uint64_t>(expected) || (found != found && expected != expected)) return true;
    state.SkipWithError("answers differ");
    return false;
}

void table_of_scenarios(benchmark::State& state) {
    const auto count = static_cast<std::size_t>(state.range(0));
    const Table table(count);
    const LineBatch batch(shipped(), table.keys, {});
    const auto threads = static_cast<unsigned>(state.range(1));
    Lines lines;
    lines.resize(count);
    const LinesOut out{lines.line.data(), lines.outcome.data(), nullptr};
    const auto spans = table.spans();
    batch.table(spans, out, threads);
    for (std::size_t i = 0; i < count; i += 37) {
        std::vector<double> values;
        for (const auto& column : table.columns) values.push_back(column[i]);
        if (!same(state, lines.line[i], one_by_one(batch, values))) return;
    }
    for (auto _ : state) {
        batch.table(spans, out, threads);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void scenarios_one_by_one(benchmark::State& state) {
    const Table table(1000);
    const LineBatch batch(shipped(), table.keys, {});
    std::vector<double> values(table.keys.size());
    std::size_t i = 0;
    for (auto _ : state) {
        for (std::size_t k = 0; k < values.size(); ++k) values[k] = table.columns[k][i];
        benchmark::DoNotOptimize(one_by_one(batch, values));
        i = (i + 1) % 1000;
    }
    state.SetItemsProcessed(state.iterations());
}

void grid(benchmark::State& state) {
    const auto side = static_cast<std::size_t>(state.range(0));
    const LineBatch batch(shipped(), {{"electricity.price", "CNY/kWh"}, {"cloud.price", "CNY/h"}}, {});
    const auto threads = static_cast<unsigned>(state.range(1));
    std::vector<double> down(side), across(side);
    for (std::size_t i = 0; i < side; ++i) down[i] = 0.2 + 1.8 * static_cast<double>(i) / static_cast<double>(side);
    for (std::size_t j = 0; j < side; ++j) across[j] = 1.5 + 4.5 * static_cast<double>(j) / static_cast<double>(side);
    Lines lines;
    lines.resize(side * side);
    const LinesOut out{lines.line.data(), lines.outcome.data(), nullptr};
    batch.grid(down, across, out, threads);
    for (std::size_t i = 0; i < side; i += 41)
        for (std::size_t j = 0; j < side; j += 13)
            if (!same(state, lines.line[i * side + j], one_by_one(batch, {down[i], across[j]}))) return;
    for (auto _ : state) {
        batch.grid(down, across, out, threads);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * state.range(0) * state.range(0));
}
}  // namespace

BENCHMARK(table_of_scenarios)->ArgsProduct({{100000, 1000000}, {1, 2}})->ArgNames({"scenarios", "threads"})->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(scenarios_one_by_one);
BENCHMARK(grid)->ArgsProduct({{512, 1024}, {1, 2}})->ArgNames({"side", "threads"})->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
