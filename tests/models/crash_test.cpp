// Crash: time lost, its cost, and the share of hours that is left.
#include <breakeven/models/crash.hpp>

#include "near.hpp"

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
const Crash laptop{.rate = 3.2 / year, .recovery = 18.0 * minute, .context_rebuild = 4.7 * second, .reload = 12.3 * second};
}

TEST_CASE("3.2 crashes a year of 1097 s lose 3510.4 s a year") {
    CHECK(in(laptop.lost(), second) == near(1097.0));
    CHECK(in(laptop.rate * laptop.lost() * year, second) == near(3510.4));
    CHECK(in(laptop.rate * laptop.lost() * year, hour) == near(0.975111111, 1e-8));
    CHECK(1.0 - laptop.availability() == doctest::Approx(0.00011131405378).epsilon(1e-11));
}

TEST_CASE("the recovery is nearly all of it, the rebuild and reload 1.7 millionths") {
    Crash short_crash = laptop;
    short_crash.context_rebuild = short_crash.reload = {};
    CHECK(short_crash.rate * short_crash.lost() == near(0.000109589041, 1e-8));
    CHECK(laptop.rate * laptop.lost() - short_crash.rate * short_crash.lost() == near(0.00000172501268, 1e-8));
}

TEST_CASE("a standstill costs only what an hour of it costs beyond the GPU") {
    Crash crash = laptop;
    CHECK(in(crash.cost().standing, money / hour) == 0.0);
    crash.downtime_cost = 100.0 * money / hour;
    CHECK(in(crash.cost().standing, money / hour) == near(0.011131405378));
    CHECK(in(crash.cost().busy, money / hour) == 0.0);
}

TEST_CASE("419 interruptions of 16384 GPUs in 54 days are 0.173 a GPU-year, 0.101 of them by the GPU") {
    const Frequency all = 419.0 / (16384.0 * 54.0 * day);
    CHECK(in(all, 1.0 / year) == near(0.172859474465));
    CHECK(in(0.587 * all, 1.0 / year) == near(0.101468511511));
}

TEST_CASE("a machine that crashes all the time is never available, not negatively so") {
    Crash crash = laptop;
    crash.rate = 1.0 / minute;
    CHECK(crash.availability() == 0.0);
}

TEST_CASE("a crash refuses each field by its name") {
    const auto refused = [](auto change) {
        Crash crash = laptop;
        change(crash);
        return whole_error([&] { (void)crash.cost(); });
    };
    const std::string negative = " must not be negative\n hint: give a finite value of zero or more";
    CHECK(refused([](Crash& c) { c.rate = -1.0 / year; }) == "error: rate" + negative);
    CHECK(refused([](Crash& c) { c.recovery = -1.0 * second; }) == "error: recovery" + negative);
    CHECK(refused([](Crash& c) { c.context_rebuild = -1.0 * second; }) == "error: context_rebuild" + negative);
    CHECK(refused([](Crash& c) { c.reload = -1.0 * second; }) == "error: reload" + negative);
    CHECK(refused([](Crash& c) { c.downtime_cost = -1.0 * money / hour; }) == "error: downtime_cost" + negative);
}
