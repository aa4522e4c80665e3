// JSON as profilers really write it, in pieces: values cut out of a text, the fields of an object, strings decoded.
//
// It accepts what the profilers' own JSON gets wrong without changing a figure: bare `nan` and `inf`, escapes that JSON does
// not know (taken as they stand), raw control characters in strings, a comma before a closing bracket. Everything else that is
// no JSON is a fault with its place: a quote inside a string that is not escaped would otherwise move figures from event to
// event.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace breakeven::detail {

/// A place where a text stops being JSON, counted in bytes from its begin, and what is wrong there.
struct JsonFault {
    std::size_t offset = 0;
    const char* what = "";
};

/// What was accepted although JSON forbids it.
struct JsonLeniency {
    std::uint64_t strings_with_bad_escapes = 0;
    std::uint64_t control_characters = 0;
};

/// Finds the end of one value that may arrive in pieces: feed it text until it says where the value ends.
class JsonValueEnd {
public:
    enum class Result : std::uint8_t { found, needs_more };

    /// Looks on in `text`, which begins where the value begins and holds all that was there before. `is_last`: no more will
    /// come. When found, end() is where the value ends. Throws JsonFault.
    Result look(std::string_view text, bool is_last, JsonLeniency& leniency);
    [[nodiscard]] std::size_t end() const { return at_; }
    /// For a value that is skipped piece by piece: the first `bytes` of the text are gone.
    void forget(std::size_t bytes) { at_ -= bytes; }

private:
    /// Looks on as far as many bytes at once can be told; whether the value's end was found.
    [[nodiscard]] bool look_at_blocks(std::string_view text);
    void open(char bracket, std::size_t at);
    void close(char bracket, std::size_t at);
    [[nodiscard]] bool escape(std::string_view text, bool is_last, JsonLeniency& leniency);
    [[nodiscard]] bool bare_word(std::string_view text, bool is_last);

    std::size_t at_ = 0;
    std::uint64_t kinds_ = 0;  // one bit per open bracket: 1 for {
    std::uint32_t depth_ = 0;
    bool in_string_ = false;
    bool string_is_bad_ = false;
    bool started_ = false;
    bool scalar_ = false;  // a number or a word: it ends where something else begins
};

/// Walks over the fields of an object that JsonValueEnd has cut out. Keys and values are views into it, as written: strings
/// keep their quotes off only as keys. Throws JsonFault.
class JsonFields {
public:
    explicit JsonFields(std::string_view object) : text_(object), at_(1) {}
    /// The next field, or false at the end.
    [[nodiscard]] bool next(std::string_view& key, std::string_view& value);

private:
    std::string_view text_;
    std::size_t at_;
};

/// Walks over the elements of an array.
class JsonElements {
public:
    explicit JsonElements(std::string_view array) : text_(array), at_(1) {}
    [[nodiscard]] bool next(std::string_view& value);

private:
    std::string_view text_;
    std::size_t at_;
};

/// Where `value`, a view into `text`, begins in it.
[[nodiscard]] inline std::size_t offset_in(std::string_view text, std::string_view value) {
    return static_cast<std::size_t>(value.data() - text.data());
}

/// The text between the quotes of a string, or the value itself when it is none.
[[nodiscard]] inline std::string_view without_quotes(std::string_view value) {
    return value.size() >= 2 && value.front() == '"' ? value.substr(1, value.size() - 2) : value;
}

/// The whole number `value` stands for, also when it is written as a string; none for anything else.
[[nodiscard]] std::optional<std::int64_t> json_integer(std::string_view value);

/// The characters of a string value: escapes resolved, unknown ones as they stand.
[[nodiscard]] std::string json_string(std::string_view value);

}  // namespace breakeven::detail
