// See json_text.hpp.
#include <breakeven/logs/json_text.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>

#include <breakeven/logs/json_block.hpp>

namespace breakeven::detail {
namespace {

using namespace std::string_view_literals;

constexpr std::uint32_t deepest = 64;

bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_hex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
bool is_number_part(char c) {
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
}

bool is_known_word(std::string_view word) {
    std::array<char, 9> lower{};
    if (word.size() > lower.size()) return false;
    std::transform(word.begin(), word.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    const std::string_view text(lower.data(), word.size());
    // `e` is the exponent of a number.
    constexpr std::array words{"true"sv, "false"sv, "null"sv, "nan"sv, "inf"sv, "infinity"sv, "n/a"sv, "e"sv};
    return std::find(words.begin(), words.end(), text) != words.end();
}

/// Length of the word at `text[at]`: letters, and the slash of N/A.
std::size_t word_length(std::string_view text, std::size_t at) {
    std::size_t length = 0;
    while (at + length < text.size() && (is_letter(text[at + length]) || text[at + length] == '/')) ++length;
    return length;
}

/// 2 or 6 for an escape that JSON knows, 0 for one it does not, when all of it is in `text`.
std::size_t escape_length(std::string_view text, std::size_t at) {
    const char kind = at + 1 < text.size() ? text[at + 1] : '\0';
    if (kind == 'u') {
        if (text.size() - at < 6) return 0;
        return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at + 2),
                           text.begin() + static_cast<std::ptrdiff_t>(at + 6), is_hex)
                   ? 6
                   : 0;
    }
    return kind != '\0' && "\"\\/bfnrt"sv.find(kind) != std::string_view::npos ? 2 : 0;
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
    while (at < text.size() && is_blank(text[at])) ++at;
    return at;
}

/// What a character outside of strings is to the search for a value's end.
enum class Kind : std::uint8_t { other, plain, quote, open, close, letter };

constexpr std::array<Kind, 256> make_kinds() {
    std::array<Kind, 256> kinds{};
    for (const char c : "0123456789-+. \n\r\t,:"sv) kinds[static_cast<unsigned char>(c)] = Kind::plain;
    for (unsigned char c = 'a'; c <= 'z'; ++c) kinds[c] = kinds[static_cast<unsigned char>(c - 32)] = Kind::letter;
    kinds['"'] = Kind::quote;
    kinds['{'] = kinds['['] = Kind::open;
    kinds['}'] = kinds[']'] = Kind::close;
    return kinds;
}
constexpr auto kinds = make_kinds();

Kind kind_of(char c) {
    return kinds[static_cast<unsigned char>(c)];
}

/// From `at` on in a string, the next quote, backslash or control character, or the end of the text. Eight bytes at a time: most
/// of a trace stands inside quotes.
std::size_t plain_end(std::string_view text, std::size_t at) {
    bool found_one = false;
    at = plain_sixteens_end(text.data(), at, text.size(), found_one);
    if (found_one) return at;
    constexpr std::uint64_t each = 0x0101010101010101ULL, top = 0x80 * each;
    if constexpr (std::endian::native == std::endian::little)
        for (; at + 8 <= text.size(); at += 8) {
            std::uint64_t bytes = 0;
            std::memcpy(&bytes, text.data() + at, 8);
            const std::uint64_t quote = bytes ^ ('"' * each), slash = bytes ^ ('\\' * each);
            // A borrow spoils only bytes above one that was found, and the lowest is what counts.
            const std::uint64_t found = (((quote - each) & ~quote) | ((slash - each) & ~slash) | ((bytes - 0x20 * each) & ~bytes)) & top;
            if (found != 0) return at + static_cast<std::size_t>(std::countr_zero(found)) / 8;
        }
    while (at < text.size() && text[at] != '"' && text[at] != '\\' && static_cast<unsigned char>(text[at]) >= 0x20) ++at;
    return at;
}

/// The end of the string that begins at `text[at]`. The text was cut out whole, so there is one.
std::size_t string_end(std::string_view text, std::size_t at) {
    for (std::size_t i = plain_end(text, at + 1); i < text.size(); i = plain_end(text, i + 1)) {
        if (text[i] == '"') return i + 1;
        if (text[i] == '\\') i += std::max<std::size_t>(escape_length(text, i), 1) - 1;
    }
    throw JsonFault{at, "a string has no end"};
}

/// The end of the value that begins at `text[at]`.
std::size_t value_end(std::string_view text, std::size_t at) {
    const char first = at < text.size() ? text[at] : '\0';
    if (first == '"') return string_end(text, at);
    if (first != '{' && first != '[') {
        std::size_t end = at;
        while (end < text.size() && (is_number_part(text[end]) || is_letter(text[end]) || text[end] == '/')) ++end;
        if (end == at) throw JsonFault{at, "a value is missing"};
        return end;
    }
    std::uint32_t depth = 0;
    for (std::size_t i = at; i < text.size(); ++i) {
        // Brackets were seen to fit when the text was cut out, so counting them is enough.
        while (JsonBlock::is_known && i + JsonBlock::bytes <= text.size()) {
            const JsonBlock block(text.data() + i, false);
            const auto stop = static_cast<std::size_t>(std::countr_zero(block.odd()));
            std::size_t end = stop;
            for (std::uint64_t brackets = block.brackets(); brackets != 0; brackets &= brackets - 1) {
                const auto place = static_cast<std::size_t>(std::countr_zero(brackets));
                if (place > stop) break;
                const char bracket = text[i + place];
                if (bracket == '{' || bracket == '[')
                    ++depth;
                else if (--depth == 0)
                    return i + place + 1;
            }
            // A string that goes on behind the block is begun again.
            if (block.in_string_at(end)) end = block.last_quote_before(end);
            i += end;
            if (end != JsonBlock::bytes) break;
        }
        if (i == text.size()) break;
        const Kind kind = kind_of(text[i]);
        if (kind == Kind::plain) continue;
        if (kind == Kind::quote)
            i = string_end(text, i) - 1;
        else if (kind == Kind::open)
            ++depth;
        else if (kind == Kind::close && --depth == 0)
            return i + 1;
    }
    throw JsonFault{at, "a bracket is never closed"};
}

/// Past a comma, or at the closing bracket; true when a value follows.
bool next_item(std::string_view text, std::size_t& at, char closing, bool first) {
    at = skip_blanks(text, at);
    if (at >= text.size()) throw JsonFault{at, "a bracket is never closed"};
    if (!first && text[at] != closing) {
        if (text[at] != ',') throw JsonFault{at, "a comma is missing, or a quote inside a string is not escaped"};
        at = skip_blanks(text, at + 1);
    }
    return at < text.size() && text[at] != closing;
}

void append_utf8(std::string& out, std::uint32_t code) {
    const auto add = [&out](std::uint32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xC0 | (code >> 6));
        add(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        add(0xE0 | (code >> 12));
        add(0x80 | ((code >> 6) & 0x3F));
        add(0x80 | (code & 0x3F));
    } else {
        add(0xF0 | (code >> 18));
        add(0x80 | ((code >> 12) & 0x3F));
        add(0x80 | ((code >> 6) & 0x3F));
        add(0x80 | (code & 0x3F));
    }
}

std::uint32_t hex_code(std::string_view digits) {
    std::uint32_t code = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    return code;
}

}  // namespace

