// A bare number is no money.
#include <breakeven/core/units.hpp>
#include <breakeven/models/depreciation.hpp>

using namespace breakeven;

const Depreciation laptop{.price = 8500.0, .lifetime = 2.0 * year};  // wrong
