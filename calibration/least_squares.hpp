// Least squares: from the triangle of [X y] to coefficients, their covariance and what the columns cannot tell apart.
//
//     b = R^-1 z,      (X'X)^-1 = F F',      s^2 = rho^2 / (n - k)
//
// A column that lies in the span of those before it (what is left of it is below 1e-10 of its length) is left out, its
// coefficient is 0, and its combination of the others is kept: those coefficients cannot be told apart.
#pragma once

#include <breakeven/calibration/reduction.hpp>

#include <Eigen/Core>

#include <cstddef>
#include <optional>
#include <vector>

namespace breakeven {

/// A column left out: x_column = sum of combination_j x_j. `combination`: one entry for each column, 0 where not needed.
struct Dependence {
    Eigen::Index column = 0;
    Eigen::VectorXd combination;
};

/// What is left of a column over its length, below which it counts as a combination of those before it.
inline constexpr double rank_limit = 1e-10;

struct LeastSquares {
    std::size_t rows = 0;
    std::vector<Eigen::Index> kept;      ///< columns in use, in order
    std::vector<Dependence> dependent;   ///< the others
    Eigen::VectorXd coefficients;        ///< one for each column of X, 0 for those left out
    Eigen::MatrixXd inverse_factor;      ///< F, columns × kept: (X'X)^-1 = F F'; rows of zeros for those left out
    Eigen::MatrixXd triangle;            ///< of [X y], as it came in
    double residual_ss = 0.0;

    /// n - k. Throws InputError unless it is above zero.
    [[nodiscard]] double freedom() const;
    /// s, the residual standard deviation.
    [[nodiscard]] double residual_sd() const;
    /// s^2 (X'X)^-1: columns × columns.
    [[nodiscard]] Eigen::MatrixXd covariance() const;
    /// Whether a coefficient can be told from the others: its column is in use and in no other's combination.
    [[nodiscard]] bool identified(Eigen::Index column) const;
    /// Leverage of a row x0 (columns): x0' (X'X)^-1 x0.
    [[nodiscard]] double leverage(const Eigen::Ref<const Eigen::VectorXd>& x0) const { return (inverse_factor.transpose() * x0).squaredNorm(); }
    /// 1 - RSS/TSS; TSS about the mean where the first column is the intercept, else about zero. None when y never varies.
    [[nodiscard]] std::optional<double> r_squared(bool intercept) const;
    /// 1/(1 - R_j^2) of regressing column j on the others, the first of which is the intercept. None where not identified.
    [[nodiscard]] std::optional<double> variance_inflation(Eigen::Index column) const;
    /// Largest over smallest singular value of the kept columns, each scaled to length 1.
    [[nodiscard]] double condition() const;
};

/// Solves the problem that `triangle` holds.
[[nodiscard]] LeastSquares solve(const Triangle& triangle);

namespace detail {
/// 2^-e with e such that the scaled column's length lies in [0.5, 1); 1 for a column of zeros.
[[nodiscard]] Eigen::VectorXd powers_of_two_scale(const Eigen::MatrixXd& columns);
}  // namespace detail

}  // namespace breakeven
