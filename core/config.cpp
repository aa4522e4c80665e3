#include <breakeven/core/config.hpp>

#include <breakeven/core/byte_source.hpp>
#include <breakeven/core/float_text.hpp>
#include <breakeven/core/suggest.hpp>
#include <breakeven/core/toml_mistakes.hpp>
#include <breakeven/core/utf8.hpp>

#include <algorithm>
#include <cmath>
#include <string>

// The parser asserts on some malformed input ("[&" in 3.3.0) where it goes on to report an error properly; no input may end the process.
#define TOML_ASSERT(expression) static_cast<void>(0)
#define TOML_HEADER_ONLY 1
#define TOML_MAX_NESTED_VALUES 32
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace breakeven {

namespace {

constexpr std::size_t largest_file = 1ULL << 20;  // a scenario is a page; what is larger is another kind of file
constexpr std::size_t deepest_key = 32;           // line.weights.task.nlp has four parts

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> out;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        out.emplace_back(line);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return out;
}

using Source = std::shared_ptr<const ConfigSource>;

ConfigPosition position_in(const Source& source, const toml::source_region& region) {
    const bool one_line = region.begin.line == region.end.line && region.end.column > region.begin.column;
    return {source, region.begin.line, region.begin.column, one_line ? region.end.column - region.begin.column : 1};
}

[[noreturn]] void fail_to_parse(const toml::parse_error& error, const Source& source) {
    const std::string parser_words(error.description());
    Position at = position_in(source, error.source());
    if (const auto value = detail::unquoted_quantity(at.text)) {
        at.column = detail::characters(std::string_view(at.text).substr(0, value->first)) + 1;
        at.length = detail::characters(value->second);
        throw InputError("this is no TOML value (" + parser_words + ")",
                         "a value with a unit stands in quotes: \"" + value->second + "\"", std::move(at));
    }
    const bool twice = parser_words.find("redefine") != std::string::npos || parser_words.find("duplicate") != std::string::npos ||
                       parser_words.find("already") != std::string::npos;
    if (twice) {
        const std::size_t first = detail::first_definition(source->lines, at.line);
        throw InputError("this table or key is already defined" +
                             (first == 0 ? std::string() : " at line " + std::to_string(first)) + " (" + parser_words + ")",
                         "write each table and each key once; put all its keys in one place", std::move(at));
    }
    throw InputError("this is no valid TOML (" + parser_words + ")", "see toml.io for the syntax; values with units stand in quotes",
                     std::move(at));
}

/// Parses a text whose lines `source` holds.
toml::table parse_toml(std::string_view toml, const Source& source) {
    const auto place_of = [&](std::size_t byte) {
        const std::string_view before = toml.substr(0, byte);
        const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
        return ConfigPosition{source, static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1,
                              detail::characters(before.substr(line_begin)) + 1, 1};
    };
    // Outside of UTF-8 the parser's own tables of characters do not hold, and what it does is anybody's guess.
    if (const auto byte = detail::first_malformed_utf8(toml))
        throw InputError("a byte that is no UTF-8", "save the file as UTF-8", place_of(*byte));
    if (const auto byte = detail::stray_character(toml))
        throw InputError("a character beyond ASCII outside of quotes",
                         "write the value in quotes, on one line; a currency by its code, such as \"8500 CNY\"", place_of(*byte));
    if (const auto byte = detail::too_deep_key(toml, deepest_key))
        throw InputError("a key of more than " + std::to_string(deepest_key) + " parts", "no scenario has so deep a table", place_of(*byte));
    return toml::parse(toml, std::string_view(source->file));
}

ConfigNode convert(const toml::node& node, const Source& source) {
    ConfigNode out;
    out.position = position_in(source, node.source());
    if (const auto* table = node.as_table()) {
        for (const auto& [key, value] : *table) out.entries.push_back({std::string(key.str()), convert(value, source)});
        // toml++ keeps tables sorted by name; the file's order is the reader's order.
        std::stable_sort(out.entries.begin(), out.entries.end(), [](const auto& a, const auto& b) {
            const ConfigPosition& p = a.node.position;
            const ConfigPosition& q = b.node.position;
            return p.line != q.line ? p.line < q.line : p.column < q.column;
        });
    } else if (const auto* array = node.as_array()) {
        out.kind = ConfigNode::Kind::array;
        for (const auto& item : *array) out.items.push_back(convert(item, source));
    } else if (const auto* text = node.as_string()) {
        out.kind = ConfigNode::Kind::string;
        out.text = text->get();
    } else if (const auto* integer = node.as_integer()) {
        out.kind = ConfigNode::Kind::number;
        out.is_integer = true;
        out.number = static_cast<double>(integer->get());
        out.text = std::to_string(integer->get());
    } else if (const auto* real = node.as_floating_point()) {
        out.kind = ConfigNode::Kind::number;
        out.number = real->get();
        char digits[32];
        out.text.assign(digits, detail::float_to_chars(digits, digits + sizeof digits, out.number).ptr);
    } else if (const auto* flag = node.as_boolean()) {
        out.kind = ConfigNode::Kind::boolean;
        out.boolean = flag->get();
        out.text = out.boolean ? "true" : "false";
    } else {
        out.kind = ConfigNode::Kind::date;
        if (const auto* date = node.as_date()) {
            const toml::date day = date->get();
            const auto two = [](unsigned n) { return (n < 10 ? "0" : "") + std::to_string(n); };
            out.text = std::to_string(day.year) + "-" + two(day.month) + "-" + two(day.day);
        }
    }
    return out;
}

ConfigNode* descend(ConfigNode& table, std::string_view key) {
    for (auto& [name, node] : table.entries)
        if (name == key) return &node;
    return nullptr;
}

/// Tables without a value are as if they were not there.
bool has_value(const ConfigNode& node) {
    return node.kind != ConfigNode::Kind::table ||
           std::any_of(node.entries.begin(), node.entries.end(), [](const ConfigEntry& entry) { return has_value(entry.node); });
}

bool same(const ConfigNode& a, const ConfigNode& b) {
    if (a.kind != b.kind || a.text != b.text || a.boolean != b.boolean || a.is_integer != b.is_integer) return false;
    if (a.number != b.number && (std::isfinite(a.number) || std::isfinite(b.number))) return false;
    if (!std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), same)) return false;
    const auto all_in = [](const ConfigNode& these, const ConfigNode& those) {
        return std::all_of(these.entries.begin(), these.entries.end(), [&](const ConfigEntry& entry) {
            if (!has_value(entry.node)) return true;
            const ConfigNode* const found = those.find(entry.name);
            return found != nullptr && same(entry.node, *found);
        });
    };
    return all_in(a, b) && all_in(b, a);
}

