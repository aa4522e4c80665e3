// Every figure here without a remark is of the worked example in docs/method.md, "Calibration".
#include <breakeven/calibration/regression.hpp>
#include <breakeven/core/errors.hpp>

#include "ten_windows.hpp"

#include <Eigen/LU>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>

using namespace breakeven;
using namespace breakeven::test;
using doctest::Approx;

namespace {
Regression with_errors(ErrorKind kind, bool small_sample = true) {
    return regress(MatrixRows(ten_windows()), {.errors = {.kind = kind, .lag = {}, .gap_ns = {}, .small_sample = small_sample}});
}

void check_std_errors(const Regression& fit, double base, double temperature, double nlp) {
    CHECK(fit.std_error(0) == Approx(base).epsilon(1e-10));
    CHECK(fit.std_error(1) == Approx(temperature).epsilon(1e-10));
    CHECK(fit.std_error(2) == Approx(nlp).epsilon(1e-10));
}
}  // namespace

TEST_CASE("ten windows give the base, the slope and the level of exact rational arithmetic") {
    const Regression fit = with_errors(ErrorKind::ols);
    CHECK(fit.fit.coefficients[0] == Approx(74479.0 / 620000.0).epsilon(1e-14));
    CHECK(fit.fit.coefficients[1] == Approx(39.0 / 38750.0).epsilon(1e-14));
    CHECK(fit.fit.coefficients[2] == Approx(113.0 / 4000.0).epsilon(1e-14));
    CHECK(fit.fit.residual_sd() == Approx(0.000206350781829).epsilon(1e-11));
    CHECK(fit.fit.residual_ss == Approx(2.98064516129e-07).epsilon(1e-11));
    CHECK(*fit.fit.r_squared(true) == Approx(0.999774926742).epsilon(1e-11));
    check_std_errors(fit, 0.00012860817406, 3.02607468376e-05, 0.000163134616884);
    CHECK(t_quantile(0.975, 7) == Approx(2.36462425159278).epsilon(1e-14));  // R 4.2.2, qt(0.975, 7)
}

TEST_CASE("weights are coefficients over the base, with the delta method's errors") {
    const Regression fit = with_errors(ErrorKind::ols);
    const RelativeWeights w = relative_weights(fit.fit.coefficients, fit.covariance);
    const double t = t_quantile(0.975, fit.fit.freedom());
    CHECK(w.weights[0] == Approx(0.0083782005666).epsilon(1e-10));
    CHECK(w.std_error(0) == Approx(0.000259342129696).epsilon(1e-10));
    CHECK(w.weights[0] - t * w.std_error(0) == Approx(0.007764953877).epsilon(1e-9));
    CHECK(w.weights[0] + t * w.std_error(0) == Approx(0.008991447256).epsilon(1e-9));
    CHECK(w.weights[1] == Approx(0.235166959814).epsilon(1e-10));
    CHECK(w.std_error(1) == Approx(0.00144258984549).epsilon(1e-10));
    CHECK(w.weights[1] - t * w.std_error(1) == Approx(0.2317557769).epsilon(1e-9));
    CHECK(w.weights[1] + t * w.std_error(1) == Approx(0.2385781427).epsilon(1e-9));
}

TEST_CASE("HC3 and Newey-West errors of ten windows") {
    check_std_errors(with_errors(ErrorKind::hc3), 0.000102745741315, 3.27172103067e-05, 0.000191131350999);
    CHECK(automatic_lag(10) == 2);
    check_std_errors(with_errors(ErrorKind::newey_west, false), 5.34114175534e-05, 1.50051590816e-05, 4.02519542768e-05);
    const Regression fit = with_errors(ErrorKind::newey_west);
    check_std_errors(fit, 6.3838854325e-05, 1.79345954219e-05, 4.81102873332e-05);
    const RelativeWeights w = relative_weights(fit.fit.coefficients, fit.covariance);
    CHECK(w.std_error(0) == Approx(0.000153124385639).epsilon(1e-10));
    CHECK(w.std_error(1) == Approx(0.000454378692804).epsilon(1e-10));
}

TEST_CASE("leverages sum to the number of coefficients; orthogonal columns inflate nothing") {
    const LeastSquares fit = with_errors(ErrorKind::ols).fit;
    const RowBlock rows = ten_windows();
    const double expected[] = {0.38844086, 0.2594086, 0.1733871, 0.13037634, 0.13037634, 0.1733871, 0.2594086, 0.38844086, 0.5483871, 0.5483871};
    double sum = 0.0;
    for (Eigen::Index i = 0; i < 10; ++i) {
        CHECK(fit.leverage(rows.x.row(i).transpose()) == Approx(expected[i]).epsilon(1e-7));
        sum += fit.leverage(rows.x.row(i).transpose());
    }
    CHECK(sum == Approx(3.0));
    CHECK(*fit.variance_inflation(1) == Approx(1.0));
    CHECK(*fit.variance_inflation(2) == Approx(1.0));
    CHECK(!fit.variance_inflation(0));
}

