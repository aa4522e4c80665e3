// Rows: what a regression is made of, block by block, so that it never needs all of them in memory at once.
//
// Each entry is a double or the unevaluated sum of two (value + low): a decimal such as 24.4, and its powers, are no doubles.
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace breakeven {

/// Row by row in memory, as rows arrive.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Consecutive rows. `x`: rows × columns; `y`: one target for each.
struct RowBlock {
    RowMatrix x;
    RowMatrix x_low;                    ///< what `x` lacks of its exact value; empty: nothing
    Eigen::VectorXd y;
    Eigen::VectorXd y_low;              ///< the same of `y`
    Eigen::VectorXd weight;             ///< above zero; empty: 1 each
    std::vector<std::int64_t> time_ns;  ///< empty where the order of the rows is all there is
    std::vector<std::uint32_t> series;  ///< which GPU's row it is; empty: one series

    [[nodiscard]] Eigen::Index size() const { return y.size(); }
    [[nodiscard]] double weight_of(Eigen::Index row) const { return weight.size() == 0 ? 1.0 : weight[row]; }
};

/// The rows of a regression, as often as asked for and in the same order each time.
class RowSource {
public:
    RowSource() = default;
    RowSource(const RowSource&) = default;
    RowSource& operator=(const RowSource&) = default;
    virtual ~RowSource() = default;

    using Visit = std::function<void(const RowBlock&)>;

    [[nodiscard]] virtual Eigen::Index columns() const = 0;
    virtual void visit(const Visit& visit) const = 0;
};

/// Rows that lie in memory.
class MatrixRows final : public RowSource {
public:
    explicit MatrixRows(RowBlock rows) : rows_(std::move(rows)) {}
    MatrixRows(RowMatrix x, Eigen::VectorXd y, Eigen::VectorXd weight = {}) {
        rows_.x = std::move(x);
        rows_.y = std::move(y);
        rows_.weight = std::move(weight);
    }

    [[nodiscard]] Eigen::Index columns() const override { return rows_.x.cols(); }
    void visit(const Visit& visit) const override { visit(rows_); }
    [[nodiscard]] const RowBlock& rows() const { return rows_; }

private:
    RowBlock rows_;
};

/// The same rows with other weights, one for each row in their order. Both must outlive this.
class ReweightedRows final : public RowSource {
public:
    ReweightedRows(const RowSource& rows, const std::vector<double>& weight) : rows_(&rows), weight_(&weight) {}

    [[nodiscard]] Eigen::Index columns() const override { return rows_->columns(); }
    void visit(const Visit& visit) const override {
        std::size_t first = 0;
        rows_->visit([&](const RowBlock& block) {
            RowBlock copy = block;
            copy.weight.resize(block.size());
            for (Eigen::Index i = 0; i < block.size(); ++i)
                copy.weight[i] = block.weight_of(i) * (*weight_)[first + static_cast<std::size_t>(i)];
            first += static_cast<std::size_t>(block.size());
            visit(copy);
        });
    }

private:
    const RowSource* rows_;
    const std::vector<double>* weight_;
};

}  // namespace breakeven
