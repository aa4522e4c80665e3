// Decimal text to numbers, without a locale and without allocation.
#pragma once

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

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The whole number that all of `text` says; none when it says anything else or does not fit.
template <class Integer>
[[nodiscard]] std::optional<Integer> parse_integer(std::string_view text) {
    Integer value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// The finite number that all of `text` says, correctly rounded; none for anything else, "nan" and "inf" included. `point` is
/// the decimal mark.
[[nodiscard]] inline std::optional<double> parse_decimal(std::string_view text, char point = '.') {
    // Short plain decimals, nearly all that telemetry holds: up to 15 digits and a power of ten up to 10^15 are both exact
    // in a double, so their one quotient is correctly rounded.
    constexpr double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const bool negative = text.starts_with('-');
    std::int64_t digits = 0;
    std::size_t count = 0, decimals = 0;
    bool behind_point = false, plain = text.size() <= 17;
    for (std::size_t i = negative || text.starts_with('+') ? 1 : 0; plain && i < text.size(); ++i) {
        if (is_digit(text[i])) {
            digits = 10 * digits + (text[i] - '0');
            ++count;
            decimals += behind_point;
        } else if (text[i] == point && !behind_point) {
            behind_point = true;
        } else {
            plain = false;
        }
    }
    if (plain && count > 0 && count <= 15) {
        const double magnitude = static_cast<double>(digits) / powers[decimals];
        return negative ? -magnitude : magnitude;
    }
    if (text.starts_with('+')) {  // from_chars knows no plus sign
        text.remove_prefix(1);
        if (text.starts_with('-')) return std::nullopt;
    }
    char with_point[64];
    if (point != '.') {
        if (text.size() > sizeof with_point) return std::nullopt;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '.') return std::nullopt;
            with_point[i] = text[i] == point ? '.' : text[i];
        }
        text = std::string_view(with_point, text.size());
    }
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

}  // namespace breakeven
