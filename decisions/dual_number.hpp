// Dual number: a value with its derivative, from Boost.Math's automatic differentiation. The models run on it as on doubles.
#pragma once

#include <boost/math/differentiation/autodiff.hpp>

#include <cmath>

namespace breakeven {

/// A value and its derivative with respect to one variable.
using Dual = boost::math::differentiation::autodiff_fvar<double, 1>;

/// The variable itself at `value`: its derivative is 1.
[[nodiscard]] inline Dual dual_variable(double value) { return boost::math::differentiation::make_fvar<double, 1>(value); }

}  // namespace breakeven

// Two functions that the models use and Boost lacks. They must stand beside the type to be found by their argument; as plain
// functions they come before templates that a later Boost may bring.
namespace boost::math::differentiation {
inline namespace autodiff_v1 {
namespace detail {
inline breakeven::Dual expm1(const breakeven::Dual& x) {
    const double at = x.derivative(0);
    return (x - at) * std::exp(at) + std::expm1(at);
}
inline breakeven::Dual log1p(const breakeven::Dual& x) {
    const double at = x.derivative(0);
    return (x - at) / (1.0 + at) + std::log1p(at);
}
}  // namespace detail
}  // namespace autodiff_v1
}  // namespace boost::math::differentiation
