// The plain version, the tails, and the choice between versions.
#include "random_arrays_kernel.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace breakeven::detail {

namespace {
/// Wichura's far tail, beyond p = exp(-25); t = -log p.
double far_tail(double t) {
    const double r = std::sqrt(t) - 5.0;
    return (((((((2.01033439929228813265e-7 * r + 2.71155556874348757815e-5) * r + 1.24266094738807843860e-3) * r +
               2.65321895265761230930e-2) * r + 2.96560571828504891230e-1) * r + 1.78482653991729133580e0) * r +
            5.46378491116411436990e0) * r + 6.65790464350110377720e0) /
           (((((((2.04426310338993978564e-15 * r + 1.42151175831644588870e-7) * r + 1.84631831751005468180e-5) * r +
               7.86869131145613259100e-4) * r + 1.48753612908506148525e-2) * r + 1.36929880922735805310e-1) * r +
            5.99832206555887937690e-1) * r + 1.0);
}

struct Version {
    UniformDraws* uniform;
    CentralNormal* central;
    NearTail* near_tail;
};

Version choose() {
#ifdef BREAKEVEN_X86_VARIANTS
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return {uniform_draws_avx512, central_normal_avx512, near_tail_avx512};
    if (__builtin_cpu_supports("avx2")) return {uniform_draws_avx2, central_normal_avx2, near_tail_avx2};
#endif
    return {uniform_draws_baseline, central_normal_baseline, near_tail_baseline};
}

const Version& version() {
    static const Version chosen = choose();
    return chosen;
}
}  // namespace

void uniform_draws_baseline(std::uint64_t seed, std::uint64_t first, std::uint32_t pair, double* even, double* odd, std::size_t count) {
    draw(seed, first, pair, even, odd, count);
}
void central_normal_baseline(const double* p, double* z, std::size_t count) { central(p, z, count); }
void near_tail_baseline(const double* t, double* z, std::size_t count) { near_tail(t, z, count); }

void uniform_draws(std::uint64_t seed, std::uint64_t first, std::uint32_t pair, double* even, double* odd, std::size_t count) {
    version().uniform(seed, first, pair, even, odd, count);
}

void normal_quantiles(const double* p, double* z, std::size_t count) {
    constexpr std::size_t at_once = 256;
    std::array<std::size_t, at_once + 1> at;
    std::array<double, at_once> t, found;
    for (std::size_t first = 0; first < count; first += at_once) {
        const std::size_t some = std::min(at_once, count - first);
        version().central(p + first, z + first, some);
        // The tails, three draws in twenty, are gathered, computed together and put back.
        std::size_t tails = 0;
        for (std::size_t i = first; i < first + some; ++i) {
            at[tails] = i;
            tails += std::abs(p[i] - 0.5) > 0.425;
        }
        for (std::size_t k = 0; k < tails; ++k) t[k] = -std::log(std::min(p[at[k]], std::max(1.0 - p[at[k]], 0x1p-54)));
        version().near_tail(t.data(), found.data(), tails);
        for (std::size_t k = 0; k < tails; ++k) {
            const double far = t[k] > 25.0 ? far_tail(t[k]) : found[k];
            z[at[k]] = std::copysign(far, p[at[k]] - 0.5);
        }
    }
}

}  // namespace breakeven::detail
