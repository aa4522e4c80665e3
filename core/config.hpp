// Config: a TOML file that remembers its positions, so that every complaint points at the line and column it is about.
//
// For sources only (models/scenario_file.cpp and its kin). The TOML parser itself stays inside config.cpp.
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/money.hpp>
#include <breakeven/core/parse.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace breakeven {

struct ConfigEntry;

/// A document's name and its lines, shared by the positions of all its values.
struct ConfigSource {
    std::string file;
    std::vector<std::string> lines;
};

/// Where a value stands in its document. Becomes a Position, with the line's text, when an error needs one.
struct ConfigPosition {
    std::shared_ptr<const ConfigSource> source;
    std::size_t line = 0;
    std::size_t column = 0;
    std::size_t length = 1;

    [[nodiscard]] std::string_view file() const { return source == nullptr ? std::string_view() : source->file; }
    operator Position() const;  // errors take it as it is
};

/// One value of a TOML document. A table keeps its entries in the file's order.
struct ConfigNode {
    enum class Kind : std::uint8_t { table, array, string, number, boolean, date };

    Kind kind = Kind::table;
    std::string text;         ///< of a string; of a number or date as it would be written
    double number = 0.0;      ///< of a number
    bool is_integer = false;  ///< the number was written without a point
    bool boolean = false;
    std::vector<ConfigEntry> entries;  ///< of a table
    std::vector<ConfigNode> items;     ///< of an array
    ConfigPosition position;           ///< of the value, quotes included

    [[nodiscard]] const ConfigNode* find(std::string_view key) const;
};

/// A key and its value.
struct ConfigEntry {
    std::string name;
    ConfigNode node;
};

/// A document: read once, asked key by key. Keys are dotted paths such as "electricity.price".
class Config {
public:
    /// Throws InputError: cannot be read, no valid TOML (with line and column), a table defined twice.
    [[nodiscard]] static Config from_file(const std::string& path);
    [[nodiscard]] static Config from_text(std::string_view toml, const std::string& file_name);

    /// Overlays one value, as `--set key=value` does: it replaces what the file says there. `value` is TOML where it reads as
    /// TOML, else a string: 0.35, "0.35", 8500 CNY and "8500 CNY" all do. `origin` names the place in errors, such as "--set".
    void set(std::string_view key, std::string_view value, const std::string& origin);

    /// Takes out the value at a dotted path, if there is one.
    void remove(std::string_view key);

    /// Both documents hold the same values under the same keys; order, places and empty tables do not count.
    [[nodiscard]] bool same_values(const Config& other) const;

    /// The value at a dotted path, or null. Marks it, and every table above it, as known.
    [[nodiscard]] const ConfigNode* find(std::string_view key) const;

    /// The nodes of the table at `key` whose names the user chooses (levels, currencies). Marks the whole table as known.
    /// Throws InputError when the value is no table.
    [[nodiscard]] std::vector<std::pair<std::string, const ConfigNode*>> open_table(std::string_view key) const;

    /// Throws InputError for the first key that nobody asked for, with the nearest one that somebody did.
    void refuse_unknown() const;

    [[nodiscard]] const std::string& file() const { return file_; }

private:
    std::string file_;
    ConfigNode root_;
    // What was asked for, so that the list of known keys is the code that reads them and never a second list.
    std::shared_ptr<std::vector<std::string>> asked_ = std::make_shared<std::vector<std::string>>();
};

/// The error, placed at the value of `node`; a position that points into the value's text is moved along with it.
[[nodiscard]] InputError placed_at(const InputError& error, const ConfigNode& node);

/// A value read as a type, errors placed at the node.
/// A quantity must be a string with its unit. `Fraction` may be a number or a string such as "35 %".
template <class Quantity>
[[nodiscard]] Quantity read_as(const ConfigNode& node, const Exchange* door);

template <>
[[nodiscard]] Fraction read_as<Fraction>(const ConfigNode& node, const Exchange* door);
template <>
[[nodiscard]] Temperature read_as<Temperature>(const ConfigNode& node, const Exchange* door);
template <>
[[nodiscard]] std::string read_as<std::string>(const ConfigNode& node, const Exchange* door);
template <>
[[nodiscard]] int read_as<int>(const ConfigNode& node, const Exchange* door);

namespace detail {
/// The text of a string node; anything else is an error that shows what `wanted` looks like.
[[nodiscard]] const std::string& text_of_quantity(const ConfigNode& node, const Dimension& wanted, const Exchange* door);
}  // namespace detail

template <class Quantity>
Quantity read_as(const ConfigNode& node, const Exchange* door) {
    const std::string& text = detail::text_of_quantity(node, dimension_of<Quantity>, door);
    try {
        return parse<Quantity>(text, door);
    } catch (const InputError& error) {
        throw placed_at(error, node);
    }
}

}  // namespace breakeven
