// Printable: whether a name from a file may go to a terminal, into JSON and into TOML as it is.
#pragma once

#include <breakeven/core/utf8.hpp>

#include <cstddef>
#include <string_view>

namespace breakeven {

/// Well-formed UTF-8 without control characters, those of U+0080 to U+009F included.
[[nodiscard]] constexpr bool is_printable(std::string_view text) {
    bool plain = true;  // nearly all names are ASCII
    for (const char c : text) plain &= c >= 0x20 && c < 0x7f;
    if (plain) return true;
    if (detail::first_malformed_utf8(text)) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto code = static_cast<unsigned char>(text[i]);
        if (code < 0x20 || code == 0x7f) return false;
        if (code == 0xc2 && static_cast<unsigned char>(text[i + 1]) < 0xa0) return false;
    }
    return true;
}

}  // namespace breakeven
