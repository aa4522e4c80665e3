// Random draws by counter: the n-th draw of the k-th input is a function of (seed, n, k) alone, so any number of threads gives
// the same digits, and a single draw can be looked at again.
//
// Philox 4x32 with 10 rounds: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011. Tested against
// the known answers published with Random123.
#pragma once

#include <array>
#include <cstdint>

namespace breakeven {

/// Four 32-bit words.
using PhiloxBlock = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

/// The block of random bits that belongs to `counter` under `key`.
[[nodiscard]] constexpr PhiloxBlock philox4x32_10(PhiloxBlock counter, PhiloxKey key) {
    constexpr std::uint64_t first_multiplier = 0xD2511F53U;
    constexpr std::uint64_t second_multiplier = 0xCD9E8D57U;
    constexpr std::uint32_t golden_ratio = 0x9E3779B9U;    // key schedule: Weyl sequences of the golden ratio
    constexpr std::uint32_t root_of_three = 0xBB67AE85U;   // and of sqrt(3) - 1
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t low = first_multiplier * counter[0];
        const std::uint64_t high = second_multiplier * counter[2];
        counter = {static_cast<std::uint32_t>(high >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(high),
                   static_cast<std::uint32_t>(low >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(low)};
        key = {key[0] + golden_ratio, key[1] + root_of_three};
    }
    return counter;
}

/// Uniform draws in (0, 1), neither end included, 53 bits each.
class RandomDraws {
public:
    explicit constexpr RandomDraws(std::uint64_t seed)
        : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)} {}

    /// Inputs 2 * pair and 2 * pair + 1 of the n-th draw: one block of bits serves two.
    [[nodiscard]] constexpr std::array<double, 2> pair(std::uint64_t n, std::uint32_t pair) const {
        const PhiloxBlock bits = philox4x32_10({static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(n >> 32), pair, 0}, key_);
        return {to_unit(bits[0], bits[1]), to_unit(bits[2], bits[3])};
    }

private:
    [[nodiscard]] static constexpr double to_unit(std::uint32_t high, std::uint32_t low) {
        const std::uint64_t bits = (std::uint64_t{high} << 32) | low;
        constexpr double step = 1.0 / 9007199254740992.0;  // 2^-53
        return (static_cast<double>(bits >> 11) + 0.5) * step;
    }

    PhiloxKey key_;
};

}  // namespace breakeven
