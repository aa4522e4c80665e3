// Errors: how they read, where they point, and the checks of ranges.
#include <breakeven/core/errors.hpp>
#include <breakeven/core/units.hpp>

#include "near.hpp"

#include <cmath>

using namespace breakeven;
using testing::whole_error;

namespace {
Position at(std::size_t line, std::size_t column, std::size_t length, std::string text) {
    return {.file = "office.toml", .line = line, .column = column, .length = length, .text = std::move(text)};
}
}  // namespace

TEST_CASE("an error shows file, line, column, the line itself, a caret and a hint") {
    const InputError error("a price needs a currency", "write the ISO 4217 code, such as \"8500 CNY\"", at(14, 9, 6, "price = \"8500\""));
    CHECK(std::string(error.what()) ==
          "office.toml:14:9: error: a price needs a currency\n"
          "   14 | price = \"8500\"\n"
          "      |         ^^^^^^\n"
          " hint: write the ISO 4217 code, such as \"8500 CNY\"");
}

TEST_CASE("what is not known is not shown") {
    CHECK(std::string(InputError("m").what()) == "error: m");
    CHECK(std::string(InputError("m", "h").what()) == "error: m\n hint: h");
    CHECK(std::string(InputError("m", "", {.file = "a.toml", .text = {}}).what()) == "a.toml: error: m");
    CHECK(std::string(InputError("m", "", at(3, 0, 1, "x = 1")).what()) == "office.toml:3: error: m\n    3 | x = 1");
    CHECK(std::string(InputError("m", "", at(3, 5, 1, "")).what()) == "office.toml:3:5: error: m");
}

TEST_CASE("line numbers of six digits move the bar, not the caret") {
    CHECK(std::string(InputError("m", "", at(123456, 5, 1, "x = 1")).what()) ==
          "office.toml:123456:5: error: m\n123456 | x = 1\n       |     ^");
}

TEST_CASE("the caret stands below its character when tabs come before it") {
    CHECK(std::string(InputError("m", "", at(2, 6, 1, "\tx = 1")).what()) == "office.toml:2:6: error: m\n    2 | \tx = 1\n      | \t    ^");
}

TEST_CASE("a line of a megabyte is shown around its mistake only") {
    const std::string what = InputError("m", "", at(2, 500'000, 3, std::string(1'000'000, 'x'))).what();
    CHECK(what.size() < 400);
    CHECK(what.find("^^^") != std::string::npos);
}

TEST_CASE("columns count characters, not bytes") {
    CHECK(detail::characters("") == 0);
    CHECK(detail::characters("8500 CNY") == 8);
    CHECK(detail::characters("¥8760") == 5);
    CHECK(detail::characters("25 °C") == 5);
    CHECK(detail::characters("😀") == 1);
}

TEST_CASE("an error about a field can be placed by whoever knows where the field was written") {
    const InputError error = InputError::about("lifetime", "must be above zero", "hint");
    CHECK(error.field() == "lifetime");
    CHECK(error.message() == "lifetime must be above zero");
    CHECK(error.position().line == 0);
    const InputError placed = error.placed(at(3, 12, 6, "lifetime = \"0 yr\""));
    CHECK(placed.field() == "lifetime");
    CHECK(placed.hint() == "hint");
    CHECK(placed.position().line == 3);
    CHECK(std::string(placed.what()).find("office.toml:3:12: error: lifetime must be above zero\n") == 0);
}

TEST_CASE("a share lies from 0 to 1, both included, and NaN is none") {
    for (const double good : {0.0, 1.0, 0.5, -0.0}) CHECK_NOTHROW(require_share(good, "share"));
    for (const double bad : {-1e-300, 1.0000000000000002, HUGE_VAL, -HUGE_VAL, std::nan("")})
        CHECK(whole_error([&] { require_share(bad, "share"); }) ==
              "error: share must be a share from 0 to 1\n hint: 35 % is written 0.35 or \"35 %\"");
}

TEST_CASE("positive is above zero and finite, for numbers and quantities") {
    CHECK_NOTHROW(require_positive(5e-324, "x"));
    CHECK_NOTHROW(require_positive(2.0 * year, "x"));
    for (const double bad : {0.0, -1.0, HUGE_VAL, std::nan("")}) {
        CHECK(whole_error([&] { require_positive(bad, "x"); }) == "error: x must be above zero\n hint: give a finite value greater than zero");
        CHECK(whole_error([&] { require_positive(bad * year, "x"); }) ==
              "error: x must be above zero\n hint: give a finite value greater than zero");
    }
}

TEST_CASE("not negative is zero or above and finite, for numbers and quantities") {
    CHECK_NOTHROW(require_not_negative(0.0, "x"));
    CHECK_NOTHROW(require_not_negative(0.0 * watt, "x"));
    for (const double bad : {-5e-324, HUGE_VAL, -HUGE_VAL, std::nan("")}) {
        CHECK(whole_error([&] { require_not_negative(bad, "x"); }) == "error: x must not be negative\n hint: give a finite value of zero or more");
        CHECK(whole_error([&] { require_not_negative(bad * watt, "x"); }) ==
              "error: x must not be negative\n hint: give a finite value of zero or more");
    }
}
