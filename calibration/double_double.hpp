// Double-double: a number as the unevaluated sum of two doubles, about 31 decimal digits.
//
// Every rounding error of a sum or product of doubles is itself a double and can be computed exactly. Only what calibration
// needs; compiled without -ffast-math, which would optimise the errors away.
// Source: Dekker, Numerische Mathematik 18, 1971; Joldes, Muller, Popescu, ACM TOMS 44(2), 2017.
#pragma once

#include <cmath>

namespace breakeven {

/// value + low, |low| at most half a unit in the last place of `value`.
struct DoubleDouble {
    double value = 0.0;
    double low = 0.0;

    constexpr DoubleDouble() = default;
    constexpr DoubleDouble(double v) : value(v) {}  // NOLINT: a double is one, exactly
    constexpr DoubleDouble(double v, double l) : value(v), low(l) {}

    [[nodiscard]] constexpr double rounded() const { return value + low; }
};

namespace detail {
/// a + b exactly.
[[nodiscard]] inline DoubleDouble two_sum(double a, double b) {
    const double sum = a + b;
    const double part_of_b = sum - a;
    return {sum, (a - (sum - part_of_b)) + (b - part_of_b)};
}
/// a + b exactly, where |a| >= |b| or a is zero.
[[nodiscard]] inline DoubleDouble quick_two_sum(double a, double b) {
    const double sum = a + b;
    return {sum, b - (sum - a)};
}
/// a * b exactly.
[[nodiscard]] inline DoubleDouble two_product(double a, double b) {
    const double product = a * b;
    return {product, std::fma(a, b, -product)};
}
}  // namespace detail

[[nodiscard]] inline DoubleDouble operator-(const DoubleDouble& a) { return {-a.value, -a.low}; }

[[nodiscard]] inline DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
    const DoubleDouble high = detail::two_sum(a.value, b.value);
    const DoubleDouble low = detail::two_sum(a.low, b.low);
    const DoubleDouble sum = detail::quick_two_sum(high.value, high.low + low.value);
    return detail::quick_two_sum(sum.value, sum.low + low.low);
}
[[nodiscard]] inline DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + (-b); }

[[nodiscard]] inline DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
    const DoubleDouble product = detail::two_product(a.value, b.value);
    return detail::quick_two_sum(product.value, product.low + (a.value * b.low + a.low * b.value));
}
[[nodiscard]] inline DoubleDouble operator*(const DoubleDouble& a, double b) {
    const DoubleDouble product = detail::two_product(a.value, b);
    return detail::quick_two_sum(product.value, product.low + a.low * b);
}

[[nodiscard]] inline DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
    const double first_part = a.value / b.value;
    const DoubleDouble rest = a - b * first_part;
    const double second_part = rest.value / b.value;
    const DoubleDouble rest2 = rest - b * second_part;
    return detail::quick_two_sum(first_part, second_part) + DoubleDouble(rest2.value / b.value);
}

inline DoubleDouble& operator+=(DoubleDouble& a, const DoubleDouble& b) { return a = a + b; }
inline DoubleDouble& operator-=(DoubleDouble& a, const DoubleDouble& b) { return a = a - b; }

/// The square root of a number that is not negative.
[[nodiscard]] inline DoubleDouble sqrt(const DoubleDouble& a) {
    if (!(a.value > 0.0)) return {};
    const double root = std::sqrt(a.value);
    const DoubleDouble rest = a - detail::two_product(root, root);
    return detail::quick_two_sum(root, rest.value / (2.0 * root));
}

}  // namespace breakeven
