#include <breakeven/calibration/least_squares.hpp>
#include <breakeven/calibration/reduction.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace breakeven;

namespace {
/// Rows with a known seed: intercept, and columns from a millionth to a million in size.
RowBlock random_rows(Eigen::Index rows, Eigen::Index columns, unsigned seed = 1) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    RowBlock out;
    out.x.resize(rows, columns);
    out.y.resize(rows);
    for (Eigen::Index i = 0; i < rows; ++i) {
        for (Eigen::Index j = 0; j < columns; ++j)
            out.x(i, j) = j == 0 ? 1.0 : normal(random) * std::pow(10.0, static_cast<double>(j % 5 * 3 - 6));
        // Every column has a part of about one in y, so that every coefficient is well determined.
        out.y[i] = normal(random);
        for (Eigen::Index j = 0; j < columns; ++j) out.y[i] += out.x(i, j) / (j == 0 ? 1.0 : std::pow(10.0, static_cast<double>(j % 5 * 3 - 6)));
    }
    return out;
}

RowBlock slice(const RowBlock& rows, Eigen::Index first, Eigen::Index count) {
    RowBlock out;
    out.x = rows.x.middleRows(first, count);
    out.y = rows.y.segment(first, count);
    return out;
}

double worst_difference(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
    return ((a - b).array() / b.array()).abs().maxCoeff();
}

/// Blocks, in the order given.
class Blocks final : public RowSource {
public:
    explicit Blocks(std::vector<RowBlock> blocks) : blocks_(std::move(blocks)) {}
    [[nodiscard]] Eigen::Index columns() const override { return blocks_.front().x.cols(); }
    void visit(const Visit& visit) const override {
        for (const RowBlock& block : blocks_) visit(block);
    }

private:
    std::vector<RowBlock> blocks_;
};
}  // namespace

TEST_CASE("the triangle has the rows' cross products, and a diagonal that is not negative") {
    const RowBlock rows = random_rows(700, 4);
    const Triangle triangle = reduce(MatrixRows(rows));
    RowMatrix all(700, 5);
    all << rows.x, rows.y;
    const Eigen::MatrixXd cross = all.transpose() * all;
    CHECK(triangle.rows == 700);
    CHECK(((triangle.r.transpose() * triangle.r - cross).array().abs() <= 1e-12 * (cross.diagonal().cwiseSqrt() * cross.diagonal().cwiseSqrt().transpose()).array()).all());
    CHECK(triangle.r.isUpperTriangular());
    CHECK((triangle.r.diagonal().array() >= 0.0).all());
}

TEST_CASE("any cut into blocks, any order of merging, any number of threads gives the same coefficients to 1e-12") {
    const RowBlock rows = random_rows(3000, 6);
    const Eigen::VectorXd whole = solve(reduce(MatrixRows(rows))).coefficients;
    std::mt19937_64 random(7);
    for (int trial = 0; trial < 5; ++trial) {
        std::vector<RowBlock> blocks;
        std::vector<Triangle> triangles;
        for (Eigen::Index first = 0; first < rows.size();) {
            const Eigen::Index count = std::min<Eigen::Index>(1 + static_cast<Eigen::Index>(random() % 400), rows.size() - first);
            blocks.push_back(slice(rows, first, count));
            triangles.push_back(reduce(MatrixRows(blocks.back())));
            first += count;
        }
        std::shuffle(blocks.begin(), blocks.end(), random);
        std::shuffle(triangles.begin(), triangles.end(), random);
        Reduction merging(6);
        for (const Triangle& t : triangles) merging.merge(t);
        CHECK(merging.triangle().rows == 3000);
        CHECK(worst_difference(solve(merging.triangle()).coefficients, whole) < 1e-12);
        for (const unsigned threads : {1U, 2U, 5U})
            CHECK(worst_difference(solve(reduce(Blocks(blocks), threads)).coefficients, whole) < 1e-12);
    }
}

TEST_CASE("the same rows on the same number of threads give the same bits") {
    const RowBlock rows = random_rows(2000, 5);
    std::vector<RowBlock> blocks;
    for (Eigen::Index i = 0; i < 20; ++i) blocks.push_back(slice(rows, i * 100, 100));
    const Blocks source(blocks);
    CHECK(reduce(source, 3).r == reduce(source, 3).r);
}

TEST_CASE("scaling a column by a power of two scales its coefficient and changes no digit") {
    RowBlock rows = random_rows(100, 3);
    const LeastSquares plain = solve(reduce(MatrixRows(rows)));
    rows.x.col(2) *= 1024.0;
    const LeastSquares scaled = solve(reduce(MatrixRows(rows)));
    CHECK(scaled.coefficients[2] * 1024.0 == plain.coefficients[2]);
    CHECK(scaled.coefficients[1] == plain.coefficients[1]);
}

TEST_CASE("fewer rows than columns reduce too") {
    const Triangle triangle = reduce(MatrixRows(random_rows(2, 5)));
    const LeastSquares fit = solve(triangle);
    CHECK(fit.kept.size() == 2);
    CHECK(fit.dependent.size() == 3);
}

TEST_CASE("no rows at all leave nothing in use") {
    Reduction empty(3);
    const LeastSquares fit = solve(empty.triangle());
    CHECK(fit.kept.empty());
    CHECK(fit.coefficients.isZero());
    CHECK(fit.residual_ss == 0.0);
}

TEST_CASE("a column that others make up is left out, and its recipe is known") {
    RowBlock rows = random_rows(50, 4);
    rows.x.col(3) = 2.0 * rows.x.col(0) - 3.0 * rows.x.col(1);
    const LeastSquares fit = solve(reduce(MatrixRows(rows)));
    REQUIRE(fit.dependent.size() == 1);
    CHECK(fit.dependent[0].column == 3);
    CHECK(fit.dependent[0].combination[0] == doctest::Approx(2.0));
    CHECK(fit.dependent[0].combination[1] == doctest::Approx(-3.0));
    CHECK(fit.dependent[0].combination[2] == 0.0);
    CHECK(!fit.identified(0));
    CHECK(!fit.identified(1));
    CHECK(fit.identified(2));
    CHECK(!fit.identified(3));
    CHECK(fit.coefficients[3] == 0.0);
}

TEST_CASE("the condition of orthogonal columns is 1, whatever their lengths") {
    RowMatrix x(4, 2);
    x << 1, 1000, 1, -1000, 1, 1000, 1, -1000;
    CHECK(solve(reduce(MatrixRows(x, Eigen::VectorXd::Ones(4)))).condition() == doctest::Approx(1.0));
}

TEST_CASE("every set of instructions folds rows to the same bits") {
    using Fold = void (*)(double*, double*, std::size_t, std::size_t);
    std::vector<Fold> folds = {detail::fold_rows, detail::fold_rows_baseline};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) folds.push_back(detail::fold_rows_avx2);
    if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) folds.push_back(detail::fold_rows_avx512);
#endif
    std::mt19937_64 random(2);
    std::normal_distribution<double> normal;
    for (const std::size_t width : {1U, 2U, 5U, 17U, 41U}) {
        std::vector<double> block(64 * width), other(64 * width);
        for (double& one : block) one = normal(random);
        for (double& one : other) one = normal(random);
        std::vector<std::vector<double>> triangles;
        for (const Fold fold : folds) {
            triangles.emplace_back(width * width);
            for (std::vector<double> rows : {block, other}) fold(triangles.back().data(), rows.data(), 64, width);
            CHECK(triangles.back() == triangles.front());
        }
    }
}
