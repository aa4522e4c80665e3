// One reader for each kind of row; the shipped tables, read when first asked for; a user's own table, its kind told by its
// columns.
#include <breakeven/models/catalog_tables.hpp>

#include <breakeven/core/byte_source.hpp>
#include <breakeven/core/suggest.hpp>
#include <breakeven/data/tables.hpp>
#include <breakeven/models/catalog_cells.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace breakeven::detail {

namespace {

constexpr Frequency megahertz = 1e6 / second;
constexpr Frequency tera_operations = 1e12 / second;
constexpr double not_sold_here = 700.0;  // what one large catalog writes where an instance has no price
constexpr std::size_t most_rows = 100'000;

std::string own_id_or(const CatalogCells& cells, std::string made) {
    std::string id = lower(cells.text("id"));
    return id.empty() ? std::move(made) : id;
}

/// `per_clock` * units * boost where all are known: the tables' own figures are rounded.
std::optional<Frequency> peak(const std::optional<double>& per_clock, const std::optional<int>& units,
                              const std::optional<Frequency>& boost, const std::optional<Frequency>& stated) {
    if (per_clock && units && boost) return Frequency(*per_clock * static_cast<double>(*units) * *boost);
    return stated;
}

GpuFacts read_gpu(const CatalogCells& cells) {
    GpuFacts gpu;
    gpu.name = cells.required("name");
    gpu.id = own_id_or(cells, slug(gpu.name));
    gpu.kind = cells.text("class");
    gpu.architecture = cells.text("arch");
    gpu.year = cells.whole("year");
    gpu.sms = cells.whole("sms");
    gpu.cores = cells.whole("cores");
    gpu.boost = cells.quantity("boost_mhz", megahertz);
    gpu.fp32 =
        peak(cells.number("fp32_flop_per_core_clock"), gpu.cores, gpu.boost, cells.quantity("fp32_tflops", tera_operations));
    gpu.tensor = peak(cells.number("tensor_flop_per_sm_clock"), gpu.sms, gpu.boost,
                      cells.quantity("fp16_tensor_tflops", tera_operations));
    gpu.memory = cells.quantity("memory_gb", gigabyte);
    gpu.memory_type = cells.text("memory_type");
    gpu.bandwidth = cells.quantity("bandwidth_gb_s", Bandwidth(gigabyte / second));
    gpu.tdp = cells.quantity("tdp_w", watt);
    gpu.pcie_generation = cells.whole("pcie_gen");
    gpu.pcie_lanes = cells.whole("pcie_lanes");
    gpu.msrp = cells.usd("msrp_usd");
    gpu.origin = cells.origin();
    return gpu;
}

/// A price of an instance; none when the cell is empty. Refuses what catalogs write in place of a price.
std::optional<Amount> rent(const CatalogCells& cells, std::string_view column) {
    const auto price = cells.usd(column);
    if (price && price->value == not_sold_here)
        cells.refuse(column, "700 an hour is what a catalog writes where nothing is sold",
                     "leave the cell empty, or the row out");
    return price;
}

CloudOffer read_cloud(const CatalogCells& cells) {
    CloudOffer offer;
    offer.provider = cells.required("provider");
    offer.instance = cells.own() ? cells.required("instance") : cells.text("instance");
    offer.gpu = cells.text("gpu");
    offer.gpu_ref = cells.text("gpu_ref");
    if (offer.gpu.empty()) offer.gpu = offer.gpu_ref;
    if (offer.gpu.empty())
        cells.refuse({}, "the row names no GPU", "the price of a host without its GPU is no rent; fill in the column gpu");
    offer.gpu_count = cells.number("gpu_count").value_or(1.0);
    offer.gpu_memory = cells.quantity("gpu_memory_gb", gigabyte);
    offer.vcpus = cells.text("vcpus");
    offer.region = cells.text("region");
    offer.tier = cells.text("tier");
    offer.on_demand = rent(cells, "on_demand_usd_h");
    offer.spot = rent(cells, "spot_usd_h");
    if (!offer.on_demand && !offer.spot)
        cells.refuse({}, "the row has no price",
                     "fill in on_demand_usd_h or spot_usd_h, US dollars for an hour of the whole instance");
    if (offer.tier.empty()) offer.tier = offer.on_demand ? "on-demand" : "spot";
    const std::string region = slug(offer.region);
    offer.id = own_id_or(cells, slug(offer.provider) + "/" + slug(offer.instance) + "/" + (region.empty() ? "-" : region) +
                                    "/" + slug(offer.tier));
    if (offer.on_demand && offer.spot && offer.on_demand->value == offer.spot->value) {
        offer.spot.reset();
        cells.remark("the spot price of " + offer.id + " repeats the on-demand price: taken as not known");
    }
    offer.origin = cells.origin();
    return offer;
}

ElectricityTariff read_tariff(const CatalogCells& cells) {
    ElectricityTariff tariff;
    tariff.region = cells.required("region");
    tariff.iso3 = cells.text("iso3");
    tariff.sector = lower(cells.required("sector"));
    tariff.period = cells.text("period");
    tariff.usd = cells.usd("price_usd_kwh");
    if (const auto local = cells.number("price_local_kwh")) tariff.local = Amount{*local, cells.currency("currency")};
    if (!tariff.usd && !tariff.local)
        cells.refuse({}, "the row has no price", "fill in price_usd_kwh, or price_local_kwh and currency");
    tariff.tax_basis = cells.text("tax_basis");
    tariff.quality = cells.text("quality");
    tariff.id = own_id_or(cells, slug(tariff.region) + "/" + slug(tariff.sector) + "/" + slug(tariff.period));
    tariff.origin = cells.origin();
    return tariff;
}

GridCarbon read_carbon(const CatalogCells& cells) {
    GridCarbon row;
    row.iso3 = cells.required("iso3");
    row.country = cells.text("country");
    row.intensity = cells.quantity("carbon_intensity_g_per_kwh", CarbonIntensity(gram / kilowatt_hour));
    row.id = own_id_or(cells, lower(row.iso3) + "/" + cells.text("year"));
    row.origin = cells.origin();
    return row;
}

PsuCurve read_power_supply(const CatalogCells& cells) {
    static constexpr std::pair<const char*, double> loads[] = {
        {"eff_10", 0.1}, {"eff_20", 0.2}, {"eff_50", 0.5}, {"eff_100", 1.0}};
    PsuCurve curve;
    curve.id = lower(cells.required("id"));
    curve.label = cells.text("label");
    curve.input = cells.text("input");
    for (const auto& [column, load] : loads)
        if (const auto efficiency = cells.number(column)) {
            if (*efficiency > 1.0) cells.refuse(column, "an efficiency is a share from 0 to 1", "87 % is written 0.87");
            curve.points.push_back({load, *efficiency});
        }
    if (curve.points.empty()) cells.refuse({}, "the row has no efficiency", "fill in eff_20, eff_50 and eff_100");
    curve.origin = cells.origin();
    return curve;
}

ExchangeRate read_rate(const CatalogCells& cells) {
    ExchangeRate rate;
    rate.currency = cells.currency("currency");
    rate.period = cells.required("period");
    const auto usd = cells.number("usd_per_unit");
    if (!usd) cells.refuse({}, "the row has no usd_per_unit", "give US dollars for one unit of the currency");
    rate.usd_per_unit = *usd;
    rate.id = own_id_or(cells, lower(rate.currency.code()) + "/" + rate.period);
    rate.origin = cells.origin();
    return rate;
}

template <class Row>
std::vector<Row> read_rows(CsvTable& table, const CatalogCells& cells, Row (*read)(const CatalogCells&)) {
    std::vector<Row> rows;
    std::set<std::string> ids;
    while (table.next()) {
        if (rows.size() == most_rows) cells.refuse({}, "the table has more than 100 000 rows", "keep the rows that you need");
        rows.push_back(read(cells));
        if (!ids.insert(rows.back().id).second)
            cells.refuse({}, "two rows are called " + rows.back().id, "give each an id of its own");
    }
    return rows;
}

template <class Row>
std::vector<Row> read_shipped(std::string_view csv, const char* file, Row (*read)(const CatalogCells&)) {
    CsvTable table(bytes_in_memory(csv, TextEncoding::bytes), file);
    std::vector<std::string> remarks;
    return read_rows(table, CatalogCells(table, {}, remarks), read);
}

/// Throws InputError when the table has a column that the shipped one has not.
void require_known_columns(const CsvTable& table, std::string_view shipped_csv, const std::string& path) {
    CsvRow header;
    (void)header.split(shipped_csv.substr(0, shipped_csv.find('\n')));
    const std::vector<std::string> known(header.fields().begin(), header.fields().end());
    for (const std::string& column : table.header().names()) {
        if (std::find(known.begin(), known.end(), column) != known.end()) continue;
        std::string hint = did_you_mean(column, known);
        if (hint.empty()) {
            for (const std::string& name : known) hint += (hint.empty() ? "the columns are " : ", ") + name;
        }
        throw InputError("unknown column \"" + column + "\"", hint, Position{.file = path, .text = {}});
    }
}

}  // namespace