TEST_CASE("1 2 3 4 5 beside 2 1 4 3 5 inflates the variance 25/9 times") {
    RowMatrix x(5, 3);
    x << 1, 1, 2, 1, 2, 1, 1, 3, 4, 1, 4, 3, 1, 5, 5;
    const LeastSquares fit = solve(reduce(MatrixRows(x, Eigen::VectorXd::LinSpaced(5, 0.0, 1.0))));
    CHECK(*fit.variance_inflation(1) == Approx(2.77777777778).epsilon(1e-11));
    CHECK(*fit.variance_inflation(2) == Approx(2.77777777778).epsilon(1e-11));
}

TEST_CASE("rows of half weight count half") {
    RowBlock rows = ten_windows();
    rows.weight = Eigen::VectorXd::Ones(10);
    rows.weight.tail(2).setConstant(0.5);
    for (const bool refine : {false, true}) {
        const Regression fit = regress(MatrixRows(rows), {.refine = refine});
        CHECK(fit.fit.coefficients[0] == Approx(0.120114406779661).epsilon(1e-14));
        CHECK(fit.fit.coefficients[1] == Approx(0.0010101694915254).epsilon(1e-13));
        CHECK(fit.fit.coefficients[2] == Approx(0.02825).epsilon(1e-14));
    }
}

TEST_CASE("a row of weight three is three rows") {
    RowBlock weighted = ten_windows();
    weighted.weight = Eigen::VectorXd::Ones(10);
    weighted.weight[4] = 3.0;
    RowBlock repeated = ten_windows();
    repeated.x.conservativeResize(12, 3);
    repeated.y.conservativeResize(12);
    for (const Eigen::Index i : {10, 11}) {
        repeated.x.row(i) = repeated.x.row(4);
        repeated.y[i] = repeated.y[4];
    }
    const LeastSquares a = solve(reduce(MatrixRows(weighted)));
    const LeastSquares b = solve(reduce(MatrixRows(repeated)));
    CHECK((a.coefficients - b.coefficients).norm() < 1e-15);
    CHECK(a.residual_ss == Approx(b.residual_ss).epsilon(1e-10));
}

TEST_CASE("one more window at +7 K with NLP is predicted with its interval") {
    const Prediction p = predict(with_errors(ErrorKind::ols).fit, Eigen::Vector3d(1.0, 7.0, 1.0));
    CHECK(p.value == Approx(0.155422580645).epsilon(1e-11));
    CHECK(p.half_width == Approx(0.000647960762376).epsilon(1e-10));
    CHECK(p.mean_half_width == Approx(0.000426339879445).epsilon(1e-10));
}

TEST_CASE("one spoiled window of ten moves least squares and hardly Huber's estimate") {
    RowBlock rows = ten_windows();
    rows.y[4] = 0.1342;
    const LeastSquares plain = solve(reduce(MatrixRows(rows)));
    CHECK(plain.coefficients[0] == Approx(0.121001075269).epsilon(1e-11));
    CHECK(plain.coefficients[1] == Approx(0.00111397849462).epsilon(1e-11));
    CHECK(plain.coefficients[2] == Approx(0.027).epsilon(1e-11));
    const HuberFit robust = huber(MatrixRows(rows));
    CHECK(robust.converged);
    CHECK(robust.fit.coefficients[0] == Approx(0.120161207747).epsilon(1e-11));
    CHECK(robust.fit.coefficients[1] == Approx(0.00100501536481).epsilon(1e-11));
    CHECK(robust.fit.coefficients[2] == Approx(0.0282212384764).epsilon(1e-11));
    CHECK(robust.weights[4] < 0.1);
}

TEST_CASE("when more than half of the rows fit exactly, Huber's scale is zero and that is said") {
    RowMatrix x(9, 2);
    Eigen::VectorXd y(9);
    for (Eigen::Index i = 0; i < 9; ++i) {
        x.row(i) << 1.0, static_cast<double>(i);
        y[i] = 2.0 + 3.0 * static_cast<double>(i);
    }
    const HuberFit fit = huber(MatrixRows(x, y));
    CHECK(fit.exact);
    CHECK(!fit.converged);
    CHECK(fit.fit.coefficients[1] == Approx(3.0));
}

