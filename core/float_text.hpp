// Float text: floating numbers from and to decimal text, without the process's locale, whatever the standard library has.
//
// GCC's and newer Clang's libraries have both. The one that Emscripten 3.1 brings has neither; its C library knows no locale
// but "C", so strtod and snprintf do there what they may not do elsewhere.
#pragma once

#include <charconv>
#include <system_error>

#if !defined(__cpp_lib_to_chars) && defined(__EMSCRIPTEN__)
#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#endif

namespace breakeven::detail {

#if !defined(__cpp_lib_to_chars) && defined(__EMSCRIPTEN__)

/// The longest decimal at the begin, as std::from_chars reads it: no blank, no plus, and here neither "inf" nor "nan".
template <class Real>
[[nodiscard]] std::from_chars_result float_from_chars(const char* first, const char* last, Real& value) {
    const auto digit = [&](const char* at) { return at != last && *at >= '0' && *at <= '9'; };
    const char* end = first;
    if (end != last && *end == '-') ++end;
    const char* const whole = end;
    while (digit(end)) ++end;
    std::ptrdiff_t digits = end - whole;
    if (end != last && *end == '.') {
        const char* const point = end++;
        while (digit(end)) ++end;
        digits += end - point - 1;
    }
    if (digits == 0) return {first, std::errc::invalid_argument};
    if (end != last && (*end == 'e' || *end == 'E')) {
        const char* power = end + 1;
        if (power != last && (*power == '-' || *power == '+')) ++power;
        if (digit(power)) {
            while (digit(power)) ++power;
            end = power;
        }
    }
    const std::string text(first, end);
    errno = 0;
    Real read{};
    if constexpr (sizeof(Real) == sizeof(double))
        read = std::strtod(text.c_str(), nullptr);
    else
        read = std::strtold(text.c_str(), nullptr);
    if (errno == ERANGE) return {end, std::errc::result_out_of_range};
    value = read;
    return {end, std::errc()};
}

/// As std::to_chars with std::chars_format::general and a precision.
[[nodiscard]] inline std::to_chars_result float_to_chars(char* first, char* last, long double value, int precision) {
    const int size = std::snprintf(first, static_cast<std::size_t>(last - first), "%.*Lg", precision, value);
    return size < 0 || size >= last - first ? std::to_chars_result{last, std::errc::value_too_large} : std::to_chars_result{first + size, std::errc()};
}

/// As std::to_chars without a precision: the fewest digits that give `value` back, with an exponent where that is shorter.
[[nodiscard]] inline std::to_chars_result float_to_chars(char* first, char* last, double value) {
    char text[40];
    int precision = 0;
    do std::snprintf(text, sizeof text, "%.*e", precision, value);
    while (std::strtod(text, nullptr) != value && value == value && ++precision < 17);
    std::string scientific = text;
    if (const char* const power = std::strchr(text, 'e')) {
        // As many decimals as the digits reach behind the point.
        const int decimals = std::max(0, precision - std::atoi(power + 1));
        char fixed[400];
        std::snprintf(fixed, sizeof fixed, "%.*f", decimals, value);
        if (std::strlen(fixed) <= scientific.size()) scientific = fixed;
    }
    if (static_cast<std::ptrdiff_t>(scientific.size()) > last - first) return {last, std::errc::value_too_large};
    std::memcpy(first, scientific.data(), scientific.size());
    return {first + scientific.size(), std::errc()};
}

#else

template <class Real>
[[nodiscard]] std::from_chars_result float_from_chars(const char* first, const char* last, Real& value) {
    return std::from_chars(first, last, value);
}
[[nodiscard]] inline std::to_chars_result float_to_chars(char* first, char* last, long double value, int precision) {
    return std::to_chars(first, last, value, std::chars_format::general, precision);
}
[[nodiscard]] inline std::to_chars_result float_to_chars(char* first, char* last, double value) { return std::to_chars(first, last, value); }

#endif

}  // namespace breakeven::detail
