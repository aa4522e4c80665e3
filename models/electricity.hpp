// Electricity: what the machine draws, idle and busy, at the price of the wall.
//
//     E(u) = P_a u + P_i max(0, h - u)   watts per owned hour;      below the kink: standing P_i h p, busy (P_a - P_i) p
//
// P_a, P_i: power while computing and while idle, on the DC side; h: share of hours powered on; p: price at the wall (wall.hpp).
// A card's or laptop part's total graphics power already contains memory, PCIe and fans.
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/hourly_cost.hpp>
#include <breakeven/models/wall.hpp>

#include <cmath>

namespace breakeven {

template <class Real>
struct BasicElectricity {
    static constexpr const char* name = "electricity";
    BasicPower<Real> active_power{};
    BasicPower<Real> idle_power{};
    BasicWattCost<Real> idle_watt{};  ///< of the branch in question
    BasicWattCost<Real> busy_watt{};

    /// Throws InputError naming the field.
    [[nodiscard]] BasicHourlyCost<Real> cost() const {
        require_not_negative(active_power, "active_power");
        require_not_negative(idle_power, "idle_power");
        return active_power * busy_watt + idle_power * idle_watt;
    }
};
using Electricity = BasicElectricity<double>;

/// Power at the part load x of a machine that runs many small jobs at once: P_i + (P_a - P_i)(2x - x^1.4).
/// x measures intensity; the curve is concave, so for a share of time it overstates the energy.
/// Source: Fan, Weber, Barroso, ISCA 2007.
template <class Real>
[[nodiscard]] BasicPower<Real> part_load_power(const BasicPower<Real>& idle, const BasicPower<Real>& active, const Real& x) {
    using std::pow;
    require_share(x, "utilization");
    return idle + (active - idle) * (Real(2.0) * x - pow(x, Real(1.4)));
}

}  // namespace breakeven
