// What the catalog knows and the scenario leaves out: power and memory by gpu.name, rent by cloud.instance, tariff by
// electricity.region, efficiencies by electricity.psu, speed by "roofline".
#include <breakeven/models/catalog.hpp>
#include <breakeven/models/catalog_age.hpp>
#include <breakeven/models/roofline.hpp>
#include <breakeven/models/scenario_reader.hpp>

#include <optional>

namespace breakeven::detail {

namespace {

/// Runs `look_up`; its InputError is placed at the value that named the row.
template <class LookUp>
decltype(auto) at_value(const ConfigNode& node, LookUp&& look_up) {
    try {
        return look_up();
    } catch (const InputError& error) {
        throw error.placed(node.position);
    }
}

void remark_on_age(const ScenarioReader& reader, std::string_view what, const std::string& date) {
    std::string remark = age_remark(what, date, reader.options.today);
    if (!remark.empty()) reader.remark(std::move(remark));
}

/// A catalog's price in the scenario's currency. Only these may use the shipped rates; the scenario's own come first.
double in_scenario_currency(const ScenarioReader& reader, const Catalog& catalog, const Amount& price, const std::string& date) {
    const Exchange& door = reader.out.door;
    if (price.currency == door.into() || door.rates().contains(price.currency)) return in(door.exchange(price), money);
    const auto rate = catalog.rate(price.currency, door.into(), date);
    if (!rate) (void)door.rate(price.currency);  // throws: no rate, and how to give one
    reader.remark("catalog price exchanged at the shipped rate of " + rate->period + ": 1 " + std::string(price.currency.code()) + " = " +
                  text_in_unit(rate->units_of_into, "", {}, nullptr) + " " + std::string(door.into().code()) + "; [exchange] sets your own");
    return price.value * rate->units_of_into;
}

const GpuFacts* read_gpu(const ScenarioReader& reader, const Catalog& catalog) {
    const ConfigNode* name = reader.config.find("gpu.name");
    if (name == nullptr) return nullptr;
    Scenario& s = reader.out.scenario;
    const GpuFacts* gpu = catalog.find_gpu(name->text);
    const bool power_given = reader.has("electricity.active_power");
    if (gpu == nullptr && !power_given) at_value(*name, [&] { return catalog.gpu(name->text).name; });  // throws with the nearest names
    if (gpu == nullptr) {
        reader.remark("\"" + name->text + "\" is not in the catalog; the scenario's own values are used");
        return nullptr;
    }
    const std::string source = "catalog " + gpu->id;
    if (!power_given && gpu->tdp) {
        s.electricity.active_power = *gpu->tdp;
        reader.from_catalog["electricity.active_power"] = {source, gpu->origin.date};
        reader.remark("the active power is the catalog's total graphics power, " + to_text(*gpu->tdp, "W") +
                      "; the rest of the machine is not in it");
    }
    if (!reader.has("gpu.memory") && gpu->memory) {
        s.gpu.memory = *gpu->memory;
        reader.from_catalog["gpu.memory"] = {source, gpu->origin.date};
    }
    return gpu;
}

const GpuFacts* read_cloud(const ScenarioReader& reader, const Catalog& catalog) {
    const ConfigNode* name = reader.config.find("cloud.instance");
    if (name == nullptr) return nullptr;
    if (reader.has("cloud.price") || reader.has("cloud.reserved")) {
        // The price is the scenario's own; the name may still tell which GPU it buys.
        try {
            return catalog.gpu_of(*catalog.cloud(name->text).offer);
        } catch (const InputError&) {
            reader.remark("\"" + name->text + "\" is no single offer of the catalog; the scenario's own price is used");
            return nullptr;
        }
    }
    return at_value(*name, [&] {
        const CloudPrice found = catalog.cloud(name->text);
        const Amount each = found.offer->for_one_gpu(found.per_hour);
        const std::string& date = found.offer->origin.date;
        reader.out.scenario.cloud.price = in_scenario_currency(reader, catalog, each, date) * (money / hour);
        reader.from_catalog["cloud.price"] = {"catalog " + found.offer->id + (found.spot ? " (spot)" : ""), date};
        remark_on_age(reader, "the price of " + found.offer->id, date);
        if (found.spot) reader.remark("the rent is a spot price: it may be interrupted; cloud.spot_interruption_mtbf prices that");
        if (found.offer->gpu_count != 1.0)
            reader.remark("the rent is for one of the instance's " + text_in_unit(found.offer->gpu_count, "", {}, nullptr) + " GPUs");
        return catalog.gpu_of(*found.offer);
    });
}

void read_region(const ScenarioReader& reader, const Catalog& catalog) {
    const ConfigNode* region = reader.config.find("electricity.region");
    const ConfigNode* sector = reader.config.find("electricity.sector");
    if (region == nullptr) {
        if (sector != nullptr)
            throw InputError("electricity.sector goes with electricity.region", "add region = \"…\"", sector->position);
        return;
    }
    const std::string region_name = reader.text("electricity.region");
    const std::string sector_name = reader.text("electricity.sector");
    at_value(*region, [&] {
        const ElectricityTariff& row = catalog.tariff(region_name, sector_name);
        const Amount& price = row.price_near(reader.out.door.into());
        const double per_kwh = in_scenario_currency(reader, catalog, price, row.origin.date);
        reader.out.scenario.electricity.tariff.tiers = {{1.0, per_kwh * (money / kilowatt_hour)}};
        reader.record("electricity.price", per_kwh, unit_in_currency("CUR/kWh", reader.out.door.into()), "catalog " + row.id, row.origin.date);
        remark_on_age(reader, "the electricity price of " + row.id, row.origin.date);
        return 0;
    });
}

void read_supply(const ScenarioReader& reader, const Catalog& catalog) {
    const ConfigNode* name = reader.config.find("electricity.psu");
    if (name == nullptr) {
        if (const ConfigNode* rated = reader.config.find("electricity.psu_rated"))
            throw InputError("electricity.psu_rated goes with electricity.psu", "add psu = \"80plus-gold-115v\"", rated->position);
        return;
    }
    const std::string supply = reader.text("electricity.psu");
    reader.out.scenario.electricity.supply.points = at_value(*name, [&] { return catalog.power_supply(supply).points; });
    require_key(reader, "electricity.psu_rated", reader.has("electricity.psu_rated"), "\"1000 W\"");
}

void read_roofline(const ScenarioReader& reader, const GpuFacts* local, const GpuFacts* cloud) {
    const ConfigNode* node = reader.config.find("cloud.speed_ratio");
    if (node == nullptr || node->kind != ConfigNode::Kind::string || node->text != "roofline") return;
    if (local == nullptr || cloud == nullptr)
        throw InputError(std::string("a roofline needs ") + (local == nullptr ? "gpu.name" : "cloud.instance") + " to name a row of the catalog",
                         "name both GPUs, or give speed_ratio as a number", node->position);
    require_key(reader, "job.arithmetic_share", reader.has("job.arithmetic_share"), "0.6");
    const double share = read_as<Fraction>(*reader.config.find("job.arithmetic_share"), nullptr);
    reader.out.scenario.cloud.speed_ratio = at_value(*node, [&] { return speed_ratio(*local, *cloud, share); });
    reader.from_catalog["cloud.speed_ratio"] = {"roofline of " + local->id + " and " + cloud->id, local->origin.date};
    reader.remark("the speed ratio is a roofline over FP32 and bandwidth peaks; two logs of the same work would tell more");
}

}  // namespace

void read_from_catalog(const ScenarioReader& reader) {
    // Nothing of the catalog is parsed for a scenario that names nothing of it.
    const Catalog catalog = reader.options.catalog_file.empty() ? Catalog::shipped() : Catalog::with_overrides(reader.options.catalog_file);
    for (const std::string& remark : catalog.remarks()) reader.remark(remark);
    const GpuFacts* local = read_gpu(reader, catalog);
    const GpuFacts* cloud = read_cloud(reader, catalog);
    read_region(reader, catalog);
    read_supply(reader, catalog);
    read_roofline(reader, local, cloud);
}

}  // namespace breakeven::detail
