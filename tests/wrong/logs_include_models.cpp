// logs stands on core alone: it cannot see models.
#include <breakeven/core/interval.hpp>
#include <breakeven/models/depreciation.hpp>  // wrong
