// Watts and money do not add.
#include <breakeven/core/units.hpp>

using namespace breakeven;

const auto sum = 115.0 * watt + 8500.0 * money;  // wrong
