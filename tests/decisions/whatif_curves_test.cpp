#include <breakeven/decisions/whatif_curves.hpp>

#include <breakeven/models/scenario_file.hpp>

#include <doctest/doctest.h>

using namespace breakeven;

namespace {

double hourly(const CostRate& rate) { return in(rate, money / hour); }

// 2628 over three years of 8760 hours are 0.1 an hour; a kilowatt costs 0.05 an hour in the first tier and 0.9 in the second.
Scenario two_tiers() {
    return read_scenario_text("currency = \"USD\"\n[ownership]\nprice = \"2628 USD\"\nlifetime = \"3 yr\"\n[electricity]\n"
                              "active_power = \"1000 W\"\ntariff_use = \"cheapest-first\"\n"
                              "tariff = [ { share = 0.5, price = \"0.05 USD/kWh\" }, { share = 0.5, price = \"0.9 USD/kWh\" } ]\n"
                              "[cloud]\nprice = \"0.3 USD/h\"\n",
                              "two tiers")
        .scenario;
}

}  // namespace

TEST_CASE("the corners of a cost are its ends and its kinks") {
    const CostCurves curve = cost_corners(two_tiers());
    REQUIRE(curve.shares.size() == 3);
    CHECK(curve.shares[0] == 0.0);
    CHECK(curve.shares[1] == doctest::Approx(0.5));
    CHECK(curve.shares[2] == 1.0);
    CHECK(hourly(curve.own[0]) == doctest::Approx(0.1));
    CHECK(hourly(curve.own[1]) == doctest::Approx(0.1 + 0.5 * 0.05));
    CHECK(hourly(curve.own[2]) == doctest::Approx(0.1 + 0.5 * 0.05 + 0.5 * 0.9));
    CHECK(hourly(curve.rent[2]) == doctest::Approx(0.3));
    CHECK(cost_corners(two_tiers(), 0.4).shares == std::vector<Fraction>{0.0, 0.4});
}

TEST_CASE("between its corners a cost is straight: the sampled curve lies on them") {
    const CostCurves corners = cost_corners(two_tiers());
    const CostCurves samples = cost_curves(two_tiers());
    for (std::size_t i = 0; i < samples.shares.size(); ++i) {
        const std::size_t k = samples.shares[i] <= corners.shares[1] ? 0 : 1;
        const double along = (samples.shares[i] - corners.shares[k]) / (corners.shares[k + 1] - corners.shares[k]);
        CHECK(hourly(samples.own[i]) == doctest::Approx((1.0 - along) * hourly(corners.own[k]) + along * hourly(corners.own[k + 1])));
    }
}
