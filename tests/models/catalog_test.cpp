// Catalog: every rule by which a name finds a row, a user's own rows before the shipped ones, and what is kept out.
#include <breakeven/models/catalog.hpp>

#include <breakeven/models/catalog_age.hpp>

#include "near.hpp"

#include <string>
#include <utility>
#include <vector>

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
const Catalog catalog = Catalog::shipped();

std::string own_file(const std::string& name) {
    return BREAKEVEN_SOURCE_DIR "/tests/data/catalog/" + name;
}

/// What is wrong with a user's file, without the folder it lies in.
std::string own_error(const std::string& name) {
    std::string error = whole_error([&] { (void)Catalog::with_overrides(own_file(name)); });
    const std::string folder = own_file("");
    if (error.starts_with(folder)) error.erase(0, folder.size());
    return error;
}

std::vector<std::string> words(std::initializer_list<const char*> list) {
    return {list.begin(), list.end()};
}
}  // namespace

TEST_CASE("a GPU is found without regard to case, maker, GeForce and a trailing GPU") {
    for (const char* name : {"GeForce RTX 4060 Laptop", "RTX 4060 Laptop GPU", "NVIDIA GeForce RTX 4060 Laptop GPU",
                             "rtx 4060 laptop", "nvidia rtx4060 laptop gpu", "  RTX  4060-Laptop "}) {
        CAPTURE(name);
        REQUIRE(catalog.find_gpu(name) != nullptr);
        CHECK(catalog.find_gpu(name)->name == "GeForce RTX 4060 Laptop");
    }
    CHECK(catalog.gpu("rtx 4060").name == "GeForce RTX 4060");  // the desktop card is another
    CHECK(catalog.gpu("AMD Radeon RX 7900 XTX").name == "Radeon RX 7900 XTX");
}

TEST_CASE("names as the driver reports them are found") {
    CHECK(catalog.gpu("NVIDIA A100-SXM4-80GB").name == "A100 SXM4 80 GB");
    CHECK(catalog.gpu("NVIDIA A100-PCIE-40GB").name == "A100 PCIe 40 GB");
    CHECK(catalog.gpu("NVIDIA RTX 6000 Ada Generation").name == "RTX 6000 Ada");
    CHECK(catalog.gpu("Tesla V100-SXM2-32GB").name == "Tesla V100 SXM2 32 GB");
    CHECK(catalog.gpu("NVIDIA A10").name == "A10");
    CHECK(catalog.gpu("NVIDIA A16").name == "A16 (one of four GPUs)");
}

TEST_CASE("a GPU that is not there is an error with the nearest names, and never a guess") {
    CHECK(catalog.find_gpu("RTX 4060 Laptp") == nullptr);
    CHECK(whole_error([] { (void)catalog.gpu("NVIDIA GeForce RTX 4060 Laptp GPU"); }) ==
          "error: the catalog has no GPU \"NVIDIA GeForce RTX 4060 Laptp GPU\"\n"
          " hint: did you mean RTX 4060 Laptop, RTX 2060 Laptop or RTX 3060 Laptop?");
    CHECK(whole_error([] { (void)catalog.gpu("A100"); }) ==  // four of them, with two memories and two powers
          "error: the catalog has no GPU \"A100\"\n"
          " hint: write one of A100 PCIe 40 GB, A100 PCIe 80 GB, A100 SXM4 40 GB, A100 SXM4 80 GB");
    CHECK(whole_error([] { (void)catalog.gpu("completely else and unlike"); }) ==
          "error: the catalog has no GPU \"completely else and unlike\"\n"
          " hint: `breakeven catalog gpus` lists them; or give the values that the scenario needs");
    CHECK(catalog.find_gpu("") == nullptr);
    CHECK(catalog.find_gpu("RTX 4090 (48 GB mod)") == nullptr);  // a modified card is not the card
}

TEST_CASE("the laptop 4060 and the A10 have the makers' figures, not the article's") {
    const GpuFacts& laptop = catalog.gpu("RTX 4060 Laptop");
    CHECK(laptop.sms == 24);
    CHECK(laptop.cores == 3072);
    CHECK(laptop.pcie_generation == 4);
    CHECK(laptop.pcie_lanes == 8);
    CHECK(in(*laptop.memory, gigabyte) == 8.0);
    CHECK(in(*laptop.bandwidth, gigabyte / second) == near(256.0));
    CHECK(in(*laptop.tdp, watt) == 115.0);
    CHECK(laptop.kind == "laptop");
    CHECK_FALSE(laptop.msrp.has_value());  // none is published for laptop parts
    const GpuFacts& a10 = catalog.gpu("A10");
    CHECK(a10.sms == 72);
    CHECK(a10.cores == 9216);
    CHECK(in(*a10.tensor, 1e12 / second) == near(125.0, 1e-3));  // the maker's rounded figure
    CHECK(in(*a10.fp32, 1e12 / second) == near(2 * 9216 * 1.695e-3, 1e-12));
    CHECK(in(*a10.boost, 1e6 / second) == near(1695.0));
}

