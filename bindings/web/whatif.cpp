// What the page asks of the engine: JSON in, JSON out, through four C functions. Answers are those of the command.
//
// A request holds a scenario and what is changed in it:
//     {"toml": "…", "name": "my.toml", "today": "2026-05-24", "unset": ["cloud.price"], "set": [["cloud.speed_ratio", "0.5"]],
//      "at": {"task": "nlp", "temperature": "32 degC"}}
// An answer is what was asked for, or {"error": {message, hint, key, text}}: `key` is the one of the request that is refused,
// empty where it is the text itself. Returned texts live until the next call.
#include "cli/json_numbers.hpp"
#include "cli/line_answer.hpp"
#include "cli/whatif_json.hpp"

#include <breakeven/core/config_edit.hpp>
#include <breakeven/core/parse.hpp>
#include <breakeven/decisions/line.hpp>
#include <breakeven/decisions/tornado.hpp>
#include <breakeven/decisions/whatif_curves.hpp>
#include <breakeven/models/catalog.hpp>
#include <breakeven/models/scenario_file.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace breakeven;
using nlohmann::ordered_json;

double hourly(const CostRate& rate) { return in(rate, money / hour); }

struct Request {
    std::string toml;
    std::string name;
    ScenarioOptions options;
    Context at;
};

/// The circumstance that was refused, under a name of its own.
Temperature temperature_asked_for(const std::string& text) {
    try {
        return parse_temperature(text);
    } catch (const InputError& error) {
        Position at = error.position();
        at.file = "--temperature";
        throw error.placed(std::move(at));
    }
}

Request request_from(std::string_view text) {
    const auto json = ordered_json::parse(text);
    Request out;
    out.toml = json.at("toml").get<std::string>();
    out.name = json.at("name").get<std::string>();
    for (const auto& key : json.at("unset")) out.toml = without_value(out.toml, key.get<std::string>());
    for (const auto& set : json.at("set")) out.options.overrides.push_back({set.at(0).get<std::string>(), set.at(1).get<std::string>()});
    out.options.today = json.at("today").get<std::string>();
    for (const auto& [category, level] : json.at("at").items()) {
        if (category == "temperature")
            out.at.temperature = temperature_asked_for(level.get<std::string>());
        else
            out.at.set(category, level.get<std::string>());
    }
    return out;
}

LoadedScenario read(const Request& request) { return read_scenario_text(request.toml, request.name, request.options); }

/// From 0 to where the line is well inside, in few steps, so that the axis stands still while a slider moves.
Fraction width_of_view(const LineAnswer& line) {
    const Fraction wanted = line.outcome == Outcome::line && line.line ? 2.0 * std::max(*line.line, line.base_line.value_or(0.0)) : 1.0;
    for (const Fraction step : {0.05, 0.1, 0.2, 0.5})
        if (wanted <= step) return step;
    return 1.0;
}

ordered_json curve_json(const LoadedScenario& loaded, const LineAnswer& line, const Request& request) {
    Scenario scenario = loaded.scenario;
    if (scenario.heat && request.at.temperature) scenario.heat->ambient = *request.at.temperature;
    const CostCurves curve = cost_corners(scenario, width_of_view(line));
    ordered_json out{{"shares", curve.shares}, {"own", ordered_json::array()}, {"rent", ordered_json::array()}, {"crossings", ordered_json::array()}};
    for (const CostRate& cost : curve.own) out["own"].push_back(hourly(cost));
    for (const CostRate& cost : curve.rent) out["rent"].push_back(hourly(cost));
    if (line.stated_base || line.outcome == Outcome::always) return out;
    // The curves hold in the reference context, and so does the line at which they cross.
    const bool single = line.outcome == Outcome::line || !line.adjustments.empty();
    for (const Fraction share : single && line.base_line ? std::vector<Fraction>{*line.base_line} : line.lines)
        if (share <= curve.shares.back()) out["crossings"].push_back({share, hourly(line.cloud.at(share))});
    return out;
}

/// What can be changed by a number, in its own unit; the models' range, null for no end.
ordered_json keys_json(const LoadedScenario& loaded) {
    ordered_json out = ordered_json::object();
    for (const ScenarioKey& key : scenario_keys(loaded)) {
        const KeyRange range = range_of(loaded, key);
        out[key.key] = {{"unit", key.unit}, {"low", range.low}, {"high", std::isfinite(range.high) ? ordered_json(range.high) : ordered_json(nullptr)}};
    }
    return out;
}

/// The levels that the scenario knows of each circumstance.
ordered_json levels_json(const LineSettings& line) {
    ordered_json out = ordered_json::object();
    for (const std::string_view category : context_categories) out[std::string(category)] = ordered_json::array();
    const auto add = [&](const ContextLevel& level) {
        auto& known = out[level.category];
        if (std::find(known.begin(), known.end(), level.level) == known.end()) known.push_back(level.level);
    };
    for (const ContextLevel& level : line.reference.levels) add(level);
    for (const LevelEffect& effect : line.weights) add(effect.level);
    for (const LevelEffect& effect : line.shifts) add(effect.level);
    return out;
}

