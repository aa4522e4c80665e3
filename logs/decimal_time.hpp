// Decimal time: the digits of a number of microseconds become whole nanoseconds without passing through a double.
//
// Digits beyond the nanosecond round to the nearest one, a tie to the even one.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

namespace breakeven {

enum class DecimalTimeFault : std::uint8_t { none, not_a_number, too_large };

struct DecimalTime {
    std::int64_t ns = 0;
    DecimalTimeFault fault = DecimalTimeFault::none;
    bool rounded = false;  ///< digits beyond the nanosecond that were not zero
};

namespace detail {

/// A decimal number taken apart: its digits without the point, and where the point stands.
struct DecimalDigits {
    std::string_view whole;     // before the point
    std::string_view fraction;  // after it
    std::int64_t exponent = 0;  // of ten
    bool negative = false;
    bool valid = false;
};

[[nodiscard]] constexpr std::string_view take_digits(std::string_view& text) {
    std::size_t count = 0;
    while (count < text.size() && text[count] >= '0' && text[count] <= '9') ++count;
    const std::string_view digits = text.substr(0, count);
    text.remove_prefix(count);
    return digits;
}

[[nodiscard]] constexpr DecimalDigits digits_of(std::string_view text) {
    DecimalDigits number;
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        number.negative = text.front() == '-';
        text.remove_prefix(1);
    }
    number.whole = take_digits(text);
    if (!text.empty() && text.front() == '.') {
        text.remove_prefix(1);
        number.fraction = take_digits(text);
    }
    if (number.whole.empty() && number.fraction.empty()) return number;
    if (!text.empty() && (text.front() == 'e' || text.front() == 'E')) {
        text.remove_prefix(1);
        bool below_zero = false;
        if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
            below_zero = text.front() == '-';
            text.remove_prefix(1);
        }
        const std::string_view digits = take_digits(text);
        if (digits.empty()) return number;
        for (const char digit : digits)
            if (number.exponent < 1'000'000) number.exponent = number.exponent * 10 + (digit - '0');
        if (below_zero) number.exponent = -number.exponent;
    }
    number.valid = text.empty();
    return number;
}

}  // namespace detail

/// `text` times 10^`scale`, in whole units: scale 3 reads microseconds into nanoseconds, 9 seconds, 0 nanoseconds.
[[nodiscard]] constexpr DecimalTime decimal_to_ns(std::string_view text, int scale) {
    const detail::DecimalDigits number = detail::digits_of(text);
    if (!number.valid) return {0, DecimalTimeFault::not_a_number, false};
    const auto digits = static_cast<std::int64_t>(number.whole.size() + number.fraction.size());
    const auto digit = [&](std::int64_t place) {
        const auto i = static_cast<std::size_t>(place);
        return i < number.whole.size() ? number.whole[i] - '0' : number.fraction[i - number.whole.size()] - '0';
    };
    // Digits before `kept` make up whole nanoseconds.
    const std::int64_t kept = static_cast<std::int64_t>(number.whole.size()) + number.exponent + scale;
    constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    std::uint64_t value = 0;
    for (std::int64_t place = 0; place < kept; ++place) {
        const auto next = static_cast<std::uint64_t>(place < digits ? digit(place) : 0);
        if (value > (largest - next) / 10) return {0, DecimalTimeFault::too_large, false};
        value = value * 10 + next;
        if (place >= digits && value == 0) break;  // zero stays zero, however large the exponent
    }
    DecimalTime time;
    bool above_half = false;
    for (std::int64_t place = kept < 0 ? 0 : kept; place < digits; ++place) {
        if (digit(place) == 0) continue;
        time.rounded = true;
        above_half = above_half || place > kept || digit(place) > 5;
    }
    const bool first_is_half_or_more = kept >= 0 && kept < digits && digit(kept) >= 5;
    if (first_is_half_or_more && (above_half || value % 2 == 1)) {
        if (value == largest) return {0, DecimalTimeFault::too_large, false};
        ++value;
    }
    time.ns = number.negative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
    return time;
}

/// Microseconds as text, such as "1714953600123456.789", in nanoseconds.
[[nodiscard]] constexpr DecimalTime microseconds_to_ns(std::string_view text) {
    return decimal_to_ns(text, 3);
}

}  // namespace breakeven
