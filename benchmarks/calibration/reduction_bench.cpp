// The reduction of rows to a triangle against the textbook's way: all rows in one matrix, reflected column by column.
//
// Time per row matters less than that rows need not lie in memory; this shows that it costs nothing.
#include <breakeven/calibration/least_squares.hpp>
#include <breakeven/calibration/reduction.hpp>
#include <breakeven/calibration/refinement.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

namespace {
using namespace breakeven;

constexpr Eigen::Index width = 8;  // columns of X

/// Rows in blocks of 1024, as a log yields them.
class BlockRows final : public RowSource {
public:
    explicit BlockRows(Eigen::Index rows) {
        std::mt19937_64 random(1);
        std::normal_distribution<double> normal;
        for (Eigen::Index first = 0; first < rows; first += 1024) {
            RowBlock block;
            block.x = RowMatrix::NullaryExpr(std::min<Eigen::Index>(1024, rows - first), width, [&] { return normal(random); });
            block.x.col(0).setOnes();
            block.y = block.x.rowwise().sum();
            for (double& y : block.y) y += 0.1 * normal(random);
            blocks_.push_back(std::move(block));
        }
    }
    [[nodiscard]] Eigen::Index columns() const override { return width; }
    void visit(const Visit& visit) const override {
        for (const RowBlock& block : blocks_) visit(block);
    }

private:
    std::vector<RowBlock> blocks_;
};

/// Householder's reflections on the whole matrix [X y], one column after the other.
Eigen::VectorXd textbook(const RowSource& rows) {
    Eigen::Index count = 0;
    rows.visit([&](const RowBlock& block) { count += block.size(); });
    Eigen::MatrixXd all(count, width + 1);
    Eigen::Index first = 0;
    rows.visit([&](const RowBlock& block) {
        all.middleRows(first, block.size()) << block.x, block.y;
        first += block.size();
    });
    for (Eigen::Index j = 0; j <= width; ++j) {
        Eigen::VectorXd v = all.col(j).tail(all.rows() - j);
        v[0] += std::copysign(v.norm(), v[0]);
        v.normalize();
        for (Eigen::Index c = j; c <= width; ++c) {
            auto below = all.col(c).tail(all.rows() - j);
            below -= 2.0 * v.dot(below) * v;
        }
    }
    return all.topLeftCorner(width, width).triangularView<Eigen::Upper>().solve(all.col(width).head(width));
}

bool agrees(benchmark::State& state, const Eigen::VectorXd& ours, const RowSource& rows) {
    if ((ours - textbook(rows)).norm() < 1e-10 * ours.norm()) return true;
    state.SkipWithError("answers differ");
    return false;
}

void textbook_of_all_rows(benchmark::State& state) {
    const BlockRows rows(state.range(0));
    for (auto _ : state) benchmark::DoNotOptimize(textbook(rows));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void reduction(benchmark::State& state) {
    const BlockRows rows(state.range(0));
    const auto threads = static_cast<unsigned>(state.range(1));
    if (!agrees(state, solve(reduce(rows, threads)).coefficients, rows)) return;
    for (auto _ : state) benchmark::DoNotOptimize(reduce(rows, threads));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void refinement(benchmark::State& state) {
    const BlockRows rows(state.range(0));
    const LeastSquares fit = solve(reduce(rows));
    if (!agrees(state, refine(fit, rows).coefficients, rows)) return;
    for (auto _ : state) benchmark::DoNotOptimize(refine(fit, rows));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
}  // namespace

BENCHMARK(textbook_of_all_rows)->Arg(8400)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(reduction)->Args({8400, 1})->Args({100000, 1})->Args({100000, 2})->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(refinement)->Arg(8400)->Arg(100000)->Unit(benchmark::kMillisecond);
