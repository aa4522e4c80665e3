// Decimal text to numbers, without a locale and without allocation.
#pragma once

#include <breakeven/core/float_text.hpp>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace breakeven {

/// `text` without blanks and tabs at its ends.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
}

[[nodiscard]] constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// The whole number that all of `text` says; none when it says anything else or does not fit.
template <class Integer>
[[nodiscard]] std::optional<Integer> parse_integer(std::string_view text) {
    Integer value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// A number at the begin of a text, and how many bytes it takes; size 0 when the text begins with none.
struct DecimalPrefix {
    double value = 0.0;
    std::size_t size = 0;
};

/// The longest finite decimal that `text` begins with, correctly rounded: digits with one `point`, a sign, an exponent. No
/// blank before it; "nan" and "inf" are none.
[[nodiscard]] inline DecimalPrefix decimal_prefix(std::string_view text, char point = '.') {
    // Short plain decimals, nearly all that telemetry holds: up to 15 digits and a power of ten up to 10^15 are both exact
    // in a double, so their one quotient is correctly rounded.
    constexpr double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    const char* at = begin;
    const bool negative = at != end && *at == '-';
    if (at != end && (*at == '-' || *at == '+')) ++at;
    const char* const first = at;
    std::uint64_t digits = 0;  // may wrap in long numbers, which are read again below
    for (; at != end && is_digit(*at); ++at) digits = 10 * digits + static_cast<std::uint64_t>(*at - '0');
    std::ptrdiff_t count = at - first, decimals = 0;
    if (at != end && *at == point) {
        const char* const behind = ++at;
        for (; at != end && is_digit(*at); ++at) digits = 10 * digits + static_cast<std::uint64_t>(*at - '0');
        decimals = at - behind;
        count += decimals;
    }
    if (count == 0) return {};
    bool exponent = false;
    if (at != end && (*at == 'e' || *at == 'E')) {
        const char* power = at + 1;
        if (power != end && (*power == '-' || *power == '+')) ++power;
        exponent = power != end && is_digit(*power);
        while (exponent && power != end && is_digit(*power)) ++power;
        if (exponent) at = power;
    }
    DecimalPrefix out{0.0, static_cast<std::size_t>(at - begin)};
    if (count <= 15 && !exponent) {
        out.value = static_cast<double>(digits) / powers[decimals];
    } else {
        char copy[128];
        const auto size = static_cast<std::size_t>(at - first);
        if (size > sizeof copy) return {};
        for (std::size_t i = 0; i < size; ++i) copy[i] = first[i] == point ? '.' : first[i];
        const auto [stop, error] = detail::float_from_chars(copy, copy + size, out.value);
        if (error != std::errc{} || stop != copy + size || !std::isfinite(out.value)) return {};
    }
    if (negative) out.value = -out.value;
    return out;
}

/// The finite number that all of `text` says, correctly rounded; none for anything else, "nan" and "inf" included. `point` is
/// the decimal mark.
[[nodiscard]] inline std::optional<double> parse_decimal(std::string_view text, char point = '.') {
    const DecimalPrefix number = decimal_prefix(text, point);
    if (number.size == 0 || number.size != text.size()) return std::nullopt;
    return number.value;
}

}  // namespace breakeven
