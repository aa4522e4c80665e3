#include <breakeven/models/scenario_file.hpp>

#include <breakeven/core/config.hpp>
#include <breakeven/core/suggest.hpp>
#include <breakeven/models/cost_sheet.hpp>
#include <breakeven/models/scenario_keys.hpp>
#include <breakeven/models/scenario_reader.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace breakeven {

namespace detail {

std::string ScenarioReader::text(std::string_view key) const {
    const ConfigNode* node = config.find(key);
    if (node == nullptr) return {};
    std::string value = read_as<std::string>(*node, nullptr);
    record(key, value, "", source_of(*node));
    return value;
}

std::size_t ScenarioReader::choice(std::string_view key, std::span<const std::string_view> names, std::size_t fallback) const {
    const ConfigNode* node = config.find(key);
    if (node == nullptr) {
        record(key, std::string(names[fallback]), "", "default");
        return fallback;
    }
    const std::string value = read_as<std::string>(*node, nullptr);
    const auto found = std::find(names.begin(), names.end(), value);
    if (found == names.end()) {
        std::string all;
        for (const std::string_view name : names) all += (all.empty() ? "" : ", ") + std::string(name);
        const std::string meant = did_you_mean(value, {names.begin(), names.end()});
        throw InputError("\"" + value + "\" is none of the choices", meant.empty() ? "one of " + all : meant, node->position);
    }
    record(key, value, "", source_of(*node));
    return static_cast<std::size_t>(found - names.begin());
}

void ScenarioReader::refuse_both(std::string_view one, std::string_view other) const {
    const ConfigNode* first = config.find(one);
    const ConfigNode* second = config.find(other);
    if (first == nullptr || second == nullptr) return;
    throw InputError(std::string(other) + " stands in place of " + std::string(one) + "; both are given", "leave one of them out",
                     second->position);
}

void require_key(const ScenarioReader& reader, std::string_view key, bool present, std::string_view example) {
    if (present) return;
    Position at;
    at.file = reader.config.file();
    const std::size_t dot = key.find('.');
    throw InputError(std::string(key) + " is missing",
                     "write under [" + std::string(key.substr(0, dot)) + "]: " + std::string(key.substr(dot + 1)) + " = " +
                         std::string(example),
                     at);
}

namespace {

/// Reads every quantity that the file states and records all of them, defaults too.
struct QuantityReader {
    const ScenarioReader& reader;

