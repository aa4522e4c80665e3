// Crash: time lost to crashes, times what an hour of standstill costs.
//
//     lost = recovery + context_rebuild + reload,      standing = rate * lost * downtime_cost,      availability A = 1 - rate * lost
//
// The GPU's own hour is already paid by its standing cost: downtime_cost is what a standstill costs beyond it.
// Work lost since the last checkpoint is no cost but a loss of speed: checkpoint.hpp.
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/hourly_cost.hpp>

#include <algorithm>

namespace breakeven {

template <class Real>
struct BasicCrash {
    static constexpr const char* name = "crash";
    BasicFrequency<Real> rate{};          ///< crashes per time, as counted
    BasicTime<Real> recovery{};           ///< of one crash, until the machine is back
    BasicTime<Real> context_rebuild{};
    BasicTime<Real> reload{};
    BasicCostRate<Real> downtime_cost{};

    /// Time lost to one crash. Throws InputError naming the field.
    [[nodiscard]] BasicTime<Real> lost() const {
        require_not_negative(rate, "rate");
        require_not_negative(recovery, "recovery");
        require_not_negative(context_rebuild, "context_rebuild");
        require_not_negative(reload, "reload");
        require_not_negative(downtime_cost, "downtime_cost");
        return recovery + context_rebuild + reload;
    }
    /// Share of all hours lost; above 1 when crashes come faster than recoveries.
    [[nodiscard]] Real lost_share() const { return rate * lost(); }
    /// Share of all hours in which the machine can compute at all, 0 to 1.
    [[nodiscard]] Real availability() const { return std::max(Real(0.0), Real(1.0) - lost_share()); }

    [[nodiscard]] BasicHourlyCost<Real> cost() const { return {.standing = lost_share() * downtime_cost}; }
};
using Crash = BasicCrash<double>;

}  // namespace breakeven
