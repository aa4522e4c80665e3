// Heat: how much speed a GPU loses when its cooler cannot carry its power away. It scales the speed ratio; it is not a cost.
//
//     T = T_ambient + theta P;   above the limit P_max = (T_limit - T_ambient)/theta, clock ~ P^(1/alpha), so
//     speed factor = (P_max/P)^(1/alpha), and 1 where P_max >= P
//
// alpha is 2 to 3 (P ~ f V^2). Leakage is left out. Source: docs/method.md, "Heat".
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/temperature.hpp>
#include <breakeven/core/units.hpp>

#include <cmath>

namespace breakeven {

template <class Real>
struct BasicHeat {
    BasicTemperature<Real> limit{};             ///< of the junction
    BasicTemperature<Real> ambient{};
    BasicThermalResistance<Real> resistance{};  ///< theta, above zero
    Real exponent = Real(3.0);                  ///< alpha, above zero

    /// The power that holds the junction at its limit; zero when the room itself is hotter.
    [[nodiscard]] BasicPower<Real> sustained_power() const {
        require_positive(resistance, "resistance");
        const BasicPower<Real> power = (limit - ambient) / resistance;
        return power > BasicPower<Real>{} ? power : BasicPower<Real>{};
    }
    /// Speed at the nominal `power`, as a share of the speed without a limit. Throws InputError naming the field.
    [[nodiscard]] Real speed_factor(const BasicPower<Real>& power) const {
        using std::pow;
        require_positive(exponent, "exponent");
        require_not_negative(power, "active_power");
        const BasicPower<Real> sustained = sustained_power();
        if (sustained >= power) return Real(1.0);
        const Real share = sustained / power;
        return pow(share, Real(1.0) / exponent);
    }
};
using Heat = BasicHeat<double>;

}  // namespace breakeven
