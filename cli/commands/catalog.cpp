// catalog: the shipped facts, with source and date.
#include "../commands.hpp"
#include "../json_numbers.hpp"
#include "../numbers.hpp"

#include <breakeven/core/units.hpp>
#include <breakeven/models/catalog.hpp>
#include <breakeven/models/catalog_age.hpp>

namespace breakeven::cli {

namespace {

using nlohmann::ordered_json;

struct Options {
    std::string table;
    std::vector<std::string> words;
};

template <class Quantity>
std::optional<double> counted(const std::optional<Quantity>& value, const Quantity& unit) {
    return value ? std::optional(in(*value, unit)) : std::nullopt;
}
std::optional<double> amount(const std::optional<Amount>& value) { return value ? std::optional(value->value) : std::nullopt; }
std::string shown(const std::optional<double>& value) { return value ? fmt::format("{:.6g}", *value) : "–"; }

ordered_json origin_json(const Origin& origin) {
    return {{"date", or_null(origin.date)}, {"source", origin.source}, {"licence", or_null(origin.licence)}, {"note", or_null(origin.note)}};
}

/// One row of any table: its JSON, and the cells of its columns.
struct Listing {
    std::vector<std::string> columns;
    std::vector<bool> right_aligned;
    std::vector<std::vector<std::string>> rows;
    ordered_json json = ordered_json::array();
};

Listing list_gpus(const Catalog& catalog, const std::vector<std::string>& words) {
    constexpr Frequency tera_per_second = 1e12 / second;
    Listing out{{"GPU", "kind", "year", "FP32, TFLOPS", "tensor, TFLOPS", "memory, GB", "GB/s", "W", "MSRP, USD"},
                {false, false, true, true, true, true, true, true, true}, {}, ordered_json::array()};
    for (const GpuFacts* gpu : catalog.search_gpus(words)) {
        const auto fp32 = counted(gpu->fp32, tera_per_second), tensor = counted(gpu->tensor, tera_per_second);
        const auto memory = counted(gpu->memory, gigabyte), bandwidth = counted(gpu->bandwidth, gigabyte / second), tdp = counted(gpu->tdp, watt);
        out.rows.push_back({gpu->name, gpu->kind, gpu->year ? fmt::format("{}", *gpu->year) : "–", shown(fp32), shown(tensor), shown(memory),
                            shown(bandwidth), shown(tdp), shown(amount(gpu->msrp))});
        ordered_json one{{"id", gpu->id}, {"name", gpu->name}, {"kind", gpu->kind}, {"architecture", gpu->architecture},
                         {"year", or_null(gpu->year)}, {"sms", or_null(gpu->sms)}, {"cores", or_null(gpu->cores)},
                         {"fp32_tflops", or_null(fp32)}, {"fp16_tensor_tflops", or_null(tensor)}, {"memory_gb", or_null(memory)},
                         {"memory_type", or_null(gpu->memory_type)}, {"bandwidth_gb_s", or_null(bandwidth)}, {"tdp_w", or_null(tdp)},
                         {"pcie_gen", or_null(gpu->pcie_generation)}, {"pcie_lanes", or_null(gpu->pcie_lanes)}, {"msrp_usd", or_null(amount(gpu->msrp))}};
        one["origin"] = origin_json(gpu->origin);
        out.json.push_back(std::move(one));
    }
    return out;
}

Listing list_clouds(const Catalog& catalog, const std::vector<std::string>& words) {
    Listing out{{"offer", "GPU", "GPUs", "on demand, USD/h", "spot, USD/h", "for one GPU", "date", "age, days"},
                {false, false, true, true, true, true, false, true}, {}, ordered_json::array()};
    for (const CloudOffer* offer : catalog.search_clouds(words)) {
        const std::optional<Amount>& price = offer->on_demand ? offer->on_demand : offer->spot;
        const std::optional<double> each = price ? std::optional(offer->for_one_gpu(*price).value) : std::nullopt;
        const auto age = age_days(offer->origin.date, today());
        out.rows.push_back({offer->id, offer->gpu, shown(offer->gpu_count), shown(amount(offer->on_demand)), shown(amount(offer->spot)), shown(each),
                            offer->origin.date, age ? fmt::format("{}", *age) : "–"});
        ordered_json one{{"id", offer->id}, {"provider", offer->provider}, {"instance", or_null(offer->instance)}, {"gpu", offer->gpu},
                         {"gpu_ref", or_null(offer->gpu_ref)}, {"gpu_count", offer->gpu_count}, {"region", or_null(offer->region)},
                         {"tier", or_null(offer->tier)}, {"on_demand_usd_h", or_null(amount(offer->on_demand))},
                         {"spot_usd_h", or_null(amount(offer->spot))}, {"age_days", or_null(age)}};
        one["origin"] = origin_json(offer->origin);
        out.json.push_back(std::move(one));
    }
    return out;
}

Listing list_electricity(const Catalog& catalog, const std::vector<std::string>& words) {
    Listing out{{"region", "sector", "period", "USD/kWh", "taxes", "quality", "date"}, {false, false, false, true, false, false, false}, {}, ordered_json::array()};
    for (const ElectricityTariff* row : catalog.search_electricity(words)) {
        out.rows.push_back({row->region, row->sector, row->period, shown(amount(row->usd)), row->tax_basis, row->quality, row->origin.date});
        ordered_json one{{"id", row->id}, {"region", row->region}, {"iso3", or_null(row->iso3)}, {"sector", row->sector}, {"period", row->period},
                         {"usd_per_kwh", or_null(amount(row->usd))}, {"local_per_kwh", or_null(amount(row->local))},
                         {"local_currency", row->local ? ordered_json(std::string(row->local->currency.code())) : ordered_json(nullptr)},
                         {"tax_basis", or_null(row->tax_basis)}, {"quality", or_null(row->quality)}};
        one["origin"] = origin_json(row->origin);
        out.json.push_back(std::move(one));
    }
    return out;
}

Answer catalog(const Options& options, const ScenarioFlags& flags) {
    const Catalog known = flags.catalog.empty() ? Catalog::shipped() : Catalog::with_overrides(flags.catalog);
    Listing listing = options.table == "gpus"     ? list_gpus(known, options.words)
                      : options.table == "clouds" ? list_clouds(known, options.words)
                                                  : list_electricity(known, options.words);
    Answer out;
    out.remarks = known.remarks();
    out.json = {{"schema", "breakeven.catalog/1"}, {"table", options.table}, {"count", listing.rows.size()}};
    out.json["rows"] = std::move(listing.json);
    out.json["remarks"] = out.remarks;
    const std::size_t count = listing.rows.size();
    const Table table{.title = "", .columns = std::move(listing.columns), .right_aligned = std::move(listing.right_aligned), .rows = std::move(listing.rows)};
    out.rows = table;
    out.tables = {table};
    out.text = count == 0 ? "Nothing in this table holds all these words.\n" : fmt::format("{} {} of {}\n\n", count, count == 1 ? "row" : "rows", options.table) + aligned(table);
    return out;
}

}  // namespace

Run set_up_catalog(CLI::App& app) {
    auto options = std::make_shared<Options>();
    app.add_option("table", options->table, "gpus, clouds or electricity")
        ->check(CLI::IsMember({"gpus", "clouds", "electricity"}))
        ->type_name("TABLE")
        ->required();
    app.add_option("words", options->words, "rows that hold all of these words")->type_name("WORD");
    auto flags = std::make_shared<ScenarioFlags>();
    app.add_option("--catalog", flags->catalog, "your own rows, which come before the shipped ones")->type_name("FILE");
    const auto output = add_output_options(app);
    return [=] { return write(catalog(*options, *flags), *output); };
}

}  // namespace breakeven::cli
