#include <breakeven/decisions/array_steps.hpp>
#include <breakeven/decisions/line_batch.hpp>
#include <breakeven/decisions/whatif_key.hpp>

#include "random_scenarios.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <random>
#include <vector>

using namespace breakeven;

namespace {
LoadedScenario loaded_of(const Scenario& scenario) {
    LoadedScenario out;
    out.scenario = scenario;
    out.door = Exchange(scenario.currency);
    return out;
}

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

/// Of a zero the sign does not count.
bool same_number(double a, double b) { return (a == 0.0 && b == 0.0) || same_bits(a, b); }

/// What the line function says of one point, taken by itself.
LinePoint by_itself(const LineFunction& line, const std::vector<LineInput>& inputs, const std::vector<double>& values) {
    Scenario changed = line.scenario();
    for (std::size_t k = 0; k < inputs.size(); ++k) set_value(changed, inputs[k].key, values[k] * inputs[k].unit_size);
    return line(changed);
}

void check_same(const LinePoint& found, const LinePoint& expected) {
    REQUIRE(found.outcome == expected.outcome);
    REQUIRE(found.line.has_value() == expected.line.has_value());
    if (found.line) CHECK(same_number(*found.line, *expected.line));
    REQUIRE(found.lines.size() == expected.lines.size());
    for (std::size_t i = 0; i < found.lines.size(); ++i) CHECK(same_number(found.lines[i], expected.lines[i]));
}

const std::vector<BatchKey> keys = {{"ownership.price", "CNY"}, {"ownership.lifetime", "yr"}, {"electricity.active_power", "W"},
                                    {"electricity.price", "CNY/kWh"}, {"cloud.price", "CNY/h"}, {"electricity.powered_on", ""},
                                    {"electricity.idle_power", "W"}, {"crash.rate", "/yr"}, {"cloud.speed_ratio", ""}};
}  // namespace

TEST_CASE("a table of scenarios has the figures of each scenario by itself, to the last digit") {
    testing::RandomScenarios random(11);
    for (int trial = 0; trial < 40; ++trial) {
        Scenario scenario = random.next();
        if (scenario.cloud.reserved > CostRate{}) scenario.cloud.price = scenario.cloud.reserved, scenario.cloud.reserved = {};
        Context asked;
        if (random.chance(0.5)) {
            scenario.line.temperature_weight = 0.0087 / kelvin;
            scenario.line.reference.temperature = celsius(25.0);
            asked.temperature = celsius(random.uniform(10.0, 40.0));
        }
        const LoadedScenario loaded = loaded_of(scenario);
        const LineBatch batch(loaded, keys, asked);
        const std::size_t count = 700;  // more than are taken at once
        std::vector<std::vector<double>> columns(keys.size());
        const double low[] = {0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.1};
        const double high[] = {20000.0, 7.0, 700.0, 1.5, 10.0, 1.0, 100.0, 50.0, 2.0};
        for (std::size_t k = 0; k < keys.size(); ++k)
            for (std::size_t i = 0; i < count; ++i)
                columns[k].push_back(random.chance(0.02) ? (random.chance(0.5) ? std::max(low[k], 0.1) : high[k]) : random.uniform(low[k], high[k]));
        const std::vector<std::span<const double>> spans(columns.begin(), columns.end());
        Lines lines;
        lines.resize(count);
        batch.table(spans, lines.out());
        for (std::size_t i = 0; i < count; ++i) {
            std::vector<double> values;
            for (const auto& column : columns) values.push_back(column[i]);
            check_same(lines.point(i), by_itself(batch.line(), batch.inputs(), values));
        }
    }
}

