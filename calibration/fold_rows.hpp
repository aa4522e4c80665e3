// Fold rows: a block of rows reflected into the triangle above it, column by column; the inner loop of a reduction.
//
//     [R]         [R']
//     [B]  = Q *  [0 ]         each reflection has one row of R and all rows of B: 2 rows width^2 operations in all
//
// Compiled for several instruction sets and chosen at run time. All of them do the same operations in the same order: sums run
// over eight lanes and no product is fused into a sum, so a result does not depend on the machine.
// Source: Golub and Van Loan, Matrix Computations, 5.1 and 5.2.
#pragma once

#include <cstddef>

namespace breakeven::detail {

/// Rows of a block come in groups of this many.
inline constexpr std::size_t fold_lanes = 8;

/// `triangle`: width × width, row by row; below its diagonal nothing is read or written. `block`: `width` columns of `rows` entries,
/// one column behind the other; `rows` is a multiple of fold_lanes, rows of zeros change nothing. The block is used up.
void fold_rows(double* triangle, double* block, std::size_t rows, std::size_t width);

/// The same in plain instructions and in those of a newer processor, which must have them.
void fold_rows_baseline(double* triangle, double* block, std::size_t rows, std::size_t width);
void fold_rows_avx2(double* triangle, double* block, std::size_t rows, std::size_t width);
void fold_rows_avx512(double* triangle, double* block, std::size_t rows, std::size_t width);

}  // namespace breakeven::detail
