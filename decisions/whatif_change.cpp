#include <breakeven/core/config.hpp>
#include <breakeven/core/parse.hpp>
#include <breakeven/decisions/whatif_change.hpp>
#include <breakeven/decisions/whatif_key.hpp>
#include <breakeven/models/cost_sheet.hpp>

namespace breakeven {

namespace {

/// The values below `table`, each under its dotted key.
void flatten(const std::string& prefix, const ConfigNode& node, const auto& visit) {
    if (node.kind == ConfigNode::Kind::table) {
        for (const auto& [name, entry] : node.entries) flatten(prefix.empty() ? name : prefix + "." + name, entry, visit);
        return;
    }
    if (node.kind == ConfigNode::Kind::array) throw InputError("one value belongs here", "a list cannot be set by a what-if file", node.position);
    visit(prefix, node);
}

void flatten_table(const Config& config, std::string_view table, const auto& visit) {
    for (const auto& [name, node] : config.open_table(table)) flatten(name, *node, visit);
}

std::optional<Fraction> share_at(const Config& config, std::string_view key) {
    const ConfigNode* node = config.find(key);
    if (node == nullptr) return std::nullopt;
    const auto value = read_as<Fraction>(*node, nullptr);
    try {
        require_share(value, key);
    } catch (const InputError& error) {
        throw placed_at(error, *node);
    }
    return value;
}

std::optional<Fraction> points_at(const Config& config, std::string_view key) {
    const ConfigNode* node = config.find(key);
    if (node == nullptr) return std::nullopt;
    try {
        return parse_points(read_as<std::string>(*node, nullptr));
    } catch (const InputError& error) {
        throw placed_at(error, *node);
    }
}

std::string set_text(const ConfigNode& node) { return node.kind == ConfigNode::Kind::string ? "\"" + node.text + "\"" : node.text; }

}  // namespace

Scaling parse_scaling(std::string_view text) {
    const std::size_t equals = text.find('=');
    Position at;
    at.file = "--scale";
    at.line = at.column = 1;
    at.length = detail::characters(text);
    at.text = text;
    constexpr std::string_view hint = "write it as in --scale electricity.price=2";
    if (equals == std::string_view::npos || equals == 0) throw InputError("a scaling names a key and a factor", std::string(hint), at);
    std::string_view factor = text.substr(equals + 1);
    at.column = detail::characters(text.substr(0, equals)) + 2;
    at.length = std::max<std::size_t>(1, detail::characters(factor));
    if (factor.starts_with("x") || factor.starts_with("*")) factor.remove_prefix(1);
    Scaling out{.key = std::string(text.substr(0, equals))};
    try {
        out.factor = detail::parse_in_system(factor, Dimension{}, nullptr);
    } catch (const InputError&) {
        throw InputError("a factor is a plain number", std::string(hint), at);
    }
    if (!(out.factor >= 0.0)) throw InputError("a factor must not be negative", std::string(hint), at);
    return out;
}

Changes read_changes(const std::string& path) {
    const Config config = Config::from_file(path);
    Changes out;
    if (const ConfigNode* schema = config.find("schema"); schema != nullptr && read_as<int>(*schema, nullptr) != 1)
        throw InputError("schema " + schema->text + " is not known to this version", "write schema = 1", schema->position);
    if (const ConfigNode* name = config.find("name")) out.name = read_as<std::string>(*name, nullptr);
    if (const ConfigNode* note = config.find("note")) {
        if (note->kind == ConfigNode::Kind::array)
            for (const ConfigNode& item : note->items) out.notes.push_back(read_as<std::string>(item, nullptr));
        else
            out.notes.push_back(read_as<std::string>(*note, nullptr));
    }
    flatten_table(config, "set", [&](const std::string& key, const ConfigNode& node) { out.sets.push_back({key, set_text(node), path}); });
    flatten_table(config, "scale", [&](const std::string& key, const ConfigNode& node) {
        const auto factor = read_as<Fraction>(node, nullptr);
        if (!(factor >= 0.0)) throw InputError("a factor must not be negative", "", node.position);
        out.scalings.push_back({key, factor, path});
    });
    out.share = {share_at(config, "share.before"), share_at(config, "share.after"), points_at(config, "share.spread_before"),
                 points_at(config, "share.spread_after")};
    config.refuse_unknown();
    return out;
}

void scale(LoadedScenario& loaded, const Scaling& scaling) {
    try {
        const ScenarioKey key = find_key(loaded, scaling.key);
        const std::optional<double> value = value_of(loaded.scenario, scaling.key);
        if (!value) throw InputError("the scenario has no " + scaling.key + " to scale", "set it: --set " + scaling.key + "=…");
        set_input(loaded, key, *value * scaling.factor, "command line");
        (void)cost_sheet(loaded.scenario);
    } catch (const InputError& error) {
        Position at;
        at.file = scaling.origin;
        throw InputError(error.message(), error.hint(), at);
    }
}

namespace {

ScenarioOptions with_sets(const ScenarioOptions& options, const Changes& changes) {
    ScenarioOptions out = options;
    out.overrides.insert(out.overrides.end(), changes.sets.begin(), changes.sets.end());
    return out;
}

LoadedScenario scaled(LoadedScenario loaded, const Changes& changes) {
    for (const Scaling& scaling : changes.scalings) scale(loaded, scaling);
    return loaded;
}

}  // namespace

LoadedScenario read_changed(const std::string& path, const ScenarioOptions& options, const Changes& changes) {
    return scaled(read_scenario(path, with_sets(options, changes)), changes);
}

LoadedScenario read_changed_text(std::string_view toml, const std::string& file_name, const ScenarioOptions& options,
                                 const Changes& changes) {
    return scaled(read_scenario_text(toml, file_name, with_sets(options, changes)), changes);
}

}  // namespace breakeven
