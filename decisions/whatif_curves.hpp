// What-if curves: what an owned hour's work costs on both sides, by busy share: the picture behind the line.
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/decisions/line.hpp>
#include <breakeven/models/cost_sheet.hpp>
#include <breakeven/models/scenario.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace breakeven {

struct CostCurves {
    std::string name;
    std::vector<Fraction> shares;  ///< from 0 up
    std::vector<CostRate> own;
    std::vector<CostRate> rent;
};

/// Costs at `count` shares (2 or more) from 0 to `to`, kinks included. Throws InputError for a value out of its range.
[[nodiscard]] inline CostCurves cost_curves(const Scenario& scenario, Fraction to = 1.0, std::size_t count = 101) {
    const CostSheet sheet = cost_sheet(scenario);
    CostCurves out;
    out.name = scenario.name;
    for (std::size_t i = 0; i < count; ++i) {
        const Fraction share = to * static_cast<double>(i) / static_cast<double>(count - 1);
        out.shares.push_back(share);
        out.own.push_back(sheet.branches[sheet.branch_of(share)].local.at(share));
        out.rent.push_back(sheet.cloud.at(share));
    }
    return out;
}

/// The same curves by their corners: 0, every kink below `to`, and `to`; both are straight in between.
[[nodiscard]] inline CostCurves cost_corners(const Scenario& scenario, Fraction to = 1.0) {
    const CostSheet sheet = cost_sheet(scenario);
    CostCurves out;
    out.name = scenario.name;
    const auto add = [&](Fraction share) {
        out.shares.push_back(share);
        out.own.push_back(sheet.branches[sheet.branch_of(share)].local.at(share));
        out.rent.push_back(sheet.cloud.at(share));
    };
    add(0.0);
    for (const auto& branch : sheet.branches)
        if (branch.to > 0.0 && branch.to < to) add(branch.to);
    add(to);
    return out;
}

/// The curves of several scenarios over the same shares: from 0 to where all their lines are well inside, at most to 1.
[[nodiscard]] inline std::vector<CostCurves> curves_around(const std::vector<Scenario>& scenarios, const std::vector<LineAnswer>& lines) {
    Fraction to = 0.0;
    for (const LineAnswer& line : lines) to = std::max(to, line.base_line && line.outcome == Outcome::line ? 3.0 * *line.base_line : 1.0);
    std::vector<CostCurves> out;
    for (const Scenario& scenario : scenarios) out.push_back(cost_curves(scenario, std::clamp(to, 0.05, 1.0)));
    return out;
}

}  // namespace breakeven
