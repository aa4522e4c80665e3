// Dynamic line: a context moves the line from the base it was stated for, term by term.
//
//     line = base (1 + sum_i w_i Delta_i) + sum_j shift_j             weights first, then shifts; clamped to [0, 1]
//
// Delta: kelvins from the reference, or 1 where a level holds. This is the source's form, the first order of
// ln u* = ln a - ln(B_c - B_l) with B_c proportional to the speed: for large weights multiply (`Combine::geometric`). Shifts are
// points of the base they were measured at, 12.0 %; at another base `ShiftScale::relative` scales them with it.
// Source: docs/method.md, "The dynamic line".
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/models/context.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace breakeven {

/// The base at which the published shifts were measured.
inline constexpr Fraction published_base = 0.12;

/// One term's part in moving the line.
struct Adjustment {
    std::string term;         ///< "temperature", or "category.level"
    double offset = 1.0;      ///< kelvins from the reference, or 1
    double coefficient = 0.0; ///< per kelvin or per level: a share of the line, or points
    bool is_shift = false;    ///< points, not a share
    double effect = 0.0;      ///< a share of the line, or points of it
};

struct DynamicLine {
    Fraction line = 0.0;
    std::vector<Adjustment> adjustments;
    std::vector<std::string> remarks;
};

/// What the caller knows about the run beyond its context.
struct DynamicLineOptions {
    bool kernel_log = false;         ///< a shift for the operating system corrects sampled counters: left out
    bool temperature_by_heat = false;  ///< the heat model already moves the line with temperature: its weight is off
};

namespace detail {
/// "vision, nlp": the levels of a category that the settings know.
[[nodiscard]] inline std::string known_levels(const LineSettings& settings, const std::string& category) {
    std::vector<std::string> names;
    if (const std::string* reference = settings.reference.level(category)) names.push_back(*reference);
    for (const auto* effects : {&settings.weights, &settings.shifts})
        for (const LevelEffect& effect : *effects)
            if (effect.level.category == category && std::find(names.begin(), names.end(), effect.level.level) == names.end())
                names.push_back(effect.level.level);
    std::string out;
    for (const std::string& name : names) out.append(out.empty() ? "" : ", ").append(name);
    return out;
}
}  // namespace detail

/// The line in `asked`, from `base`, which holds in the settings' reference. Circumstances that are not asked for stay as they
/// are there.
[[nodiscard]] inline DynamicLine dynamic_line(Fraction base, const LineSettings& settings, const Context& asked,
                                              const DynamicLineOptions& options = {}) {
    DynamicLine out;
    if (asked.temperature && settings.temperature_weight && !options.temperature_by_heat) {
        const Temperature reference = settings.reference.temperature.value_or(celsius(25.0));
        const double kelvins = in(*asked.temperature - reference, kelvin);
        const double weight = in(*settings.temperature_weight, 1.0 / kelvin);
        if (kelvins != 0.0) out.adjustments.push_back({"temperature", kelvins, weight, false, kelvins * weight});
    }
    for (const ContextLevel& level : asked.levels) {
        const std::string* reference = settings.reference.level(level.category);
        if (reference != nullptr && *reference == level.level) continue;
        const std::string term = level.category + "." + level.level;
        const auto matches = [&](const LevelEffect& effect) { return effect.level == level; };
        const auto weight = std::find_if(settings.weights.begin(), settings.weights.end(), matches);
        const auto shift = std::find_if(settings.shifts.begin(), settings.shifts.end(), matches);
        if (weight != settings.weights.end()) {
            out.adjustments.push_back({term, 1.0, weight->value, false, weight->value});
        } else if (shift != settings.shifts.end() && level.category == "os" && options.kernel_log) {
            out.remarks.push_back("the shift for " + term + " corrects sampled counters; a kernel log has none, so it is left out");
        } else if (shift != settings.shifts.end()) {
            const double points = settings.shift_scale == ShiftScale::points ? shift->value : base * (shift->value / published_base);
            out.adjustments.push_back({term, 1.0, shift->value, true, points});
        } else {
            const std::string known = detail::known_levels(settings, level.category);
            out.remarks.push_back("no weight is known for " + term + ": it counts as 0" +
                                  (known.empty() ? std::string() : " (known: " + known + ")"));
        }
    }
    double sum = 1.0;
    double product = 1.0;
    double points = 0.0;
    for (const Adjustment& a : out.adjustments) {
        sum += a.is_shift ? 0.0 : a.effect;
        product *= a.is_shift ? 1.0 : 1.0 + a.effect;
        points += a.is_shift ? a.effect : 0.0;
    }
    const double moved = base * (settings.combine == Combine::additive ? sum : product) + points;
    out.line = std::clamp(moved, 0.0, 1.0);
    if (out.line != moved) out.remarks.push_back("the line moved beyond what a share can be and is held at " + std::string(moved < 0 ? "0" : "100 %"));
    return out;
}

}  // namespace breakeven
