// Refinement: coefficients and standard errors to the last digit a double can hold, however alike the columns are.
//
//     W = X T,  T = R^-1 in doubles        M = W'W, nearly the identity        (X'X)^-1 = T M^-1 T'
//     r = y - X b,   b += T M^-1 W'r       twice
//
// The problem is restated in a basis in which its columns are nearly orthonormal, so its normal equations lose nothing;
// products, sums and residuals carry twice the precision of a double. Every step shrinks the error by about
// condition * 2^-53, as refining the augmented system [I X; X' 0] does, without storing anything for each row. The entries of
// X may be more than doubles (rows.hpp): NIST's Filip needs its powers so. Source: Björck, BIT 7, 1967; docs/method.md.
#pragma once

#include <breakeven/calibration/least_squares.hpp>
#include <breakeven/calibration/rows.hpp>

namespace breakeven {

/// `first`, solved from the triangle of the same `rows`, refined: coefficients, inverse_factor and residual_ss.
/// Reads the rows three times. Columns that `first` left out stay out.
[[nodiscard]] LeastSquares refine(const LeastSquares& first, const RowSource& rows);

}  // namespace breakeven
