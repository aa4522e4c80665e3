// Line interval: how sure a calibrated line is in a context, from the covariance of the weights that moved it.
//
//     line = base (1 + sum w_i Delta_i):   var(line) = sum_ij g_i Cov_ij g_j,   g_i = d line / d w_i
//
// g_i = base Delta_i; with `Combine::geometric` base Delta_i times the other terms' factors. The base counts as known: it is the
// models' result, or stated. Weights that were not calibrated here count as known too.
#pragma once

#include <breakeven/calibration/dynamic_line.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/context.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace breakeven {

/// What a calibration knows about its weights beyond their values; weights.toml carries it.
struct WeightUncertainty {
    std::vector<std::string> terms;  ///< "temperature" or "category.level", as in Adjustment::term
    std::vector<double> covariance;  ///< terms × terms, row by row; of relative weights, the temperature's per kelvin
    double quantile = 1.96;          ///< half a 95 % interval in standard errors
    std::optional<Temperature> coldest;  ///< the temperatures the log saw
    std::optional<Temperature> hottest;
    std::vector<ContextLevel> seen;      ///< the levels the log saw
};

/// Half the width of the 95 % interval of a line that `adjustments` moved from `base`; none when none of them was calibrated.
[[nodiscard]] inline std::optional<double> line_half_width(Fraction base, const std::vector<Adjustment>& adjustments,
                                                           const WeightUncertainty& known, Combine combine = Combine::additive) {
    double product = 1.0;
    for (const Adjustment& a : adjustments) product *= a.is_shift ? 1.0 : 1.0 + a.effect;
    std::vector<double> gradient(known.terms.size(), 0.0);
    bool any = false;
    for (const Adjustment& a : adjustments) {
        const auto found = std::find(known.terms.begin(), known.terms.end(), a.term);
        if (a.is_shift || found == known.terms.end()) continue;
        const double others = combine == Combine::additive ? 1.0 : product / (1.0 + a.effect);
        gradient[static_cast<std::size_t>(found - known.terms.begin())] = base * a.offset * others;
        any = true;
    }
    if (!any) return std::nullopt;
    double variance = 0.0;
    for (std::size_t i = 0; i < gradient.size(); ++i)
        for (std::size_t j = 0; j < gradient.size(); ++j) variance += gradient[i] * known.covariance.at(i * gradient.size() + j) * gradient[j];
    return known.quantile * std::sqrt(std::max(0.0, variance));
}

/// A remark for each circumstance in `asked` that the log never saw, beyond the range of its temperatures or another level.
[[nodiscard]] inline std::vector<std::string> remarks_outside(const WeightUncertainty& known, const Context& asked) {
    std::vector<std::string> out;
    const auto whole_degrees = [](const Temperature& t) { return std::to_string(std::lround(t.in_celsius())); };
    if (asked.temperature && known.coldest && known.hottest && (*asked.temperature < *known.coldest || *known.hottest < *asked.temperature))
        out.push_back(whole_degrees(*asked.temperature) + " degC lies outside what the calibration saw (" + whole_degrees(*known.coldest) +
                      " to " + whole_degrees(*known.hottest) + " degC): the line is extrapolated");
    for (const ContextLevel& level : asked.levels)
        if (std::find(known.seen.begin(), known.seen.end(), level) == known.seen.end())
            out.push_back("the calibration never saw " + level.category + " " + level.level);
    return out;
}

}  // namespace breakeven
