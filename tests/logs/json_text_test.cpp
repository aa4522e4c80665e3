// The search for a value's end looks at eight bytes at once where it can; it must find what a search byte by byte finds.
#include <breakeven/logs/json_text.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>
#include <tuple>

using namespace breakeven::detail;

namespace {

/// What was found: the end, or the fault and its place, and what was forgiven on the way.
using Outcome = std::tuple<std::string, std::size_t, std::uint64_t, std::uint64_t>;

/// `piece`: how many bytes come at a time.
Outcome end_of(const std::string& text, std::size_t piece) {
    JsonValueEnd end;
    JsonLeniency leniency;
    try {
        for (std::size_t there = std::min(piece, text.size());; there = std::min(there + piece, text.size())) {
            if (end.look(std::string_view(text).substr(0, there), there == text.size(), leniency) == JsonValueEnd::Result::found)
                return {"found", end.end(), leniency.strings_with_bad_escapes, leniency.control_characters};
            if (there == text.size()) return {"open", 0, leniency.strings_with_bad_escapes, leniency.control_characters};
        }
    } catch (const JsonFault& fault) {
        return {fault.what, fault.offset, leniency.strings_with_bad_escapes, leniency.control_characters};
    }
}

}  // namespace

TEST_CASE("every byte inside a string is passed, counted or ends it, at every distance from the string's begin") {
    for (int byte = 0; byte < 256; ++byte)
        for (std::size_t before = 0; before < 18; ++before) {
            const std::string text = "[\"" + std::string(before, '\xC3') + static_cast<char>(byte) + std::string(20, 'x') + "\",1]";
            CAPTURE(byte);
            CAPTURE(before);
            const Outcome whole = end_of(text, text.size());
            CHECK(whole == end_of(text, 1));
            if (byte >= 0x20 && byte != '"' && byte != '\\') CHECK(whole == Outcome{"found", text.size(), 0, 0});
            if (byte < 0x20) CHECK(std::get<3>(whole) == 1);
        }
}

TEST_CASE("texts made of what JSON is made of, right and wrong, end the same in pieces of any length") {
    std::mt19937 random(20261201);
    const std::string_view parts[] = {"{",     "}",  "[",   "]",     "\"name\"", ":",       ",",        "12.5",  "-1e9",    "true",         "NaN", "null",
                                      " \n\t", "\"", "\\u", "\\\\", "\"a\\\"b\"", "\x01", "\xE4\xB8\xAD", "wrong", "\"C:\\x\"", "\"long name<8, float>\""};
    for (int round = 0; round < 20'000; ++round) {
        std::string text = round % 2 == 0 ? "{\"k\":" : "[";
        for (int i = std::uniform_int_distribution<int>(1, 25)(random); i > 0; --i)
            text += parts[std::uniform_int_distribution<std::size_t>(0, std::size(parts) - 1)(random)];
        CAPTURE(text);
        const Outcome whole = end_of(text, text.size());
        for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{16}})
            if (end_of(text, piece) != whole) FAIL_CHECK("in pieces of " << piece);
    }
}
