// Conclusion: from a fit and the errors of its scores to the figures of a calibration. No row is needed any more.
#pragma once

#include <breakeven/calibration/calibrate.hpp>
#include <breakeven/calibration/day_triangles.hpp>

#include <Eigen/Core>

namespace breakeven::detail {

/// Fills base, terms, errors, cross-validation and what predictions need into `out`, which has described its rows before.
/// `moment`: of error_moment(). Throws InputError: too few rows for the terms, a base that is not above zero.
void conclude(const Design& design, const CalibrationOptions& options, const DayTriangles& days, const LeastSquares& fit,
              const Eigen::MatrixXd& moment, Calibration& out);

}  // namespace breakeven::detail
