// Sensitivity: how the line moves with the four rates it is made of.
//
//     du*/dS_l = 1/D,  du*/dB_l = u*/D,  du*/dS_c = -1/D,  du*/dB_c = -u*/D
//     elasticities  S_l/(S_l - S_c),  B_l/D,  -S_c/(S_l - S_c),  -B_c/D:  they sum to 0, since prices in another unit change nothing
//
// Source: docs/method.md, "Sensitivity".
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/hourly_cost.hpp>

namespace breakeven {

/// Relative change of the line for a relative change of one rate.
struct Elasticities {
    double local_standing = 0.0;
    double local_busy = 0.0;
    double cloud_standing = 0.0;
    double cloud_busy = 0.0;
};

/// Throws InputError where there is no line to move: equal standing or equal busy costs.
[[nodiscard]] inline Elasticities elasticities(const HourlyCost& local, const HourlyCost& cloud) {
    const CostRate a = local.standing - cloud.standing;
    const CostRate d = cloud.busy - local.busy;
    if (a == CostRate{} || d == CostRate{}) throw InputError("there is no line to move", "the standing or the busy costs are equal");
    return {.local_standing = local.standing / a,
            .local_busy = local.busy / d,
            .cloud_standing = -cloud.standing / a,
            .cloud_busy = -cloud.busy / d};
}

}  // namespace breakeven
