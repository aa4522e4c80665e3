// Compare machine: another GPU in a scenario's machine, or another rented one across from it, with the catalog's facts.
#pragma once

#include <breakeven/core/money.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/catalog.hpp>
#include <breakeven/models/roofline.hpp>
#include <breakeven/models/scenario_file.hpp>

#include <optional>
#include <string>

namespace breakeven {

/// A price in the scenario's currency, and what is to be said about the rate.
struct PriceHere {
    Money price{};
    std::string remark;  ///< empty when no shipped rate was needed
};

/// Exchanges a catalog's price: by the scenario's own rate, else by the shipped one of the price's time, with a remark. Throws
/// InputError when there is no rate.
[[nodiscard]] PriceHere price_here(const LoadedScenario& loaded, const Catalog& catalog, const Amount& price, const std::string& date);

/// How another GPU is bought and run.
struct Machine {
    const GpuFacts* gpu = nullptr;
    std::optional<Money> price;  ///< of the GPU alone; else the maker's list price
    std::optional<Power> power;  ///< while computing; else the catalog's total graphics power
};

/// `loaded` with that GPU bought in place of its own: price (share 1), power, memory, and `speed_ratio` against the same cloud.
/// Everything else stays. Throws InputError when a price or a power is known neither to the catalog nor to the caller.
[[nodiscard]] LoadedScenario with_machine(const LoadedScenario& loaded, const Catalog& catalog, const Machine& machine, Fraction speed_ratio);

}  // namespace breakeven
