// Relative weights: coefficients over the intercept, so that they serve any base, with the delta method's covariance.
//
//     w_j = b_j / b_0,      Cov(w) = J V J',   row j of J: dw_j/db_0 = -b_j/b_0^2, dw_j/db_j = 1/b_0
#pragma once

#include <Eigen/Core>

#include <cmath>

namespace breakeven {

struct RelativeWeights {
    Eigen::VectorXd weights;     ///< one for each column but the intercept
    Eigen::MatrixXd covariance;

    [[nodiscard]] double std_error(Eigen::Index j) const { return std::sqrt(covariance(j, j)); }
};

/// `b`: intercept first; `v`: its covariance. The intercept must not be 0.
[[nodiscard]] inline RelativeWeights relative_weights(const Eigen::VectorXd& b, const Eigen::MatrixXd& v) {
    const Eigen::Index count = b.size() - 1;
    Eigen::MatrixXd jacobian(count, b.size());
    jacobian << -b.tail(count) / (b[0] * b[0]), Eigen::MatrixXd::Identity(count, count) / b[0];
    return {b.tail(count) / b[0], jacobian * v * jacobian.transpose()};
}

}  // namespace breakeven