TEST_CASE("a grid has the figures of each point by itself, to the last digit, on any number of threads") {
    testing::RandomScenarios random(12);
    for (int trial = 0; trial < 12; ++trial) {
        Scenario scenario = random.next();
        if (scenario.cloud.reserved > CostRate{}) scenario.cloud.price = scenario.cloud.reserved, scenario.cloud.reserved = {};
        const LoadedScenario loaded = loaded_of(scenario);
        const auto two = trial % 2 == 0 ? std::vector<BatchKey>{{"electricity.price", "CNY/kWh"}, {"cloud.price", "CNY/h"}}
                                        : std::vector<BatchKey>{{"electricity.powered_on", ""}, {"ownership.price", "CNY"}};
        const LineBatch batch(loaded, two, {});
        std::vector<double> rows, columns;
        for (int i = 0; i < 130; ++i) rows.push_back(i / 130.0);
        for (int j = 0; j < 300; ++j) columns.push_back(trial % 2 == 0 ? j / 60.0 : 50.0 * j);
        Lines lines, again;
        lines.resize(rows.size() * columns.size());
        again.resize(rows.size() * columns.size());
        batch.grid(rows, columns, lines.out());
        batch.grid(rows, columns, again.out(), 2);
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (std::size_t j = 0; j < columns.size(); ++j) {
                const std::size_t point = i * columns.size() + j;
                CHECK(again.outcome[point] == lines.outcome[point]);
                CHECK(same_bits(again.line[point], lines.line[point]));
                if ((i + j) % 7 == 0) check_same(lines.point(point), by_itself(batch.line(), batch.inputs(), {rows[i], columns[j]}));
            }
    }
}

TEST_CASE("the first value out of its range is named, whatever its neighbours are") {
    testing::RandomScenarios random(13);
    Scenario scenario = random.next();
    scenario.cloud.reserved = {};
    const LineBatch batch(loaded_of(scenario), {{"cloud.price", "CNY/h"}}, {});
    std::vector<double> values(1000, 2.0);
    values[700] = -1.0;
    values[801] = -2.0;
    Lines lines;
    lines.resize(values.size());
    const std::span<const double> column(values);
    CHECK_THROWS_WITH_AS(batch.table({&column, 1}, lines.out()),
                         doctest::Contains("value 700: cloud.price must not be negative"), InputError);
}

TEST_CASE("every set of instructions gives the same bits") {
    using namespace breakeven::detail;
    std::vector<ComputeStep*> compute = {compute_step_baseline, compute_step};
    std::vector<CheckStep*> check = {check_step_baseline, check_step};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) compute.push_back(compute_step_avx2), check.push_back(check_step_avx2);
    if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) compute.push_back(compute_step_avx512), check.push_back(check_step_avx512);
#endif
    std::mt19937_64 random(3);
    std::vector<double> a(203), b(203);
    for (std::size_t i = 0; i < a.size(); ++i)  // any bits: infinities, NaNs and subnormal numbers among them
        a[i] = i % 3 == 0 ? static_cast<double>(static_cast<int>(random() % 5)) : std::bit_cast<double>(random()), b[i] = i % 2 == 0 ? a[i] : std::bit_cast<double>(random());
    for (const bool one_a : {false, true})
        for (const bool one_b : {false, true}) {
            if (one_a && one_b) continue;
            for (const TraceOp op : {TraceOp::add, TraceOp::subtract, TraceOp::multiply, TraceOp::divide}) {
                std::vector<double> expected(a.size()), found(a.size());
                compute[0](op, {a.data(), one_a}, {b.data(), one_b}, expected.data(), a.size());
                for (ComputeStep* version : compute) {
                    version(op, {a.data(), one_a}, {b.data(), one_b}, found.data(), a.size());
                    for (std::size_t i = 0; i < a.size(); ++i) CHECK((same_bits(found[i], expected[i]) || (found[i] != found[i] && expected[i] != expected[i])));
                }
            }
            for (const TraceTest test : {TraceTest::less, TraceTest::less_equal, TraceTest::equal})
                for (const bool holds : {false, true}) {
                    std::vector<std::int64_t> expected(a.size(), -1);
                    check[0](test, holds, {a.data(), one_a}, {b.data(), one_b}, expected.data(), a.size());
                    for (CheckStep* version : check) {
                        std::vector<std::int64_t> found(a.size(), -1);
                        version(test, holds, {a.data(), one_a}, {b.data(), one_b}, found.data(), a.size());
                        CHECK(found == expected);
                    }
                }
        }
}
