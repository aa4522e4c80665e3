// A weight per kelvin meets differences of temperature only, never a point.
#include <breakeven/core/temperature.hpp>

using namespace breakeven;

const auto effect = 0.0087 / kelvin * celsius(32.0);  // wrong
