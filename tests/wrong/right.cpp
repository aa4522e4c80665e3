// The lines of the other files as they should be: this must compile, with the same command.
#include <breakeven/core/temperature.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/depreciation.hpp>

using namespace breakeven;

const auto sum = 115.0 * watt + 6.4 * watt;
const auto warmer = celsius(25.0) + 7.0 * kelvin;
const auto effect = 0.0087 / kelvin * (celsius(32.0) - celsius(25.0));
const double watts = in(115.0 * watt, watt);
const Depreciation laptop{.price = 8500.0 * money, .lifetime = 2.0 * year};
