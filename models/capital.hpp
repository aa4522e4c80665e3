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
        using std::expm1;
        using std::log1p;
        require_not_negative(value, "price");
        require_not_negative(left, "residual");
        require_positive(lifetime, "lifetime");
        require_not_negative(rate, "capital_rate");
        const Real r = rate * (Real(1.0) * BasicTime<Real>(year));
        const Real years = in(lifetime, year);
        // r/(1 - (1 + r)^-N) by expm1 and log1p: small rates keep their digits, and only an exact zero needs its limit.
        const Real recovery = r > Real(0.0) ? r / -expm1(-years * log1p(r)) : Real(1.0) / years;
        return ((value - left) * recovery + left * r) / BasicTime<Real>(year);
    }

    [[nodiscard]] BasicHourlyCost<Real> cost() const { return {.standing = annuity() - (value - left) / lifetime}; }
};

using Capital = BasicCapital<double>;

}  // namespace breakeven