std::vector<std::string> split(std::string_view path) {
    std::vector<std::string> out;
    for (;;) {
        const std::size_t dot = path.find('.');
        out.emplace_back(path.substr(0, dot));
        if (dot == std::string_view::npos) return out;
        path.remove_prefix(dot + 1);
    }
}

std::string read_text(const std::string& path) {
    const auto source = open_bytes(path, TextEncoding::utf8);
    std::string out;
    char block[65536];
    while (const std::size_t count = source->read(block)) {
        out.append(block, count);
        if (out.size() > largest_file) {
            Position at;
            at.file = path;
            throw InputError("this is too large for a scenario file", "a scenario is a short TOML file", at);
        }
    }
    return out;
}

}  // namespace

ConfigPosition::operator Position() const {
    Position out;
    if (source == nullptr) return out;
    out.file = source->file;
    out.line = line;
    out.column = column;
    out.length = std::max<std::size_t>(length, 1);
    if (line >= 1 && line <= source->lines.size()) out.text = source->lines[line - 1];
    return out;
}

const ConfigNode* ConfigNode::find(std::string_view key) const {
    for (const auto& [name, node] : entries)
        if (name == key) return &node;
    return nullptr;
}

Config Config::from_file(const std::string& path) { return from_text(read_text(path), path); }

Config Config::from_text(std::string_view toml, const std::string& file_name) {
    const auto source = std::make_shared<const ConfigSource>(ConfigSource{file_name, lines_of(toml)});
    Config out;
    out.file_ = file_name;
    try {
        out.root_ = convert(parse_toml(toml, source), source);
    } catch (const toml::parse_error& error) {
        fail_to_parse(error, source);
    }
    return out;
}