TEST_CASE("a row that alone decides a coefficient has no HC3 error") {
    RowBlock rows = ten_windows(9);
    CHECK_THROWS_WITH_AS((void)regress(MatrixRows(rows), {.errors = {.kind = ErrorKind::hc3, .lag = {}, .gap_ns = {}}}),
                         doctest::Contains("row 9 alone decides a coefficient (its leverage is 1)"), InputError);
}

TEST_CASE("fewer rows than coefficients leave no error to estimate") {
    CHECK_THROWS_WITH_AS((void)regress(MatrixRows(ten_windows(2))), doctest::Contains("too few rows: 2 for 2 coefficients"), InputError);
}

TEST_CASE("Newey-West needs time order") {
    RowBlock rows = ten_windows();
    rows.time_ns = {0, 1, 2, 3, 4, 6, 5, 7, 8, 9};
    CHECK_THROWS_WITH_AS((void)regress(MatrixRows(rows), {.errors = {}}), doctest::Contains("not in order of time"), InputError);
    CHECK_NOTHROW((void)regress(MatrixRows(rows)));
}

TEST_CASE("no product of Newey-West reaches across a gap or to another GPU") {
    // Two blocks far apart: the moment is the sum of each block's own, computed here from the definition.
    RowBlock rows = ten_windows();
    rows.time_ns = {0, 10, 20, 30, 40, 1000, 1010, 1020, 1030, 1040};
    const ErrorOptions options{.lag = 2, .gap_ns = 15, .small_sample = false};
    const LeastSquares fit = solve(reduce(MatrixRows(rows)));
    const Eigen::VectorXd e = rows.y - rows.x * fit.coefficients;
    Eigen::Matrix3d s = Eigen::Matrix3d::Zero();
    for (Eigen::Index i = 0; i < 10; ++i) {
        for (Eigen::Index j = 0; j < 10; ++j) {
            const double apart = std::fabs(static_cast<double>(i - j));
            if ((i < 5) != (j < 5) || apart > 2.0) continue;
            s += (1.0 - apart / 3.0) * e[i] * e[j] * rows.x.row(i).transpose() * rows.x.row(j);
        }
    }
    const Eigen::Matrix3d inverse = (rows.x.transpose() * rows.x).inverse();
    const Eigen::Matrix3d expected = inverse * s * inverse;
    const Eigen::MatrixXd gaps = covariance(fit, MatrixRows(rows), options);
    CHECK((gaps - expected).norm() < 1e-9 * expected.norm());

    // The same rows as two GPUs, interleaved in time.
    RowBlock two = rows;
    two.time_ns = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    two.series = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
    const Eigen::Index order[] = {0, 5, 1, 6, 2, 7, 3, 8, 4, 9};
    for (Eigen::Index i = 0; i < 10; ++i) {
        two.x.row(i) = rows.x.row(order[i]);
        two.y[i] = rows.y[order[i]];
    }
    CHECK((covariance(fit, MatrixRows(two), options) - expected).norm() < 1e-9 * expected.norm());
}

TEST_CASE("Newey-West of thousands of rows is the double sum over rows and lags") {
    constexpr Eigen::Index rows = 3000;  // past several renewals of the running sums
    constexpr int lag = 7;
    RowBlock block;
    block.x.resize(rows, 2);
    block.y.resize(rows);
    double error = 0.0;
    std::uint64_t state = 1;
    for (Eigen::Index i = 0; i < rows; ++i) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        error = 0.6 * error + static_cast<double>(state >> 40) / 16777216.0 - 0.5;
        block.x(i, 0) = 1.0;
        block.x(i, 1) = std::sin(0.01 * static_cast<double>(i));
        block.y[i] = 0.12 + 0.01 * block.x(i, 1) + 0.001 * error;
        block.time_ns.push_back(i < 1500 ? i : i + 100);  // one gap
    }
    const LeastSquares fit = solve(reduce(MatrixRows(block)));
    const ErrorOptions options{.kind = ErrorKind::newey_west, .lag = lag, .gap_ns = 50, .small_sample = false};
    Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(2, 2);
    const auto score = [&](Eigen::Index i) -> Eigen::VectorXd {
        return fit.inverse_factor.transpose() * block.x.row(i).transpose() * (block.y[i] - block.x.row(i).dot(fit.coefficients));
    };
    for (Eigen::Index i = 0; i < rows; ++i)
        for (int l = 0; l <= lag && l <= (i < 1500 ? i : i - 1500); ++l) {
            const Eigen::MatrixXd product = (1.0 - l / (lag + 1.0)) * score(i) * score(i - l).transpose();
            expected += l == 0 ? product : Eigen::MatrixXd(product + product.transpose());
        }
    const Eigen::MatrixXd found = error_moment(fit, MatrixRows(block), options);
    CHECK((found - expected).norm() <= 1e-12 * expected.norm());
}
