// Wall: what a watt inside the machine costs, while it idles and while it computes.
//
// With h the share of hours powered on, the idle watts of an owned hour are P_i * max(0, h - u). That has a kink at u = h:
//
//     u <= h   an idle watt costs  h p - p u  (standing h p, busy -p),      a busy watt  p u
//     u >  h   an idle watt costs  nothing: the machine is on exactly while it computes
//
// Cheapest-first tariffs add a kink at every tier. So hours fall into branches, in each of which cost is linear in u; all prices
// are taken at the wall (through the supply, times the facility's overhead). Idle watts pay the mean price.
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/hourly_cost.hpp>
#include <breakeven/models/tariff.hpp>

#include <algorithm>
#include <vector>

namespace breakeven {

/// Hourly cost of one watt inside the machine.
template <class Real>
struct BasicWattCost {
    BasicEnergyPrice<Real> standing{};
    BasicEnergyPrice<Real> busy{};

    [[nodiscard]] friend BasicHourlyCost<Real> operator*(const BasicPower<Real>& power, const BasicWattCost& cost) {
        return {.standing = power * cost.standing, .busy = power * cost.busy};
    }
};
using WattCost = BasicWattCost<double>;

/// A stretch of busy shares in which costs are linear.
template <class Real>
struct BasicBranch {
    Real from{};
    Real to{};
    BasicWattCost<Real> idle_watt{};
    BasicWattCost<Real> busy_watt{};
};
using Branch = BasicBranch<double>;

template <class Real>
struct BasicWall {
    BasicTariff<Real> tariff{};
    Real powered_on = Real(1.0);   ///< share of all hours the machine is on, 0 to 1
    Real idle_factor = Real(1.0);  ///< watts billed for one idle watt inside: facility overhead over supply efficiency
    Real busy_factor = Real(1.0);  ///< the same while it computes

    /// The branches of [0, 1], in order and without gaps. Throws InputError naming the field.
    [[nodiscard]] std::vector<BasicBranch<Real>> branches() const {
        tariff.check();
        require_share(powered_on, "powered_on");
        require_not_negative(idle_factor, "pue");
        require_not_negative(busy_factor, "pue");
        const BasicEnergyPrice<Real> idle_price = idle_factor * tariff.mean_price();
        const BasicWattCost<Real> idle_on{.standing = powered_on * idle_price, .busy = -idle_price};
        std::vector<BasicBranch<Real>> out;
        Real begun(0.0);
        BasicEnergyPrice<Real> paid{};  // for one busy watt through all the tiers before this one
        for (const auto& tier : tariff.in_order_of_use()) {
            const BasicEnergyPrice<Real> price = busy_factor * tier.price;
            const BasicWattCost<Real> busy_watt{.standing = paid - begun * price, .busy = price};
            const Real end = std::min(Real(1.0), begun + tier.share);
            if (powered_on > begun) out.push_back({begun, std::min(end, powered_on), idle_on, busy_watt});
            if (powered_on < end) out.push_back({std::max(begun, powered_on), end, {}, busy_watt});
            paid += tier.share * price;
            begun = end;
        }
        out.back().to = Real(1.0);  // shares that sum to 1 less a rounding must not leave a gap
        return out;
    }
};
using Wall = BasicWall<double>;

}  // namespace breakeven
