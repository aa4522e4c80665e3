// Cloud: the other side. What the same work costs rented, per hour owned (standing) and per local busy hour (busy).
//
//     rented hours per local busy hour   q = s (1 + o)/beta
//     busy      = q p f_bill/(1 - w) + egress * egress_price
//     standing  = storage + reserved rent
//
// s = speed_ratio: cloud busy hours for the work of one local busy hour; o = loss to virtualisation; beta = share of a rented
// hour that computes; p = rent; w = share lost to spot interruptions (checkpoint.hpp).
// Billing: a session of busy time b is charged max(m, g ceil((t0 + q b)/g)), and f_bill = charge/(q b).
// Source: docs/method.md, "The cloud side".
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/hourly_cost.hpp>

#include <algorithm>
#include <cmath>

namespace breakeven {

/// How a provider turns time used into time charged.
template <class Real>
struct BasicBilling {
    BasicTime<Real> granularity{};     ///< g: steps of the bill; zero for none
    BasicTime<Real> minimum_charge{};  ///< m
    BasicTime<Real> start_up{};        ///< t0, billed

    /// Time charged for `rented` time of one session. Throws InputError naming the field.
    [[nodiscard]] BasicTime<Real> charged(const BasicTime<Real>& rented) const {
        using std::ceil;
        require_not_negative(granularity, "billing_granularity");
        require_not_negative(minimum_charge, "minimum_charge");
        require_not_negative(start_up, "start_up");
        require_positive(rented, "session");
        const BasicTime<Real> used = start_up + rented;
        if (!(granularity > BasicTime<Real>{})) return std::max(minimum_charge, used);
        // A step is begun, not full: 720 s in steps of 60 s are 12 steps even when rounding makes them 12.000000000000002.
        const Real steps = used / granularity;
        return std::max(minimum_charge, ceil(steps * Real(1.0 - 1e-12)) * granularity);
    }
    /// Mean time charged for sessions of unknown length around `rented`: half a step on top.
    [[nodiscard]] BasicTime<Real> charged_on_average(const BasicTime<Real>& rented) const {
        require_not_negative(granularity, "billing_granularity");
        require_not_negative(start_up, "start_up");
        return start_up + rented + granularity / Real(2.0);
    }
};
using Billing = BasicBilling<double>;

template <class Real>
struct BasicCloud {
    static constexpr const char* name = "cloud";
    BasicCostRate<Real> price{};            ///< per rented hour
    BasicCostRate<Real> reserved{};         ///< standing rent, paid whether used or not
    Real speed_ratio = Real(1.0);           ///< s, above zero
    Real busy_share = Real(1.0);            ///< beta, above 0, at most 1
    Real virtualization_loss = Real(0.0);   ///< o, zero or above
    Real billing_factor = Real(1.0);        ///< f_bill, zero or above
    Real spot_rework = Real(0.0);           ///< w, 0 to below 1
    BasicCostRate<Real> storage{};          ///< standing
    BasicBandwidth<Real> egress{};          ///< data taken out per local busy time
    BasicDataPrice<Real> egress_price{};

    /// Rented time for one local busy hour, as a ratio: q. Throws InputError naming the field.
    [[nodiscard]] Real rented_per_busy() const {
        require_positive(speed_ratio, "speed_ratio");
        require_share(busy_share, "busy_share");
        require_positive(busy_share, "busy_share");
        require_not_negative(virtualization_loss, "virtualization_loss");
        return speed_ratio * (Real(1.0) + virtualization_loss) / busy_share;
    }
    [[nodiscard]] BasicHourlyCost<Real> cost() const {
        require_not_negative(price, "price");
        require_not_negative(reserved, "reserved");
        require_not_negative(billing_factor, "billing_granularity");
        require_share(spot_rework, "spot_rework");
        if (!(spot_rework < Real(1.0)))
            throw InputError::about("spot_rework", "must be below 1", "at 1 every rented hour is lost to interruptions");
        require_not_negative(storage, "storage");
        require_not_negative(egress, "egress");
        require_not_negative(egress_price, "egress_price");
        return {.standing = storage + reserved,
                .busy = rented_per_busy() * billing_factor / (Real(1.0) - spot_rework) * price + egress * egress_price};
    }
};
using Cloud = BasicCloud<double>;

}  // namespace breakeven
