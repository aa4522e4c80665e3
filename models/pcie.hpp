// PCIe: power of copies between host and device, by the share of busy time spent copying or by their traffic.
//
//     P = copy_power * copy_share                       or      P = traffic * energy_per_bit
//
// Copies that overlap kernels cost no time, only energy. Source: docs/method.md, "PCIe".
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/hourly_cost.hpp>
#include <breakeven/models/wall.hpp>

namespace breakeven {

template <class Real>
struct BasicPcie {
    static constexpr const char* name = "pcie";
    BasicPower<Real> copy_power{};
    Real copy_share = Real(1.0);               ///< of busy time spent copying, 0 to 1
    BasicBandwidth<Real> traffic{};            ///< mean over busy time, where bytes decide
    BasicEnergyPerData<Real> energy_per_bit{};
    BasicWattCost<Real> busy_watt{};

    /// Throws InputError naming the field.
    [[nodiscard]] BasicPower<Real> power() const {
        require_not_negative(copy_power, "copy_power");
        require_share(copy_share, "copy_share");
        require_not_negative(traffic, "traffic");
        require_not_negative(energy_per_bit, "energy_per_bit");
        return copy_power * copy_share + traffic * energy_per_bit;
    }
    [[nodiscard]] BasicHourlyCost<Real> cost() const { return power() * busy_watt; }
};
using Pcie = BasicPcie<double>;

/// Rate of a PCIe link each way, generations 3 to 5 with their 128b/130b code: GT/s * lanes * 128/130 / 8.
/// Throws InputError for another generation or no lanes.
[[nodiscard]] inline Bandwidth pcie_bandwidth(int generation, int lanes) {
    if (generation < 3 || generation > 5) throw InputError::about("pcie_gen", "must be 3, 4 or 5", "");
    if (lanes < 1 || lanes > 32) throw InputError::about("pcie_lanes", "must be from 1 to 32", "");
    const double transfers = generation == 3 ? 8e9 : generation == 4 ? 16e9 : 32e9;  // a second and lane, one bit each
    return transfers * lanes * (128.0 / 130.0) * bit / second;
}

}  // namespace breakeven
