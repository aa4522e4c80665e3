#include <breakeven/core/utf8.hpp>

#include <breakeven/core/config.hpp>
#include <breakeven/core/errors.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace breakeven;
using namespace std::string_literals;

TEST_CASE("every character there is, is well-formed, and no surrogate is") {
    for (std::uint32_t code = 0; code <= 0x10FFFF; ++code) {
        std::string text;
        const auto add = [&](std::uint32_t value) { text += static_cast<char>(static_cast<unsigned char>(value)); };
        if (code < 0x80) add(code);
        else if (code < 0x800) add(0xC0 | (code >> 6)), add(0x80 | (code & 0x3F));
        else if (code < 0x10000) add(0xE0 | (code >> 12)), add(0x80 | ((code >> 6) & 0x3F)), add(0x80 | (code & 0x3F));
        else add(0xF0 | (code >> 18)), add(0x80 | ((code >> 12) & 0x3F)), add(0x80 | ((code >> 6) & 0x3F)), add(0x80 | (code & 0x3F));
        const bool surrogate = code >= 0xD800 && code < 0xE000;
        if (detail::first_malformed_utf8(text).has_value() != surrogate) FAIL_CHECK("U+" << code);
    }
}

TEST_CASE("a malformed byte is found where it stands") {
    // RFC 3629, section 3: stray continuations, missing ones, longer forms than needed, and what lies beyond U+10FFFF.
    for (const std::string& wrong : {"\x80"s, "\xBD"s, "\xC2"s, "\xC2 "s, "\xC0\x80"s, "\xC1\xBF"s, "\xE0\x9F\xBF"s, "\xE2\x82"s, "\xF0\x8F\xBF\xBF"s,
                                     "\xF4\x90\x80\x80"s, "\xF5\x80\x80\x80"s, "\xFE"s, "\xFF"s}) {
        CAPTURE(wrong.size());
        CHECK(detail::first_malformed_utf8("\xC3\xA4 = " + wrong) == 5);
    }
}

TEST_CASE("a scenario that is no UTF-8 is refused at its line and column, wherever the byte stands") {
    for (const std::string& line : {"gpu\xBD = 1"s, "gpu \xBD = 1"s, "gpu =\xF9 1"s, "gpu = \"\xFF\""s, "# \xE4"s}) {
        const auto read = [&] { static_cast<void>(Config::from_text("schema = 1\n" + line + "\n", "t.toml")); };
        CHECK_THROWS_WITH_AS(read(), doctest::Contains("a byte that is no UTF-8"), InputError);
        CHECK_THROWS_WITH_AS(read(), doctest::Contains("t.toml:2:"), InputError);
    }
}

TEST_CASE("a character beyond ASCII outside of quotes and comments is refused at its place, whichever it is") {
    // Every block of 1018 code points from U+00A0 on has its own place in the parser's table of blanks.
    for (std::uint32_t code = 0xA0; code < 0x10000; code += code < 0x4A0 ? 1 : 509) {
        if (code >= 0xD800 && code < 0xE000) continue;
        std::string c;
        const auto add = [&](std::uint32_t value) { c += static_cast<char>(static_cast<unsigned char>(value)); };
        if (code < 0x800) add(0xC0 | (code >> 6)), add(0x80 | (code & 0x3F));
        else add(0xE0 | (code >> 12)), add(0x80 | ((code >> 6) & 0x3F)), add(0x80 | (code & 0x3F));
        CAPTURE(code);
        for (const std::string& line : {"price = " + c + "8500", "pri" + c + "ce = 1", c + " = 1", "price = 1 " + c, "price = 1.0?\"" + c + "\"", "price = [1, 1.\"" + c + "\"]", "price = 1.'" + c + "'", "a = \"\"\"\\\n " + c + "\"\"\""})
            CHECK_THROWS_AS(static_cast<void>(Config::from_text("schema = 1\n" + line + "\n", "t.toml")), InputError);
        for (const std::string& line : {"name = \"" + c + "\"", "name = '" + c + "'", "name = \"\\\"" + c + "\" # " + c, "\"" + c + "\" = 1",
                                         "task.\"" + c + "\" = 1", "[task.\"" + c + "\"]", "a = [\"" + c + "\", \"" + c + "\"] # " + c, "a = { \"" + c + "\" = 1 }"})
            CHECK_NOTHROW(static_cast<void>(Config::from_text("schema = 1\n" + line + "\n", "t.toml")));
    }
    CHECK_THROWS_WITH_AS(static_cast<void>(Config::from_text("# \xC2\xA5\nprice = \xC2\xA5" "8500\n", "t.toml")),
                         doctest::Contains("t.toml:2:9: error: a character beyond ASCII"), InputError);
}
