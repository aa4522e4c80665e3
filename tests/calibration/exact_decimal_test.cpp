#include <breakeven/calibration/exact_decimal.hpp>

#include <doctest/doctest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <cmath>
#include <string>

using namespace breakeven;

namespace {
using Wide = boost::multiprecision::cpp_bin_float_100;

double relative_error(const DoubleDouble& value, const Wide& truth) {
    return static_cast<double>(abs((Wide(value.value) + Wide(value.low) - truth) / truth));
}
}  // namespace

TEST_CASE("a decimal is read to thirty digits") {
    for (const char* text : {"24.4", "0.1", "-6.860120914", "0.0000123456789012345678901234567", "1.11111", "123456789012345678901234567890",
                             "-7.06596000000000012e-5", "9007199254740993", "3.141592653589793238462643383279502884", "1e-150", "8.25e120",
                             "+0.3", "000.70"}) {
        CAPTURE(text);
        const auto value = parse_exact_decimal(text);
        REQUIRE(value);
        const std::string plain = text[0] == '+' ? text + 1 : text;
        CHECK(value->value == static_cast<double>(Wide(plain)));
        CHECK(relative_error(*value, Wide(plain)) < 1e-29);
    }
}

TEST_CASE("what is a double has nothing below it") {
    for (const char* text : {"0", "-0", "12", "0.5", "1947", "1e22", "-0.375"}) {
        CAPTURE(text);
        CHECK(parse_exact_decimal(text)->low == 0.0);
    }
}

TEST_CASE("what is no decimal number is none") {
    for (const char* text : {"", "-", ".", "nan", "inf", "-inf", "0x1p-3", "1,5", "1e999", "12 ", "1.2.3", "--1", "+-1"}) {
        CAPTURE(text);
        CHECK(!parse_exact_decimal(text));
    }
}

TEST_CASE("hostile decimals stay finite") {
    const std::string zeros(350, '0');
    const std::string hostile[] = {"1" + zeros + "e-340", "0." + zeros + "1e340", "1e-300", "1e300", "0." + zeros + "1"};
    for (const std::string& text : hostile) {
        const auto value = parse_exact_decimal(text);
        if (!value) continue;
        CHECK(std::isfinite(value->value));
        CHECK(std::isfinite(value->low));
    }
}

TEST_CASE("sums, products, quotients and roots of double-doubles keep thirty digits") {
    const DoubleDouble third = DoubleDouble(1.0) / DoubleDouble(3.0);
    CHECK(relative_error(third, Wide(1) / 3) < 1e-31);
    CHECK(relative_error(sqrt(DoubleDouble(2.0)), sqrt(Wide(2))) < 1e-31);
    DoubleDouble power = *parse_exact_decimal("-6.860120914");
    const DoubleDouble x = power;
    Wide truth("-6.860120914");
    for (int i = 1; i < 10; ++i) {
        power = power * x;
        truth *= Wide("-6.860120914");
    }
    CHECK(relative_error(power, truth) < 1e-30);
    // 1e16 + 1 - 1e16, which a double loses.
    CHECK((DoubleDouble(1e16) + DoubleDouble(1.0) - DoubleDouble(1e16)).rounded() == 1.0);
    CHECK(sqrt(DoubleDouble(0.0)).value == 0.0);
}
