// Tariff: flat prices, tiers by time of use, and carbon on top.
#include <breakeven/models/tariff.hpp>

#include "near.hpp"

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
constexpr auto per_kwh = money / kilowatt_hour;
double kwh_price(const EnergyPrice& price) { return in(price, per_kwh); }

Tariff three_tiers(TariffUse use) {
    return {.tiers = {{1.0 / 3.0, 1.20 * per_kwh}, {1.0 / 3.0, 0.40 * per_kwh}, {1.0 / 3.0, 0.80 * per_kwh}}, .use = use};
}
}  // namespace

TEST_CASE("a flat price is one tier that holds all hours") {
    const Tariff flat = Tariff::flat(0.85 * per_kwh);
    CHECK(kwh_price(flat.mean_price()) == near(0.85));
    REQUIRE(flat.in_order_of_use().size() == 1);
    CHECK(flat.in_order_of_use()[0].share == 1.0);
    CHECK(kwh_price(flat.in_order_of_use()[0].price) == near(0.85));
}

TEST_CASE("carbon adds its price times what a kilowatt-hour emits") {
    Tariff tariff = Tariff::flat(0.0 * per_kwh);
    tariff.carbon_intensity = 582.317 * gram / kilowatt_hour;
    tariff.carbon_price = 12.0 * money / tonne;
    CHECK(kwh_price(tariff.carbon()) == near(0.006987804));
    CHECK(kwh_price(tariff.mean_price()) == near(0.006987804));
    tariff.carbon_intensity = 380.95 * gram / kilowatt_hour;
    tariff.carbon_price = 70.0 * money / tonne;
    CHECK(kwh_price(tariff.carbon()) == near(0.0266665));
    tariff.tiers[0].price = 0.1 * per_kwh;
    CHECK(kwh_price(tariff.in_order_of_use()[0].price) == near(0.1266665));
}

TEST_CASE("uniform use pays the mean, weighted by hours") {
    CHECK(kwh_price(three_tiers(TariffUse::uniform).mean_price()) == near(0.80));
    REQUIRE(three_tiers(TariffUse::uniform).in_order_of_use().size() == 1);
    const Tariff two{.tiers = {{0.25, 0.40 * per_kwh}, {0.75, 1.00 * per_kwh}}};
    CHECK(kwh_price(two.mean_price()) == near(0.85));  // 0.25 * 0.4 + 0.75 * 1
}

TEST_CASE("cheapest first takes the tiers by price, and their shares fill the day") {
    const auto tiers = three_tiers(TariffUse::cheapest_first).in_order_of_use();
    REQUIRE(tiers.size() == 3);
    CHECK(kwh_price(tiers[0].price) == near(0.40));
    CHECK(kwh_price(tiers[1].price) == near(0.80));
    CHECK(kwh_price(tiers[2].price) == near(1.20));
    CHECK(tiers[0].share + tiers[1].share + tiers[2].share == near(1.0, 1e-15));
}

TEST_CASE("shares written to four digits are scaled to a whole day") {
    const Tariff tariff{.tiers = {{0.3333, 0.40 * per_kwh}, {0.6667, 1.00 * per_kwh}}, .use = TariffUse::cheapest_first};
    CHECK_NOTHROW(tariff.check());
    const Tariff short_day{.tiers = {{0.3333, 0.40 * per_kwh}, {0.3333, 0.80 * per_kwh}, {0.3333, 1.20 * per_kwh}},
                           .use = TariffUse::cheapest_first};
    CHECK_NOTHROW(short_day.check());
    CHECK(short_day.in_order_of_use()[0].share == near(1.0 / 3.0, 1e-15));
    CHECK(kwh_price(short_day.mean_price()) == near(0.80, 1e-15));
}

TEST_CASE("a tariff refuses what is no day and no price") {
    CHECK(whole_error([] { Tariff{}.check(); }) ==
          "error: price is missing\n hint: write it as in \"0.85 CNY/kWh\"");
    CHECK(whole_error([] { Tariff{.tiers = {{0.5, 0.4 * per_kwh}, {0.4, 0.8 * per_kwh}}}.check(); }) ==
          "error: tariff has shares that do not sum to 1\n hint: each tier's share is its share of all hours");
    CHECK(whole_error([] { Tariff{.tiers = {{1.5, 0.4 * per_kwh}, {-0.5, 0.8 * per_kwh}}}.check(); }) ==
          "error: tariff must be a share from 0 to 1\n hint: 35 % is written 0.35 or \"35 %\"");
    CHECK(whole_error([] { Tariff::flat(-0.01 * per_kwh).check(); }) ==
          "error: price must not be negative\n hint: give a finite value of zero or more");
    Tariff carbon = Tariff::flat(0.1 * per_kwh);
    carbon.carbon_price = -1.0 * money / tonne;
    CHECK(whole_error([&] { carbon.check(); }) == "error: carbon_price must not be negative\n hint: give a finite value of zero or more");
    carbon.carbon_price = {};
    carbon.carbon_intensity = -1.0 * gram / kilowatt_hour;
    CHECK(whole_error([&] { carbon.check(); }) ==
          "error: carbon_intensity must not be negative\n hint: give a finite value of zero or more");
}
