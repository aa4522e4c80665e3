// A power is no lifetime.
#include <breakeven/core/units.hpp>
#include <breakeven/models/depreciation.hpp>

using namespace breakeven;

const Depreciation laptop{.price = 8500.0 * money, .lifetime = 115.0 * watt};  // wrong
