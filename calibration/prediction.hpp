// Prediction: what a fitted regression says about one more row, and how far from it that row may lie.
//
//     x0'b  +-  t s sqrt(1 + x0'(X'X)^-1 x0)        (of the mean: without the 1)
#pragma once

#include <breakeven/calibration/least_squares.hpp>
#include <breakeven/calibration/quantile.hpp>
#include <breakeven/core/errors.hpp>

#include <cmath>

namespace breakeven {

struct Prediction {
    double value = 0.0;
    double half_width = 0.0;       ///< of the interval for one more row
    double mean_half_width = 0.0;  ///< of the interval for the mean of many such rows
};

/// For the row `x0` (columns), with classical errors. Throws InputError when n <= k or `confidence` is not inside (0, 1).
[[nodiscard]] inline Prediction predict(const LeastSquares& fit, const Eigen::Ref<const Eigen::VectorXd>& x0, double confidence = 0.95) {
    if (!(confidence > 0.0 && confidence < 1.0)) throw InputError::about("confidence", "must lie between 0 and 1");
    const double reach = t_quantile(0.5 + 0.5 * confidence, fit.freedom()) * fit.residual_sd();
    const double leverage = fit.leverage(x0);
    return {x0.dot(fit.coefficients), reach * std::sqrt(1.0 + leverage), reach * std::sqrt(leverage)};
}

}  // namespace breakeven
