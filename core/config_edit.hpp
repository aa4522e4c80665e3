// Config edit: one value of a TOML text changed, added or taken out; every other value, the comments and the layout stay.
//
// No writer of TOML: the text is edited where the value stands, read again, and only handed out when it says exactly what it
// should. A file laid out in a way that none of the edits fits is refused, never rewritten.
#pragma once

#include <string>
#include <string_view>

namespace breakeven {

/// A TOML basic string that says `text`: quoted, with what TOML wants escaped.
[[nodiscard]] std::string toml_quoted(std::string_view text);

/// `toml` with `value` at the dotted path `key`; `value` as Config::set takes it, TOML where it reads as TOML, else a text.
/// Throws InputError: `toml` is no TOML, `key` leads through a value, the layout does not allow it.
[[nodiscard]] std::string with_value(std::string_view toml, std::string_view key, std::string_view value);

/// `toml` without the value at `key`, comment on its line included; the same text when it has none. Throws InputError likewise.
[[nodiscard]] std::string without_value(std::string_view toml, std::string_view key);

}  // namespace breakeven
