// The reduction of rows to a triangle, beside what others do with the same rows: the textbook's reflections on the whole matrix,
// Eigen's Householder on blocks of rows, and the normal equations, which are faster and lose half of the digits.
#include <breakeven/calibration/least_squares.hpp>
#include <breakeven/calibration/reduction.hpp>
#include <breakeven/calibration/refinement.hpp>

#include <benchmark/benchmark.h>

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include <algorithm>
#include <random>

namespace {
using namespace breakeven;

/// An intercept and `columns` - 1 random columns.
MatrixRows random_rows(Eigen::Index rows, Eigen::Index columns) {
    std::mt19937_64 random(1);
    std::normal_distribution<double> normal;
    RowMatrix x = RowMatrix::NullaryExpr(rows, columns, [&] { return normal(random); });
    x.col(0).setOnes();
    Eigen::VectorXd y = x.rowwise().sum();
    for (double& one : y) one += 0.1 * normal(random);
    return {std::move(x), std::move(y)};
}

Eigen::VectorXd textbook(const RowBlock& rows) { return Eigen::HouseholderQR<Eigen::MatrixXd>(rows.x).solve(rows.y); }

/// Eigen's Householder on the triangle so far and the next rows below it.
Eigen::VectorXd eigen_blocks(const RowBlock& rows) {
    const Eigen::Index width = rows.x.cols() + 1;
    const Eigen::Index block = std::max<Eigen::Index>(512, 8 * width);
    Eigen::MatrixXd work = Eigen::MatrixXd::Zero(width + block, width);
    for (Eigen::Index first = 0; first < rows.size(); first += block) {
        const Eigen::Index count = std::min(block, rows.size() - first);
        work.bottomRows(block).setZero();
        work.block(width, 0, count, width - 1) = rows.x.middleRows(first, count);
        work.col(width - 1).segment(width, count) = rows.y.segment(first, count);
        Eigen::Ref<Eigen::MatrixXd> in_place(work);
        const Eigen::HouseholderQR<Eigen::Ref<Eigen::MatrixXd>> qr(in_place);
        work.topRows(width).triangularView<Eigen::StrictlyLower>().setZero();
    }
    return work.topLeftCorner(width - 1, width - 1).triangularView<Eigen::Upper>().solve(work.col(width - 1).head(width - 1));
}

Eigen::VectorXd normal_equations(const RowBlock& rows) {
    Eigen::MatrixXd cross = Eigen::MatrixXd::Zero(rows.x.cols(), rows.x.cols());
    cross.selfadjointView<Eigen::Lower>().rankUpdate(rows.x.transpose());
    return cross.selfadjointView<Eigen::Lower>().llt().solve(rows.x.transpose() * rows.y);
}

bool agrees(benchmark::State& state, const Eigen::VectorXd& found, const MatrixRows& rows, double limit = 1e-12) {
    const Eigen::VectorXd expected = textbook(rows.rows());
    if ((found - expected).norm() < limit * expected.norm()) return true;
    state.SkipWithError("answers differ");
    return false;
}

template <Eigen::VectorXd (*solve_by)(const RowBlock&)>
void reference(benchmark::State& state) {
    const MatrixRows rows = random_rows(state.range(0), state.range(1));
    if (!agrees(state, solve_by(rows.rows()), rows)) return;
    for (auto _ : state) benchmark::DoNotOptimize(solve_by(rows.rows()));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void reduction(benchmark::State& state) {
    const MatrixRows rows = random_rows(state.range(0), state.range(1));
    const auto threads = static_cast<unsigned>(state.range(2));
    if (!agrees(state, solve(reduce(rows, threads)).coefficients, rows)) return;
    for (auto _ : state) benchmark::DoNotOptimize(reduce(rows, threads));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void refinement(benchmark::State& state) {
    const MatrixRows rows = random_rows(state.range(0), state.range(1));
    const LeastSquares fit = solve(reduce(rows));
    if (!agrees(state, refine(fit, rows).coefficients, rows)) return;
    for (auto _ : state) benchmark::DoNotOptimize(refine(fit, rows));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
}  // namespace

BENCHMARK(reduction)->ArgsProduct({{200000}, {16, 40}, {1, 2}})->ArgNames({"rows", "columns", "threads"})->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(reference<normal_equations>)->Name("normal_equations")->ArgsProduct({{200000}, {16, 40}})->ArgNames({"rows", "columns"})->Unit(benchmark::kMillisecond);
BENCHMARK(reference<eigen_blocks>)->Name("eigen_blocks")->ArgsProduct({{200000}, {16, 40}})->ArgNames({"rows", "columns"})->Unit(benchmark::kMillisecond);
BENCHMARK(refinement)->Args({8400, 16})->ArgNames({"rows", "columns"})->Unit(benchmark::kMillisecond);
