// Units: in and out by name, and that products of dimensions are the dimensions people mean.
#include <breakeven/core/units.hpp>

#include "near.hpp"

#include <type_traits>

using namespace breakeven;
using testing::near;

TEST_CASE("a year has 8760 hours and a month 730") {
    CHECK(in(year, hour) == 8760.0);
    CHECK(in(month, hour) == 730.0);
    CHECK(in(year, day) == 365.0);
    CHECK(in(week, hour) == 168.0);
    CHECK(in(year, second) == 31536000.0);
    CHECK(12.0 * in(month, second) == in(year, second));
}

TEST_CASE("values go in and come out by name") {
    CHECK(in(115.0 * watt, watt) == 115.0);
    CHECK(in(115.0 * watt, kilowatt) == near(0.115, 1e-15));
    CHECK(in(1.0 * kilowatt_hour, joule) == 3.6e6);
    CHECK(in(2.8 * money / hour, money / month) == near(2044.0, 1e-15));
    CHECK(in(8.0 * gigabyte, bit) == 64e9);
    CHECK(in(7.5 * picojoule / bit, joule / byte) == near(60e-12, 1e-15));
    CHECK(in(582.0 * gram / kilowatt_hour, tonne / kilowatt_hour) == near(582e-6, 1e-15));
}

TEST_CASE("watts per gigabyte times gigabytes are watts: one system, one type") {
    static_assert(std::is_same_v<decltype(watt / gigabyte * gigabyte), Power>);
    static_assert(std::is_same_v<decltype(watt * hour), Energy>);
    static_assert(std::is_same_v<decltype(money / kilowatt_hour * watt), CostRate>);
    static_assert(std::is_same_v<decltype(gram / kilowatt_hour * (money / tonne)), EnergyPrice>);
    static_assert(std::is_same_v<decltype(gigabyte / second * (picojoule / bit)), Power>);
    static_assert(std::is_same_v<decltype(gigabyte / second * (money / gigabyte)), CostRate>);
    static_assert(std::is_same_v<decltype(kelvin / watt * watt), TemperatureDifference>);
    static_assert(std::is_same_v<decltype(money / hour * year), Money>);
    CHECK(in(0.8 * watt / gigabyte * (8.0 * gigabyte), watt) == near(6.4));
    CHECK(in(115.0 * watt * (0.85 * money / kilowatt_hour), money / hour) == near(0.09775));
}

TEST_CASE("a ratio of like quantities is a plain number") {
    const double ratio = 6.4 * watt / (115.0 * watt);
    CHECK(ratio == near(6.4 / 115.0, 1e-15));
    const double crashes = 3.2 / year * year;
    CHECK(crashes == near(3.2, 1e-15));
}

TEST_CASE("a quantity is as large as the number in it") {
    static_assert(sizeof(Power) == sizeof(double));
}
