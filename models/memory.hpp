// Memory: power of the memory beyond the card's own figure, by its capacity or by its traffic.
//
//     P = capacity * power_per_capacity                 or      P = bandwidth * activity * energy_per_bit
//
// A card's total graphics power contains its memory: these watts are extra, or counted twice.
// Source of the energies: Micron; docs/method.md, "Memory". JEDEC sets no power per capacity.
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/hourly_cost.hpp>
#include <breakeven/models/wall.hpp>

namespace breakeven {

namespace energy_per_bit {
inline constexpr EnergyPerData gddr6 = 7.5 * picojoule / bit;
inline constexpr EnergyPerData gddr6x = 7.25 * picojoule / bit;
inline constexpr EnergyPerData hbm2e = 6.0 * picojoule / bit;
}  // namespace energy_per_bit

template <class Real>
struct BasicMemoryCost {
    static constexpr const char* name = "memory";
    BasicMemory<Real> capacity{};
    BasicMemoryPower<Real> power_per_capacity{};
    BasicBandwidth<Real> bandwidth{};           ///< peak, where traffic decides
    BasicEnergyPerData<Real> energy_per_bit{};
    Real activity = Real(1.0);                  ///< share of the peak bandwidth in use while computing, 0 to 1
    BasicWattCost<Real> busy_watt{};

    /// Throws InputError naming the field.
    [[nodiscard]] BasicPower<Real> power() const {
        require_not_negative(capacity, "memory");
        require_not_negative(power_per_capacity, "power_per_capacity");
        require_not_negative(bandwidth, "bandwidth");
        require_not_negative(energy_per_bit, "energy_per_bit");
        require_share(activity, "activity");
        return capacity * power_per_capacity + activity * bandwidth * energy_per_bit;
    }
    [[nodiscard]] BasicHourlyCost<Real> cost() const { return power() * busy_watt; }
};
using MemoryCost = BasicMemoryCost<double>;

}  // namespace breakeven
