// A value comes out in a unit of its own dimension only.
#include <breakeven/core/units.hpp>

using namespace breakeven;

const double hours = in(115.0 * watt, hour);  // wrong
