// Huber's estimator: least squares in which a row far off counts less, so that a few spoiled windows move nothing much.
//
//     weight_i = min(1, 1.345 / |r_i / s|),     s = median |r| / 0.6745, renewed at each step, until the coefficients rest
//
// Source: Huber, Annals of Mathematical Statistics 35, 1964; docs/method.md, "Calibration".
#pragma once

#include <breakeven/calibration/least_squares.hpp>
#include <breakeven/calibration/rows.hpp>

#include <vector>

namespace breakeven {

struct HuberOptions {
    double tuning = 1.345;               ///< 95 % as efficient as least squares on normal errors
    double median_to_scale = 0.6744897501960817;  ///< the upper quartile of a standard normal
    double tolerance = 1e-12;            ///< largest change of a coefficient, relative to it, at rest
    int most_steps = 500;
    unsigned threads = 1;
};

struct HuberFit {
    LeastSquares fit;             ///< weighted with the last weights
    std::vector<double> weights;  ///< one for each row
    double scale = 0.0;           ///< s
    int steps = 0;
    bool converged = false;
    bool exact = false;           ///< s became 0: more than half of the rows fit exactly; the fit is that of the step before
};

/// Fits `rows`, reading them twice a step. Rows that come with a weight keep it beside Huber's.
[[nodiscard]] HuberFit huber(const RowSource& rows, const HuberOptions& options = {});

}  // namespace breakeven
