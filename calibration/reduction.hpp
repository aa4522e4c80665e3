// Reduction: rows of [X y] to one small triangle that holds all a least-squares problem is.
//
//     [X y] = Q [R z; 0 rho],      b = R^-1 z,      rho^2 = the residual sum of squares
//
// Blocks of rows are stacked under the triangle so far and reduced by Householder reflections; two triangles merge the same
// way, in any order, with the same result within rounding. Threads use that now; several machines could. Scaling a column by
// a power of two changes no digit of the reduction, so columns are scaled afterwards, in the triangle (least_squares.hpp).
// Source: Golub and Van Loan, Matrix Computations, 5.2; docs/method.md, "Calibration".
#pragma once

#include <breakeven/calibration/rows.hpp>

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <thread>
#include <utility>
#include <vector>

namespace breakeven {

/// An upper triangle of [X y], columns + 1 square, and how many rows went into it.
struct Triangle {
    Eigen::MatrixXd r;
    std::size_t rows = 0;
};

/// Takes rows in, gives their triangle out. Memory: a few hundred rows, however many come.
class Reduction {
public:
    /// `columns`: of X, without y.
    explicit Reduction(Eigen::Index columns) : width_(columns + 1), block_(std::max<Eigen::Index>(512, 8 * width_)) {}

    /// Takes `x` (rows × columns) and `y` (rows); each row counts `weight` times (none: once), that is, it is multiplied by the
    /// square root of its weight. All entries must be finite.
    void add(const Eigen::Ref<const RowMatrix>& x, const Eigen::Ref<const Eigen::VectorXd>& y,
             const Eigen::Ref<const Eigen::VectorXd>& weight = Eigen::VectorXd()) {
        for (Eigen::Index first = 0; first < y.size();) {
            const Eigen::Index count = std::min(make_room(), y.size() - first);
            auto target = work_.middleRows(used_, count);
            target.leftCols(width_ - 1) = x.middleRows(first, count);
            target.col(width_ - 1) = y.segment(first, count);
            if (weight.size() != 0) target.array().colwise() *= weight.segment(first, count).array().sqrt();
            used_ += count;
            first += count;
            rows_ += static_cast<std::size_t>(count);
        }
    }
    void add(const RowBlock& block) { add(block.x, block.y, block.weight); }

    /// Takes in what another reduction of the same columns has taken in. `other` need not be square: any rows with its cross
    /// products will do.
    void merge(const Triangle& other) {
        for (Eigen::Index first = 0; first < other.r.rows();) {
            const Eigen::Index count = std::min(make_room(), other.r.rows() - first);
            work_.middleRows(used_, count) = other.r.middleRows(first, count);
            used_ += count;
            first += count;
        }
        rows_ += other.rows;
    }

    /// The triangle of all rows so far, its diagonal not negative.
    [[nodiscard]] Triangle triangle() {
        make_room();
        reduce();
        Triangle out{work_.topRows(width_), rows_};
        for (Eigen::Index i = 0; i < width_; ++i)
            if (out.r(i, i) < 0.0) out.r.row(i) = -out.r.row(i);
        return out;
    }

private:
    // Rows of `work_` that are free, at least one. The first `width_` rows hold the triangle so far.
    Eigen::Index make_room() {
        if (work_.rows() == 0) {
            work_.setZero(width_ + block_, width_);
            used_ = width_;
        }
        if (used_ == work_.rows()) reduce();
        return work_.rows() - used_;
    }

    void reduce() {
        if (used_ == width_) return;
        Eigen::Ref<Eigen::MatrixXd> rows = work_.topRows(used_);
        const Eigen::HouseholderQR<Eigen::Ref<Eigen::MatrixXd>> in_place(rows);
        work_.topRows(width_).triangularView<Eigen::StrictlyLower>().setZero();
        used_ = width_;
    }

    Eigen::Index width_;
    Eigen::Index block_;
    Eigen::MatrixXd work_;
    Eigen::Index used_ = 0;
    std::size_t rows_ = 0;
};

/// The triangle of all of `rows`, on `threads` threads. Which thread takes which block depends on their order alone, so the same
/// rows and threads give the same bits.
[[nodiscard]] inline Triangle reduce(const RowSource& rows, unsigned threads = 1) {
    constexpr Eigen::Index rows_for_a_thread = 16384;  // fewer are not worth starting one
    threads = std::max(1U, threads);
    std::vector<Reduction> parts(threads, Reduction(rows.columns()));
    std::vector<RowBlock> waiting;
    Eigen::Index waiting_rows = 0;
    const auto work_off = [&] {
        const auto take_every_nth = [&](unsigned first) {
            for (std::size_t i = first; i < waiting.size(); i += threads) parts[first].add(waiting[i]);
        };
        std::vector<std::jthread> helpers;
        for (unsigned i = 1; i < threads; ++i) helpers.emplace_back(take_every_nth, i);
        take_every_nth(0);
        helpers.clear();  // joins
        waiting.clear();
        waiting_rows = 0;
    };
    rows.visit([&](const RowBlock& block) {
        if (threads == 1) {
            parts.front().add(block);
            return;
        }
        waiting.push_back(block);
        waiting_rows += block.size();
        if (waiting_rows >= rows_for_a_thread * static_cast<Eigen::Index>(threads)) work_off();
    });
    work_off();
    for (unsigned i = 1; i < threads; ++i) parts.front().merge(parts[i].triangle());
    return parts.front().triangle();
}

}  // namespace breakeven
