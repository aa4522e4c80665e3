// UTF-8: where a text stops being any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace breakeven::detail {

/// Where the first byte stands that begins no well-formed character: a stray or missing continuation, a longer form than needed,
/// a surrogate, a number beyond U+10FFFF. None for a text that is UTF-8 throughout.
[[nodiscard]] constexpr std::optional<std::size_t> first_malformed_utf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const auto first = static_cast<unsigned char>(text[at]);
        const std::size_t length = first < 0x80 ? 1 : first >= 0xC2 && first < 0xE0 ? 2 : first >= 0xE0 && first < 0xF0 ? 3 : first >= 0xF0 && first < 0xF5 ? 4 : 0;
        if (length == 0 || text.size() - at < length) return at;
        std::uint32_t code = length == 1 ? first : first & (0xFFU >> (length + 1));
        for (std::size_t i = 1; i < length; ++i) {
            const auto next = static_cast<unsigned char>(text[at + i]);
            if ((next & 0xC0U) != 0x80U) return at;
            code = (code << 6U) | (next & 0x3FU);
        }
        const bool too_long = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
        if (too_long || (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF) return at;
        at += length;
    }
    return std::nullopt;
}

}  // namespace breakeven::detail
