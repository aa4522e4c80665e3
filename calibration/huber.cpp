// Iteratively reweighted least squares.
#include <breakeven/calibration/huber.hpp>

#include <algorithm>
#include <cmath>

namespace breakeven {

namespace {
std::vector<double> residuals_of(const LeastSquares& fit, const RowSource& rows) {
    std::vector<double> out;
    out.reserve(fit.rows);
    rows.visit([&](const RowBlock& block) {
        const Eigen::VectorXd residuals = block.y - block.x * fit.coefficients;
        for (Eigen::Index i = 0; i < block.size(); ++i) out.push_back(std::sqrt(block.weight_of(i)) * residuals[i]);
    });
    return out;
}

double median_of_magnitudes(std::vector<double> values) {
    if (values.empty()) return 0.0;
    for (double& v : values) v = std::fabs(v);
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return *middle;
    return 0.5 * (*middle + *std::max_element(values.begin(), middle));
}

bool at_rest(const Eigen::VectorXd& now, const Eigen::VectorXd& before, double tolerance) {
    return ((now - before).array().abs() <= tolerance * now.array().abs().max(1e-300)).all();
}
}  // namespace

HuberFit huber(const RowSource& rows, const HuberOptions& options) {
    HuberFit out;
    out.fit = solve(reduce(rows, options.threads));
    out.weights.assign(out.fit.rows, 1.0);
    for (out.steps = 0; out.steps < options.most_steps && !out.converged; ++out.steps) {
        const std::vector<double> residuals = residuals_of(out.fit, rows);
        out.scale = median_of_magnitudes(residuals) / options.median_to_scale;
        // An exact fit leaves rounding, not zero: residuals below 1e-13 of the targets' size say nothing about a scale.
        const double rounding = 1e-13 * out.fit.triangle.col(out.fit.triangle.cols() - 1).norm() / std::sqrt(static_cast<double>(out.fit.rows));
        if (out.scale <= rounding) {
            out.exact = true;
            break;
        }
        for (std::size_t i = 0; i < residuals.size(); ++i)
            out.weights[i] = std::min(1.0, options.tuning / std::fabs(residuals[i] / out.scale));
        LeastSquares next = solve(reduce(ReweightedRows(rows, out.weights), options.threads));
        out.converged = at_rest(next.coefficients, out.fit.coefficients, options.tolerance);
        out.fit = std::move(next);
    }
    return out;
}

}  // namespace breakeven