    template <class Quantity>
    void operator()(std::string_view key, Quantity& member, std::string_view unit) const {
        const ConfigNode* node = reader.config.find(key);
        if (node != nullptr && !reader.from_catalog.contains(key)) member = read_as<Quantity>(*node, &reader.out.door);
        record(key, member, unit, node);
    }
    template <class Quantity>
    void operator()(std::string_view key, std::optional<Quantity>& member, std::string_view unit) const {
        const ConfigNode* node = reader.config.find(key);
        if (node == nullptr) return;
        member = read_as<Quantity>(*node, &reader.out.door);
        record(key, *member, unit, node);
    }

private:
    template <class Quantity>
    void record(std::string_view key, const Quantity& value, std::string_view unit, const ConfigNode* node) const {
        const std::string named = unit_in_currency(unit, reader.out.door.into());
        std::string source = node == nullptr ? "default" : reader.source_of(*node);
        std::string date;
        if (const auto known = reader.from_catalog.find(key); known != reader.from_catalog.end()) std::tie(source, date) = known->second;
        if constexpr (std::is_same_v<Quantity, double>)
            reader.record(key, value, named, source, date);
        else
            reader.record(key, number_in(value, named, &reader.out.door), named, source, date);
    }
};

/// The scenario's currency, and the rates into it. Without `currency` the first price decides, the machine's own before others.
void read_exchange(const ScenarioReader& reader) {
    Currency into;
    if (const ConfigNode* node = reader.config.find("currency")) {
        try {
            into = Currency(read_as<std::string>(*node, nullptr));
        } catch (const InputError& error) {
            throw placed_at(error, *node);
        }
    } else {
        for (const std::string_view key : {"ownership.price", "cloud.price", "cloud.reserved", "electricity.price"}) {
            const ConfigNode* price = reader.config.find(key);
            for (const std::string& code : Currency::codes())
                if (into == Currency() && price != nullptr && price->text.find(code) != std::string::npos) into = Currency(code);
        }
    }
    std::string date;
    if (const ConfigNode* node = reader.config.find("exchange.date")) date = node->text;
    Exchange door(into, date);
    for (const auto& [code, node] : reader.config.open_table("exchange")) {
        if (code == "date") continue;
        try {
            const Currency from(code);
            if (node->kind != ConfigNode::Kind::number)
                throw InputError("a rate is a plain number: units of " + std::string(into.code()) + " for one " + code, "");
            door.set_rate(from, node->number);
        } catch (const InputError& error) {
            throw placed_at(error, *node);
        }
        reader.record("exchange." + code, node->number, std::string(into.code()) + "/" + code, reader.source_of(*node), date);
    }
    reader.out.door = door;
    reader.out.scenario.currency = into;
    if (into != Currency()) return;
    // Without one nothing can be priced: the first price is missing, or it says no currency.
    const ConfigNode* price = reader.config.find("ownership.price");
    require_key(reader, "ownership.price", price != nullptr, "\"8500 CNY\"");
    (void)read_as<Money>(*price, &reader.out.door);
}

void read_tariff(const ScenarioReader& reader) {
    reader.refuse_both("electricity.price", "electricity.tariff");
    reader.refuse_both("electricity.price", "electricity.region");
    reader.refuse_both("electricity.tariff", "electricity.region");
    Tariff& tariff = reader.out.scenario.electricity.tariff;
    const std::string unit = unit_in_currency("CUR/kWh", reader.out.door.into());
    static constexpr std::array<std::string_view, 2> uses = {"uniform", "cheapest-first"};
    if (const ConfigNode* node = reader.config.find("electricity.price")) {
        const auto price = read_as<EnergyPrice>(*node, &reader.out.door);
        tariff.tiers = {{1.0, price}};
        reader.record("electricity.price", number_in(price, unit, &reader.out.door), unit, reader.source_of(*node));
    } else if (const ConfigNode* tiers = reader.config.find("electricity.tariff")) {
        if (tiers->kind != ConfigNode::Kind::array || tiers->items.empty())
            throw InputError("a list of tiers belongs here", "write it as in [ { share = 0.5, price = \"0.40 CNY/kWh\" }, … ]",
                             tiers->position);
        for (std::size_t i = 0; i < tiers->items.size(); ++i) {
            const ConfigNode& tier = tiers->items[i];
            const ConfigNode* share = tier.find("share");
            const ConfigNode* price = tier.find("price");
            if (share == nullptr || price == nullptr || tier.entries.size() != 2)
                throw InputError("a tier has a share and a price", "write it as in { share = 0.5, price = \"0.40 CNY/kWh\" }",
                                 tier.position);
            tariff.tiers.push_back({read_as<Fraction>(*share, nullptr), read_as<EnergyPrice>(*price, &reader.out.door)});
            const std::string key = "electricity.tariff." + std::to_string(i);
            reader.record(key + ".share", tariff.tiers.back().share, "", reader.source_of(tier));
            reader.record(key + ".price", number_in(tariff.tiers.back().price, unit, &reader.out.door), unit,
                          reader.source_of(tier));
        }
    }
    tariff.use = static_cast<TariffUse>(reader.choice("electricity.tariff_use", uses, 0));
}

void read_fan_curve(const ScenarioReader& reader) {
    auto& fan = reader.out.scenario.fan;
    reader.refuse_both("fan.speed", "fan.curve");
    reader.refuse_both("fan.power", "fan.max_power");
    const ConfigNode* curve = reader.config.find("fan.curve");
    const ConfigNode* temperature = reader.config.find("fan.temperature");
    if (temperature != nullptr) {
        fan.temperature = read_as<Temperature>(*temperature, nullptr);
        reader.record("fan.temperature", fan.temperature->in_celsius(), "degC", reader.source_of(*temperature));
    }
    if (curve == nullptr) return;
    for (const ConfigNode& point : curve->items) {
        if (point.items.size() != 2)
            throw InputError("a point of the curve is a temperature and a speed", "write it as in [\"50 degC\", 0.3]", point.position);
        fan.curve.push_back({read_as<Temperature>(point.items[0], nullptr), read_as<Fraction>(point.items[1], nullptr)});
    }
    require_key(reader, "fan.temperature", fan.temperature.has_value(), "\"75 degC\"");
    try {
        fan.speed = fan_speed(fan.curve, *fan.temperature);
    } catch (const InputError& error) {
        throw error.placed(curve->position);
    }
}

/// "young", "daly" or a time. Absent: daly.
void read_checkpoint(const ScenarioReader& reader, std::string_view key, CheckpointRule& rule, Time& interval) {
    const ConfigNode* node = reader.config.find(key);
    if (node == nullptr) return;
    if (node->kind == ConfigNode::Kind::string && (node->text == "young" || node->text == "daly")) {
        rule = node->text == "young" ? CheckpointRule::young : CheckpointRule::daly;
        reader.record(key, node->text, "", reader.source_of(*node));
        return;
    }
    rule = CheckpointRule::interval;
    interval = read_as<Time>(*node, nullptr);
    reader.record(key, number_in(interval, "s"), "s", reader.source_of(*node));
}

void read_heat(const ScenarioReader& reader) {
    if (!reader.has("heat")) return;
    auto& heat = reader.out.scenario.heat.emplace();
    const auto point = [&](std::string_view key, Temperature& out) {
        const ConfigNode* node = reader.config.find(key);
        if (node == nullptr) return false;
        out = read_as<Temperature>(*node, nullptr);
        reader.record(key, out.in_celsius(), "degC", reader.source_of(*node));
        return true;
    };
    require_key(reader, "heat.limit", point("heat.limit", heat.limit), "\"87 degC\"");
    require_key(reader, "heat.resistance", reader.has("heat.resistance"), "\"0.539 K/W\"");
    if (!point("heat.ambient", heat.ambient)) {
        heat.ambient = reader.out.scenario.line.reference.temperature.value_or(celsius(25.0));
        reader.record("heat.ambient", heat.ambient.in_celsius(), "degC", "default");
    }
}

/// The assumptions that matter most and were not stated, and other things a careful reader would ask about.
void remark_on(const ScenarioReader& reader) {
    const Scenario& s = reader.out.scenario;
    std::string assumed;
    const auto assume = [&](std::string_view key, std::string_view words) {
        if (!reader.has(key)) assumed += (assumed.empty() ? "" : ", ") + std::string(words);
    };
    assume("cloud.speed_ratio", "the cloud's GPU is as fast");
    assume("electricity.idle_power", "an idle machine draws nothing");
    assume("ownership.gpu_share", "the whole price is the GPU's");
    if (s.ownership.method != DepreciationMethod::resale_curve) assume("ownership.residual", "nothing is left at the end");
    if (!assumed.empty()) reader.remark("assumed, since the scenario does not say: " + assumed);

    if (s.memory.power_per_capacity > MemoryPower{} || s.memory.energy_per_bit > EnergyPerData{} || s.pcie.copy_power > Power{} ||
        s.pcie.energy_per_bit > EnergyPerData{} || s.fan.power > Power{} || s.fan.max_power > Power{})
        reader.remark("memory, PCIe and fan watts are added to the active power; a card's total graphics power contains them: counted twice?");
    if (!s.cloud.session && s.cloud.billing_granularity > minute)
        reader.remark("billing steps cost nothing without cloud.session, the busy time of one session");
    if (s.crash.checkpoint_cost && s.crash.rate > Frequency{})
        reader.remark("crash.rate is taken per busy hour for rework; per calendar time it would be higher while the GPU is idle");
    if (s.electricity.supply.below_certified(s.electricity.idle_power))
        reader.remark("the idle power is below the supply's lowest certified load; its efficiency there is a guess");
    if (s.ownership.year && static_cast<double>(*s.ownership.year) * year > s.ownership.lifetime && s.ownership.method != DepreciationMethod::macrs_5 &&
        s.ownership.method != DepreciationMethod::resale_curve)
        reader.remark("year " + std::to_string(*s.ownership.year) + " lies beyond the life: the machine is written off and costs nothing more");
    if (s.ownership.year)
        reader.remark("depreciation is that of year " + std::to_string(*s.ownership.year) + " by " +
                      std::string(depreciation_method_names[static_cast<std::size_t>(s.ownership.method)]));
    else if (s.ownership.method == DepreciationMethod::declining_balance || s.ownership.method == DepreciationMethod::sum_of_years_digits)
        reader.remark("without ownership.year the schedule costs the straight line's mean");
}

/// A value that means nothing without another one is a mistake, not a cost of zero.
void require_companions(const ScenarioReader& reader) {
    const Scenario& s = reader.out.scenario;
    const bool capacity = reader.has("job.memory") || s.memory.power_per_capacity > MemoryPower{};
    require_key(reader, "gpu.memory", !capacity || s.gpu.memory > Memory{}, "\"8 GB\"");
    require_key(reader, "memory.bandwidth", !reader.has("memory.energy_per_bit") || reader.has("memory.bandwidth"), "\"256 GB/s\"");
    require_key(reader, "pcie.traffic", !reader.has("pcie.energy_per_bit") || reader.has("pcie.traffic"), "\"6 GB/s\"");
    const bool speed = reader.has("fan.speed") || reader.has("fan.curve");
    require_key(reader, "fan.speed", !reader.has("fan.max_power") || speed, "0.8");
    require_key(reader, "fan.max_power", !speed || reader.has("fan.max_power"), "\"6.25 W\"");
    require_key(reader, "electricity.carbon_intensity", !reader.has("electricity.carbon_price") || reader.has("electricity.carbon_intensity"),
                "\"582 g/kWh\"");
    require_key(reader, "cloud.checkpoint_cost", !s.cloud.spot_interruption_mtbf || reader.has("cloud.checkpoint_cost"), "\"60 s\"");
}

/// Costs everything once, so that a value out of its range is reported where it is written; then the values that cost nothing here.
void check_ranges(const ScenarioReader& reader) {
    try {
        (void)cost_sheet(reader.out.scenario);
        visit_quantities(reader.out.scenario, [](std::string_view key, const auto& member, std::string_view) {
            if constexpr (requires { member.has_value(); }) {
                if (member) require_not_negative(*member, key);
            } else {
                require_not_negative(member, key);
            }
        });
    } catch (const InputError& error) {
        const ConfigNode* node = error.field().empty() ? nullptr : reader.config.find(error.field());
        Position at;
        at.file = reader.config.file();
        throw node == nullptr ? error.placed(std::move(at)) : error.placed(node->position);
    }
}

LoadedScenario read(const Config& config, const ScenarioOptions& options) {
    LoadedScenario out;
    std::map<std::string, std::pair<std::string, std::string>, std::less<>> from_catalog;
    const ScenarioReader reader{config, out, options, from_catalog};
    Scenario& s = out.scenario;

    if (const ConfigNode* schema = config.find("schema"); schema != nullptr && read_as<int>(*schema, nullptr) != 1)
        throw InputError("schema " + schema->text + " is not known to this version", "write schema = 1", schema->position);
    s.name = reader.text("name");
    read_exchange(reader);
    s.gpu.name = reader.text("gpu.name");
    s.cloud.instance = reader.text("cloud.instance");
    s.ownership.method = static_cast<DepreciationMethod>(reader.choice("ownership.method", depreciation_method_names, 0));
    if (const ConfigNode* node = config.find("ownership.year")) {
        s.ownership.year = read_as<int>(*node, nullptr);
        reader.record("ownership.year", static_cast<double>(*s.ownership.year), "", reader.source_of(*node));
    }
    if (s.ownership.method == DepreciationMethod::resale_curve && reader.has("ownership.residual"))
        throw InputError("resale-curve takes no residual: the curve's own value at the end is used", "leave ownership.residual out",
                         config.find("ownership.residual")->position);
    read_line_table(reader);
    read_heat(reader);
    read_tariff(reader);
    reader.refuse_both("cloud.price", "cloud.reserved");
    reader.refuse_both("cloud.spot_rework", "cloud.spot_interruption_mtbf");
    reader.refuse_both("memory.power_per_capacity", "memory.energy_per_bit");
    reader.refuse_both("pcie.copy_power", "pcie.energy_per_bit");
    reader.refuse_both("electricity.psu_efficiency", "electricity.psu");
    read_from_catalog(reader);
    visit_quantities(s, QuantityReader{reader});
    read_fan_curve(reader);
    read_checkpoint(reader, "crash.checkpoint_interval", s.crash.checkpoint_rule, s.crash.checkpoint_interval);
    read_checkpoint(reader, "cloud.checkpoint_interval", s.cloud.checkpoint_rule, s.cloud.checkpoint_interval);
    read_uncertain_table(reader);
    config.refuse_unknown();

    require_key(reader, "ownership.price", reader.has("ownership.price"), "\"8500 CNY\"");
    require_key(reader, "ownership.lifetime", reader.has("ownership.lifetime"), "\"2 yr\"");
    require_key(reader, "electricity.price", !s.electricity.tariff.tiers.empty(), "\"0.85 CNY/kWh\"");
    require_key(reader, "electricity.active_power", reader.has("electricity.active_power") || s.electricity.active_power > Power{},
                "\"115 W\"");
    require_key(reader, "cloud.price", reader.has("cloud.price") || reader.has("cloud.reserved") || s.cloud.price > CostRate{},
                "\"2.8 CNY/h\"");
    check_ranges(reader);
    require_companions(reader);
    remark_on(reader);
    return out;
}

}  // namespace

}  // namespace detail

LoadedScenario read_scenario_text(std::string_view toml, const std::string& file_name, const ScenarioOptions& options) {
    Config config = Config::from_text(toml, file_name);
    for (const Override& one : options.overrides) config.set(one.key, one.value, one.origin);
    return detail::read(config, options);
}

LoadedScenario read_scenario(const std::string& path, const ScenarioOptions& options) {
    Config config = Config::from_file(path);
    for (const Override& one : options.overrides) config.set(one.key, one.value, one.origin);
    return detail::read(config, options);
}

}  // namespace breakeven