void JsonValueEnd::open(char bracket, std::size_t at) {
    if (depth_ == deepest) throw JsonFault{at, "brackets are nested too deeply"};
    kinds_ = (kinds_ << 1U) | (bracket == '{' ? 1U : 0U);
    ++depth_;
}

void JsonValueEnd::close(char bracket, std::size_t at) {
    if (depth_ == 0 || (kinds_ & 1U) != (bracket == '}' ? 1U : 0U))
        throw JsonFault{at, "a bracket closes what another kind opened"};
    kinds_ >>= 1U;
    --depth_;
}

bool JsonValueEnd::escape(std::string_view text, bool is_last, JsonLeniency& leniency) {
    if (text.size() - at_ < 6 && !is_last) return false;
    const std::size_t length = escape_length(text, at_);
    if (length == 0 && !string_is_bad_) {
        string_is_bad_ = true;
        ++leniency.strings_with_bad_escapes;
    }
    at_ += std::max<std::size_t>(length, 1);
    return true;
}

bool JsonValueEnd::bare_word(std::string_view text, bool is_last) {
    const std::size_t length = word_length(text, at_);
    if (at_ + length == text.size() && !is_last) return false;
    if (!is_known_word(text.substr(at_, length)))
        throw JsonFault{at_, "a word stands where a value belongs; perhaps a quote inside a string is not escaped"};
    at_ += length;
    return true;
}

bool JsonValueEnd::look_at_blocks(std::string_view text) {
    while (JsonBlock::is_known && at_ + JsonBlock::bytes <= text.size()) {
        const JsonBlock block(text.data() + at_, in_string_);
        const auto odd = static_cast<std::size_t>(std::countr_zero(block.odd()));
        // A quote ends the string that a bad escape stands in, or begins one that has none.
        if (block.has_quote_before(odd)) string_is_bad_ = false;
        for (std::uint64_t brackets = block.brackets(); brackets != 0; brackets &= brackets - 1) {
            const auto place = static_cast<std::size_t>(std::countr_zero(brackets));
            if (place > odd) break;
            const char bracket = text[at_ + place];
            if (bracket == '{' || bracket == '[')
                open(bracket, at_ + place);
            else
                close(bracket, at_ + place);
            if (depth_ == 0) {
                at_ += place + 1;
                in_string_ = false;
                return true;
            }
        }
        in_string_ = block.in_string_at(odd);
        at_ += odd;
        if (odd != JsonBlock::bytes) return false;  // that one byte needs a closer look
    }
    return false;
}

