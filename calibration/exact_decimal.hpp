// Exact decimal: a decimal text as a double-double. 24.4 is no double; the difference is what limits a solver, not the solver.
#pragma once

#include <breakeven/calibration/double_double.hpp>
#include <breakeven/core/decimal.hpp>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

namespace breakeven {

namespace detail {
/// 10^exponent, exponent from 0 to 22 exactly, above to about 31 digits.
[[nodiscard]] inline DoubleDouble power_of_ten(int exponent) {
    constexpr double exact[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    DoubleDouble out = 1.0;
    for (; exponent > 22; exponent -= 22) out = out * 1e22;
    return out * exact[exponent];
}

/// A decimal taken apart: (first * 10^second_digits + second) * 10^exponent. Digits after the thirtieth are cut.
struct DecimalParts {
    std::int64_t first = 0;
    std::int64_t second = 0;
    int second_digits = 0;
    int exponent = 0;
};

/// `text` must be a decimal number that parse_decimal takes, without a sign.
[[nodiscard]] inline DecimalParts take_apart(std::string_view text) {
    DecimalParts out;
    int digits = 0;
    bool behind_point = false;
    std::size_t i = 0;
    for (; i < text.size() && (is_digit(text[i]) || text[i] == '.'); ++i) {
        if (text[i] == '.') {
            behind_point = true;
            continue;
        }
        out.exponent -= behind_point;
        if (digits == 0 && text[i] == '0') continue;
        if (digits < 15) {
            out.first = 10 * out.first + (text[i] - '0');
        } else if (digits < 30) {
            out.second = 10 * out.second + (text[i] - '0');
            ++out.second_digits;
        } else {
            ++out.exponent;
        }
        ++digits;
    }
    if (i < text.size()) {
        text.remove_prefix(i + 1);  // the e
        if (text.starts_with('+')) text.remove_prefix(1);
        out.exponent += parse_integer<int>(text).value_or(0);
    }
    return out;
}

/// What `rounded` lacks of a plain decimal of at most 15 digits, nearly all that logs hold; none for others. Digits and power of ten
/// are both exact in a double, so the remainder of their quotient is too.
[[nodiscard]] inline std::optional<double> low_of_short_decimal(std::string_view text, double rounded) {
    if (text.size() > 16 || !(is_digit(text.front()) || text.front() == '.')) return std::nullopt;
    std::int64_t digits = 0;
    std::size_t count = 0;
    int decimals = 0;
    bool behind_point = false;
    for (const char c : text) {
        if (c == '.') {
            behind_point = true;
            continue;
        }
        if (!is_digit(c)) return std::nullopt;
        digits = 10 * digits + (c - '0');
        ++count;
        decimals += behind_point;
    }
    if (count > 15) return std::nullopt;
    const double power = power_of_ten(decimals).value;
    return std::fma(-rounded, power, static_cast<double>(digits)) / power;
}
}  // namespace detail

/// The finite number that all of `text` says, to about 30 digits; `value` is the correctly rounded double. None for anything
/// that parse_decimal refuses. Below 1e-200 and above 1e200 only the double counts.
[[nodiscard]] inline std::optional<DoubleDouble> parse_exact_decimal(std::string_view text) {
    const std::optional<double> rounded = parse_decimal(text);
    if (!rounded) return std::nullopt;
    if (const auto low = detail::low_of_short_decimal(text, *rounded)) return DoubleDouble(*rounded, *low);
    const double magnitude = std::fabs(*rounded);
    if (magnitude == 0.0 || magnitude < 1e-200 || magnitude > 1e200 || text.size() > 400) return DoubleDouble(*rounded);
    if (text.front() == '-' || text.front() == '+') text.remove_prefix(1);
    const detail::DecimalParts parts = detail::take_apart(text);
    DoubleDouble exact = DoubleDouble(static_cast<double>(parts.first)) * detail::power_of_ten(parts.second_digits) +
                         DoubleDouble(static_cast<double>(parts.second));
    exact = parts.exponent >= 0 ? exact * detail::power_of_ten(parts.exponent) : exact / detail::power_of_ten(-parts.exponent);
    const double low = (exact - DoubleDouble(magnitude)).rounded();
    return *rounded < 0.0 ? DoubleDouble(*rounded, -low) : DoubleDouble(*rounded, low);
}

}  // namespace breakeven
