#include <breakeven/models/dual.hpp>
#include <breakeven/decisions/tornado.hpp>
#include <breakeven/decisions/whatif_lift.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace breakeven {

namespace {

bool single(const LinePoint& point) { return point.line && point.outcome != Outcome::always; }

std::optional<LinePoint> moved_to(const LineFunction& line, const std::string& key, double value, std::string& why_not) {
    Scenario changed = line.scenario();
    try {
        set_value(changed, key, value);
        return line(changed);
    } catch (const InputError& error) {
        why_not = error.message();
        return std::nullopt;
    }
}

bool same(const LinePoint& a, const LinePoint& b) { return a.outcome == b.outcome && a.line == b.line && a.lines == b.lines; }

}  // namespace

Fraction TornadoBar::width(const LinePoint& base) const {
    constexpr double away = std::numeric_limits<double>::infinity();
    const auto at = [](const LinePoint& point) { return point.line ? *point.line : point.lines.empty() ? away : point.lines.front(); };
    const double start = low ? at(*low) : at(base);
    const double end = high ? at(*high) : at(base);
    return start == end ? 0.0 : std::abs(end - start);
}

std::optional<double> line_derivative(const LineFunction& line, std::string_view key) {
    BasicScenario<Dual> scenario = lift<Dual>(line.scenario());
    const std::optional<double> value = value_of(line.scenario(), key);
    if (!value) return std::nullopt;
    set_value(scenario, key, dual(*value));
    const BasicCostSheet<Dual> sheet = cost_sheet(scenario);
    const BasicBreakeven<Dual> solved = sheet.solve();
    if (!solved.line || solved.outcome == Outcome::always) return std::nullopt;
    const double own = solved.line->derivative(1);
    return solved.outcome == Outcome::only_below ? own : line.slope() * own;
}

TornadoAnswer tornado(const LoadedScenario& loaded, Fraction change, const Context& asked) {
    if (!(change > 0.0 && change < 1.0))
        throw InputError("a tornado moves every value by a share between 0 and 1", "write it as in --tornado 20%");
    const LineFunction line(loaded, asked);
    TornadoAnswer out;
    out.change = change;
    out.base = line(line.scenario());
    for (ScenarioKey& key : scenario_keys(loaded)) {
        const std::optional<double> value = value_of(line.scenario(), key.key);
        if (!value) continue;
        if (*value == 0.0) {
            out.at_zero.push_back(key.key);
            continue;
        }
        TornadoBar bar{.key = key, .value = *value, .low = {}, .high = {}, .why_not = {}, .derivative = {}, .elasticity = {}};
        bar.low = moved_to(line, key.key, *value * (1.0 - change), bar.why_not);
        bar.high = moved_to(line, key.key, *value * (1.0 + change), bar.why_not);
        if (single(out.base)) {
            bar.derivative = line_derivative(line, key.key);
            if (bar.derivative && *out.base.line != 0.0) bar.elasticity = *bar.derivative * *value / *out.base.line;
        }
        const bool moves = (bar.low && !same(*bar.low, out.base)) || (bar.high && !same(*bar.high, out.base)) ||
                           bar.derivative.value_or(0.0) != 0.0;
        if (moves)
            out.bars.push_back(std::move(bar));
        else
            out.no_effect.push_back(key.key);
    }
    std::stable_sort(out.bars.begin(), out.bars.end(),
                     [&](const TornadoBar& a, const TornadoBar& b) { return a.width(out.base) > b.width(out.base); });
    return out;
}

}  // namespace breakeven