TEST_CASE("the makers' rounded tensor rates follow from SMs and clock") {
    // V100, A40, A100, RTX 4090 with FP16 accumulation halved, L4, T4: the data sheets' figures.
    const std::pair<const char*, double> published[] = {
        {"Tesla V100 SXM2 32 GB", 125.0}, {"A40", 149.7}, {"A100 SXM4 80 GB", 311.9},
        {"RTX 4090", 330.3 / 2},          {"L4", 121.2},  {"Tesla T4", 65.1}};
    for (const auto& published_rate : published) {
        CAPTURE(published_rate.first);
        CHECK(in(*catalog.gpu(published_rate.first).tensor, 1e12 / second) == near(published_rate.second, 3e-3));
    }
}

TEST_CASE("what no source said is unknown, not zero") {
    CHECK_FALSE(catalog.gpu("B200").bandwidth.has_value());
    CHECK_FALSE(catalog.gpu("B300").fp32.has_value());
    CHECK_FALSE(catalog.gpu("A10G").tensor.has_value());
    CHECK_FALSE(catalog.cloud("lambda-a10-on-demand").offer->spot.has_value());
    CHECK_FALSE(catalog.cloud("oracle-cloud/VM.GPU.A10.1").offer->gpu_memory.has_value());
}

TEST_CASE("an offer is found by its id or by parts of it in their order") {
    for (const char* name : {"lambda/lambda-a10-on-demand/-/on-demand", "lambda-a10-on-demand", "Lambda/lambda_a10_on_demand",
                             "LAMBDA/Lambda A10 on-demand"}) {
        CAPTURE(name);
        const CloudPrice price = catalog.cloud(name);
        CHECK(price.offer->id == "lambda/lambda-a10-on-demand/-/on-demand");
        CHECK(price.per_hour.value == 1.29);
        CHECK(price.per_hour.currency == Currency("USD"));
        CHECK_FALSE(price.spot);
        CHECK(catalog.gpu_of(*price.offer) == catalog.find_gpu("A10"));
    }
}

TEST_CASE("spot is taken only when asked for, or when there is nothing else") {
    CHECK(catalog.cloud("aws/g5.xlarge").per_hour.value == 1.01);
    CHECK_FALSE(catalog.cloud("aws/g5.xlarge").spot);
    CHECK(catalog.cloud("aws/g5.xlarge/spot").per_hour.value == 0.30);
    CHECK(catalog.cloud("aws/g5.xlarge/spot").spot);
    CHECK(catalog.cloud("verda-a100-sxm-80gb-spot").per_hour.value == 0.45);
    CHECK(catalog.cloud("verda-a100-sxm-80gb-spot").spot);
    CHECK(whole_error([] { (void)catalog.cloud("lambda-a10-on-demand/spot"); }) ==
          "error: the catalog has no offer \"lambda-a10-on-demand/spot\"\n"
          " hint: `breakeven catalog clouds` lists them; `breakeven catalog clouds a100 spot` those with both words");
}

TEST_CASE("a price is for the instance, and each of its GPUs costs its part") {
    const CloudPrice eight = catalog.cloud("aws/p4d.24xlarge");
    CHECK(eight.per_hour.value == 32.77);
    CHECK(eight.offer->gpu_count == 8.0);
    CHECK(eight.offer->for_one_gpu(eight.per_hour).value == near(32.77 / 8));
    CHECK(in(*eight.offer->gpu_memory, gigabyte) == 40.0);  // of each
    const Catalog own = Catalog::with_overrides(own_file("own_clouds.csv"));
    const CloudPrice slice = own.cloud("slice");
    CHECK(slice.offer->for_one_gpu(slice.per_hour).value == near(1.20));  // 0.15 for an eighth
}

