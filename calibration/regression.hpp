// Regression: rows to coefficients with their covariance, in one call.
//
// The parts stand alone: reduction.hpp (rows to a triangle), least_squares.hpp (triangle to coefficients), refinement.hpp (the
// last digits), standard_errors.hpp, huber.hpp, prior.hpp, prediction.hpp, cross_validation.hpp.
#pragma once

#include <breakeven/calibration/huber.hpp>
#include <breakeven/calibration/least_squares.hpp>
#include <breakeven/calibration/prediction.hpp>
#include <breakeven/calibration/refinement.hpp>
#include <breakeven/calibration/relative_weights.hpp>
#include <breakeven/calibration/rows.hpp>
#include <breakeven/calibration/standard_errors.hpp>

namespace breakeven {

struct RegressionOptions {
    ErrorOptions errors{.kind = ErrorKind::ols, .lag = {}, .gap_ns = {}};
    bool refine = true;
    unsigned threads = 1;
};

struct Regression {
    LeastSquares fit;
    Eigen::MatrixXd covariance;  ///< columns × columns; rows of zeros for columns left out

    [[nodiscard]] double std_error(Eigen::Index column) const { return std::sqrt(covariance(column, column)); }
};

/// Least squares of `rows`, weighted where they carry weights. Throws InputError: fewer rows than columns and one, and as
/// standard_errors.hpp says.
[[nodiscard]] inline Regression regress(const RowSource& rows, const RegressionOptions& options = {}) {
    Regression out{solve(reduce(rows, options.threads)), {}};
    if (options.refine) out.fit = refine(out.fit, rows);
    out.covariance = covariance(out.fit, rows, options.errors);
    return out;
}

}  // namespace breakeven
