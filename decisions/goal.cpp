#include <breakeven/core/parse.hpp>
#include <breakeven/decisions/goal.hpp>
#include <breakeven/models/breakeven_root.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace breakeven {

namespace {

Position place(std::string_view text, std::size_t begin) {
    Position at;
    at.file = "--goal";
    at.line = 1;
    at.column = detail::characters(text.substr(0, begin)) + 1;
    at.length = detail::characters(text.substr(begin));
    at.text = text;
    return at;
}

constexpr std::size_t scanned = 601;

/// The values at which the line is looked at before it is solved for: evenly spaced in the logarithm, a share evenly.
std::vector<double> grid(const KeyRange& range, double present) {
    std::vector<double> out;
    const bool is_share = std::isfinite(range.high);
    constexpr double widest = 1000.0;
    for (std::size_t i = 0; i < scanned; ++i) {
        const double t = static_cast<double>(i) / static_cast<double>(scanned - 1);
        out.push_back(is_share ? range.low + t * (range.high - range.low)
                               : std::max(range.low, present * std::pow(widest, 2.0 * t - 1.0)));
    }
    if (!is_share && range.low == 0.0) out.insert(out.begin(), 0.0);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

}  // namespace

Fraction parse_goal(std::string_view text) {
    constexpr std::string_view example = "write it as in --goal \"line=10%\" or --goal \"hours=2.4\"";
    const std::size_t equals = text.find('=');
    const std::string_view name = text.substr(0, equals);
    if (equals == std::string_view::npos || (name != "line" && name != "hours"))
        throw InputError("a goal is a line or hours a day", std::string(example), place(text, 0));
    double value = 0.0;
    try {
        value = detail::parse_in_system(text.substr(equals + 1), Dimension{}, nullptr);
    } catch (const InputError& error) {
        throw error.placed(place(text, equals + 1));
    }
    if (name == "hours") value = value * hour / day;
    if (!(value > 0.0 && value <= 1.0))
        throw InputError("the wanted line must be above 0 and at most 100 %", std::string(example), place(text, equals + 1));
    return value;
}

GoalAnswer solve_for(const LoadedScenario& loaded, Fraction wanted, std::string_view key, const Context& asked) {
    if (!(wanted > 0.0 && wanted <= 1.0)) throw InputError("the wanted line must be above 0 and at most 100 %");
    GoalAnswer out;
    out.wanted = wanted;
    out.key = find_key(loaded, key);
    const LineFunction line(loaded, asked);
    out.present = value_of(line.scenario(), key);
    out.base = line(line.scenario());

    Scenario changed = line.scenario();
    // Always is a line at 0, reached smoothly; never without a root is no line at all.
    const auto line_at = [&](double value) -> std::optional<double> {
        try {
            set_value(changed, key, value);
            const LinePoint point = line(changed);
            return point.outcome == Outcome::between ? std::nullopt : point.line;
        } catch (const InputError&) {
            return std::nullopt;  // outside the models' range
        }
    };
    const double present = out.present && *out.present > 0.0 ? *out.present : out.key.unit_size;
    const std::vector<double> values = grid(range_of(loaded, out.key), present);
    out.from = values.front();
    out.to = values.back();
    std::optional<double> before;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::optional<double> here = line_at(values[i]);
        if (here) {
            out.lowest = std::min(out.lowest.value_or(*here), *here);
            out.highest = std::max(out.highest.value_or(*here), *here);
            if (before && (*before - wanted) * (*here - wanted) <= 0.0 && *before != *here) {
                const auto miss = [&](double value) { return line_at(value).value_or(*here) - wanted; };
                const double root = detail::bracketed_root(miss, values[i - 1], values[i], *before - wanted, *here - wanted);
                // A line that jumps (billing steps) can pass the goal without ever being there.
                const bool there = std::abs(miss(root)) <= 1e-9;
                if (there && (out.solutions.empty() || root != out.solutions.back())) out.solutions.push_back(root);
            }
        }
        before = here;
    }
    const auto distance = [&](double value) { return value > 0.0 ? std::abs(std::log(value / present)) : 1e300; };
    std::stable_sort(out.solutions.begin(), out.solutions.end(), [&](double a, double b) { return distance(a) < distance(b); });
    return out;
}

}  // namespace breakeven
