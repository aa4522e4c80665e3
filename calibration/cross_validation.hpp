// Cross-validation by whole days: how well the fit tells days it has not seen. Never by shuffled rows: neighbours in time
// resemble each other, and a row's neighbour in the training part flatters.
//
// Works on each day's triangle: the days left in merge into one, and |y - X b|^2 of the days left out is |T (b; -1)|^2.
#pragma once

#include <breakeven/calibration/least_squares.hpp>
#include <breakeven/calibration/reduction.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace breakeven {

/// From a triangle to coefficients, intercept first: the estimator under test.
using Estimator = std::function<Eigen::VectorXd(const Triangle&)>;

struct CrossValidation {
    int folds = 0;
    double rmse = 0.0;  ///< root of the mean squared error over all rows, in the target's unit
};

/// `days`: one triangle each, in order of time. Folds are consecutive days, at most `folds` of them, of as many days as can be.
/// None with fewer than two days.
[[nodiscard]] std::optional<CrossValidation> cross_validate(const std::vector<Triangle>& days, const Estimator& estimate, int folds = 5);

struct DayInfluence {
    std::size_t day = 0;    ///< index into `days`
    double distance = 0.0;  ///< Cook's, of the whole day: |X (b - b without it)|^2 / (k s^2)
};

/// The days without which the fit would differ most, first the most influential. Empty when an exact fit leaves no spread.
[[nodiscard]] std::vector<DayInfluence> influential_days(const std::vector<Triangle>& days, const LeastSquares& fit, std::size_t count = 3);

/// The triangle of several.
[[nodiscard]] Triangle merged(const std::vector<Triangle>& parts);

}  // namespace breakeven
