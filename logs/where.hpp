// Where in a log something stands, for errors.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <breakeven/core/errors.hpp>

namespace breakeven::detail {

[[nodiscard]] inline Position in_file(std::string path) {
    Position at;
    at.file = std::move(path);
    return at;
}

/// Lines and columns from 1. `text` is the line itself; a long one is left out of the message.
[[nodiscard]] inline Position at_line(std::string path, std::size_t line, std::size_t column, std::string_view text = {}) {
    constexpr std::size_t longest_shown = 160;
    Position at = in_file(std::move(path));
    at.line = line;
    at.column = column;
    if (text.size() <= longest_shown) at.text = text;
    return at;
}

}  // namespace breakeven::detail