JsonValueEnd::Result JsonValueEnd::look(std::string_view text, bool is_last, JsonLeniency& leniency) {
    if (!started_ && !text.empty()) {
        started_ = true;
        scalar_ = text[0] != '{' && text[0] != '[' && text[0] != '"';
    }
    while (at_ < text.size()) {
        if (depth_ != 0 && look_at_blocks(text)) return Result::found;
        if (at_ == text.size()) break;
        if (in_string_)
            at_ = plain_end(text, at_);
        else if (depth_ != 0)
            while (at_ < text.size() && kind_of(text[at_]) == Kind::plain) ++at_;
        if (at_ == text.size()) break;
        const char c = text[at_];
        if (scalar_ && (c == ',' || c == ']' || c == '}' || c == ':' || is_blank(c))) {
            if (at_ == 0) throw JsonFault{at_, "a value is missing"};
            return Result::found;
        }
        if (in_string_) {
            if (c == '\\') {
                if (!escape(text, is_last, leniency)) return Result::needs_more;
                continue;
            }
            if (c == '"') {
                in_string_ = false;
                string_is_bad_ = false;
            } else if (static_cast<unsigned char>(c) < 0x20) {
                ++leniency.control_characters;
            }
        } else if (c == '"') {
            in_string_ = true;
        } else if (c == '{' || c == '[') {
            open(c, at_);
        } else if (c == '}' || c == ']') {
            close(c, at_);
        } else if (is_letter(c)) {
            if (!bare_word(text, is_last)) return Result::needs_more;
            continue;
        } else if (!is_blank(c) && !is_number_part(c) && c != ',' && c != ':') {
            throw JsonFault{at_, "a character that JSON does not know"};
        }
        ++at_;
        if (depth_ == 0 && !in_string_ && !scalar_) return Result::found;
    }
    return scalar_ && is_last && at_ > 0 ? Result::found : Result::needs_more;
}

bool JsonFields::next(std::string_view& key, std::string_view& value) {
    if (!next_item(text_, at_, '}', at_ == 1)) return false;
    if (text_[at_] != '"')
        throw JsonFault{at_, "a name in quotes belongs here; perhaps a quote inside a string is not escaped"};
    const std::size_t key_end = string_end(text_, at_);
    key = text_.substr(at_ + 1, key_end - at_ - 2);
    at_ = skip_blanks(text_, key_end);
    if (at_ >= text_.size() || text_[at_] != ':')
        throw JsonFault{at_, "a colon is missing; perhaps a quote inside a string is not escaped"};
    at_ = skip_blanks(text_, at_ + 1);
    const std::size_t end = value_end(text_, at_);
    value = text_.substr(at_, end - at_);
    at_ = end;
    return true;
}

bool JsonElements::next(std::string_view& value) {
    if (!next_item(text_, at_, ']', at_ == 1)) return false;
    const std::size_t end = value_end(text_, at_);
    value = text_.substr(at_, end - at_);
    at_ = end;
    return true;
}

std::optional<std::int64_t> json_integer(std::string_view value) {
    const std::string_view text = without_quotes(value);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::string json_string(std::string_view value) {
    const std::string_view text = without_quotes(value);
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t length = text[i] == '\\' ? escape_length(text, i) : 0;
        if (length == 0) {
            out += text[i];
            continue;
        }
        if (length == 2) {
            constexpr std::string_view plain = "\"\\/\b\f\n\r\t"sv;
            out += plain["\"\\/bfnrt"sv.find(text[i + 1])];
        } else {
            std::uint32_t code = hex_code(text.substr(i + 2, 4));
            const bool high = code >= 0xD800 && code < 0xDC00;
            if (high && i + 6 < text.size() && text[i + 6] == '\\' && escape_length(text, i + 6) == 6) {
                const std::uint32_t low = hex_code(text.substr(i + 8, 4));
                if (low >= 0xDC00 && low < 0xE000) {
                    code = 0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00);
                    i += 6;
                }
            }
            append_utf8(out, code >= 0xD800 && code < 0xE000 ? 0xFFFD : code);
        }
        i += length - 1;
    }
    return out;
}

}  // namespace breakeven::detail
