// The loops below run over a matrix of a few dozen columns; rows are read from their source once for each step.
#include <breakeven/calibration/refinement.hpp>

#include <breakeven/calibration/double_double.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace breakeven {

namespace {
using Vector = std::vector<DoubleDouble>;

/// The columns in use and how each is scaled, so that T is no wider than it must be.
class Refiner {
public:
    Refiner(const LeastSquares& first, const RowSource& rows)
        : first_(&first), rows_(&rows), size_(first.kept.size()), moment_(size_ * size_), t_(size_ * size_) {
        for (std::size_t i = 0; i < size_; ++i)
            for (std::size_t j = 0; j < size_; ++j) t_[i * size_ + j] = first.inverse_factor(first.kept[i], static_cast<Eigen::Index>(j));
    }

    LeastSquares run() {
        Vector projection = measure();
        factor();
        Vector coefficients = back_to_columns(projection);
        LeastSquares out = *first_;
        for (int step = 0; step < 2; ++step) {
            const DoubleDouble residual_ss = project_residuals(coefficients, projection);
            const Vector solved = solve_moment(projection);
            const Vector change = back_to_columns_of(solved);
            // What the change takes off the sum of squares of the residuals it was computed from.
            DoubleDouble gain;
            for (std::size_t i = 0; i < size_; ++i) gain += projection[i] * solved[i];
            out.residual_ss = std::fmax(0.0, (residual_ss - gain).rounded());
            for (std::size_t i = 0; i < size_; ++i) coefficients[i] += change[i];
        }
        for (std::size_t i = 0; i < size_; ++i) out.coefficients[first_->kept[i]] = coefficients[i].rounded();
        write_inverse_factor(out);
        return out;
    }

private:
    [[nodiscard]] double t(std::size_t row, std::size_t column) const { return t_[row * size_ + column]; }

    void load(const RowBlock& block, Eigen::Index row, Vector& x) const {
        for (std::size_t i = 0; i < size_; ++i)
            x[i] = {block.x(row, first_->kept[i]), block.x_low.size() == 0 ? 0.0 : block.x_low(row, first_->kept[i])};
    }
    static DoubleDouble target(const RowBlock& block, Eigen::Index row) {
        return {block.y[row], block.y_low.size() == 0 ? 0.0 : block.y_low[row]};
    }

    /// w = T'x. T is upper triangular. Most columns say whether a level holds, so most entries are zero and cost nothing.
    void to_basis(const Vector& x, Vector& w) const {
        std::fill(w.begin(), w.end(), DoubleDouble());
        for (std::size_t i = 0; i < size_; ++i) {
            if (x[i].value == 0.0) continue;
            for (std::size_t j = i; j < size_; ++j) w[j] += x[i] * t_[i * size_ + j];
        }
    }

    /// M = W'W into `moment_`; returns W'y.
    Vector measure() {
        Vector x(size_), w(size_), projection(size_);
        rows_->visit([&](const RowBlock& block) {
            for (Eigen::Index row = 0; row < block.size(); ++row) {
                load(block, row, x);
                to_basis(x, w);
                const DoubleDouble y = target(block, row);
                const double weight = block.weight_of(row);
                for (std::size_t i = 0; i < size_; ++i) {
                    const DoubleDouble weighted = w[i] * weight;
                    projection[i] += weighted * y;
                    for (std::size_t j = 0; j <= i; ++j) moment_[i * size_ + j] += weighted * w[j];
                }
            }
        });
        return projection;
    }

    /// W'r into `projection`, r = y - X b; returns r'r.
    DoubleDouble project_residuals(const Vector& b, Vector& projection) const {
        Vector x(size_), w(size_);
        DoubleDouble residual_ss;
        projection.assign(size_, {});
        rows_->visit([&](const RowBlock& block) {
            for (Eigen::Index row = 0; row < block.size(); ++row) {
                load(block, row, x);
                DoubleDouble residual = target(block, row);
                for (std::size_t i = 0; i < size_; ++i)
                    if (x[i].value != 0.0) residual -= x[i] * b[i];
                const DoubleDouble weighted = residual * block.weight_of(row);
                residual_ss += weighted * residual;
                to_basis(x, w);
                for (std::size_t i = 0; i < size_; ++i) projection[i] += w[i] * weighted;
            }
        });
        return residual_ss;
    }

    /// Cholesky: `moment_` becomes C with M = C C'.
    void factor() {
        for (std::size_t j = 0; j < size_; ++j) {
            for (std::size_t i = j; i < size_; ++i) {
                DoubleDouble sum = moment_[i * size_ + j];
                for (std::size_t k = 0; k < j; ++k) sum -= moment_[i * size_ + k] * moment_[j * size_ + k];
                moment_[i * size_ + j] = i == j ? sqrt(sum) : sum / moment_[j * size_ + j];
            }
        }
    }

    /// M^-1 v.
    [[nodiscard]] Vector solve_moment(Vector v) const {
        for (std::size_t i = 0; i < size_; ++i) {
            for (std::size_t k = 0; k < i; ++k) v[i] -= moment_[i * size_ + k] * v[k];
            v[i] = v[i] / moment_[i * size_ + i];
        }
        for (std::size_t i = size_; i-- > 0;) {
            for (std::size_t k = i + 1; k < size_; ++k) v[i] -= moment_[k * size_ + i] * v[k];
            v[i] = v[i] / moment_[i * size_ + i];
        }
        return v;
    }

    [[nodiscard]] Vector back_to_columns_of(const Vector& solved) const {
        Vector out(size_);
        for (std::size_t i = 0; i < size_; ++i)
            for (std::size_t j = i; j < size_; ++j) out[i] += solved[j] * t(i, j);
        return out;
    }
    [[nodiscard]] Vector back_to_columns(const Vector& projection) const { return back_to_columns_of(solve_moment(projection)); }

    /// F = T C^-T, so that F F' = T M^-1 T'.
    void write_inverse_factor(LeastSquares& out) const {
        for (std::size_t row = 0; row < size_; ++row) {
            Vector f(size_);
            // Solves C f = (row of T)'.
            for (std::size_t i = 0; i < size_; ++i) {
                DoubleDouble sum = i < row ? DoubleDouble() : DoubleDouble(t(row, i));
                for (std::size_t k = 0; k < i; ++k) sum -= moment_[i * size_ + k] * f[k];
                f[i] = sum / moment_[i * size_ + i];
                out.inverse_factor(first_->kept[row], static_cast<Eigen::Index>(i)) = f[i].rounded();
            }
        }
    }

    const LeastSquares* first_;
    const RowSource* rows_;
    std::size_t size_;
    Vector moment_;           // M, then its Cholesky factor; lower triangle, row by row
    std::vector<double> t_;   // T, row by row
};
}  // namespace

LeastSquares refine(const LeastSquares& first, const RowSource& rows) { return Refiner(first, rows).run(); }

}  // namespace breakeven
