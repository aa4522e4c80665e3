// The plain version, and the choice between versions.
#include "fold_rows_kernel.hpp"

namespace breakeven::detail {

// Two columns at once: more would not fit the sixteen registers of plain x86-64.
void fold_rows_baseline(double* triangle, double* block, std::size_t rows, std::size_t width) { fold<2>(triangle, block, rows, width); }

#ifdef BREAKEVEN_X86_VARIANTS
void fold_rows(double* triangle, double* block, std::size_t rows, std::size_t width) {
    static const auto chosen = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") ? fold_rows_avx512
                               : __builtin_cpu_supports("avx2")  ? fold_rows_avx2
                                                                 : fold_rows_baseline;
    chosen(triangle, block, rows, width);
}
#else
void fold_rows(double* triangle, double* block, std::size_t rows, std::size_t width) { fold_rows_baseline(triangle, block, rows, width); }
#endif

}  // namespace breakeven::detail