void Config::set(std::string_view key, std::string_view value, const std::string& origin) {
    ConfigNode node;
    const std::string assignment = std::string(key) + "=" + std::string(value);
    Position at;
    at.file = origin;
    at.line = 1;
    at.column = detail::characters(key) + 2;
    at.length = std::max<std::size_t>(1, detail::characters(value));
    at.text = assignment;
    if (key.empty() || key.front() == '.' || key.back() == '.' || key.find("..") != std::string_view::npos) {
        at.column = 1;
        throw InputError("a key is missing before the =", "write it as in electricity.price=\"0.2 USD/kWh\"", at);
    }
    const auto source = std::make_shared<const ConfigSource>(ConfigSource{origin, {assignment}});
    const ConfigPosition value_at{source, 1, at.column, at.length};
    const auto as_it_stands = [&] {
        node.kind = ConfigNode::Kind::string;
        node.text = value;
    };
    // A value without quotes is a text where it is no TOML.
    if (detail::stray_character(value)) {
        as_it_stands();
    } else {
        try {
            // As wide as the assignment, so that columns inside the value are right.
            const toml::table parsed = parse_toml("v" + std::string(detail::characters(key) - 1, ' ') + "=" + std::string(value), source);
            node = convert(*parsed.get("v"), source);
        } catch (const toml::parse_error&) {
            as_it_stands();
        }
    }
    node.position = value_at;

    const std::vector<std::string> path = split(key);
    if (path.size() > deepest_key) {
        at.column = 1;
        throw InputError("a key of more than " + std::to_string(deepest_key) + " parts", "no scenario has so deep a table", at);
    }
    ConfigNode* table = &root_;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (table->kind != ConfigNode::Kind::table) {
            at.column = 1;
            throw InputError("\"" + path[i - 1] + "\" is a value, not a table", "check the key", at);
        }
        ConfigNode* next = descend(*table, path[i]);
        if (next == nullptr) {
            ConfigNode made;
            made.position = value_at;
            table->entries.push_back({path[i], std::move(made)});
            next = &table->entries.back().node;
        }
        table = next;
    }
    *table = std::move(node);
}

void Config::remove(std::string_view key) {
    ConfigNode* table = &root_;
    const std::vector<std::string> path = split(key);
    for (std::size_t i = 0; i + 1 < path.size(); ++i)
        if (table = descend(*table, path[i]); table == nullptr) return;
    std::erase_if(table->entries, [&](const ConfigEntry& entry) { return entry.name == path.back(); });
}

bool Config::same_values(const Config& other) const { return same(root_, other.root_); }

const ConfigNode* Config::find(std::string_view key) const {
    if (std::find(asked_->begin(), asked_->end(), key) == asked_->end()) asked_->emplace_back(key);
    const ConfigNode* node = &root_;
    for (const std::string& part : split(key)) {
        if (node->kind != ConfigNode::Kind::table)
            throw InputError("a table belongs here, not a value", "write it as [" + std::string(key.substr(0, key.rfind('.'))) + "]",
                             node->position);
        node = node->find(part);
        if (node == nullptr) return nullptr;
    }
    return node;
}

std::vector<std::pair<std::string, const ConfigNode*>> Config::open_table(std::string_view key) const {
    std::vector<std::pair<std::string, const ConfigNode*>> out;
    const ConfigNode* node = find(key);
    asked_->push_back(std::string(key) + ".*");
    if (node == nullptr) return out;
    if (node->kind != ConfigNode::Kind::table)
        throw InputError("a table belongs here, not a value", "write it as [" + std::string(key) + "]", node->position);
    for (const auto& [name, entry] : node->entries) out.emplace_back(name, &entry);
    return out;
}

