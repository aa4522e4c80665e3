// What-if line: the line as a function of the scenario's values, in one context. What sweeps, tornados, goals and Monte Carlo
// evaluate again and again; the same figures as line.hpp, without the story.
//
//     line = slope * base + points,   base = the models' line of the changed scenario      (docs/method.md, "The dynamic line")
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/models/breakeven.hpp>
#include <breakeven/models/context.hpp>
#include <breakeven/models/cost_sheet.hpp>
#include <breakeven/models/scenario_file.hpp>

#include <algorithm>
#include <optional>
#include <vector>

namespace breakeven {

/// Where a line lies and what that means.
template <class Real>
struct BasicLinePoint {
    Outcome outcome = Outcome::never;
    std::optional<Real> line;  ///< 0 for always; for never the root above what can be reached, if there is one
    std::vector<Real> lines;   ///< two for between

    /// Owning is no dearer at this busy share.
    [[nodiscard]] bool owning_wins_at(const Real& share) const {
        switch (outcome) {
            case Outcome::always: return true;
            case Outcome::never: return false;
            case Outcome::line: return share >= *line;
            case Outcome::only_below: return share <= *line;
            case Outcome::between: return share >= lines[0] && share <= lines[1];
        }
        return false;
    }
};
using LinePoint = BasicLinePoint<Fraction>;

class LineFunction {
public:
    /// Throws InputError when the scenario states its line (line.base): no value moves it then.
    LineFunction(const LoadedScenario& loaded, const Context& asked);

    /// The scenario as it is, in the context asked for.
    [[nodiscard]] const Scenario& scenario() const { return scenario_; }

    /// The line of a changed copy of scenario(). Throws InputError for a value out of its range.
    [[nodiscard]] LinePoint operator()(const Scenario& changed) const {
        const CostSheet sheet = cost_sheet(changed);
        return moved(sheet.solve(), sheet.reachable);
    }

    /// What the context makes of a line of the models. `reachable`: the highest share.
    template <class Real>
    [[nodiscard]] BasicLinePoint<Real> moved(BasicBreakeven<Real> solved, const Real& reachable) const {
        BasicLinePoint<Real> out{solved.outcome, solved.line, std::move(solved.lines)};
        const bool movable = out.outcome == Outcome::line || (out.outcome == Outcome::never && out.line);
        if (still_ || !movable) return out;
        const Real shifted = Real(slope_) * *out.line + Real(points_);
        out.line = std::clamp(shifted, Real(0.0), Real(1.0));
        out.outcome = *out.line <= reachable ? Outcome::line : Outcome::never;
        out.lines = out.outcome == Outcome::line ? std::vector<Real>{*out.line} : std::vector<Real>{};
        return out;
    }

    [[nodiscard]] double slope() const { return slope_; }    ///< of the line over the models' line
    [[nodiscard]] Fraction points() const { return points_; }
    [[nodiscard]] bool still() const { return still_; }      ///< the context changes nothing

private:
    Scenario scenario_;
    double slope_ = 1.0;
    Fraction points_ = 0.0;
    bool still_ = true;
};

}  // namespace breakeven
