// Tornado: which assumption the line hangs on. Every value is moved by the same share, down and up, and the line computed anew;
// beside it stands the exact derivative, from dual numbers through the same models.
//
//     elasticity = (du*/dx) x/u*:   the line's relative change for a small relative change of x
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/decisions/whatif_key.hpp>
#include <breakeven/decisions/whatif_line.hpp>

#include <optional>
#include <string>
#include <vector>

namespace breakeven {

/// One value moved.
struct TornadoBar {
    ScenarioKey key;
    double value = 0.0;                ///< as the scenario has it, in the one system's units
    std::optional<LinePoint> low;      ///< the line at value * (1 - change); none when the models do not take that value
    std::optional<LinePoint> high;     ///< at value * (1 + change)
    std::string why_not;               ///< why one of them is missing
    std::optional<double> derivative;  ///< of the line, per unit of the one system; none where there is no single line
    std::optional<double> elasticity;

    /// How far apart the lines are; a side that is missing counts as `base`, no line at all as far away as can be.
    [[nodiscard]] Fraction width(const LinePoint& base) const;
};

struct TornadoAnswer {
    Fraction change = 0.2;
    LinePoint base;
    std::vector<TornadoBar> bars;        ///< widest first; values without any effect are left out
    std::vector<std::string> at_zero;    ///< keys of value 0, which a share cannot move
    std::vector<std::string> no_effect;  ///< keys that are moved and move nothing
};

/// Throws InputError unless `change` lies between 0 and 1.
[[nodiscard]] TornadoAnswer tornado(const LoadedScenario& loaded, Fraction change, const Context& asked);

/// du*/dx of the line in `line`'s context by a dual number, at the scenario's own values; `x` in the one system's units. None where
/// there is no single line.
[[nodiscard]] std::optional<double> line_derivative(const LineFunction& line, std::string_view key);

}  // namespace breakeven
