// Errors: what is wrong with an input, where it stands, and what to do about it.
//
// Bad input throws InputError. An honest "no line" or "not trusted" is an answer, never an error.
// Rendered, an error reads:
//
//     office.toml:14:9: error: a price needs a currency
//        14 | price = "8500"
//           |         ^^^^^^
//      hint: write the ISO 4217 code, such as "8500 CNY"
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace breakeven {

/// A place in a text. Lines and columns count from 1 and columns count characters, not bytes; 0 means unknown.
struct Position {
    std::string file;        ///< as the user named it; "-" is standard input
    std::size_t line = 0;
    std::size_t column = 0;
    std::size_t length = 1;  ///< characters to underline
    std::string text;        ///< the line itself, without its end
};

namespace detail {
/// How many characters a UTF-8 text has: every byte that does not continue a character begins one.
[[nodiscard]] inline std::size_t characters(std::string_view text) {
    std::size_t count = 0;
    for (const char byte : text) count += (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    return count;
}

/// The byte at which the character number `index`, from 0, begins; the text's end when it has fewer.
[[nodiscard]] inline std::size_t byte_of_character(std::string_view text, std::size_t index) {
    std::size_t at = 0;
    for (; at < text.size(); ++at)
        if ((static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U && index-- == 0) break;
    return at;
}

/// The line and, below it, carets under what is wrong. Of a long line only the part around it is shown.
[[nodiscard]] inline std::string render_line(const Position& at, const std::string& margin) {
    constexpr std::size_t most = 160;
    constexpr std::size_t before = 60;
    const std::size_t first = at.column > before + 1 && characters(at.text) > most ? at.column - 1 - before : 0;
    const std::size_t begin = byte_of_character(at.text, first);
    const std::string_view shown = std::string_view(at.text).substr(begin, byte_of_character(at.text, first + most) - begin);
    std::string out(shown);
    if (at.column == 0) return out;
    const std::size_t column = at.column - 1 - first;
    const std::string_view left = shown.substr(0, byte_of_character(shown, column));
    out.append("\n").append(margin);
    for (const char byte : left)  // a tab is as wide below as it is above
        if ((static_cast<unsigned char>(byte) & 0xC0U) != 0x80U) out += byte == '\t' ? '\t' : ' ';
    const std::size_t count = characters(left);
    out.append(column - count, ' ');  // past the line's end
    const std::size_t room = std::max<std::size_t>(1, characters(shown) - count);
    return out.append(std::clamp<std::size_t>(at.length, 1, room), '^');
}

[[nodiscard]] inline std::string render_error(const std::string& message, const std::string& hint, const Position& at) {
    const std::string number = std::to_string(at.line);
    std::string out = at.file;
    if (at.line != 0) out.append(":").append(number);
    if (at.line != 0 && at.column != 0) out.append(":").append(std::to_string(at.column));
    out.append(out.empty() ? "error: " : ": error: ").append(message);
    if (at.line != 0 && !at.text.empty()) {
        const std::size_t width = std::max<std::size_t>(5, number.size());
        out.append("\n").append(width - number.size(), ' ').append(number).append(" | ");
        out.append(render_line(at, std::string(width, ' ') + " | "));
    }
    if (!hint.empty()) out.append("\n hint: ").append(hint);
    return out;
}
}  // namespace detail

/// The one error of this library: an input that is wrong or cannot be read.
class InputError : public std::runtime_error {
public:
    /// `message`: lower case, one clause. `hint`: what to do, may be empty.
    explicit InputError(std::string message, std::string hint = {}, Position at = {})
        : std::runtime_error(detail::render_error(message, hint, at)),
          message_(std::move(message)), hint_(std::move(hint)), at_(std::move(at)) {}

    /// An error about a named field of a struct; whoever knows where the field was written can place it there.
    [[nodiscard]] static InputError about(std::string_view field, std::string_view problem, std::string hint = {}) {
        InputError error(std::string(field) + " " + std::string(problem), std::move(hint));
        error.field_ = field;
        return error;
    }

    [[nodiscard]] const std::string& message() const noexcept { return message_; }
    [[nodiscard]] const std::string& hint() const noexcept { return hint_; }
    [[nodiscard]] const std::string& field() const noexcept { return field_; }
    [[nodiscard]] const Position& position() const noexcept { return at_; }

    /// The same error, pointing at `at`.
    [[nodiscard]] InputError placed(Position at) const {
        InputError error(message_, hint_, std::move(at));
        error.field_ = field_;
        return error;
    }

private:
    std::string message_;
    std::string hint_;
    std::string field_;
    Position at_;
};

namespace detail {
// Real may be a double, a dual number or a Boost.Units quantity; a value-initialised one of it is its zero.
// Every test is written so that NaN fails it.
template <class Value>
[[nodiscard]] bool is_below_infinity(const Value& value) {
    const Value zero{};
    return value - value == zero;  // infinity minus itself and NaN are both NaN
}
}  // namespace detail

/// Throws InputError naming `field` unless `share` lies in [0, 1].
template <class Real>
void require_share(const Real& share, std::string_view field) {
    if (!(share >= Real(0.0) && share <= Real(1.0)))
        throw InputError::about(field, "must be a share from 0 to 1", "35 % is written 0.35 or \"35 %\"");
}

/// Throws InputError naming `field` unless `value` is finite and above zero.
template <class Value>
void require_positive(const Value& value, std::string_view field) {
    if (!(value > Value{} && detail::is_below_infinity(value)))
        throw InputError::about(field, "must be above zero", "give a finite value greater than zero");
}

/// Throws InputError naming `field` unless `value` is finite and zero or above.
template <class Value>
void require_not_negative(const Value& value, std::string_view field) {
    if (!(value >= Value{} && detail::is_below_infinity(value)))
        throw InputError::about(field, "must not be negative", "give a finite value of zero or more");
}

}  // namespace breakeven
