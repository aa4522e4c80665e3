// Compare offers: which price a name stands for, a GPU's or an offer's.
#pragma once

#include <breakeven/models/catalog.hpp>

#include <string>

namespace breakeven {

/// The price behind `name`: an offer's, or of a GPU the cheapest on-demand price of a whole one among the offers of the last 180 days
/// before the newest. Throws InputError when the catalog knows neither, or has no price for the GPU.
[[nodiscard]] CloudPrice price_of(const Catalog& catalog, const std::string& name);

}  // namespace breakeven
