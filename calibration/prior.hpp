// Prior: what is known of the weights before the log is read, and what is known after it.
//
//     w = (X'X/sigma^2 + P)^-1 (X'y/sigma^2 + P w0),    P = diag(1/sd0^2),    covariance = (X'X/sigma^2 + P)^-1
//
// y = line/base - 1, so there is no intercept. Solved as one least-squares problem of the rows over sigma with one more row
// for each prior, so no normal equations are formed. Source: docs/method.md, "Calibration".
#pragma once

#include <breakeven/calibration/least_squares.hpp>
#include <breakeven/calibration/reduction.hpp>

#include <Eigen/Core>

#include <limits>

namespace breakeven {

/// One weight's prior: normal, mean and standard deviation; an infinite deviation says nothing.
struct Prior {
    double mean = 0.0;
    double sd = std::numeric_limits<double>::infinity();

    [[nodiscard]] bool says_something() const { return sd < std::numeric_limits<double>::infinity(); }
};

struct Posterior {
    Eigen::VectorXd weights;          ///< 0 where not known
    Eigen::MatrixXd covariance;       ///< (X'X/sigma^2 + P)^-1
    std::vector<Dependence> unknown;  ///< weights that neither data nor prior tell
    double residual_ss = 0.0;         ///< |y - X w|^2, y = line/base - 1
};

/// The posterior of the weights whose columns are [X y] in `triangle` (of reduce(); y = line/base - 1), `priors` one for each.
/// Throws InputError unless sigma and every prior's deviation are above zero.
[[nodiscard]] Posterior posterior(const Triangle& triangle, const std::vector<Prior>& priors, double sigma);

/// The triangle of [1 X line] as one of [X line/base - 1]; an affine change of y is one of its column.
[[nodiscard]] Triangle relative_to_base(const Triangle& triangle, double base);

}  // namespace breakeven
