// Column j of the fit is weight j - 1: the intercept has no weight.
#include <breakeven/calibration/weight_estimate.hpp>

#include <breakeven/calibration/relative_weights.hpp>
#include <breakeven/core/errors.hpp>

#include <algorithm>
#include <cmath>

namespace breakeven {

namespace {
constexpr double smallest_sigma = 1e-6;

/// A column that the intercept takes part in making up, as a temperature that never changes does. The base and it cannot both
/// be had from the data, so it stays at its prior.
struct FixedColumn {
    Eigen::Index column = 0;
    double share_of_intercept = 0.0;
};

void require_base(double base) {
    if (base > 0.0 && std::isfinite(base)) return;
    throw InputError("the base, the target in the reference context, does not come out above zero",
                     "give a reference inside the data, as by --scenario, or ask for fewer terms");
}

std::vector<FixedColumn> fixed_columns(const LeastSquares& fit) {
    std::vector<FixedColumn> out;
    for (const Dependence& d : fit.dependent)
        if (d.column > 0 && d.combination[0] != 0.0) out.push_back({d.column, d.combination[0]});
    return out;
}

/// x = G f for f = F'x: columns × kept.
Eigen::MatrixXd rows_from_scores(const LeastSquares& fit) {
    const auto size = static_cast<Eigen::Index>(fit.kept.size());
    Eigen::MatrixXd f(size, size);
    for (Eigen::Index i = 0; i < size; ++i) f.row(i) = fit.inverse_factor.row(fit.kept[static_cast<std::size_t>(i)]);
    const Eigen::MatrixXd back = f.triangularView<Eigen::Upper>().transpose().solve(Eigen::MatrixXd::Identity(size, size));
    Eigen::MatrixXd out = Eigen::MatrixXd::Zero(fit.coefficients.size(), size);
    for (Eigen::Index i = 0; i < size; ++i) out.row(fit.kept[static_cast<std::size_t>(i)]) = back.row(i);
    for (const Dependence& d : fit.dependent) out.row(d.column) = d.combination.transpose() * out;
    return out;
}
}  // namespace

WeightEstimate estimate_weights(const LeastSquares& fit, const Eigen::MatrixXd& moment) {
    const Eigen::Index columns = fit.coefficients.size();
    WeightEstimate out;
    out.base = fit.coefficients[0];
    require_base(out.base);
    const Eigen::MatrixXd v = fit.inverse_factor * moment * fit.inverse_factor.transpose();
    Eigen::MatrixXd jacobian = Eigen::MatrixXd::Identity(columns, columns) / out.base;
    jacobian.col(0) = -fit.coefficients / (out.base * out.base);
    jacobian(0, 0) = 1.0;
    out.covariance = jacobian * v * jacobian.transpose();
    out.weights = fit.coefficients.tail(columns - 1) / out.base;
    for (Eigen::Index j = 1; j < columns; ++j) out.known.push_back(fit.identified(j));
    out.residual_ss = fit.residual_ss;
    return out;
}

WeightEstimate estimate_weights(const LeastSquares& fit, const std::optional<Eigen::MatrixXd>& moment, const std::vector<Prior>& priors) {
    const Eigen::Index columns = fit.coefficients.size();
    const auto prior_of = [&](Eigen::Index column) { return priors.at(static_cast<std::size_t>(column) - 1); };
    const std::vector<FixedColumn> fixed = fixed_columns(fit);
    double shift = 1.0;
    for (const FixedColumn& f : fixed) shift += f.share_of_intercept * prior_of(f.column).mean;
    WeightEstimate out;
    require_base(shift);
    out.base = fit.coefficients[0] / shift;
    require_base(out.base);

    // The free columns, and y less what the fixed ones explain.
    std::vector<Eigen::Index> free;
    for (Eigen::Index j = 1; j < columns; ++j)
        if (std::none_of(fixed.begin(), fixed.end(), [&](const FixedColumn& f) { return f.column == j; })) free.push_back(j);
    const auto count = static_cast<Eigen::Index>(free.size());
    const Triangle relative = relative_to_base({fit.triangle, fit.rows}, out.base);
    Triangle problem{Eigen::MatrixXd(relative.r.rows(), count + 1), relative.rows};
    std::vector<Prior> free_priors;
    for (Eigen::Index i = 0; i < count; ++i) {
        problem.r.col(i) = relative.r.col(free[static_cast<std::size_t>(i)] - 1);
        free_priors.push_back(prior_of(free[static_cast<std::size_t>(i)]));
    }
    problem.r.col(count) = relative.r.col(columns - 1);
    for (const FixedColumn& f : fixed) problem.r.col(count) -= prior_of(f.column).mean * relative.r.col(f.column - 1);

    const auto sigma_of = [&](double residual_ss) { return std::max(smallest_sigma, std::sqrt(residual_ss / fit.freedom())); };
    double sigma = std::max(smallest_sigma, fit.residual_sd() / out.base);
    Posterior found = posterior(problem, free_priors, sigma);
    sigma = sigma_of(found.residual_ss);
    found = posterior(problem, free_priors, sigma);

    out.weights = Eigen::VectorXd::Zero(columns - 1);
    out.known.assign(static_cast<std::size_t>(columns) - 1, true);
    out.covariance = Eigen::MatrixXd::Zero(columns, columns);
    out.residual_ss = found.residual_ss * out.base * out.base;
    for (Eigen::Index i = 0; i < count; ++i) out.weights[free[static_cast<std::size_t>(i)] - 1] = found.weights[i];
    for (const Dependence& d : found.unknown) out.known[static_cast<std::size_t>(free[static_cast<std::size_t>(d.column)]) - 1] = false;

    // How each row's error moves (base, free weights): L x for the row's entries x.
    const Eigen::VectorXd base_row = fit.inverse_factor * fit.inverse_factor.row(0).transpose() / shift;
    Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(count + 1, count + 1);
    if (moment) {
        Eigen::MatrixXd l = Eigen::MatrixXd::Zero(count + 1, columns);
        l.row(0) = base_row.transpose();
        const Eigen::VectorXd through_base =
            -found.covariance * (problem.r.leftCols(count).transpose() * fit.triangle.col(columns)) / (sigma * sigma * out.base * out.base);
        l.bottomRows(count) = through_base * base_row.transpose();
        for (Eigen::Index i = 0; i < count; ++i)
            l.block(1, free[static_cast<std::size_t>(i)], count, 1) += found.covariance.col(i) / (sigma * sigma * out.base);
        const Eigen::MatrixXd carried = l * rows_from_scores(fit);
        Eigen::MatrixXd precision = Eigen::MatrixXd::Zero(count, count);
        for (Eigen::Index i = 0; i < count; ++i) {
            const Prior& prior = free_priors[static_cast<std::size_t>(i)];
            if (prior.says_something()) precision(i, i) = 1.0 / (prior.sd * prior.sd);
        }
        covariance = carried * *moment * carried.transpose();
        covariance.bottomRightCorner(count, count) += found.covariance * precision * found.covariance;
    } else {
        const double s = fit.residual_sd();
        covariance(0, 0) = s * s * fit.inverse_factor.row(0).squaredNorm() / (shift * shift);
        covariance.bottomRightCorner(count, count) = found.covariance;
    }
    const auto place = [&](Eigen::Index i) { return i == 0 ? 0 : free[static_cast<std::size_t>(i) - 1]; };
    for (Eigen::Index i = 0; i <= count; ++i)
        for (Eigen::Index j = 0; j <= count; ++j) out.covariance(place(i), place(j)) = covariance(i, j);
    for (const FixedColumn& f : fixed) {
        const Prior prior = prior_of(f.column);
        out.weights[f.column - 1] = prior.mean;
        out.known[static_cast<std::size_t>(f.column) - 1] = prior.says_something();
        if (!prior.says_something()) continue;
        const double base_by_weight = -out.base * f.share_of_intercept / shift;
        const double variance = prior.sd * prior.sd;
        out.covariance(f.column, f.column) = variance;
        out.covariance(0, 0) += base_by_weight * base_by_weight * variance;
        out.covariance(0, f.column) += base_by_weight * variance;
        out.covariance(f.column, 0) += base_by_weight * variance;
    }
    return out;
}

}  // namespace breakeven
