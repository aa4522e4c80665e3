// The loops of random_arrays.hpp, for whichever instructions the file that includes this is compiled with. It calls nothing of the
// standard library: what is compiled here for a new processor must not be linked into code for an old one.
#pragma once

#include <breakeven/decisions/independent_loop.hpp>
#include <breakeven/decisions/random_arrays.hpp>

namespace {

/// A whole number below 2^32 as a double, without the conversion that older vector instructions lack.
inline double exactly(std::uint64_t word) {
    return __builtin_bit_cast(double, word | 0x4330000000000000U) - 0x1p52;
}

/// (0, 1), 53 bits: as RandomDraws has it.
inline double to_unit(std::uint32_t high, std::uint32_t low) { return (exactly(high) * 0x1p21 + exactly(low >> 11) + 0.5) * 0x1p-53; }

inline void draw(std::uint64_t seed, std::uint64_t first, std::uint32_t pair, double* even, double* odd, std::size_t count) {
    BREAKEVEN_INDEPENDENT
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t n = first + i;
        auto c0 = static_cast<std::uint32_t>(n);
        auto c1 = static_cast<std::uint32_t>(n >> 32);
        std::uint32_t c2 = pair;
        std::uint32_t c3 = 0;
        auto k0 = static_cast<std::uint32_t>(seed);
        auto k1 = static_cast<std::uint32_t>(seed >> 32);
#pragma GCC unroll 10
        for (int round = 0; round < 10; ++round) {  // Philox 4x32: random_draws.hpp
            const std::uint64_t low = std::uint64_t{0xD2511F53U} * c0;
            const std::uint64_t high = std::uint64_t{0xCD9E8D57U} * c2;
            c0 = static_cast<std::uint32_t>(high >> 32) ^ c1 ^ k0;
            c1 = static_cast<std::uint32_t>(high);
            c2 = static_cast<std::uint32_t>(low >> 32) ^ c3 ^ k1;
            c3 = static_cast<std::uint32_t>(low);
            k0 += 0x9E3779B9U;
            k1 += 0xBB67AE85U;
        }
        even[i] = to_unit(c0, c1);
        odd[i] = to_unit(c2, c3);
    }
}

inline void central(const double* p, double* z, std::size_t count) {
    BREAKEVEN_INDEPENDENT
    for (std::size_t i = 0; i < count; ++i) {
        const double q = p[i] - 0.5;
        const double r = 0.180625 - q * q;
        const double above = (((((((2.5090809287301226727e+3 * r + 3.3430575583588128105e+4) * r + 6.7265770927008700853e+4) * r +
                                 4.5921953931549871457e+4) * r + 1.3731693765509461125e+4) * r + 1.9715909503065514427e+3) * r +
                              1.3314166789178437745e+2) * r + 3.3871328727963666080e0);
        const double below = (((((((5.2264952788528545610e+3 * r + 2.8729085735721942674e+4) * r + 3.9307895800092710610e+4) * r +
                                 2.1213794301586595867e+4) * r + 5.3941960214247511077e+3) * r + 6.8718700749205790830e+2) * r +
                              4.2313330701600911252e+1) * r + 1.0);
        z[i] = q * above / below;
    }
}

inline void near_tail(const double* t, double* z, std::size_t count) {
    BREAKEVEN_INDEPENDENT
    for (std::size_t i = 0; i < count; ++i) {
        const double r = __builtin_sqrt(t[i]) - 1.6;
        const double above = (((((((7.74545014278341407640e-4 * r + 2.27238449892691845833e-2) * r + 2.41780725177450611770e-1) * r +
                                 1.27045825245236838258e0) * r + 3.64784832476320460504e0) * r + 5.76949722146069140550e0) * r +
                              4.63033784615654529590e0) * r + 1.42343711074968357734e0);
        const double below = (((((((1.05075007164441684324e-9 * r + 5.47593808499534494600e-4) * r + 1.51986665636164571966e-2) * r +
                                 1.48103976427480074590e-1) * r + 6.89767334985100004550e-1) * r + 1.67638483018380384940e0) * r +
                              2.05319162663775882187e0) * r + 1.0);
        z[i] = above / below;
    }
}

}  // namespace
