// Capital: interest on what the machine still ties up.
//
//     annuity   A = (V0 - V_N) r / (1 - (1 + r)^-N) + V_N r            (r -> 0: (V0 - V_N)/N)
//     standing  = A - (V0 - V_N)/N,        busy = 0
//
// so that straight-line depreciation and capital together are the annuity. Interest on V0 for all years instead of on the
// falling balance would double it. With another depreciation schedule this component stays as it is.
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/hourly_cost.hpp>

#include <cmath>

namespace breakeven {

template <class Real>
struct BasicCapital {
    static constexpr const char* name = "capital";
    BasicMoney<Real> value{};      ///< V0: what the GPU cost
    BasicMoney<Real> left{};       ///< V_N: what it is worth at disposal
    BasicTime<Real> lifetime{};    ///< above zero
    BasicFrequency<Real> rate{};   ///< r, interest per time, zero or above; compounded yearly

    /// The constant payment per time that recovers V0 less V_N, with interest.
    [[nodiscard]] BasicCostRate<Real> annuity() const {
        const BasicCostRate<Real> interest = cost().standing;  // checks the fields
        return (value - left) / lifetime + interest;
    }

    /// Throws InputError naming the field.
    [[nodiscard]] BasicHourlyCost<Real> cost() const {
        require_not_negative(value, "price");
        require_not_negative(left, "residual");
        require_positive(lifetime, "lifetime");
        require_not_negative(rate, "capital_rate");
        const Real r = rate * (Real(1.0) * BasicTime<Real>(year));
        return {.standing = ((value - left) * above_straight_line(r, in(lifetime, year)) + left * r) / BasicTime<Real>(year)};
    }

private:
    /// r/(1 - (1 + r)^-N) - 1/N, its limit at r = 0 included.
    [[nodiscard]] static Real above_straight_line(const Real& r, const Real& years) {
        using std::expm1;
        using std::log1p;
        // For small rates the two terms cancel; these three terms of the series are exact to 1e-14 there.
        if (r < Real(1e-4) && years * r < Real(1e-4)) {
            const Real inverse = Real(1.0) / years;
            return r * ((Real(1.0) + inverse) / Real(2.0) + r * (years - inverse) / Real(12.0) * (Real(1.0) - r / Real(2.0)));
        }
        return r / -expm1(-years * log1p(r)) - Real(1.0) / years;
    }
};

using Capital = BasicCapital<double>;

}  // namespace breakeven
