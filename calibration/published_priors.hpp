// Published priors: the source article's weights, each with half of itself as standard deviation. They are one laptop's; a
// machine's own log replaces them as far as it can tell.
//
// Its shifts, points of a line of 12.0 %, stand here as shares of it: 1.8, 2.3 and 1.7 points are 0.15, 0.1917 and 0.1417. For
// drivers it names 0.4 points without a sign: none, give or take 0.0333. Source: docs/method.md, "The dynamic line".
#pragma once

#include <breakeven/calibration/design.hpp>
#include <breakeven/calibration/prior.hpp>
#include <breakeven/models/context.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace breakeven {

struct PublishedLevel {
    std::string_view category;
    std::string_view level;
    double weight;
};

inline constexpr double published_temperature_weight = 0.0087;  ///< per kelvin
inline constexpr double published_driver_sd = 0.0333;
inline constexpr PublishedLevel published_levels[] = {
    {"task", "nlp", 0.233}, {"os", "windows", 1.8 / 12.0}, {"virtualization", "vgpu", 2.3 / 12.0}, {"network", "10gbe", 1.7 / 12.0}};

/// The prior of a column; none where nothing is published.
[[nodiscard]] inline std::optional<Prior> published_prior(const DesignColumn& column) {
    if (column.levels.empty() && column.temperature_power == 1)
        return Prior{published_temperature_weight, 0.5 * published_temperature_weight};
    if (column.temperature_power > 0 || column.levels.size() != 1) return std::nullopt;
    if (column.levels[0].category == "driver") return Prior{0.0, published_driver_sd};
    for (const PublishedLevel& known : published_levels)
        if (column.levels[0].category == known.category && column.levels[0].level == known.level) return Prior{known.weight, 0.5 * known.weight};
    return std::nullopt;
}

/// The levels that have a prior, so that they have a column even where a log lacks them.
[[nodiscard]] inline std::vector<ContextLevel> levels_with_priors() {
    std::vector<ContextLevel> out;
    for (const PublishedLevel& known : published_levels) out.push_back({std::string(known.category), std::string(known.level)});
    return out;
}

}  // namespace breakeven
