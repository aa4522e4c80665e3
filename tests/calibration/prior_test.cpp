// Figures of the worked example in docs/method.md, "Calibration": base 0.12, sigma 0.004.
#include <breakeven/calibration/prior.hpp>
#include <breakeven/core/errors.hpp>

#include "ten_windows.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace breakeven;
using namespace breakeven::test;
using doctest::Approx;

namespace {
const std::vector<Prior> published = {{0.0087, 0.00435}, {0.233, 0.1165}};

Posterior of(Eigen::Index rows, const std::vector<Prior>& priors) {
    return posterior(relative_to_base(reduce(MatrixRows(ten_windows(rows))), 0.12), priors, 0.004);
}
}  // namespace

TEST_CASE("ten windows move the published weights to theirs") {
    const Posterior p = of(10, published);
    CHECK(p.weights[0] == Approx(0.00859355044907).epsilon(1e-11));
    CHECK(p.weights[1] == Approx(0.235754283282).epsilon(1e-11));
    CHECK(std::sqrt(p.covariance(0, 0)) == Approx(0.000331770336801).epsilon(1e-11));
    CHECK(std::sqrt(p.covariance(1, 1)) == Approx(0.00305648092992).epsilon(1e-11));
}

TEST_CASE("without a prior the rows alone decide") {
    const Posterior p = of(10, {Prior{}, Prior{}});
    CHECK(p.weights[0] == Approx(0.00859284890427).epsilon(1e-11));
    CHECK(p.weights[1] == Approx(0.235758362168).epsilon(1e-11));
}

TEST_CASE("a level that never occurs keeps its prior, mean and deviation") {
    const Posterior p = of(8, published);
    CHECK(p.weights[0] == Approx(0.00861953360974).epsilon(1e-11));
    CHECK(std::sqrt(p.covariance(0, 0)) == Approx(0.000337045412041).epsilon(1e-11));
    CHECK(p.weights[1] == Approx(0.233).epsilon(1e-13));
    CHECK(std::sqrt(p.covariance(1, 1)) == Approx(0.1165).epsilon(1e-13));
    CHECK(p.unknown.empty());
}

TEST_CASE("what neither rows nor prior tell is named") {
    const Posterior p = of(8, {published[0], Prior{}});
    REQUIRE(p.unknown.size() == 1);
    CHECK(p.unknown[0].column == 1);
}

TEST_CASE("a prior needs a deviation above zero") {
    CHECK_THROWS_WITH_AS((void)of(10, {{0.0087, 0.0}, Prior{}}), "error: prior needs a standard deviation above zero", InputError);
}
