// Reduction: rows of [X y] to one small triangle that holds all a least-squares problem is.
//
//     [X y] = Q [R z; 0 rho],      b = R^-1 z,      rho^2 = the residual sum of squares
//
// Blocks of rows are stacked under the triangle so far and reduced by Householder reflections; two triangles merge the same
// way, in any order, with the same result within rounding. Threads use that now; several machines could. Scaling a column by
// a power of two changes no digit of the reduction, so columns are scaled afterwards, in the triangle (least_squares.hpp).
// Source: Golub and Van Loan, Matrix Computations, 5.2; docs/method.md, "Calibration".
#pragma once

#include <breakeven/calibration/fold_rows.hpp>
#include <breakeven/calibration/rows.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace breakeven {

/// An upper triangle of [X y], columns + 1 square, and how many rows went into it.
struct Triangle {
    Eigen::MatrixXd r;
    std::size_t rows = 0;
};

/// Takes rows in, gives their triangle out. Memory: some 32 KB of rows, however many come.
class Reduction {
public:
    /// `columns`: of X, without y.
    explicit Reduction(Eigen::Index columns) : width_(columns + 1), block_rows_(rows_of_a_block(width_)) {}

    /// Takes `x` (rows × columns) and `y` (rows); each row counts `weight` times (none: once), that is, it is multiplied by the
    /// square root of its weight. All entries must be finite.
    void add(const Eigen::Ref<const RowMatrix>& x, const Eigen::Ref<const Eigen::VectorXd>& y,
             const Eigen::Ref<const Eigen::VectorXd>& weight = Eigen::VectorXd()) {
        for (Eigen::Index first = 0; first < y.size();) {
            const Eigen::Index count = std::min(make_room(), y.size() - first);
            auto target = block_.middleRows(used_, count);
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
            block_.middleRows(used_, count) = other.r.middleRows(first, count);
            used_ += count;
            first += count;
        }
        rows_ += other.rows;
    }

    /// The triangle of all rows so far, its diagonal not negative.
    [[nodiscard]] Triangle triangle() {
        make_room();
        fold();
        Triangle out{triangle_, rows_};
        for (Eigen::Index i = 0; i < width_; ++i)
            if (out.r(i, i) < 0.0) out.r.row(i) = -out.r.row(i);
        return out;
    }

private:
    /// What fits beside the triangle in a processor's nearest cache, and enough that the work of each reflection's start is small.
    [[nodiscard]] static Eigen::Index rows_of_a_block(Eigen::Index width) {
        constexpr auto lanes = static_cast<Eigen::Index>(detail::fold_lanes);
        return std::clamp<Eigen::Index>(3000 / width, 64, 256) / lanes * lanes;
    }

    // Rows of `block_` that are free, at least one.
    Eigen::Index make_room() {
        if (block_.rows() == 0) {
            triangle_.setZero(width_, width_);
            block_.setZero(block_rows_, width_);
        }
        if (used_ == block_rows_) fold();
        return block_rows_ - used_;
    }

    void fold() {
        if (used_ == 0) return;
        block_.bottomRows(block_rows_ - used_).setZero();
        detail::fold_rows(triangle_.data(), block_.data(), static_cast<std::size_t>(block_rows_), static_cast<std::size_t>(width_));
        used_ = 0;
    }

    Eigen::Index width_;
    Eigen::Index block_rows_;
    RowMatrix triangle_;
    Eigen::MatrixXd block_;
    Eigen::Index used_ = 0;
    std::size_t rows_ = 0;
};

/// The triangle of all of `rows`, on `threads` threads. Which thread takes which rows depends on their order alone, so the same
/// rows and threads give the same bits.
[[nodiscard]] inline Triangle reduce(const RowSource& rows, unsigned threads = 1) {
    constexpr Eigen::Index rows_for_a_thread = 16384;  // fewer are not worth starting one
    threads = std::max(1U, threads);
    const auto share = [&](Eigen::Index size, unsigned i) { return size * static_cast<Eigen::Index>(i) / static_cast<Eigen::Index>(threads); };
    std::vector<Reduction> parts(threads, Reduction(rows.columns()));
    const auto on_all = [&](const std::function<void(unsigned)>& work) {
        std::vector<std::jthread> helpers;
        for (unsigned i = 1; i < threads; ++i) helpers.emplace_back(work, i);
        work(0);
    };
    std::vector<RowBlock> waiting;
    Eigen::Index waiting_rows = 0;
    const auto work_off = [&] {
        on_all([&](unsigned first) {
            for (std::size_t i = first; i < waiting.size(); i += threads) parts[first].add(waiting[i]);
        });
        waiting.clear();
        waiting_rows = 0;
    };
    rows.visit([&](const RowBlock& block) {
        if (threads == 1) {
            parts.front().add(block);
        } else if (block.size() >= rows_for_a_thread * static_cast<Eigen::Index>(threads)) {
            // Rows that lie in memory are shared out where they lie.
            on_all([&](unsigned i) {
                const Eigen::Index first = share(block.size(), i);
                const Eigen::Index count = share(block.size(), i + 1) - first;
                parts[i].add(block.x.middleRows(first, count), block.y.segment(first, count),
                             block.weight.size() == 0 ? block.weight : block.weight.segment(first, count));
            });
        } else {
            waiting.push_back({.x = block.x, .x_low = {}, .y = block.y, .y_low = {}, .weight = block.weight, .time_ns = {}, .series = {}});
            waiting_rows += block.size();
            if (waiting_rows >= rows_for_a_thread * static_cast<Eigen::Index>(threads)) work_off();
        }
    });
    if (!waiting.empty()) work_off();
    for (unsigned i = 1; i < threads; ++i) parts.front().merge(parts[i].triangle());
    return parts.front().triangle();
}

}  // namespace breakeven
