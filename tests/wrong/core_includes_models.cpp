// core cannot see models.
#include <breakeven/core/units.hpp>
#include <breakeven/models/depreciation.hpp>  // wrong
