// Printable: whether a name from a file may go to a terminal, into JSON and into TOML as it is.
#pragma once

#include <cstddef>
#include <string_view>

namespace breakeven {

/// Well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing past U+10FFFF) without control characters.
[[nodiscard]] constexpr bool is_printable(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto unit = [&](std::size_t offset) { return static_cast<unsigned char>(text[i + offset]); };
        const unsigned first = unit(0);
        if (first < 0x20 || first == 0x7f) return false;
        const std::size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
        if (length == 0 || i + length > text.size()) return false;
        for (std::size_t k = 1; k < length; ++k)
            if ((unit(k) & 0xc0U) != 0x80U) return false;
        const unsigned following = length > 1 ? unit(1) : 0;
        if (first == 0xc2 && following < 0xa0) return false;  // U+0080 to U+009F: controls
        if ((first == 0xe0 && following < 0xa0) || (first == 0xed && following > 0x9f)) return false;
        if ((first == 0xf0 && following < 0x90) || (first == 0xf4 && following > 0x8f)) return false;
        i += length;
    }
    return true;
}

}  // namespace breakeven