TEST_CASE("a name that several offers share lists them") {
    CHECK(whole_error([] { (void)catalog.cloud("azure/on-demand"); }) ==
          "error: \"azure/on-demand\" names 17 offers of the catalog\n"
          " hint: write one of azure/nc24ads-a100-v4/-/on-demand, azure/nc48ads-a100-v4/-/on-demand, "
          "azure/nc96ads-a100-v4/-/on-demand, "
          "azure/nd96amsr-a100-v4/-/on-demand, azure/nc6s-v3/-/on-demand, azure/nc12s-v3/-/on-demand and 11 more");
    // One host name with four different GPUs at four prices.
    CHECK(catalog.cloud("gcp/n1-highmem-8+1x-t4").per_hour.value == 0.82);
    CHECK(catalog.cloud("gcp/n1-highmem-8+1x-v100").per_hour.value == 2.95);
}

TEST_CASE("a misspelt offer gets the nearest names in the form it was written in") {
    CHECK(whole_error([] { (void)catalog.cloud("lamda-a10-on-demand"); }) ==
          "error: the catalog has no offer \"lamda-a10-on-demand\"\n"
          " hint: did you mean lambda-a10-on-demand, lambda-a6000-on-demand or modal-a10-on-demand?");
    CHECK(whole_error([] { (void)catalog.cloud("aws/g5.xlrge"); }).find("did you mean aws/g5.xlarge") != std::string::npos);
    CHECK(whole_error([] { (void)catalog.cloud(" "); }) ==
          "error: cloud.instance is empty\n hint: `breakeven catalog clouds` lists what it may name");
    CHECK(whole_error([] { (void)catalog.cloud(std::string(100'000, 'x')); }).size() < 500);
}

TEST_CASE("a modified card and a part that the table lacks have no GPU row") {
    CHECK(catalog.gpu_of(*catalog.search_clouds(words({"48 gb mod"})).at(0)) == nullptr);
    CHECK(catalog.gpu_of(*catalog.cloud("azure/nc6").offer) == nullptr);  // K80
}

TEST_CASE("a tariff is found by region, code or id, the newest first") {
    CHECK(catalog.tariff("Germany", "household").id == "germany/household/2024-s2");
    CHECK(catalog.tariff("germany/household/2022-s2").usd->value == near(0.3536));
    CHECK(catalog.tariff("DEU", "industrial").usd->value == near(0.1552));
    CHECK(catalog.tariff("US: Texas", "Household").region == "US: Texas");
    CHECK(catalog.tariff("us-texas", "household").region == "US: Texas");
    CHECK(catalog.tariff("USA", "household").region == "United States");  // and no state
    CHECK(catalog.tariff("Georgia").iso3 == "GEO");                       // and not the state
}

TEST_CASE("a tariff's price is given in the currency that is wanted where the source has it") {
    const ElectricityTariff& german = catalog.tariff("Germany", "household");
    CHECK(german.price_near(Currency("EUR")).value == 0.3943);
    CHECK(german.price_near(Currency("CNY")).value == near(0.4244));
    CHECK(german.price_near(Currency("CNY")).currency == Currency("USD"));
}

TEST_CASE("sectors are never mixed up in silence") {
    CHECK(whole_error([] { (void)catalog.tariff("Germany"); }) ==
          "error: \"Germany\" has electricity prices of several sectors\n"
          " hint: add electricity.sector: household, industrial (households pay taxes, most industrial prices are without)");
    CHECK(whole_error([] { (void)catalog.tariff("Japan", "household"); }) ==
          "error: the catalog has no \"household\" electricity price for \"Japan\"\n hint: it has industrial");
    CHECK(whole_error([] { (void)catalog.tariff("Germny", "household"); }) ==
          "error: the catalog has no electricity price for \"Germny\"\n hint: did you mean Germany?");
    CHECK(whole_error([] { (void)catalog.tariff("Texas", "household"); }) ==
          "error: the catalog has no electricity price for \"Texas\"\n hint: did you mean US: Texas?");
}

TEST_CASE("carbon and power supplies are found by name") {
    CHECK(in(*catalog.grid_carbon("CHN").intensity, gram / kilowatt_hour) == near(582.317));
    CHECK_THROWS_AS((void)catalog.grid_carbon("Central African Republic"), InputError);  // the source's 0 is no figure
    CHECK(&catalog.grid_carbon("china") == &catalog.grid_carbon("chn"));
    CHECK(whole_error([] {
              (void)catalog.grid_carbon("Atlantis");
          }).starts_with("error: the catalog has no carbon intensity for \"Atlantis\""));
    const PsuCurve& gold = catalog.power_supply("80plus-gold-115v");
    REQUIRE(gold.points.size() == 3);
    CHECK(gold.points[0].load == 0.2);
    CHECK(gold.points[0].efficiency == 0.87);
    CHECK(gold.points[1].efficiency == 0.90);
    CHECK(gold.points[2].load == 1.0);
    CHECK(gold.points[2].efficiency == 0.87);
    CHECK(catalog.power_supply("80PLUS-Titanium-115V").points.front().load == 0.1);
    CHECK(whole_error([] { (void)catalog.power_supply("80plus-gold-230v"); }) ==
          "error: the catalog has no power supply \"80plus-gold-230v\"\n"
          " hint: did you mean 80plus-gold-230v-redundant, 80plus-gold-230v-eu or 80plus-gold-115v?");
}

TEST_CASE("a rate is that of the price's period, of the shortest period, else of the nearest") {
    const Currency usd("USD"), cny("CNY"), eur("EUR"), xau("NGN");
    CHECK(1.0 / catalog.rate(cny, usd, "2023-08-16")->units_of_into == near(7.0809, 1e-6));
    CHECK(catalog.rate(usd, cny, "2023-08-16")->units_of_into == near(7.0809, 1e-6));
    CHECK(catalog.rate(usd, cny, "2023-08-16")->period == "2023");
    CHECK(catalog.rate(usd, cny, "2024-06-15")->units_of_into == near(7.2547, 1e-6));
    CHECK(catalog.rate(eur, usd, "2024-06-15")->units_of_into == near(1.0763, 1e-6));
    CHECK(catalog.rate(usd, cny, "2026-05-24")->period == "2025-02");  // the newest there is
    CHECK(catalog.rate(usd, cny)->period == "2025-02");
    CHECK(catalog.rate(usd, cny)->date == "2025-02-28");
    CHECK(catalog.rate(usd, cny, "2010-01-01")->period == "2022");
    CHECK(catalog.rate(eur, cny, "2023-12-31")->units_of_into == near(1.0817 * 7.0809, 1e-6));
    CHECK(catalog.rate(eur, cny)->period == "2024-06");  // the older of the two
    CHECK(catalog.rate(usd, usd)->units_of_into == 1.0);
    CHECK_FALSE(catalog.rate(xau, usd).has_value());
}

TEST_CASE("a search finds rows with every word, whole words first") {
    CHECK(catalog.search_gpus(words({"LAPTOP", "4060"})).size() == 1);
    const auto a10 = catalog.search_gpus(words({"a10"}));
    REQUIRE(a10.size() == 6);  // A10, A10G and four A100
    CHECK(a10.front()->name == "A10");
    CHECK(catalog.search_clouds({}).size() == catalog.clouds().size());
    for (const CloudOffer* offer : catalog.search_clouds(words({"a100", "spot"}))) CHECK(offer->spot.has_value());
    CHECK(catalog.search_electricity(words({"texas"})).size() == 3);
    CHECK(catalog.search_electricity(words({"texas", "household"})).size() == 1);
    CHECK(catalog.search_gpus(words({"no such gpu"})).empty());
}

TEST_CASE("a user's rows come before the shipped ones") {
    Catalog own = Catalog::with_overrides(own_file("own_gpus.csv"));
    CHECK(in(*own.gpu("rtx 4060 laptop").tdp, watt) == 95.0);
    CHECK(own.gpu("rtx 4060 laptop").origin.own);
    CHECK(own.gpu("rtx 4060 laptop").origin.source == own_file("own_gpus.csv"));
    CHECK_FALSE(own.gpu("rtx 9999").memory.has_value());
    CHECK(own.gpus().size() == catalog.gpus().size() + 1);  // one is new, one in place of a shipped one
    own.override_with(own_file("own_tariffs.csv"));
    CHECK(own.tariff("Shenzhen").price_near(Currency("CNY")).value == 0.62);
    CHECK(own.tariff("Germany", "household").origin.own);  // although the shipped one is newer
    own.override_with(own_file("own_rates.csv"));
    CHECK(own.rate(Currency("CNY"), Currency("USD"), "2024-06-15")->units_of_into == 0.1408);
    CHECK(in(*catalog.gpu("rtx 4060 laptop").tdp, watt) == 115.0);  // the shipped ones stay as they are
}

TEST_CASE("a spot price that repeats the on-demand price is taken as not known, with a remark") {
    const Catalog own = Catalog::with_overrides(own_file("own_clouds.csv"));
    CHECK(own.cloud("twin").per_hour.value == 2.60);
    CHECK_FALSE(own.cloud("twin").offer->spot.has_value());
    REQUIRE(own.remarks().size() == 1);
    CHECK(own.remarks()[0].ends_with(
        "own_clouds.csv:4: the spot price of inhouse/twin/-/on-demand repeats the on-demand price: taken as not known"));
    CHECK(own.gpu_of(*own.cloud("twin").offer) == own.find_gpu("A10"));  // by the name that the user wrote
    CHECK(own.cloud("inhouse/node-7").offer->tier == "on-demand");
}

TEST_CASE("what the refreshing script writes is a catalog file of one's own") {
    const Catalog own =
        Catalog::with_overrides(own_file("refreshed.csv"));  // asserted to be the script's output in its own test
    CHECK(own.remarks().empty());
    CHECK(own.cloud("gpu_1x_a10/us-west-1").per_hour.value == 1.29);
    CHECK(own.cloud("example-cloud/gpu_8x_a100/spot")
              .offer->for_one_gpu(own.cloud("example-cloud/gpu_8x_a100/spot").per_hour)
              .value == near(4.7776 / 8));
    CHECK(own.cloud("spot_only").spot);
    CHECK(own.gpu_of(*own.cloud("spot_only").offer)->name == "RTX 6000 Ada");
}

TEST_CASE("what is no price is refused where it stands") {
    CHECK(own_error("placeholder_price.csv") ==
          "placeholder_price.csv:3:12: error: 700 an hour is what a catalog writes where nothing is sold\n"
          "    3 | Big,b,A100,700.0\n"
          "      |            ^^^^^\n"
          " hint: leave the cell empty, or the row out");
    CHECK(own_error("zero_price.csv") ==
          "zero_price.csv:2:12: error: on_demand_usd_h must be above zero\n"
          "    2 | Big,a,A100,0\n"
          "      |            ^\n"
          " hint: leave the cell empty when the value is not known");
    CHECK(own_error("no_price.csv") ==
          "no_price.csv:2: error: the row has no price\n"
          "    2 | Big,a,A100,\n"
          " hint: fill in on_demand_usd_h or spot_usd_h, US dollars for an hour of the whole instance");
    CHECK(own_error("host_without_gpu.csv") ==
          "host_without_gpu.csv:2: error: the row names no GPU\n"
          "    2 | Big,a2-highgpu-1g,,0.74\n"
          " hint: the price of a host without its GPU is no rent; fill in the column gpu");
    CHECK(own_error("no_gpus.csv").starts_with("no_gpus.csv:2:12: error: gpu_count must be above zero"));
}

TEST_CASE("a table that cannot be understood is refused") {
    CHECK(own_error("unknown_column.csv") ==
          "unknown_column.csv: error: unknown column \"on_demand_usd\"\n hint: did you mean on_demand_usd_h?");
    CHECK(own_error("unknown_table.csv") ==
          "unknown_table.csv: error: the columns do not tell what the table holds\n"
          " hint: GPUs have a column name, clouds instance, electricity sector; the others are as in the shipped tables");
    CHECK(own_error("same_name_twice.csv").starts_with("same_name_twice.csv:3: error: two rows are called big/a/-/on-demand"));
    CHECK(own_error("no_number.csv").starts_with("no_number.csv:2:10: error: \"three hundred\" in column tdp_w is no number"));
    CHECK(own_error("no_date.csv").starts_with("no_date.csv:2:16: error: \"24/05/2026\" is no date"));
    CHECK_FALSE(own_error("there is no such file.csv").empty());
}

TEST_CASE("a price older than 180 days gets a remark") {
    CHECK(age_days("2026-05-24", "2026-12-01") == 191);
    CHECK(age_days("2024-02-28", "2024-03-01") == 2);  // a leap year
    CHECK_FALSE(age_days("2026-02-30", "2026-12-01").has_value());
    CHECK_FALSE(age_days("", "2026-12-01").has_value());
    CHECK(age_remark("the price", "2026-05-24", "2026-11-20").empty());  // 180 days
    CHECK(age_remark("the price", "2026-05-24", "2026-11-21") ==
          "the price is 181 days old (2026-05-24): check it, or give your own");
    CHECK(age_remark("the price", "", "2026-11-21") == "the price has no date: nobody can tell how old it is");
    CHECK(age_remark("the price", "2026-05-24", "").empty());
}
