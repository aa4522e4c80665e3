// The shipped tables: every row has its origin, no two have the same name, and what is compiled in is what lies in data/.
#include <breakeven/data/tables.hpp>
#include <breakeven/models/catalog.hpp>
#include <breakeven/models/catalog_age.hpp>

#include "near.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

using namespace breakeven;
using testing::near;

namespace {
const Catalog catalog = Catalog::shipped();

std::string file(const std::string& name) {
    std::ifstream in(BREAKEVEN_SOURCE_DIR "/data/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// How many rows have neither an id of their own nor a whole origin.
template <class Row>
std::size_t incomplete(const std::vector<Row>& rows) {
    std::set<std::string> ids;
    return static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [&](const Row& row) {
        return !ids.insert(row.id).second || row.id.empty() || row.origin.source.empty() || row.origin.licence.empty() ||
               !parse_date(row.origin.date) || row.origin.own;
    }));
}
}  // namespace

TEST_CASE("what is compiled in is what lies in data/") {
    CHECK(gpus_csv() == file("gpus.csv"));
    CHECK(cloud_prices_csv() == file("cloud_prices.csv"));
    CHECK(electricity_prices_csv() == file("electricity_prices.csv"));
    CHECK(grid_carbon_csv() == file("grid_carbon.csv"));
    CHECK(psu_efficiency_csv() == file("psu_efficiency.csv"));
    CHECK(fx_csv() == file("fx.csv"));
    CHECK(file("gpus.csv").size() > 10'000);
}

TEST_CASE("every row has an id of its own, a source, a date and a licence") {
    CHECK(incomplete(catalog.gpus()) == 0);
    CHECK(incomplete(catalog.clouds()) == 0);
    CHECK(incomplete(catalog.electricity()) == 0);
    CHECK(incomplete(catalog.carbon()) == 0);
    CHECK(incomplete(catalog.power_supplies()) == 0);
    CHECK(incomplete(catalog.rates()) == 0);
}

TEST_CASE("every row of the tables is read") {
    CHECK(catalog.gpus().size() == 93);
    CHECK(catalog.clouds().size() == 310 + 249);
    CHECK(catalog.electricity().size() == 264);
    CHECK(catalog.carbon().size() == 213);
    CHECK(catalog.power_supplies().size() == 17);
    CHECK(catalog.rates().size() == 68);
}

TEST_CASE("every GPU is found by its own name and by nobody else's") {
    for (const GpuFacts& gpu : catalog.gpus()) {
        CAPTURE(gpu.name);
        CHECK(catalog.find_gpu(gpu.name) == &gpu);
    }
}

TEST_CASE("every offer is found by its id, and its GPU's row exists and has its memory") {
    for (const CloudOffer& offer : catalog.clouds()) {
        CAPTURE(offer.id);
        CHECK(catalog.cloud(offer.id).offer == &offer);
        CHECK(offer.gpu_count > 0.0);
        const GpuFacts* const gpu = catalog.gpu_of(offer);
        CHECK((gpu != nullptr) == !offer.gpu_ref.empty());
    }
}

TEST_CASE("no shipped price is a placeholder, and no spot price repeats the on-demand price") {
    for (const CloudOffer& offer : catalog.clouds()) {
        CAPTURE(offer.id);
        for (const auto& price : {offer.on_demand, offer.spot}) {
            if (!price) continue;
            CHECK(offer.for_one_gpu(*price).value > 0.005);
            CHECK(offer.for_one_gpu(*price).value < 15.0);  // the dearest GPU, a GB300, is offered at about 10
        }
        if (offer.on_demand && offer.spot) CHECK(offer.spot->value != offer.on_demand->value);
    }
}

TEST_CASE("rates follow from cores, SMs and clock, to the digits of the sources' own columns") {
    for (const GpuFacts& gpu : catalog.gpus()) {
        CAPTURE(gpu.name);
        if (!gpu.fp32 || !gpu.cores || !gpu.boost) continue;
        const double per_clock = *gpu.fp32 / (static_cast<double>(*gpu.cores) * *gpu.boost);
        CHECK(per_clock == near(gpu.architecture == "RDNA 3" || gpu.architecture == "RDNA 4" ? 4.0 : 2.0, 1e-12));
    }
}

TEST_CASE("tariffs lie between a hundredth and a dollar a kilowatt-hour") {
    for (const ElectricityTariff& tariff : catalog.electricity()) {
        CAPTURE(tariff.id);
        REQUIRE(tariff.usd.has_value());
        CHECK(tariff.usd->value >= 0.01);
        CHECK(tariff.usd->value < 1.0);
    }
}

TEST_CASE("a local price times its rate is the price in dollars") {
    for (const ElectricityTariff& tariff : catalog.electricity()) {
        if (!tariff.local) continue;
        CAPTURE(tariff.id);
        const auto rate = catalog.rate(tariff.local->currency, Currency("USD"), tariff.origin.date);
        REQUIRE(rate.has_value());
        CHECK(tariff.local->value * rate->units_of_into ==
              near(tariff.usd->value, 0.02));  // rates of neighbouring periods differ
    }
}
