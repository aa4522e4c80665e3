// Depreciation by the straight line: values of the article's machine, proportions, and each refusal.
#include <breakeven/models/depreciation.hpp>

#include "near.hpp"

#include <cmath>
#include <limits>

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
const Depreciation laptop{.price = 8500.0 * money, .gpu_share = 0.35, .lifetime = 2.0 * year};
}

TEST_CASE("a machine of 8500 over two years costs 0.1698 an hour for its GPU's 35 %") {
    CHECK(in(laptop.cost().standing, money / hour) == near(2975.0 / 17520.0));  // 0.35 * 8500 / (2 * 8760 h)
    CHECK(in(laptop.cost().standing, money / hour) == near(0.169805936073));
    CHECK(in(laptop.cost().standing, money / month) == near(123.958333333));
    CHECK(in(laptop.cost().busy, money / hour) == 0.0);
}

TEST_CASE("what is left at the end need not be earned") {
    Depreciation d = laptop;
    d.residual = 0.2;
    CHECK(in(d.cost().standing, money / hour) == near(0.135844748858));
    d.residual = 1.0;
    CHECK(in(d.cost().standing, money / hour) == 0.0);
}

TEST_CASE("283 a month is the whole machine with 20 % left, not the GPU's share of it") {
    const Depreciation printed{.price = 8500.0 * money, .lifetime = 2.0 * year, .residual = 0.2};
    CHECK(in(printed.cost().standing, money / month) == near(283.333333333));  // 8500 * 0.8 / 24
}

TEST_CASE("the cost is proportional to price and share, and falls with the life") {
    for (const double factor : {0.1, 0.5, 2.0, 7.0}) {
        Depreciation d = laptop;
        d.price = factor * laptop.price;
        CHECK(in(d.cost().standing, money / hour) == near(factor * 2975.0 / 17520.0, 1e-14));
        d = laptop;
        d.lifetime = factor * laptop.lifetime;
        CHECK(in(d.cost().standing, money / hour) == near(2975.0 / 17520.0 / factor, 1e-14));
    }
}

TEST_CASE("each value out of its range is refused by its name") {
    const double nan = std::nan("");
    const double infinity = std::numeric_limits<double>::infinity();
    const auto refused = [](auto change) {
        Depreciation d = laptop;
        change(d);
        return whole_error([&] { (void)d.cost(); });
    };
    for (const double bad : {-1.0, nan, infinity, -infinity})
        CHECK(refused([&](Depreciation& d) { d.price = bad * money; }) ==
              "error: price must not be negative\n hint: give a finite value of zero or more");
    for (const double bad : {-0.01, 1.01, nan, infinity}) {
        CHECK(refused([&](Depreciation& d) { d.gpu_share = bad; }) ==
              "error: gpu_share must be a share from 0 to 1\n hint: 35 % is written 0.35 or \"35 %\"");
        CHECK(refused([&](Depreciation& d) { d.residual = bad; }) ==
              "error: residual must be a share from 0 to 1\n hint: 35 % is written 0.35 or \"35 %\"");
    }
    for (const double bad : {0.0, -2.0, nan, infinity})
        CHECK(refused([&](Depreciation& d) { d.lifetime = bad * year; }) ==
              "error: lifetime must be above zero\n hint: give a finite value greater than zero");
}
