// All of it on triangles: the rows themselves are not read again.
#include <breakeven/calibration/cross_validation.hpp>

#include <algorithm>
#include <cmath>

namespace breakeven {

namespace {
Triangle merged_range(const std::vector<Triangle>& parts, std::size_t first, std::size_t last, std::optional<Triangle> with = {}) {
    Reduction out(parts.front().r.cols() - 1);
    if (with) out.merge(*with);
    for (std::size_t i = first; i < last; ++i) out.merge(parts[i]);
    return out.triangle();
}

double squared_error(const Triangle& part, const Eigen::VectorXd& b) {
    const Eigen::Index columns = part.r.cols() - 1;
    return (part.r.leftCols(columns) * b - part.r.col(columns)).squaredNorm();
}
}  // namespace

Triangle merged(const std::vector<Triangle>& parts) { return merged_range(parts, 0, parts.size()); }

std::optional<CrossValidation> cross_validate(const std::vector<Triangle>& days, const Estimator& estimate, int folds) {
    const std::size_t count = std::min<std::size_t>(static_cast<std::size_t>(std::max(folds, 2)), days.size());
    if (count < 2) return std::nullopt;
    double squares = 0.0;
    std::size_t rows = 0;
    for (std::size_t fold = 0; fold < count; ++fold) {
        const std::size_t first = fold * days.size() / count;
        const std::size_t last = (fold + 1) * days.size() / count;
        const Triangle training = merged_range(days, last, days.size(), merged_range(days, 0, first));
        const Eigen::VectorXd b = estimate(training);
        for (std::size_t i = first; i < last; ++i) {
            squares += squared_error(days[i], b);
            rows += days[i].rows;
        }
    }
    return CrossValidation{static_cast<int>(count), std::sqrt(squares / static_cast<double>(rows))};
}

std::vector<DayInfluence> influential_days(const std::vector<Triangle>& days, const LeastSquares& fit, std::size_t count) {
    if (days.size() < 2 || fit.rows <= fit.kept.size()) return {};
    const double s = fit.residual_sd();
    const Eigen::Index columns = fit.coefficients.size();
    const Eigen::MatrixXd x = fit.triangle.leftCols(columns);
    // Below this the residuals are rounding, and so would be the influence.
    if (!(s > 1e-12 * fit.triangle.col(columns).norm() / std::sqrt(static_cast<double>(fit.rows)))) return {};
    // All days but one, from what lies before it and what lies after it.
    std::vector<Triangle> after(days.size() + 1);
    after.back() = {Eigen::MatrixXd::Zero(columns + 1, columns + 1), 0};
    for (std::size_t i = days.size(); i-- > 0;) after[i] = merged_range(days, i, i + 1, after[i + 1]);
    Triangle before{Eigen::MatrixXd::Zero(columns + 1, columns + 1), 0};
    std::vector<DayInfluence> out;
    for (std::size_t i = 0; i < days.size(); ++i) {
        const LeastSquares without = solve(merged({before, after[i + 1]}));
        const double shift = (x * (fit.coefficients - without.coefficients)).squaredNorm();
        out.push_back({i, shift / (static_cast<double>(fit.kept.size()) * s * s)});
        before = merged_range(days, i, i + 1, before);
    }
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.distance > b.distance; });
    if (out.size() > count) out.resize(count);
    return out;
}

}  // namespace breakeven
