// Capital: the annuity and its interest part, the limit of no interest, and the refusals.
#include <breakeven/models/capital.hpp>
#include <breakeven/models/depreciation.hpp>

#include "near.hpp"

#include <cmath>

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
Capital capital(double rate, double left = 0.0, double years = 2.0) {
    return {.value = 2975.0 * money, .left = left * 2975.0 * money, .lifetime = years * year, .rate = rate / year};
}
}  // namespace

TEST_CASE("at 8 % over two years the annuity is 1668.29 a year, of which 0.0206 an hour is interest") {
    CHECK(in(capital(0.08).annuity(), money / year) == near(1668.28846154));
    CHECK(in(capital(0.08).annuity(), money / hour) == near(0.190443888303));
    CHECK(in(capital(0.08).cost().standing, money / hour) == near(0.0206379522304));
    CHECK(in(capital(0.08).cost().busy, money / hour) == 0.0);
}

TEST_CASE("a residual ties up capital to the end") {
    CHECK(in(capital(0.08, 0.2).annuity(), money / year) == near(1382.23076923));
    CHECK(in(capital(0.08, 0.2).annuity(), money / hour) == near(0.157788900597));
    CHECK(in(capital(0.08, 0.2).cost().standing, money / hour) == near(0.0219441517387));
}

TEST_CASE("the annuity pays back the price with interest") {
    for (const double rate : {1e-9, 1e-4, 0.03, 0.08, 0.5, 3.0})
        for (const double left : {0.0, 0.2, 0.9})
            for (int years = 1; years <= 8; ++years) {
                const double payment = in(capital(rate, left, years).annuity(), money / year);
                double present = left * 2975.0 / std::pow(1.0 + rate, years);
                for (int k = 1; k <= years; ++k) present += payment / std::pow(1.0 + rate, k);
                CHECK(present == near(2975.0, 1e-12));
            }
}

TEST_CASE("straight line and capital together are the annuity") {
    for (const double rate : {0.0, 1e-12, 1e-6, 1e-5, 4.9e-5, 5.1e-5, 0.01, 0.2}) {
        const Depreciation straight{.price = 2975.0 * money, .lifetime = 2.0 * year, .residual = 0.2};
        const CostRate both = straight.cost().standing + capital(rate, 0.2).cost().standing;
        CHECK(in(both, money / hour) == near(in(capital(rate, 0.2).annuity(), money / hour), 1e-12));
    }
}

TEST_CASE("without interest capital costs exactly nothing, over any life") {
    for (const double years : {0.3, 1.0, 2.0, 3.0, 5.0, 7.0, 11.3}) {
        CHECK(in(capital(0.0, 0.2, years).cost().standing, money / hour) == 0.0);
        CHECK(in(capital(0.0, 0.2, years).annuity(), money / year) == near(2975.0 * 0.8 / years, 1e-14));
    }
}

TEST_CASE("small rates keep their digits: interest on the mean balance, half a period more") {
    // To first order in r the interest part is r ((V0 - V_N) (N + 1)/(2 N) + V_N).
    for (const double rate : {1e-15, 1e-12, 1e-10, 1e-8}) {
        const double expected = rate * (2975.0 * 0.8 * 3.0 / 4.0 + 2975.0 * 0.2) / 8760.0;
        CHECK(in(capital(rate, 0.2).cost().standing, money / hour) == near(expected, 1e-7));
    }
}

TEST_CASE("capital refuses each field by its name") {
    Capital c = capital(0.08);
    c.value = -1.0 * money;
    CHECK(whole_error([&] { (void)c.cost(); }) == "error: price must not be negative\n hint: give a finite value of zero or more");
    c = capital(0.08, -0.1);
    CHECK(whole_error([&] { (void)c.cost(); }) == "error: residual must not be negative\n hint: give a finite value of zero or more");
    c = capital(0.08, 0.0, 0.0);
    CHECK(whole_error([&] { (void)c.cost(); }) == "error: lifetime must be above zero\n hint: give a finite value greater than zero");
    for (const double bad : {-0.01, std::nan("")})
        CHECK(whole_error([&] { (void)capital(bad).cost(); }) ==
              "error: capital_rate must not be negative\n hint: give a finite value of zero or more");
}
