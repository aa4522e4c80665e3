// Fan: power of fans that the GPU's own figure does not contain.
//
//     P = power                                          or      P = max_power * speed^3
//
// Speed is a share of the maximum; a curve gives it by temperature, linear between its points and held beyond them.
// Source: the affinity laws of fans; docs/method.md, "Fan".
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/temperature.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/hourly_cost.hpp>
#include <breakeven/models/wall.hpp>

#include <optional>
#include <vector>

namespace breakeven {

struct FanCurvePoint {
    Temperature temperature;
    Fraction speed = 0.0;  ///< share of the maximum, 0 to 1
};

/// Speed at `temperature`. `curve` rises in temperature. Throws InputError when it is empty or does not rise.
[[nodiscard]] inline Fraction fan_speed(const std::vector<FanCurvePoint>& curve, const Temperature& temperature) {
    if (curve.empty()) throw InputError::about("curve", "has no points", "such as [ [\"50 degC\", 0.3], [\"85 degC\", 1.0] ]");
    for (std::size_t i = 0; i < curve.size(); ++i) {
        require_share(curve[i].speed, "curve");
        if (i > 0 && !(curve[i - 1].temperature < curve[i].temperature))
            throw InputError::about("curve", "must rise in temperature", "sort its points");
    }
    if (temperature <= curve.front().temperature) return curve.front().speed;
    for (std::size_t i = 1; i < curve.size(); ++i)
        if (temperature <= curve[i].temperature) {
            const auto& low = curve[i - 1];
            const auto& high = curve[i];
            const double share = (temperature - low.temperature) / (high.temperature - low.temperature);
            return low.speed + share * (high.speed - low.speed);
        }
    return curve.back().speed;
}

template <class Real>
struct BasicFan {
    static constexpr const char* name = "fan";
    BasicPower<Real> fixed{};      ///< where it is given as it is
    BasicPower<Real> max_power{};  ///< at full speed
    Real speed = Real(0.0);        ///< share of the maximum, 0 to 1
    BasicWattCost<Real> busy_watt{};

    /// Throws InputError naming the field.
    [[nodiscard]] BasicPower<Real> power() const {
        require_not_negative(fixed, "power");
        require_not_negative(max_power, "max_power");
        require_share(speed, "speed");
        return fixed + max_power * (speed * speed * speed);
    }
    [[nodiscard]] BasicHourlyCost<Real> cost() const { return power() * busy_watt; }
};
using Fan = BasicFan<double>;

}  // namespace breakeven
