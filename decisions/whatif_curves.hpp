// What-if curves: what an owned hour's work costs on both sides, by busy share: the picture behind the line.
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/models/cost_sheet.hpp>
#include <breakeven/models/scenario.hpp>

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

}  // namespace breakeven
