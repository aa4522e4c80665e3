// Rank decision and triangular algebra on a matrix of a few dozen columns.
#include <breakeven/calibration/least_squares.hpp>

#include <breakeven/core/errors.hpp>

#include <Eigen/QR>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <string>

namespace breakeven {

namespace detail {
Eigen::VectorXd powers_of_two_scale(const Eigen::MatrixXd& columns) {
    Eigen::VectorXd scale = Eigen::VectorXd::Ones(columns.cols());
    for (Eigen::Index j = 0; j < columns.cols(); ++j) {
        const double length = columns.col(j).stableNorm();
        int exponent = 0;
        if (length > 0.0) std::frexp(length, &exponent);
        scale[j] = std::ldexp(1.0, -exponent);
    }
    return scale;
}
}  // namespace detail

namespace {
/// Which columns of `r` (scaled) are in use, and how the others are made of them.
void decide_rank(const Eigen::MatrixXd& r, LeastSquares& out) {
    const Eigen::Index columns = r.cols();
    Eigen::MatrixXd basis(r.rows(), columns);
    Eigen::Index size = 0;
    for (Eigen::Index j = 0; j < columns; ++j) {
        Eigen::VectorXd rest = r.col(j);
        const double length = rest.stableNorm();
        // Twice: what rounding left of the basis after the first time is gone after the second.
        for (int pass = 0; pass < 2 && size > 0; ++pass)
            rest -= basis.leftCols(size) * (basis.leftCols(size).transpose() * rest).eval();
        const double left = rest.stableNorm();
        if (length > 0.0 && left > rank_limit * length) {
            basis.col(size++) = rest / left;
            out.kept.push_back(j);
        } else {
            out.dependent.push_back({j, Eigen::VectorXd::Zero(columns)});
        }
    }
}

Eigen::MatrixXd columns_of(const Eigen::MatrixXd& r, const std::vector<Eigen::Index>& kept) {
    Eigen::MatrixXd out(r.rows(), static_cast<Eigen::Index>(kept.size()));
    for (std::size_t i = 0; i < kept.size(); ++i) out.col(static_cast<Eigen::Index>(i)) = r.col(kept[i]);
    return out;
}
}  // namespace

double LeastSquares::freedom() const {
    if (rows <= kept.size())
        throw InputError("too few rows: " + std::to_string(rows) + " for " + std::to_string(kept.size()) + " coefficients",
                         "log more windows, or ask for fewer terms");
    return static_cast<double>(rows - kept.size());
}

double LeastSquares::residual_sd() const { return std::sqrt(residual_ss / freedom()); }

Eigen::MatrixXd LeastSquares::covariance() const {
    return residual_ss / freedom() * (inverse_factor * inverse_factor.transpose());
}

bool LeastSquares::identified(Eigen::Index column) const {
    return std::none_of(dependent.begin(), dependent.end(), [&](const Dependence& d) {
        return d.column == column || d.combination[column] != 0.0;
    });
}

std::optional<double> LeastSquares::r_squared(bool intercept) const {
    const Eigen::Index last = triangle.cols() - 1;
    const double total = triangle.col(last).tail(triangle.rows() - (intercept ? 1 : 0)).squaredNorm();
    if (!(total > 0.0)) return std::nullopt;
    return 1.0 - residual_ss / total;
}

std::optional<double> LeastSquares::variance_inflation(Eigen::Index column) const {
    if (!identified(column) || column == 0) return std::nullopt;
    // The first row of the triangle holds what a column has in common with the intercept.
    return inverse_factor.row(column).squaredNorm() * triangle.col(column).tail(triangle.rows() - 1).squaredNorm();
}

double LeastSquares::condition() const {
    Eigen::MatrixXd unit = columns_of(triangle.leftCols(triangle.cols() - 1), kept);
    for (Eigen::Index j = 0; j < unit.cols(); ++j) unit.col(j) /= unit.col(j).stableNorm();
    const Eigen::VectorXd singular = Eigen::JacobiSVD<Eigen::MatrixXd>(unit).singularValues();
    return singular.size() == 0 ? 1.0 : singular[0] / singular[singular.size() - 1];
}

LeastSquares solve(const Triangle& triangle) {
    const Eigen::Index columns = triangle.r.cols() - 1;
    LeastSquares out;
    out.rows = triangle.rows;
    out.triangle = triangle.r;
    out.coefficients = Eigen::VectorXd::Zero(columns);
    const Eigen::VectorXd scale = detail::powers_of_two_scale(triangle.r.leftCols(columns));
    const Eigen::MatrixXd scaled = triangle.r.leftCols(columns) * scale.asDiagonal();
    decide_rank(scaled, out);

    const auto used = static_cast<Eigen::Index>(out.kept.size());
    out.inverse_factor = Eigen::MatrixXd::Zero(columns, used);
    // One more reduction, of the columns in use, y, and the columns left out as further right-hand sides. Where all are in
    // use it changes nothing: the reflections of a triangle are the identity.
    Eigen::MatrixXd work(triangle.r.rows(), used + 1 + static_cast<Eigen::Index>(out.dependent.size()));
    work.leftCols(used) = columns_of(scaled, out.kept);
    work.col(used) = triangle.r.col(columns);
    for (std::size_t d = 0; d < out.dependent.size(); ++d)
        work.col(used + 1 + static_cast<Eigen::Index>(d)) = scaled.col(out.dependent[d].column);
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(work.leftCols(used));
    const Eigen::MatrixXd right = qr.householderQ().transpose() * work.rightCols(work.cols() - used);
    const auto r = qr.matrixQR().topRows(used).triangularView<Eigen::Upper>();
    const Eigen::MatrixXd solved = r.solve(right.topRows(used));
    const Eigen::MatrixXd inverse = r.solve(Eigen::MatrixXd::Identity(used, used));
    out.residual_ss = right.col(0).tail(right.rows() - used).squaredNorm();
    for (Eigen::Index i = 0; i < used; ++i) {
        const Eigen::Index column = out.kept[static_cast<std::size_t>(i)];
        out.coefficients[column] = scale[column] * solved(i, 0);
        out.inverse_factor.row(column) = scale[column] * inverse.row(i);
        for (std::size_t d = 0; d < out.dependent.size(); ++d) {
            const double share = solved(i, 1 + static_cast<Eigen::Index>(d));
            // Both columns have length about 1 here, so that a share this small is rounding.
            if (std::fabs(share) < 1e-8) continue;
            out.dependent[d].combination[column] = share * scale[column] / scale[out.dependent[d].column];
        }
    }
    return out;
}

}  // namespace breakeven
