// Dual: a number that carries its derivative, so that the formulas that give a line give its slopes too.
//
//     BasicScenario<Dual> s;  s.cloud.price = dual(2.8) * BasicCostRate<Dual>(money / hour);
//     cost_sheet(s).solve().line->derivative(1)      is the line's change per unit of cloud price
//
// Boost.Math's forward-mode autodiff, of first order, with the two functions that the models need and Boost 1.74 leaves out.
#pragma once

#include <boost/math/differentiation/autodiff.hpp>

#include <cmath>
#include <cstddef>

// Found by argument-dependent lookup, so they stand in the namespace of Boost's number.
namespace boost::math::differentiation {
inline namespace autodiff_v1 {
namespace detail {

template <class Real, std::size_t Order>
[[nodiscard]] fvar<Real, Order> expm1(const fvar<Real, Order>& x) {
    using std::exp;
    using std::expm1;
    using Root = typename fvar<Real, Order>::root_type;
    const auto at = static_cast<Root>(x);
    return x.apply_derivatives(fvar<Real, Order>::order_sum, [at](std::size_t i) { return i == 0 ? expm1(at) : exp(at); });
}

template <class Real, std::size_t Order>
[[nodiscard]] fvar<Real, Order> log1p(const fvar<Real, Order>& x) {
    using std::log1p;
    using Root = typename fvar<Real, Order>::root_type;
    const auto at = static_cast<Root>(x);
    return x.apply_derivatives(fvar<Real, Order>::order_sum, [at](std::size_t i) {
        if (i == 0) return log1p(at);
        Root derivative = Root(1.0) / (Root(1.0) + at);
        for (std::size_t k = 1; k < i; ++k) derivative *= -Root(static_cast<double>(k)) / (Root(1.0) + at);
        return derivative;
    });
}

}  // namespace detail
}  // namespace autodiff_v1
}  // namespace boost::math::differentiation

namespace breakeven {

using Dual = boost::math::differentiation::autodiff_fvar<double, 1>;

/// The number whose derivative is asked for.
[[nodiscard]] inline Dual dual(double value) { return boost::math::differentiation::make_fvar<double, 1>(value); }

}  // namespace breakeven