std::string slug(std::string_view text) {
    std::string out;
    for (const char c : lower(text)) {
        const bool kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '+';
        if (kept)
            out += c;
        else if (!out.empty() && out.back() != '-')
            out += '-';
    }
    while (out.ends_with('-')) out.pop_back();
    return out;
}

std::string gpu_key(std::string_view name) {
    std::vector<std::string> words;
    const std::string text = slug(name);
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('-', at), text.size());
        const std::string word = text.substr(at, end - at);
        if (word != "nvidia" && word != "amd" && word != "geforce" && !word.empty()) words.push_back(word);
        at = end + 1;
    }
    while (words.size() > 1 && (words.back() == "gpu" || words.back() == "generation")) words.pop_back();
    std::string key;
    for (const std::string& word : words) key += word;
    return key;
}

const std::vector<GpuFacts>& shipped_gpus() {
    static const auto rows = read_shipped(gpus_csv(), "data/gpus.csv", read_gpu);
    return rows;
}
const std::vector<CloudOffer>& shipped_clouds() {
    static const auto rows = read_shipped(cloud_prices_csv(), "data/cloud_prices.csv", read_cloud);
    return rows;
}
const std::vector<ElectricityTariff>& shipped_electricity() {
    static const auto rows = read_shipped(electricity_prices_csv(), "data/electricity_prices.csv", read_tariff);
    return rows;
}
const std::vector<GridCarbon>& shipped_carbon() {
    static const auto rows = read_shipped(grid_carbon_csv(), "data/grid_carbon.csv", read_carbon);
    return rows;
}
const std::vector<PsuCurve>& shipped_power_supplies() {
    static const auto rows = read_shipped(psu_efficiency_csv(), "data/psu_efficiency.csv", read_power_supply);
    return rows;
}
const std::vector<ExchangeRate>& shipped_rates() {
    static const auto rows = read_shipped(fx_csv(), "data/fx.csv", read_rate);
    return rows;
}

