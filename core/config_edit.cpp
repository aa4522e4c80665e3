#include <breakeven/core/config_edit.hpp>

#include <breakeven/core/config.hpp>
#include <breakeven/core/decimal.hpp>

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

namespace breakeven {

namespace {

constexpr std::size_t most_lines_of_a_value = 200;

/// The text's lines with their ends.
std::vector<std::string> lines_with_ends(std::string_view text) {
    std::vector<std::string> out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        out.emplace_back(text.substr(0, end + 1));
        text.remove_prefix(end + 1);
    }
    if (!out.empty() && out.back().back() != '\n') out.back() += '\n';
    return out;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string out;
    for (const std::string& line : lines) out += line;
    return out;
}

/// A dotted path as TOML writes it: parts that are no bare keys in quotes.
std::string written(std::string_view path) {
    std::string out;
    for (;;) {
        const std::string_view part = path.substr(0, path.find('.'));
        const bool bare = !part.empty() && std::all_of(part.begin(), part.end(), [](char c) {
            return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
        });
        out += bare ? std::string(part) : toml_quoted(part);
        if (part.size() == path.size()) return out;
        out += '.';
        path.remove_prefix(part.size() + 1);
    }
}

bool is_comment_or_blank(std::string_view line) {
    const std::string_view rest = trimmed(line);
    return rest.empty() || rest.front() == '#';
}

/// The number of the line behind the last key of the table with this header; none when no line is that header.
std::optional<std::size_t> end_of_table(const std::vector<std::string>& lines, std::string_view table) {
    const std::string header = "[" + written(table) + "]";
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = trimmed(lines[i]);
        if (!line.starts_with(header) || !is_comment_or_blank(line.substr(header.size()))) continue;
        std::size_t end = i + 1;
        for (std::size_t j = i + 1; j < lines.size() && !trimmed(lines[j]).starts_with('['); ++j)
            if (!is_comment_or_blank(lines[j])) end = j + 1;
        return end;
    }
    return std::nullopt;
}

/// `text` says what `wanted` says.
bool says(const std::string& text, const Config& wanted) {
    try {
        return Config::from_text(text, "").same_values(wanted);
    } catch (const InputError&) {
        return false;
    }
}

/// The value in place of the one that stands there, when that is on one line.
std::string replaced(std::vector<std::string> lines, const ConfigPosition& at, const std::string& value) {
    if (at.line == 0 || at.line > lines.size()) return {};
    std::string& line = lines[at.line - 1];
    const std::size_t begin = detail::byte_of_character(line, at.column - 1);
    line.replace(begin, detail::byte_of_character(line, at.column - 1 + at.length) - begin, value);
    return joined(lines);
}

std::string inserted(std::vector<std::string> lines, std::size_t before, const std::string& text) {
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(before), text);
    return joined(lines);
}

}  // namespace

std::string toml_quoted(std::string_view text) {
    static constexpr char hexadecimal[] = "0123456789ABCDEF";
    std::string out = "\"";
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            out.append("\\").push_back(c);
        else if (code < 0x20 || code == 0x7f)
            out.append("\\u00").append({hexadecimal[code >> 4U], hexadecimal[code & 15U]});
        else
            out.push_back(c);
    }
    return out + '"';
}

std::string with_value(std::string_view toml, std::string_view key, std::string_view value) {
    const Config before = Config::from_text(toml, "");
    Config wanted = before;
    wanted.set(key, value, "");
    const ConfigNode* const node = wanted.find(key);
    const std::string text = node->kind == ConfigNode::Kind::string ? toml_quoted(node->text) : std::string(value);
    const std::vector<std::string> lines = lines_with_ends(toml);

    std::vector<std::function<std::string()>> edits;
    if (const ConfigNode* const old = before.find(key)) edits.emplace_back([&, old] { return replaced(lines, old->position, text); });
    // Under the header of the nearest table that has one.
    for (std::size_t dot = key.rfind('.'); dot != std::string_view::npos && dot != 0; dot = key.rfind('.', dot - 1))
        edits.emplace_back([&, dot] {
            const auto end = end_of_table(lines, key.substr(0, dot));
            return end ? inserted(lines, *end, written(key.substr(dot + 1)) + " = " + text + "\n") : std::string();
        });
    if (const std::size_t dot = key.rfind('.'); dot != std::string_view::npos)
        edits.emplace_back([&, dot] {
            return joined(lines) + "\n[" + written(key.substr(0, dot)) + "]\n" + written(key.substr(dot + 1)) + " = " + text + "\n";
        });
    edits.emplace_back([&] {
        const auto first = std::find_if_not(lines.begin(), lines.end(), is_comment_or_blank);
        return inserted(lines, static_cast<std::size_t>(first - lines.begin()), written(key) + " = " + text + "\n");
    });
    for (const auto& edit : edits)
        if (std::string out = edit(); !out.empty() && says(out, wanted)) return out;
    throw InputError(std::string(key) + " cannot be written into this file as it is laid out", "write it by hand: " + written(key) + " = " + text);
}

std::string without_value(std::string_view toml, std::string_view key) {
    const Config before = Config::from_text(toml, "");
    const ConfigNode* const node = before.find(key);
    if (node == nullptr) return std::string(toml);
    Config wanted = before;
    wanted.remove(key);
    const std::vector<std::string> lines = lines_with_ends(toml);
    if (const std::size_t first = node->position.line; first != 0)
        for (std::size_t count = 1; count <= most_lines_of_a_value && first - 1 + count <= lines.size(); ++count) {
            std::vector<std::string> rest = lines;
            const auto begin = rest.begin() + static_cast<std::ptrdiff_t>(first - 1);
            rest.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
            if (std::string out = joined(rest); says(out, wanted)) return out;
        }
    throw InputError(std::string(key) + " cannot be taken out of this file as it is laid out", "take it out by hand");
}

}  // namespace breakeven
