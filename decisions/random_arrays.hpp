// Random arrays: the draws of random_draws.hpp and the inverse of the normal distribution, for many draws at once.
//
// Compiled for several instruction sets and chosen at run time, with the same bits from all of them: integers, and operations that
// IEEE 754 rounds exactly. The logarithm of the tails is the standard library's.
// Source of the inverse: Wichura, "Algorithm AS 241: the percentage points of the normal distribution", Applied Statistics 37, 1988:
// relative error about 1e-16.
#pragma once

#include <cstddef>
#include <cstdint>

namespace breakeven::detail {

/// even[i] and odd[i]: RandomDraws(seed).pair(first + i, pair) for `count` draws.
using UniformDraws = void(std::uint64_t seed, std::uint64_t first, std::uint32_t pair, double* even, double* odd, std::size_t count);
/// The inverse where |p - 0.5| <= 0.425; elsewhere a number without meaning.
using CentralNormal = void(const double* p, double* z, std::size_t count);
/// The same in the lower tail from exp(-25) on, with its sign turned, from t = -log p.
using NearTail = void(const double* t, double* z, std::size_t count);

UniformDraws uniform_draws, uniform_draws_baseline, uniform_draws_avx2, uniform_draws_avx512;
CentralNormal central_normal_baseline, central_normal_avx2, central_normal_avx512;
NearTail near_tail_baseline, near_tail_avx2, near_tail_avx512;

/// z[i] with Phi(z[i]) = p[i], 0 < p[i] < 1. `z` must not be `p`.
void normal_quantiles(const double* p, double* z, std::size_t count);

}  // namespace breakeven::detail
