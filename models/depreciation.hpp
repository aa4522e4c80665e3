// Depreciation: the GPU's share of a machine's price, spread evenly over the machine's life.
//
//     standing = gpu_share * price * (1 - residual) / lifetime,        busy = 0
//
// Straight line (IAS 16, 62). It understates the first year of hardware whose resale price drops fast: depreciation_schedule.hpp.
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/hourly_cost.hpp>

namespace breakeven {

template <class Real>
struct BasicDepreciation {
    static constexpr const char* name = "depreciation";
    BasicMoney<Real> price{};    ///< of the whole machine, as bought
    Real gpu_share = Real(1.0);  ///< of `price` that is the GPU's, 0 to 1
    BasicTime<Real> lifetime{};  ///< from purchase to disposal, above zero
    Real residual = Real(0.0);   ///< of `price` left at disposal, 0 to 1

    /// Cost per hour of owning the GPU. Throws InputError, naming the field, when one is outside the range beside it.
    [[nodiscard]] BasicHourlyCost<Real> cost() const {
        require_not_negative(price, "price");
        require_share(gpu_share, "gpu_share");
        require_positive(lifetime, "lifetime");
        require_share(residual, "residual");
        return {.standing = gpu_share * price * (Real(1.0) - residual) / lifetime};
    }
};

using Depreciation = BasicDepreciation<double>;

}  // namespace breakeven
