// Compiled for processors with AVX-512 alone; see random_arrays.cpp.
#include "random_arrays_kernel.hpp"

namespace breakeven::detail {

void uniform_draws_avx512(std::uint64_t seed, std::uint64_t first, std::uint32_t pair, double* even, double* odd, std::size_t count) {
    draw(seed, first, pair, even, odd, count);
}
void central_normal_avx512(const double* p, double* z, std::size_t count) { central(p, z, count); }
void near_tail_avx512(const double* t, double* z, std::size_t count) { near_tail(t, z, count); }

}  // namespace breakeven::detail