OwnTable read_own_table(const std::string& path) {
    CsvTable table(path);
    OwnTable out;
    const CatalogCells cells(table, path, out.remarks);
    const auto fill = [&](auto& rows, std::string_view shipped_csv, auto read) {
        require_known_columns(table, shipped_csv, path);
        rows = read_rows(table, cells, read);
    };
    if (table.has("instance"))
        fill(out.clouds, cloud_prices_csv(), read_cloud);
    else if (table.has("sector"))
        fill(out.electricity, electricity_prices_csv(), read_tariff);
    else if (table.has("carbon_intensity_g_per_kwh"))
        fill(out.carbon, grid_carbon_csv(), read_carbon);
    else if (table.has("eff_50"))
        fill(out.power_supplies, psu_efficiency_csv(), read_power_supply);
    else if (table.has("usd_per_unit"))
        fill(out.rates, fx_csv(), read_rate);
    else if (table.has("name"))
        fill(out.gpus, gpus_csv(), read_gpu);
    else
        throw InputError(
            "the columns do not tell what the table holds",
            "GPUs have a column name, clouds instance, electricity sector; the others are as in the shipped tables",
            Position{.file = path, .text = {}});
    if (!table.damage().empty())
        throw InputError(std::string(table.damage()), "get a whole copy of the file", Position{.file = path, .text = {}});
    return out;
}

}  // namespace breakeven::detail
