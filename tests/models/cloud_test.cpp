// Cloud: rented hours, billing, spot, egress, and what stands whether used or not.
#include <breakeven/models/cloud.hpp>
#include <breakeven/models/breakeven.hpp>

#include "near.hpp"

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
constexpr auto per_hour = money / hour;
}

TEST_CASE("a slower GPU here needs fewer rented hours, idle and lost ones come on top") {
    const Cloud cloud{.speed_ratio = 0.45, .busy_share = 0.9, .virtualization_loss = 0.023};
    CHECK(cloud.rented_per_busy() == near(0.5115));
}

TEST_CASE("rent, billing steps, interruptions and egress make 4.837 a local busy hour") {
    const Cloud cloud{.price = 2.8 * per_hour,
                      .speed_ratio = 0.45,
                      .busy_share = 0.9,
                      .virtualization_loss = 0.023,
                      .billing_factor = 1.2,
                      .spot_rework = 0.0644679695868,
                      .storage = 20.0 * money / month,
                      .egress = 5.0 * gigabyte / hour,
                      .egress_price = 0.6 * money / gigabyte};
    CHECK(in(cloud.cost().busy, per_hour) == near(4.83707232262));
    CHECK(in(cloud.cost().standing, per_hour) == near(0.027397260274));
    const HourlyCost local{.standing = 0.169805936073 * per_hour, .busy = 0.10693 * per_hour};
    CHECK(*breakeven::breakeven(local, cloud.cost()).line == near(0.0301066365631));
}

TEST_CASE("sessions are charged by begun steps, start-up included") {
    const Billing by_minute{.granularity = minute, .minimum_charge = {}, .start_up = 90.0 * second};
    CHECK(in(by_minute.charged(600.0 * second), second) == near(720.0));
    CHECK(by_minute.charged(600.0 * second) / (600.0 * second) == near(1.2));
    const Billing by_hour{.granularity = hour, .minimum_charge = {}, .start_up = 90.0 * second};
    CHECK(in(by_hour.charged(600.0 * second), second) == near(3600.0));
    CHECK(by_hour.charged(600.0 * second) / (600.0 * second) == near(6.0));
    const Billing minimum{.granularity = second, .minimum_charge = minute, .start_up = {}};
    CHECK(minimum.charged(45.0 * second) / (45.0 * second) == near(1.33333333333));
}

TEST_CASE("a step is begun, not full: whole steps are not rounded up by a hair") {
    const Billing by_second{.granularity = second, .minimum_charge = {}, .start_up = {}};
    for (int n = 1; n <= 3000; ++n) CHECK(in(by_second.charged(0.1 * (10 * n) * second), second) == near(n, 1e-12));
    const Billing free{};
    CHECK(in(free.charged(1.5 * second), second) == near(1.5));
}

TEST_CASE("sessions of unknown length are charged half a step more on average") {
    const Billing by_minute{.granularity = minute, .minimum_charge = {}, .start_up = 90.0 * second};
    CHECK(in(by_minute.charged_on_average(600.0 * second), second) == near(720.0));  // 90 + 600 + 30
    // The mean over many lengths of one charged exactly.
    double sum = 0.0, expected = 0.0;
    for (int n = 0; n < 6000; ++n) {
        const Time rented = (600.0 + 0.01 * n + 0.005) * second;
        sum += in(by_minute.charged(rented), second);
        expected += in(by_minute.charged_on_average(rented), second);
    }
    CHECK(sum == near(expected, 1e-6));
}

TEST_CASE("a reserved instance is standing only") {
    const Cloud reserved{.reserved = 1.2 * per_hour};
    CHECK(in(reserved.cost().standing, per_hour) == near(1.2));
    CHECK(in(reserved.cost().busy, per_hour) == 0.0);
}

TEST_CASE("the cloud refuses each field by its name") {
    const std::string negative = " must not be negative\n hint: give a finite value of zero or more";
    const std::string above = " must be above zero\n hint: give a finite value greater than zero";
    const std::string share = " must be a share from 0 to 1\n hint: 35 % is written 0.35 or \"35 %\"";
    const auto refused = [](auto change) {
        Cloud cloud{.price = 2.8 * per_hour};
        change(cloud);
        return whole_error([&] { (void)cloud.cost(); });
    };
    CHECK(refused([](Cloud& c) { c.price = -1.0 * per_hour; }) == "error: price" + negative);
    CHECK(refused([](Cloud& c) { c.reserved = -1.0 * per_hour; }) == "error: reserved" + negative);
    CHECK(refused([](Cloud& c) { c.storage = -1.0 * per_hour; }) == "error: storage" + negative);
    CHECK(refused([](Cloud& c) { c.egress = -1.0 * byte / second; }) == "error: egress" + negative);
    CHECK(refused([](Cloud& c) { c.egress_price = -1.0 * money / byte; }) == "error: egress_price" + negative);
    CHECK(refused([](Cloud& c) { c.speed_ratio = 0.0; }) == "error: speed_ratio" + above);
    CHECK(refused([](Cloud& c) { c.busy_share = 0.0; }) == "error: busy_share" + above);
    CHECK(refused([](Cloud& c) { c.busy_share = 1.1; }) == "error: busy_share" + share);
    CHECK(refused([](Cloud& c) { c.virtualization_loss = -0.1; }) == "error: virtualization_loss" + negative);
    CHECK(refused([](Cloud& c) { c.spot_rework = -0.1; }) == "error: spot_rework" + share);
    CHECK(refused([](Cloud& c) { c.spot_rework = 1.0; }) ==
          "error: spot_rework must be below 1\n hint: at 1 every rented hour is lost to interruptions");
    CHECK(whole_error([] { (void)Billing{}.charged(0.0 * second); }) == "error: session" + above);
    CHECK(whole_error([] { (void)Billing{.granularity = -1.0 * second}.charged(second); }) == "error: billing_granularity" + negative);
    CHECK(whole_error([] { (void)Billing{.minimum_charge = -1.0 * second}.charged(second); }) == "error: minimum_charge" + negative);
    CHECK(whole_error([] { (void)Billing{.start_up = -1.0 * second}.charged(second); }) == "error: start_up" + negative);
}
