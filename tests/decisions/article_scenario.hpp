// The shipped scenario, and small changes to it.
#pragma once

#include <breakeven/models/scenario_file.hpp>

#include <string>
#include <utility>
#include <vector>

namespace breakeven::testing {

[[nodiscard]] inline std::string article_scenario_path() { return BREAKEVEN_SOURCE_DIR "/data/scenarios/rtx4060-laptop-vs-a10.toml"; }

/// The scenario of the source article, with some keys set: {{"cloud.price", "1.4 CNY/h"}}.
[[nodiscard]] inline LoadedScenario article_scenario(const std::vector<std::pair<std::string, std::string>>& sets = {}) {
    ScenarioOptions options;
    for (const auto& [key, value] : sets) options.overrides.push_back({key, value, "--set"});
    return read_scenario(article_scenario_path(), options);
}

/// The smallest scenario: five values and further lines of TOML.
[[nodiscard]] inline LoadedScenario small_scenario(const std::string& further = {}) {
    return read_scenario_text("ownership.price = \"2975 CNY\"\nownership.lifetime = \"2 yr\"\nelectricity.price = \"0.85 CNY/kWh\"\n"
                              "electricity.active_power = \"0 W\"\ncloud.price = \"2.8 CNY/h\"\n" + further,
                              "small.toml");
}

}  // namespace breakeven::testing
