// Temperature: points and differences, which do not mix.
#include <breakeven/core/temperature.hpp>

#include "near.hpp"

using namespace breakeven;
using testing::near;

TEST_CASE("a point comes out as it went in, to the bit") {
    for (const double degrees : {25.0, 32.0, -273.15, 0.1, 36.6}) CHECK(celsius(degrees).in_celsius() == degrees);
}

TEST_CASE("two points have a difference in kelvins, and a point and a difference make a point") {
    CHECK(in(celsius(32.0) - celsius(25.0), kelvin) == 7.0);
    CHECK(in(celsius(25.0) - celsius(32.0), kelvin) == -7.0);
    CHECK((celsius(25.0) + 7.0 * kelvin).in_celsius() == 32.0);
    // Only the difference meets a weight: seven kelvins at 0.87 % are 6.09 %.
    const double effect = 0.0087 / kelvin * (celsius(32.0) - celsius(25.0));
    CHECK(effect == near(0.0609));
}

TEST_CASE("points are ordered") {
    CHECK(celsius(25.0) < celsius(32.0));
    CHECK(celsius(25.0) == celsius(25.0));
    CHECK(celsius(-1.0) <= celsius(0.0));
}
