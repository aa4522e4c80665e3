// A Cholesky factor of a few columns; pivots that are rounding count as 0.
#include <breakeven/calibration/cell_moments.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace breakeven {

namespace {
constexpr double unit_roundoff = std::numeric_limits<double>::epsilon() / 2.0;

/// Relative error of a sum of as many terms: errors of single additions mostly cancel (Higham, Accuracy and Stability, 4.2).
double error_of_sum(std::size_t rows) { return unit_roundoff * (8.0 + std::sqrt(static_cast<double>(rows))); }

Eigen::MatrixXd moment_matrix(const CellMoments& moments, double scale) {
    const auto powers = static_cast<Eigen::Index>(moments.vz.size());
    Eigen::MatrixXd out(powers + 1, powers + 1);
    for (Eigen::Index i = 0; i < powers; ++i) {
        for (Eigen::Index j = 0; j < powers; ++j) out(i, j) = scale * moments.z[static_cast<std::size_t>(i + j)];
        out(i, powers) = out(powers, i) = scale * moments.vz[static_cast<std::size_t>(i)];
    }
    out(powers, powers) = scale * moments.vv;
    return out;
}
}  // namespace

CellFrame cell_frame(int highest_power, double mean_c, double lowest_c, double highest_c, double mean_target) {
    CellFrame out;
    out.target = mean_target;
    out.powers = highest_power + 1;
    if (highest_power == 0) return out;
    out.temperature_c = lowest_c == highest_c ? lowest_c : std::clamp(mean_c, lowest_c, highest_c);
    const double widest = std::max(out.temperature_c - lowest_c, highest_c - out.temperature_c);
    int exponent = 0;
    if (widest > 0.0) std::frexp(widest, &exponent);
    out.scale = std::ldexp(1.0, -exponent);
    return out;
}

Eigen::MatrixXd cell_columns(const Design& design, const Context& context, const CellFrame& frame) {
    const std::vector<DesignColumn>& columns = design.columns();
    const double offset = frame.temperature_c - design.reference().temperature->in_celsius();
    Eigen::MatrixXd out = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(columns.size()), frame.powers);
    for (std::size_t j = 0; j < columns.size(); ++j) {
        const bool holds = std::all_of(columns[j].levels.begin(), columns[j].levels.end(), [&](const ContextLevel& level) {
            const std::string* held = context.level(level.category);
            return held != nullptr && *held == level.level;
        });
        const int power = columns[j].temperature_power;
        if (!holds || power >= frame.powers) continue;
        double binomial = 1.0;  // (offset + z/scale)^power
        for (int m = 0; m <= power; ++m) {
            out(static_cast<Eigen::Index>(j), m) = binomial * std::pow(offset, power - m) * std::pow(1.0 / frame.scale, m);
            binomial = binomial * (power - m) / (m + 1);
        }
    }
    return out;
}

Triangle rows_of_moments(const CellFrame& frame, const CellMoments& moments, double scale) {
    Eigen::MatrixXd left = moment_matrix(moments, scale);
    const Eigen::Index size = left.rows();
    Eigen::MatrixXd r = Eigen::MatrixXd::Zero(size, size);
    const Eigen::VectorXd whole = left.diagonal();
    for (Eigen::Index i = 0; i < size; ++i) {
        if (!(left(i, i) > 2.0 * error_of_sum(moments.rows) * whole[i])) continue;
        r.row(i).tail(size - i) = left.row(i).tail(size - i) / std::sqrt(left(i, i));
        for (Eigen::Index j = i + 1; j < size; ++j) left.row(j).tail(size - j) -= r(i, j) * r.row(i).tail(size - j);
    }
    const Eigen::Index columns = frame.columns.rows();
    Triangle out{Eigen::MatrixXd(size, columns + 1), moments.rows};
    out.r.leftCols(columns) = r.leftCols(size - 1) * frame.columns.transpose();
    out.r.col(columns) = r.col(size - 1) + frame.target * r.col(0);
    return out;
}

ErrorBound::ErrorBound(const LeastSquares& fit) : fit_(&fit), score_(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(fit.kept.size()))) {}

void ErrorBound::add(const CellFrame& frame, const CellMoments& moments, double scale) {
    const Eigen::MatrixXd sums = moment_matrix(moments, scale);
    const Eigen::Index powers = sums.rows() - 1;
    // The residual as a polynomial: y - x'b = v + (target - ..) - ..
    Eigen::VectorXd residual(powers + 1);
    residual.head(powers) = -(frame.columns.transpose() * fit_->coefficients);
    residual[0] += frame.target;
    residual[powers] = 1.0;
    const Eigen::VectorXd size = sums.diagonal().cwiseMax(0.0).cwiseSqrt();
    const double relative = error_of_sum(moments.rows);
    // A temperature and a target are doubles: rounded themselves, which centring makes larger.
    const double shift_z = powers > 1 ? unit_roundoff * std::fabs(frame.temperature_c) * frame.scale : 0.0;
    const double shift_v = unit_roundoff * std::fabs(frame.target);
    const double spread = 1.0 / std::sqrt(static_cast<double>(std::max<std::size_t>(1, moments.rows)));
    Eigen::MatrixXd error(powers + 1, powers + 1);
    for (Eigen::Index i = 0; i <= powers; ++i)
        for (Eigen::Index j = 0; j <= powers; ++j) {
            const double by_z = shift_z * static_cast<double>((i < powers ? i : 0) + (j < powers ? j : 0)) * size[0] * (i == powers || j == powers ? size[powers] : size[0]);
            const double by_v = shift_v * size[0] * ((i == powers ? size[j] : 0.0) + (j == powers ? size[i] : 0.0));
            error(i, j) = relative * size[i] * size[j] + spread * (by_z + by_v);
        }
    const Eigen::VectorXd moved = error * residual.cwiseAbs();
    score_ += (fit_->inverse_factor.transpose() * frame.columns).cwiseAbs() * moved.head(powers);
    residual_ss_ += residual.cwiseAbs().dot(moved);
}

ErrorOfSums ErrorBound::error() const { return {fit_->inverse_factor.cwiseAbs() * score_, residual_ss_}; }

}  // namespace breakeven
