// Tariff: the price of a kilowatt-hour, flat or by time of use, with carbon.
//
//     flat      p                                uniform        sum of share_i * p_i  (the mean price)
//     carbon    p + g * q                        cheapest first busy hours fill the cheapest tiers, then the next
//
// g = carbon intensity (mass per energy), q = carbon price (money per mass). Cheapest first, the price of the u-th share of
// hours rises with u: cost(u) = P * integral_0^u p_sorted, convex and piecewise linear, so a line may have two ends.
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/units.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace breakeven {

enum class TariffUse { uniform, cheapest_first };

template <class Real>
struct BasicTariffTier {
    Real share{};                   ///< of all hours
    BasicEnergyPrice<Real> price{};
};

template <class Real>
struct BasicTariff {
    std::vector<BasicTariffTier<Real>> tiers{};  ///< one of share 1 for a flat price; shares sum to 1
    TariffUse use = TariffUse::uniform;
    BasicCarbonIntensity<Real> carbon_intensity{};
    BasicMassPrice<Real> carbon_price{};

    [[nodiscard]] static BasicTariff flat(const BasicEnergyPrice<Real>& price) { return {.tiers = {{Real(1.0), price}}}; }

    /// Throws InputError naming the field: no tier, a share outside 0 to 1, shares that do not sum to 1, a negative price.
    void check() const {
        if (tiers.empty()) throw InputError::about("price", "is missing", "write it as in \"0.85 CNY/kWh\"");
        Real sum(0.0);
        for (const auto& tier : tiers) {
            require_share(tier.share, "tariff");
            require_not_negative(tier.price, "price");
            sum += tier.share;
        }
        using std::abs;
        if (!(abs(sum - Real(1.0)) <= Real(1e-3)))
            throw InputError::about("tariff", "has shares that do not sum to 1", "each tier's share is its share of all hours");
        require_not_negative(carbon_intensity, "carbon_intensity");
        require_not_negative(carbon_price, "carbon_price");
    }

    /// What carbon adds to every kilowatt-hour.
    [[nodiscard]] BasicEnergyPrice<Real> carbon() const { return carbon_intensity * carbon_price; }

    /// Mean over all hours, carbon included.
    [[nodiscard]] BasicEnergyPrice<Real> mean_price() const {
        BasicEnergyPrice<Real> sum{};
        Real shares(0.0);
        for (const auto& tier : tiers) {
            sum += tier.share * tier.price;
            shares += tier.share;
        }
        return sum / shares + carbon();
    }

    /// The tiers in the order in which busy hours use them: by price, shares scaled to sum to exactly 1, carbon included.
    [[nodiscard]] std::vector<BasicTariffTier<Real>> in_order_of_use() const {
        if (use == TariffUse::uniform || tiers.size() == 1) return {{Real(1.0), mean_price()}};
        auto sorted = tiers;
        std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.price < b.price; });
        Real shares(0.0);
        for (const auto& tier : sorted) shares += tier.share;
        for (auto& tier : sorted) {
            tier.share /= shares;
            tier.price += carbon();
        }
        return sorted;
    }
};

using TariffTier = BasicTariffTier<double>;
using Tariff = BasicTariff<double>;

}  // namespace breakeven
