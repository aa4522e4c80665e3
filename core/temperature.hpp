// Temperature: a point on the scale, not a quantity. Twice 20 degrees is no temperature; 27 degrees less 20 is 7 kelvins.
#pragma once

#include <breakeven/core/units.hpp>

#include <compare>

namespace breakeven {

/// A point on the temperature scale. Only differences of two points, quantities in kelvins, meet a weight.
template <class Real>
class BasicTemperature {
public:
    constexpr BasicTemperature() = default;

    [[nodiscard]] static constexpr BasicTemperature from_celsius(Real degrees) {
        BasicTemperature out;
        out.celsius_ = degrees;
        return out;
    }
    [[nodiscard]] constexpr Real in_celsius() const { return celsius_; }

    [[nodiscard]] friend constexpr BasicTemperatureDifference<Real> operator-(const BasicTemperature& a, const BasicTemperature& b) {
        return BasicTemperatureDifference<Real>::from_value(a.celsius_ - b.celsius_);
    }
    [[nodiscard]] friend constexpr BasicTemperature operator+(const BasicTemperature& a, const BasicTemperatureDifference<Real>& d) {
        return from_celsius(a.celsius_ + d.value());
    }
    [[nodiscard]] friend auto operator<=>(const BasicTemperature&, const BasicTemperature&) = default;

private:
    Real celsius_{};  // kept in degrees Celsius: 25 degC must come out as 25, not as 25 less a rounding of 273.15
};

using Temperature = BasicTemperature<double>;

[[nodiscard]] constexpr Temperature celsius(double degrees) { return Temperature::from_celsius(degrees); }

}  // namespace breakeven
