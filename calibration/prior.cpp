// The posterior, from triangles alone: no row is read again.
#include <breakeven/calibration/prior.hpp>

#include <breakeven/core/errors.hpp>

namespace breakeven {

Posterior posterior(const Triangle& triangle, const std::vector<Prior>& priors, double sigma) {
    require_positive(sigma, "sigma");
    const Eigen::Index columns = triangle.r.cols() - 1;
    Reduction stacked(columns);
    stacked.merge({triangle.r / sigma, triangle.rows});
    RowMatrix x = RowMatrix::Zero(1, columns);
    Eigen::VectorXd y(1);
    for (Eigen::Index j = 0; j < columns; ++j) {
        const Prior& prior = priors.at(static_cast<std::size_t>(j));
        if (!(prior.sd > 0.0)) throw InputError::about("prior", "needs a standard deviation above zero");
        if (!prior.says_something()) continue;
        x.setZero();
        x(0, j) = 1.0 / prior.sd;
        y[0] = prior.mean / prior.sd;
        stacked.add(x, y);
    }
    const LeastSquares solved = solve(stacked.triangle());
    Posterior out;
    out.weights = solved.coefficients;
    out.covariance = solved.inverse_factor * solved.inverse_factor.transpose();
    out.unknown = solved.dependent;
    out.residual_ss = (triangle.r.col(columns) - triangle.r.leftCols(columns) * out.weights).squaredNorm();
    return out;
}

Triangle relative_to_base(const Triangle& triangle, double base) {
    const Eigen::Index columns = triangle.r.cols() - 1;
    Triangle out{Eigen::MatrixXd(triangle.r.rows(), columns), triangle.rows};
    out.r.leftCols(columns - 1) = triangle.r.middleCols(1, columns - 1);
    out.r.col(columns - 1) = triangle.r.col(columns) / base - triangle.r.col(0);
    return out;
}

}  // namespace breakeven
