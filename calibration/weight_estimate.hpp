// Weight estimate: coefficients to relative weights, with or without priors, and the covariance of base and weights together.
//
// With priors the base is that of least squares, and so are the errors' sizes: sigma from its residuals, renewed once. With
// errors that are not classical the posterior's covariance becomes L S L' + A P A: A is the posterior covariance, S the middle
// of the sandwich, and L carries each row's error into the weights, also by way of the base. With classical errors and sigma
// known it is A itself, which takes the base as known.
#pragma once

#include <breakeven/calibration/least_squares.hpp>
#include <breakeven/calibration/prior.hpp>
#include <breakeven/calibration/standard_errors.hpp>

#include <Eigen/Core>

#include <optional>
#include <vector>

namespace breakeven {

struct WeightEstimate {
    double base = 0.0;
    Eigen::VectorXd weights;         ///< one for each column but the intercept; 0 where not known
    std::vector<bool> known;         ///< whether data or prior tell the weight
    Eigen::MatrixXd covariance;      ///< of (base, weights)
    double residual_ss = 0.0;        ///< in the target's unit
};

/// Without priors. `moment`: of error_moment().
[[nodiscard]] WeightEstimate estimate_weights(const LeastSquares& fit, const Eigen::MatrixXd& moment);

/// With `priors`, one for each column but the intercept. `moment`: of error_moment(); none for classical errors.
/// Throws InputError unless the base is above zero.
[[nodiscard]] WeightEstimate estimate_weights(const LeastSquares& fit, const std::optional<Eigen::MatrixXd>& moment,
                                              const std::vector<Prior>& priors);

}  // namespace breakeven