void Config::refuse_unknown() const {
    std::vector<std::string> known;
    for (const std::string& key : *asked_)
        if (!key.ends_with(".*")) known.push_back(key);
    const auto is_open = [&](const std::string& path) {
        return std::any_of(asked_->begin(), asked_->end(), [&](const std::string& key) {
            return key.ends_with(".*") && (path + ".").starts_with(std::string_view(key).substr(0, key.size() - 1));
        });
    };
    const auto leads_to_known = [&](const std::string& path) {
        return std::any_of(known.begin(), known.end(), [&](const std::string& key) { return key.starts_with(path + "."); });
    };
    const auto check = [&](const auto& self, const ConfigNode& table, const std::string& prefix) -> void {
        for (const auto& [name, node] : table.entries) {
            const std::string path = prefix + name;
            if (is_open(path)) continue;
            if (node.kind == ConfigNode::Kind::table && leads_to_known(path)) {  // also where the table itself was asked for
                self(self, node, path + ".");
                continue;
            }
            if (std::find(known.begin(), known.end(), path) != known.end()) continue;
            // A key's own place is not kept by the parser; it stands at the beginning of its line, or before its value.
            Position at = node.position;
            if (const std::size_t column = at.text.find(name); column != std::string::npos) {
                at.column = detail::characters(std::string_view(at.text).substr(0, column)) + 1;
                at.length = detail::characters(name);
            }
            std::vector<std::string> beside;     // in the same table: `prise` means `price`, not `electricity.price`
            std::vector<std::string> elsewhere;  // the right key in the wrong table
            for (const std::string& key : known) {
                if (key.starts_with(prefix)) {
                    std::string part = key.substr(prefix.size(), key.find('.', prefix.size()) - prefix.size());
                    if (std::find(beside.begin(), beside.end(), part) == beside.end()) beside.push_back(std::move(part));
                }
                if (key.ends_with("." + name)) elsewhere.push_back(key);
            }
            std::string meant = did_you_mean(name, beside);
            if (meant.empty()) meant = did_you_mean(name, elsewhere);
            if (meant.empty()) {
                std::sort(beside.begin(), beside.end());
                for (const std::string& key : beside) meant += (meant.empty() ? "known here: " : ", ") + key;
            }
            throw InputError("unknown key \"" + path + "\"", meant, at);
        }
    };
    check(check, root_, "");
}

InputError placed_at(const InputError& error, const ConfigNode& node) {
    Position at = node.position;
    const Position& inside = error.position();
    // Quotes count: an error about the whole value underlines them, one about a part of it stands behind the first.
    if (inside.line == 1 && inside.column != 0 && !(inside.column == 1 && inside.length >= detail::characters(node.text)) &&
        node.kind == ConfigNode::Kind::string) {
        const std::size_t begin = detail::byte_of_character(at.text, at.column - 1);
        const bool quoted = begin < at.text.size() && (at.text[begin] == '"' || at.text[begin] == '\'');
        at.column += inside.column - 1 + (quoted ? 1 : 0);
        at.length = inside.length;
    }
    return error.placed(std::move(at));
}

namespace detail {
const std::string& text_of_quantity(const ConfigNode& node, const Dimension& wanted, const Exchange* door) {
    if (node.kind == ConfigNode::Kind::string) return node.text;
    std::string example(name_of(wanted).example);
    if (const auto at = example.find("CNY"); at != std::string::npos && door != nullptr && door->into() != Currency())
        example.replace(at, 3, door->into().code());
    throw InputError(std::string(name_of(wanted).name) + " is written as a string with its unit",
                     "write it as in \"" + example + "\"", node.position);
}
}  // namespace detail

template <>
Fraction read_as<Fraction>(const ConfigNode& node, const Exchange* door) {
    if (node.kind == ConfigNode::Kind::number && std::isfinite(node.number)) return node.number;
    if (node.kind != ConfigNode::Kind::string)
        throw InputError("a plain number belongs here", "write it as in 0.35 or \"35 %\"", node.position);
    try {
        return parse<Fraction>(node.text, door);
    } catch (const InputError& error) {
        throw placed_at(error, node);
    }
}

template <>
Temperature read_as<Temperature>(const ConfigNode& node, const Exchange*) {
    if (node.kind != ConfigNode::Kind::string)
        throw InputError("a temperature is written as a string with its unit", "write it as in \"25 degC\"", node.position);
    try {
        return parse_temperature(node.text);
    } catch (const InputError& error) {
        throw placed_at(error, node);
    }
}

template <>
std::string read_as<std::string>(const ConfigNode& node, const Exchange*) {
    if (node.kind != ConfigNode::Kind::string) throw InputError("a text in quotes belongs here", "", node.position);
    return node.text;
}

template <>
int read_as<int>(const ConfigNode& node, const Exchange*) {
    if (node.kind != ConfigNode::Kind::number || !node.is_integer || std::abs(node.number) > 1e9)
        throw InputError("a whole number belongs here", "such as 2", node.position);
    return static_cast<int>(node.number);
}

}  // namespace breakeven
