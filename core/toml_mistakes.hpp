// TOML mistakes: what a parser's complaint is really about, found in the text itself. For config.cpp only.
#pragma once

#include <breakeven/core/decimal.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace breakeven::detail {

/// The path that a line of TOML defines: a header's, or a key's below `header`, which a header line replaces. Empty for others.
[[nodiscard]] inline std::string path_defined(std::string_view line, std::string& header) {
    const std::string_view text = trimmed(line);
    if (text.starts_with('[') && !text.starts_with("[[")) return header = trimmed(text.substr(1, text.find(']') - 1));
    const std::size_t equals = text.find('=');
    if (text.empty() || text.front() == '#' || equals == std::string_view::npos) return {};
    return (header.empty() ? std::string() : header + ".") + std::string(trimmed(text.substr(0, equals)));
}

/// The first line before `line` that defines the table or key which `line` defines again, or a part of it; 0 when none is found.
/// Lines count from 1.
[[nodiscard]] inline std::size_t first_definition(const std::vector<std::string>& lines, std::size_t line) {
    std::string header;
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < line && i < lines.size(); ++i) paths.push_back(path_defined(lines[i], header));
    if (paths.empty() || paths.back().empty()) return 0;
    for (std::string wanted = paths.back();;) {
        for (std::size_t i = 0; i + 1 < paths.size(); ++i)
            if (paths[i] == wanted || paths[i].starts_with(wanted + ".")) return i + 1;
        const std::size_t dot = wanted.rfind('.');
        if (dot == std::string::npos) return 0;
        wanted.resize(dot);
    }
}

/// `18 min` without quotes: the byte at which the value begins, and the value itself.
[[nodiscard]] inline std::optional<std::pair<std::size_t, std::string>> unquoted_quantity(std::string_view line) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const std::size_t begin = line.find_first_not_of(" \t", equals + 1);
    if (begin == std::string_view::npos || line[begin] == '"' || line[begin] == '\'') return std::nullopt;
    if (std::string_view("0123456789+-.").find(line[begin]) == std::string_view::npos) return std::nullopt;
    const std::string_view value = trimmed(line.substr(begin, line.find('#', begin) - begin));
    if (value.find_first_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ%") == std::string_view::npos) return std::nullopt;
    return std::pair{begin, std::string(value)};
}

/// The last byte of the text in quotes that begins at `toml[at]`: of one that is never closed, the end of its line, or of all.
[[nodiscard]] inline std::size_t quoted_end(std::string_view toml, std::size_t at) {
    const char quote = toml[at];
    const bool long_text = toml.substr(at, 3) == std::string(3, quote);
    std::size_t end = at + (long_text ? 3 : 1);
    while (end < toml.size() && !(long_text ? toml.substr(end, 3) == std::string(3, quote) : toml[end] == quote || toml[end] == '\n'))
        end += quote == '"' && toml[end] == '\\' ? 2 : 1;
    return end + (long_text ? 2 : 0);
}

/// The byte at which a character beyond ASCII stands where TOML allows none: outside of comments and of texts in quotes. Those of
/// several lines count as outside here, and so does a quote where no text begins, as in `1."x"`, which is none to the parser. toml++
/// 3.3 looks such a character up as a blank, and its table has holes.
[[nodiscard]] inline std::optional<std::size_t> stray_character(std::string_view toml) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";  // of byte order, which some editors put first
    char before = '\n';  // the last character that is no blank
    bool in_value = false;
    std::size_t arrays = 0;
    for (std::size_t at = toml.starts_with(mark) ? mark.size() : 0; at < toml.size(); ++at) {
        const char c = toml[at];
        if (static_cast<unsigned char>(c) >= 0x80) return at;
        if (c == ' ' || c == '\t' || c == '\r') continue;
        const bool begins = std::string_view("\n=[{,").find(before) != std::string_view::npos || (before == '.' && !in_value && arrays == 0);
        if (c == '#') {
            at = std::min(toml.find('\n', at), toml.size());
            before = '\n';
            in_value = false;
            continue;
        }
        if (begins && (c == '"' || c == '\'') && toml.substr(at, 3) != std::string(3, c)) at = quoted_end(toml, at);
        if (c == '[' && (in_value || arrays != 0)) ++arrays;
        if (c == ']' && arrays != 0) --arrays;
        if (c == '=') in_value = true;
        if (c == '\n') in_value = false;
        before = c;
    }
    return std::nullopt;
}

/// The byte at which a key of more than `most` dotted parts passes them; none when every key is shorter. Each part is a table in
/// a table, and whoever walks so deep a tree, the parser included, runs out of stack.
[[nodiscard]] inline std::optional<std::size_t> too_deep_key(std::string_view toml, std::size_t most) {
    std::size_t parts = 1;
    for (std::size_t at = 0; at < toml.size(); ++at) {
        const char c = toml[at];
        if (c == '#') {
            at = toml.find('\n', at);
            if (at == std::string_view::npos) return std::nullopt;
            parts = 1;
        } else if (c == '"' || c == '\'') {  // a quoted part, or a text that holds no keys
            at = quoted_end(toml, at);
        } else if (c == '.') {
            if (++parts > most) return at;
        } else if (!(is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == ' ' || c == '\t')) {
            parts = 1;
        }
    }
    return std::nullopt;
}

}  // namespace breakeven::detail
