// The plain version, the tails, and the choice between versions.
#include "random_arrays_kernel.hpp"

#include <cmath>

namespace breakeven::detail {

namespace {
/// Wichura's two ranges of the tails, r = sqrt(-log p).
double tail(double p) {
    double r = std::sqrt(-std::log(p));
    if (r <= 5.0) {
        r -= 1.6;
        return (((((((7.74545014278341407640e-4 * r + 2.27238449892691845833e-2) * r + 2.41780725177450611770e-1) * r +
                   1.27045825245236838258e0) * r + 3.64784832476320460504e0) * r + 5.76949722146069140550e0) * r +
                4.63033784615654529590e0) * r + 1.42343711074968357734e0) /
               (((((((1.05075007164441684324e-9 * r + 5.47593808499534494600e-4) * r + 1.51986665636164571966e-2) * r +
                   1.48103976427480074590e-1) * r + 6.89767334985100004550e-1) * r + 1.67638483018380384940e0) * r +
                2.05319162663775882187e0) * r + 1.0);
    }
    r -= 5.0;
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
};

Version choose() {
#ifdef BREAKEVEN_X86_VARIANTS
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return {uniform_draws_avx512, central_normal_avx512};
    if (__builtin_cpu_supports("avx2")) return {uniform_draws_avx2, central_normal_avx2};
#endif
    return {uniform_draws_baseline, central_normal_baseline};
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

void uniform_draws(std::uint64_t seed, std::uint64_t first, std::uint32_t pair, double* even, double* odd, std::size_t count) {
    version().uniform(seed, first, pair, even, odd, count);
}

void normal_quantiles(const double* p, double* z, std::size_t count) {
    version().central(p, z, count);
    for (std::size_t i = 0; i < count; ++i) {
        if (std::abs(p[i] - 0.5) <= 0.425) continue;
        z[i] = p[i] < 0.5 ? -tail(p[i]) : tail(std::fmax(1.0 - p[i], 0x1p-54));
    }
}

}  // namespace breakeven::detail
