// models cannot see decisions.
#include <breakeven/models/depreciation.hpp>
#include <breakeven/decisions/line.hpp>  // wrong
