// Two points of the temperature scale do not add: 25 degC and 7 degC are not 32 degC.
#include <breakeven/core/temperature.hpp>

using namespace breakeven;

const auto warmer = celsius(25.0) + celsius(7.0);  // wrong
