// The search for a value's end looks at eight bytes at once where it can; it must find what a search byte by byte finds.
#include <breakeven/logs/json_text.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>
#include <tuple>
#include <vector>

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

TEST_CASE("fields and elements end where the search for a value's end says") {
    std::mt19937 random(7);
    const std::string_view scalars[] = {"1", "-2.5e3", "true", "null", "\"\"", "\"short\"", "\"a [ in { a string\"", "\"escaped \\\" and \\\\\"",
                                        "\"void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, at::detail::Array<char*, 1>>(int)\""};
    // Nested values, some longer than the blocks that are looked at at once.
    const auto any = [&](auto& self, int depth) -> std::string {
        const auto kind = std::uniform_int_distribution<int>(0, depth == 0 ? 0 : 2)(random);
        if (kind == 0) return std::string(scalars[std::uniform_int_distribution<std::size_t>(0, std::size(scalars) - 1)(random)]);
        std::string out(1, kind == 1 ? '[' : '{');
        for (int i = std::uniform_int_distribution<int>(0, 5)(random); i > 0; --i)
            out += (out.size() > 1 ? ", " : "") + (kind == 1 ? std::string() : "\"name\" : ") + self(self, depth - 1);
        return out + (kind == 1 ? ']' : '}');
    };
    for (int round = 0; round < 5000; ++round) {
        std::string object = "{";
        std::vector<std::string> wanted;
        for (int i = 0; i < 4; ++i) {
            wanted.push_back(any(any, 4));
            object += (i == 0 ? "\"key\":" : " ,\n\"key\": ") + wanted.back();
        }
        object += "}";
        CAPTURE(object);
        CHECK(end_of(object + ",", object.size() + 1) == Outcome{"found", object.size(), 0, 0});
        JsonFields fields(object);
        std::string_view key, value;
        for (const std::string& one : wanted) {
            REQUIRE(fields.next(key, value));
            if (key != "key" || value != one) FAIL_CHECK("not " << one);
        }
        CHECK(!fields.next(key, value));
    }
}
