// Compiled for processors with AVX2 alone; see fold_rows.cpp.
#include "fold_rows_kernel.hpp"

namespace breakeven::detail {

void fold_rows_avx2(double* triangle, double* block, std::size_t rows, std::size_t width) { fold<4>(triangle, block, rows, width); }

}  // namespace breakeven::detail
