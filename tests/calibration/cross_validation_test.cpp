#include <breakeven/calibration/cross_validation.hpp>
#include <breakeven/calibration/day_triangles.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <random>

using namespace breakeven;
using doctest::Approx;

namespace {
constexpr std::int64_t hour_ns = 3600LL * 1'000'000'000;

/// Hourly rows over `days` days; the last day's targets are off by `spoiled`.
RowBlock hourly(int days, double spoiled = 0.0) {
    std::mt19937_64 random(11);
    std::normal_distribution<double> normal;
    RowBlock out;
    const Eigen::Index rows = 24 * days;
    out.x.resize(rows, 2);
    out.y.resize(rows);
    out.weight = Eigen::VectorXd::Ones(rows);
    for (Eigen::Index i = 0; i < rows; ++i) {
        out.x.row(i) << 1.0, normal(random);
        out.y[i] = 2.0 + 3.0 * out.x(i, 1) + 0.1 * normal(random) + (i >= rows - 24 ? spoiled : 0.0);
        out.time_ns.push_back(i * hour_ns);
    }
    return out;
}

Eigen::VectorXd least_squares(const Triangle& triangle) { return solve(triangle).coefficients; }
}  // namespace

TEST_CASE("folds are whole consecutive days, and each is told by the others") {
    const RowBlock rows = hourly(10);
    const DayTriangles days = reduce_by_day(MatrixRows(rows), 0, 239 * hour_ns);
    REQUIRE(days.triangles.size() == 10);
    const auto found = cross_validate(days.triangles, least_squares, 5);
    // From the definition, on the rows themselves: five folds of 48 rows.
    double squares = 0.0;
    for (Eigen::Index fold = 0; fold < 5; ++fold) {
        RowMatrix x(192, 2);
        Eigen::VectorXd y(192);
        x << rows.x.topRows(48 * fold), rows.x.bottomRows(240 - 48 * (fold + 1));
        y << rows.y.head(48 * fold), rows.y.tail(240 - 48 * (fold + 1));
        const Eigen::VectorXd b = solve(reduce(MatrixRows(x, y))).coefficients;
        squares += (rows.x.middleRows(48 * fold, 48) * b - rows.y.segment(48 * fold, 48)).squaredNorm();
    }
    CHECK(found->folds == 5);
    CHECK(found->rmse == Approx(std::sqrt(squares / 240.0)).epsilon(1e-10));
}

TEST_CASE("three days make three folds, one day none") {
    const auto folds_of = [](int count) {
        const DayTriangles days = reduce_by_day(MatrixRows(hourly(count)), 0, (24 * count - 1) * hour_ns);
        const auto found = cross_validate(days.triangles, least_squares, 5);
        return found ? found->folds : 0;
    };
    CHECK(folds_of(3) == 3);
    CHECK(folds_of(1) == 0);
}

TEST_CASE("a day that is off is the most influential") {
    const DayTriangles days = reduce_by_day(MatrixRows(hourly(10, 5.0)), 0, 239 * hour_ns);
    const auto influence = influential_days(days.triangles, solve(merged(days.triangles)), 3);
    REQUIRE(influence.size() == 3);
    CHECK(days.day[influence[0].day] == 9);
    CHECK(influence[0].distance > 3.0 * influence[1].distance);
}

TEST_CASE("days do not depend on threads, and too many of them are put together") {
    const MatrixRows rows(hourly(30));
    const DayTriangles one = reduce_by_day(rows, 0, 719 * hour_ns, 1);
    const DayTriangles three = reduce_by_day(rows, 0, 719 * hour_ns, 3);
    REQUIRE(one.triangles.size() == three.triangles.size());
    for (std::size_t i = 0; i < one.triangles.size(); ++i) CHECK(one.triangles[i].r == three.triangles[i].r);
    // Two rows five hundred years apart do not make two hundred thousand triangles.
    RowBlock far;
    far.x = RowMatrix::Ones(2, 300);
    far.y = Eigen::VectorXd::Ones(2);
    far.weight = Eigen::VectorXd::Ones(2);
    far.time_ns = {-8'000'000'000LL * 1'000'000'000, 8'000'000'000LL * 1'000'000'000};
    const DayTriangles stretches = reduce_by_day(MatrixRows(far), far.time_ns[0], far.time_ns[1]);
    CHECK(stretches.days_each > 1000);
    CHECK(stretches.triangles.size() == 2);
}
