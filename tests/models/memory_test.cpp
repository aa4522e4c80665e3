// Memory: watts by capacity and by traffic.
#include <breakeven/models/memory.hpp>

#include "near.hpp"

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
constexpr WattCost at_085{.standing = {}, .busy = 0.85 * money / kilowatt_hour};
constexpr auto gigabyte_per_second = gigabyte / second;
}  // namespace

TEST_CASE("8 GB at 0.8 W a gigabyte are 6.4 W, and cost 0.00544 a busy hour") {
    const MemoryCost memory{.capacity = 8.0 * gigabyte, .power_per_capacity = 0.8 * watt / gigabyte, .busy_watt = at_085};
    CHECK(in(memory.power(), watt) == near(6.4));
    CHECK(in(memory.cost().busy, money / hour) == near(0.00544));
    CHECK(in(memory.cost().standing, money / hour) == 0.0);
}

TEST_CASE("by traffic, full bandwidth costs bits times energy") {
    const MemoryCost gddr6{.bandwidth = 256.0 * gigabyte_per_second, .energy_per_bit = energy_per_bit::gddr6};
    CHECK(in(gddr6.power(), watt) == near(15.36));
    CHECK(in(gddr6.power() / (8.0 * gigabyte), watt / gigabyte) == near(1.92));
    const MemoryCost gddr6x{.bandwidth = 1008.0 * gigabyte_per_second, .energy_per_bit = energy_per_bit::gddr6x};
    CHECK(in(gddr6x.power(), watt) == near(58.464));
    const MemoryCost hbm2e{.bandwidth = 2039.0 * gigabyte_per_second, .energy_per_bit = energy_per_bit::hbm2e};
    CHECK(in(hbm2e.power(), watt) == near(97.872));
}

TEST_CASE("6.4 W is GDDR6 at 41.7 % of its bandwidth") {
    MemoryCost memory{.bandwidth = 256.0 * gigabyte_per_second, .energy_per_bit = energy_per_bit::gddr6};
    CHECK(6.4 * watt / memory.power() == near(0.416666667, 1e-8));
    memory.activity = 6.4 / 15.36;
    CHECK(in(memory.power(), watt) == near(6.4));
}

TEST_CASE("memory refuses each field by its name") {
    CHECK(whole_error([] { (void)MemoryCost{.capacity = -1.0 * gigabyte}.power(); }) ==
          "error: memory must not be negative\n hint: give a finite value of zero or more");
    CHECK(whole_error([] { (void)MemoryCost{.power_per_capacity = -1.0 * watt / gigabyte}.power(); }) ==
          "error: power_per_capacity must not be negative\n hint: give a finite value of zero or more");
    CHECK(whole_error([] { (void)MemoryCost{.bandwidth = -1.0 * gigabyte_per_second}.power(); }) ==
          "error: bandwidth must not be negative\n hint: give a finite value of zero or more");
    CHECK(whole_error([] { (void)MemoryCost{.energy_per_bit = -1.0 * joule / byte}.power(); }) ==
          "error: energy_per_bit must not be negative\n hint: give a finite value of zero or more");
    CHECK(whole_error([] { (void)MemoryCost{.activity = 1.5}.power(); }) ==
          "error: activity must be a share from 0 to 1\n hint: 35 % is written 0.35 or \"35 %\"");
}
