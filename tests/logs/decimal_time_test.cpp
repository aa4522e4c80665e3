#include <breakeven/logs/decimal_time.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace breakeven;

TEST_CASE("microseconds with three decimals become whole nanoseconds") {
    CHECK(microseconds_to_ns("1714953600123456.789").ns == 1714953600123456789);
    CHECK(microseconds_to_ns("0.001").ns == 1);
    CHECK(microseconds_to_ns("123.7").ns == 123700);
    CHECK(microseconds_to_ns("10.0").ns == 10000);
    CHECK(microseconds_to_ns("7").ns == 7000);
    CHECK(microseconds_to_ns("-2.5").ns == -2500);
    CHECK_FALSE(microseconds_to_ns("10.000000").rounded);
}

TEST_CASE("the largest time of 64 bits is read, and one nanosecond more is not") {
    CHECK(microseconds_to_ns("9223372036854775.807").ns == 9223372036854775807);
    CHECK(microseconds_to_ns("9223372036854775.808").fault == DecimalTimeFault::too_large);
    CHECK(microseconds_to_ns("9223372036854775.8079").fault == DecimalTimeFault::too_large);
    CHECK(microseconds_to_ns("1e40").fault == DecimalTimeFault::too_large);
    CHECK(microseconds_to_ns("0e999999999").ns == 0);
}

TEST_CASE("digits beyond the nanosecond round to the nearest, a tie to the even one") {
    CHECK(microseconds_to_ns("1.0004").ns == 1000);
    CHECK(microseconds_to_ns("1.0005").ns == 1000);
    CHECK(microseconds_to_ns("1.0015").ns == 1002);
    CHECK(microseconds_to_ns("1.00050001").ns == 1001);
    CHECK(microseconds_to_ns("1.0006").ns == 1001);
    CHECK(microseconds_to_ns("0.0004999").ns == 0);
    CHECK(microseconds_to_ns("0.00006").ns == 0);
    CHECK(microseconds_to_ns("1.0004").rounded);
}

TEST_CASE("an exponent moves the point") {
    CHECK(microseconds_to_ns("1.762e15").ns == 1762000000000000000);
    CHECK(microseconds_to_ns("2.5E+3").ns == 2500000);
    CHECK(microseconds_to_ns("25e-1").ns == 2500);
    CHECK(microseconds_to_ns("1e-4").ns == 0);
    CHECK(microseconds_to_ns("6e-4").ns == 1);
}

TEST_CASE("what is no decimal number is told apart") {
    for (const char* text : {"", "-", ".", "nan", "inf", "1.2.3", "0x10", "1e", "1 2", "12,5", "--1"}) {
        CAPTURE(std::string(text));
        CHECK(microseconds_to_ns(text).fault == DecimalTimeFault::not_a_number);
    }
}