ordered_json tornado_json(const LoadedScenario& loaded, const Context& at) {
    constexpr std::size_t most_bars = 8;
    ordered_json out = ordered_json::array();
    if (loaded.scenario.line.base) return out;  // stated: nothing moves it
    const TornadoAnswer answer = tornado(loaded, 0.2, at);
    const auto end = [](const std::optional<LinePoint>& point) { return point ? cli::json_of(*point) : ordered_json(nullptr); };
    for (const TornadoBar& bar : answer.bars)
        if (out.size() < most_bars) out.push_back({{"key", bar.key.key}, {"low", end(bar.low)}, {"high", end(bar.high)}});
    return out;
}

ordered_json answer(const Request& request) {
    const LoadedScenario loaded = read(request);
    const LineAnswer line = line_of(loaded, request.at);
    return {{"line", cli::present(line).json},
            {"words", cli::line_in_words(line)},
            {"stated", line.stated_base},
            {"curve", curve_json(loaded, line, request)},
            {"levels", levels_json(loaded.scenario.line)}};
}

/// What takes longer: the ranges of the values, and what the line hangs on.
ordered_json further(const Request& request) {
    const LoadedScenario loaded = read(request);
    return {{"keys", keys_json(loaded)}, {"tornado", tornado_json(loaded, request.at)}};
}

/// The scenario as a file: the values that were set stand in its text.
ordered_json file(const Request& request) {
    std::string toml = request.toml;
    for (const Override& one : request.options.overrides) toml = with_value(toml, one.key, one.value);
    (void)read_scenario_text(toml, request.name);
    return {{"toml", toml}};
}

/// What a row of the catalog puts into a scenario: what it sets, and what it stands in place of.
ordered_json choice(std::string group, std::string label, ordered_json set, ordered_json unset) {
    return {{"group", std::move(group)}, {"label", std::move(label)}, {"set", std::move(set)}, {"unset", std::move(unset)}};
}

std::string price_in_words(const Amount& price, std::string_view per) {
    return detail::text_in_unit(price.value, "", {}, nullptr) + " " + std::string(price.currency.code()) + "/" + std::string(per);
}

ordered_json catalog() {
    const Catalog catalog = Catalog::shipped();
    ordered_json out{{"gpu", ordered_json::array()}, {"cloud", ordered_json::array()}, {"electricity", ordered_json::array()}};
    for (const GpuFacts& gpu : catalog.gpus()) {
        if (!gpu.tdp || !gpu.memory) continue;
        out["gpu"].push_back(choice(gpu.kind, gpu.name + ", " + to_text(*gpu.memory, "GB") + ", " + to_text(*gpu.tdp, "W"),
                                    ordered_json::array({{"gpu.name", gpu.name}}), ordered_json::array({"gpu.memory", "electricity.active_power"})));
    }
    for (const CloudOffer& offer : catalog.clouds()) {
        const bool spot = !offer.on_demand;
        std::string label = offer.gpu + ", " + price_in_words(offer.for_one_gpu(spot ? *offer.spot : *offer.on_demand), "h") + (spot ? " spot" : "");
        if (!offer.region.empty()) label += ", " + offer.region;
        out["cloud"].push_back(choice(offer.provider, label + ", " + offer.origin.date, ordered_json::array({{"cloud.instance", offer.id}}),
                                      ordered_json::array({"cloud.price", "cloud.reserved"})));
    }
    for (const ElectricityTariff& row : catalog.electricity()) {
        if (catalog.tariff(row.region, row.sector).id != row.id) continue;  // an older one
        const Amount& price = row.usd ? *row.usd : *row.local;
        out["electricity"].push_back(choice(row.sector, row.region + ", " + price_in_words(price, "kWh") + ", " + row.period,
                                            ordered_json::array({{"electricity.region", row.region}, {"electricity.sector", row.sector}}),
                                            ordered_json::array({"electricity.price", "electricity.tariff"})));
    }
    return out;
}

/// The key that an error is about: the field it names, or the assignment or flag that it points at.
std::string key_of(const InputError& error) {
    const Position& at = error.position();
    if (at.file == "--set") return at.text.substr(0, at.text.find('='));
    if (at.file == "--temperature") return "at.temperature";
    return error.field();
}

template <class Work>
const char* told(Work&& work) noexcept {
    static std::string out;
    try {
        ordered_json json;
        try {
            json = work();
        } catch (const InputError& error) {
            json["error"] = {{"message", error.message()}, {"hint", error.hint()}, {"key", key_of(error)}, {"text", error.what()}};
        } catch (const std::exception& fault) {
            json["error"] = {{"message", fault.what()}, {"hint", "please report this"}, {"key", ""}, {"text", fault.what()}};
        }
        // A text that is no UTF-8 cannot come in, but it may be cut in two by a message.
        out = json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
    } catch (...) {
        return R"({"error":{"message":"there is not enough memory","hint":"","key":"","text":""}})";
    }
    return out.c_str();
}

}  // namespace

extern "C" {
const char* breakeven_web_answer(const char* request) {
    return told([&] { return answer(request_from(request)); });
}
const char* breakeven_web_further(const char* request) {
    return told([&] { return further(request_from(request)); });
}
const char* breakeven_web_file(const char* request) {
    return told([&] { return file(request_from(request)); });
}
const char* breakeven_web_catalog() {
    return told([] { return catalog(); });
}
}
