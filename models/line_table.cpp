// The [line] table of a scenario: base, reference, weights and shifts, and the weights that `calibrate` wrote.
#include <breakeven/core/suggest.hpp>
#include <breakeven/models/scenario_reader.hpp>

#include <algorithm>
#include <array>
#include <filesystem>

namespace breakeven::detail {

namespace {

std::vector<std::string> category_names() { return {std::begin(context_categories), std::end(context_categories)}; }

void refuse_category(const std::string& name, const ConfigNode& node) {
    std::vector<std::string> known = category_names();
    if (std::find(known.begin(), known.end(), name) != known.end()) return;
    known.emplace_back("temperature");
    const std::string meant = did_you_mean(name, known);
    throw InputError("\"" + name + "\" is no circumstance that moves the line",
                     meant.empty() ? "known are task, driver, temperature, os, virtualization and network" : meant, node.position);
}

Context read_reference(const Config& config) {
    Context out;
    for (const auto& [name, node] : config.open_table("line.reference")) {
        if (name == "temperature") {
            out.temperature = read_as<Temperature>(*node, nullptr);
        } else {
            refuse_category(name, *node);
            out.set(name, read_as<std::string>(*node, nullptr));
        }
    }
    return out;
}

/// [line.weights] or [line.shifts]: category tables of levels.
std::vector<LevelEffect> read_levels(const Config& config, std::string_view key, bool points) {
    std::vector<LevelEffect> out;
    for (const auto& [category, table] : config.open_table(key)) {
        if (category == "temperature" && !points) continue;
        if (category == "temperature")
            throw InputError("a temperature has a weight, not a shift", "write it as in [line.weights] temperature = \"0.87 %/K\"",
                             table->position);
        refuse_category(category, *table);
        if (table->kind != ConfigNode::Kind::table)
            throw InputError("a level belongs between " + category + " and its value", "write it as in " + category + ".LEVEL = …",
                             table->position);
        for (const auto& [level, node] : table->entries) {
            double value = 0.0;
            if (!points) {
                value = read_as<Fraction>(node, nullptr);
            } else {
                if (node.kind != ConfigNode::Kind::string)
                    throw InputError("a shift is written in percentage points", "write it as in \"1.8 pp\"", node.position);
                try {
                    value = parse_points(node.text);
                } catch (const InputError& error) {
                    throw placed_at(error, node);
                }
            }
            out.push_back({{category, level}, value});
        }
    }
    return out;
}

std::optional<PerTemperature> read_temperature_weight(const Config& config) {
    const ConfigNode* node = config.find("line.weights.temperature");
    if (node == nullptr) return std::nullopt;
    return read_as<PerTemperature>(*node, nullptr);
}

void replace(std::vector<LevelEffect>& effects, const LevelEffect& effect) {
    std::erase_if(effects, [&](const LevelEffect& other) { return other.level == effect.level; });
    effects.push_back(effect);
}

/// The file that `calibrate --weights-out` wrote. Its weights and reference come before the scenario's own.
void include_weights(const ScenarioReader& reader, const ConfigNode& node) {
    const std::string name = read_as<std::string>(node, nullptr);
    const std::filesystem::path beside = std::filesystem::path(reader.config.file()).parent_path() / name;
    const Config config = [&] {
        try {
            return Config::from_file(beside.string());
        } catch (const InputError& error) {
            // A missing file is the scenario's fault; one that cannot be read points into itself.
            if (error.position().line == 0) throw error.placed(node.position);
            throw;
        }
    }();
    LineSettings& line = reader.out.scenario.line;
    for (const auto& entry : config.open_table("calibration")) (void)entry;  // its provenance, for people
    const Context reference = read_reference(config);
    for (const ContextLevel& level : reference.levels) line.reference.set(level.category, level.level);
    if (reference.temperature) line.reference.temperature = reference.temperature;
    if (const auto weight = read_temperature_weight(config)) line.temperature_weight = weight;
    for (const LevelEffect& effect : read_levels(config, "line.weights", false)) replace(line.weights, effect);
    config.refuse_unknown();
    reader.record("line.include", name, "", reader.source_of(node));
    reader.out.weights_file = beside.string();
}

}  // namespace

void read_line_table(const ScenarioReader& reader) {
    const Config& config = reader.config;
    LineSettings& line = reader.out.scenario.line;
    static constexpr std::array<std::string_view, 2> scales = {"points", "relative"};
    static constexpr std::array<std::string_view, 2> combinations = {"additive", "geometric"};

    if (const ConfigNode* base = config.find("line.base")) {
        if (base->kind == ConfigNode::Kind::string && base->text == "model") {
            reader.record("line.base", std::string("model"), "", reader.source_of(*base));
        } else {
            try {
                line.base = read_as<Fraction>(*base, nullptr);
                require_share(*line.base, "line.base");
            } catch (const InputError& error) {
                throw placed_at(InputError(error.message(), "write \"model\", or a line such as \"12.0 %\""), *base);
            }
            reader.record("line.base", *line.base, "", reader.source_of(*base));
        }
    }
    if (const ConfigNode* margin = config.find("line.margin")) {
        try {
            line.margin = parse_points(read_as<std::string>(*margin, nullptr));
            require_not_negative(*line.margin, "line.margin");
        } catch (const InputError& error) {
            throw placed_at(error, *margin);
        }
        reader.record("line.margin", *line.margin, "", reader.source_of(*margin));
    }
    line.shift_scale = static_cast<ShiftScale>(reader.choice("line.shift_scale", scales, 0));
    line.combine = static_cast<Combine>(reader.choice("line.combine", combinations, 0));
    line.reference = read_reference(config);
    line.temperature_weight = read_temperature_weight(config);
    line.weights = read_levels(config, "line.weights", false);
    line.shifts = read_levels(config, "line.shifts", true);
    if (const ConfigNode* include = config.find("line.include")) include_weights(reader, *include);

    // A measured weight for a level says all there is to say about it.
    std::erase_if(line.shifts, [&](const LevelEffect& shift) {
        return std::any_of(line.weights.begin(), line.weights.end(), [&](const LevelEffect& w) { return w.level == shift.level; });
    });
    for (const ContextLevel& level : line.reference.levels) reader.record("line.reference." + level.category, level.level, "", "scenario");
    if (line.reference.temperature)
        reader.record("line.reference.temperature", line.reference.temperature->in_celsius(), "degC", "scenario");
    if (line.temperature_weight)
        reader.record("line.weights.temperature", in(*line.temperature_weight, 1.0 / kelvin), "/K", "scenario");
    for (const LevelEffect& w : line.weights) reader.record("line.weights." + w.level.category + "." + w.level.level, w.value, "", "scenario");
    for (const LevelEffect& w : line.shifts) reader.record("line.shifts." + w.level.category + "." + w.level.level, w.value, "", "scenario");
}

}  // namespace breakeven::detail
