// Scenario reader: what the readers of the single tables share. Not for users.
#pragma once

#include <breakeven/core/config.hpp>
#include <breakeven/models/scenario_file.hpp>
#include <breakeven/models/scenario_keys.hpp>

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace breakeven::detail {

/// A scenario in the making.
struct ScenarioReader {
    const Config& config;
    LoadedScenario& out;
    const ScenarioOptions& options;
    /// Keys whose value the catalog gave, with source and date.
    std::map<std::string, std::pair<std::string, std::string>, std::less<>>& from_catalog;

    [[nodiscard]] bool has(std::string_view key) const { return config.find(key) != nullptr; }

    /// "scenario" or "command line", by where the value was written.
    [[nodiscard]] std::string source_of(const ConfigNode& node) const {
        return node.position.file() == config.file() ? "scenario" : "command line";
    }

    void record(std::string_view key, std::variant<double, std::string> value, std::string_view unit, std::string source,
                std::string date = {}) const {
        out.inputs.push_back({std::string(key), std::move(value), std::string(unit), std::move(source), std::move(date)});
    }

    /// A text value, recorded; empty when the key is absent.
    [[nodiscard]] std::string text(std::string_view key) const;

    /// The index of the value among `names`, or `fallback` when the key is absent. Throws InputError with the nearest name.
    [[nodiscard]] std::size_t choice(std::string_view key, std::span<const std::string_view> names, std::size_t fallback) const;

    /// Throws InputError when both keys are written: one stands in place of the other.
    void refuse_both(std::string_view one, std::string_view other) const;

    void remark(std::string text) const { out.remarks.push_back(std::move(text)); }
};

/// Throws InputError unless `present`: the key is required.
void require_key(const ScenarioReader& reader, std::string_view key, bool present, std::string_view example);

/// The [line] table, its reference, weights, shifts and included file.
void read_line_table(const ScenarioReader& reader);

/// The [uncertain] table.
void read_uncertain_table(const ScenarioReader& reader);

/// Fills what the catalog knows and the scenario leaves out: power and memory by gpu.name, rent by cloud.instance, tariff by
/// electricity.region, efficiencies by electricity.psu, speed by "roofline".
void read_from_catalog(const ScenarioReader& reader);

}  // namespace breakeven::detail
