// A rent, money per time, is no price.
#include <breakeven/core/units.hpp>
#include <breakeven/models/depreciation.hpp>

using namespace breakeven;

const Depreciation laptop{.price = 2.8 * money / hour, .lifetime = 2.0 * year};  // wrong
