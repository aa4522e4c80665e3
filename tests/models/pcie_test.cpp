// PCIe: watts of copies by time and by bytes, and the rates of links.
#include <breakeven/models/pcie.hpp>

#include "near.hpp"

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
constexpr EnergyPerData serial_link = 5.5 * picojoule / bit;
}

TEST_CASE("1.2 W of copying all the time cost 0.00102 a busy hour at 0.85") {
    Pcie pcie{.copy_power = 1.2 * watt, .busy_watt = {.standing = {}, .busy = 0.85 * money / kilowatt_hour}};
    CHECK(in(pcie.cost().busy, money / hour) == near(0.00102));
    CHECK(in(pcie.cost().standing, money / hour) == 0.0);
    pcie.copy_share = 0.25;
    CHECK(in(pcie.power(), watt) == near(0.3));
}

TEST_CASE("a fourth-generation link of eight lanes carries 15.75 GB/s and then draws 0.69 W") {
    CHECK(in(pcie_bandwidth(4, 8), gigabyte / second) == near(15.7538461538));
    CHECK(in(pcie_bandwidth(4, 16), gigabyte / second) == near(31.5076923077));
    CHECK(in(pcie_bandwidth(3, 16), gigabyte / second) == near(15.7538461538));  // half the rate, twice the lanes
    CHECK(in(pcie_bandwidth(5, 4), gigabyte / second) == near(15.7538461538));
    CHECK(in(Pcie{.traffic = pcie_bandwidth(4, 8), .energy_per_bit = serial_link}.power(), watt) == near(0.693169230769));
    CHECK(in(Pcie{.traffic = pcie_bandwidth(4, 16), .energy_per_bit = serial_link}.power(), watt) == near(1.38633846154));
}

TEST_CASE("1.2 W are 27.27 GB/s at 5.5 pJ a bit, and a terabyte is 44 J") {
    CHECK(in(1.2 * watt / serial_link, gigabyte / second) == near(27.2727272727));
    CHECK(in(1000.0 * gigabyte * serial_link, joule) == near(44.0));
}

TEST_CASE("6 GB over eight lanes at 85 % of the link take 0.448 s") {
    CHECK(in(6.0 * gigabyte / (0.85 * pcie_bandwidth(4, 8)), second) == near(0.448069852941));
}

TEST_CASE("PCIe refuses each field by its name, and links it does not know") {
    CHECK(whole_error([] { (void)Pcie{.copy_power = -1.0 * watt}.power(); }) ==
          "error: copy_power must not be negative\n hint: give a finite value of zero or more");
    CHECK(whole_error([] { (void)Pcie{.copy_share = 1.1}.power(); }) ==
          "error: copy_share must be a share from 0 to 1\n hint: 35 % is written 0.35 or \"35 %\"");
    CHECK(whole_error([] { (void)Pcie{.traffic = -1.0 * byte / second}.power(); }) ==
          "error: traffic must not be negative\n hint: give a finite value of zero or more");
    CHECK(whole_error([] { (void)Pcie{.energy_per_bit = -serial_link}.power(); }) ==
          "error: energy_per_bit must not be negative\n hint: give a finite value of zero or more");
    CHECK(whole_error([] { (void)pcie_bandwidth(2, 16); }) == "error: pcie_gen must be 3, 4 or 5");
    CHECK(whole_error([] { (void)pcie_bandwidth(6, 16); }) == "error: pcie_gen must be 3, 4 or 5");
    CHECK(whole_error([] { (void)pcie_bandwidth(4, 0); }) == "error: pcie_lanes must be from 1 to 32");
}
