// Roofline: how fast one GPU does another's work, from dense peak arithmetic and memory bandwidth.
//
//     s = phi * (local arithmetic/cloud arithmetic) + (1 - phi) * (local bandwidth/cloud bandwidth)
//
// phi = share of *local* busy time bound by arithmetic, the rest is bound by bandwidth. s is cloud busy time for one local busy
// hour's work. A bound from peaks: two logs of the same work tell more. Counts of SMs tell nothing: clocks and widths differ.
// Source: docs/method.md, "The cloud side".
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/catalog_rows.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace breakeven {

/// Which peak bounds arithmetic. Tensor: FP16 with FP32 accumulation, dense; GeForce parts run it at half their FP16 rate.
enum class Arithmetic { fp32, tensor };

namespace detail {
/// local/cloud of one figure. Throws InputError naming the GPU whose figure no source has.
template <class Quantity>
[[nodiscard]] Fraction ratio_of_peaks(const GpuFacts& local, const GpuFacts& cloud, std::optional<Quantity> GpuFacts::*figure,
                                      std::string_view called) {
    for (const GpuFacts* gpu : {&local, &cloud})
        if (!(gpu->*figure))
            throw InputError("the catalog has no " + std::string(called) + " for " + gpu->name,
                             "give cloud.speed_ratio as a number, or the figure in a catalog file of your own");
    return *(local.*figure) / *(cloud.*figure);
}
}  // namespace detail

/// Cloud busy hours for the work of one local busy hour. `arithmetic_share`: phi, 0 to 1. A figure whose share is zero is not
/// needed. Throws InputError: the share is outside its range, a figure is unknown.
[[nodiscard]] inline Fraction speed_ratio(const GpuFacts& local, const GpuFacts& cloud, Fraction arithmetic_share,
                                          Arithmetic arithmetic = Arithmetic::fp32) {
    require_share(arithmetic_share, "arithmetic_share");
    Fraction ratio = 0.0;
    if (arithmetic_share > 0.0)
        ratio += arithmetic_share * (arithmetic == Arithmetic::fp32
                                         ? detail::ratio_of_peaks(local, cloud, &GpuFacts::fp32, "FP32 rate")
                                         : detail::ratio_of_peaks(local, cloud, &GpuFacts::tensor, "FP16 tensor rate"));
    if (arithmetic_share < 1.0)
        ratio += (1.0 - arithmetic_share) * detail::ratio_of_peaks(local, cloud, &GpuFacts::bandwidth, "memory bandwidth");
    return ratio;
}

}  // namespace breakeven
