// Context: the circumstances a line is asked for, and how each of them moves it. The arithmetic is calibration's.
#pragma once

#include <breakeven/core/temperature.hpp>
#include <breakeven/core/units.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven {

/// A circumstance with named levels, such as the operating system; temperature is the one circumstance that is measured.
inline constexpr std::string_view context_categories[] = {"task", "driver", "os", "virtualization", "network"};

/// One level of one category: {"os", "windows"}.
struct ContextLevel {
    std::string category;
    std::string level;
    friend bool operator==(const ContextLevel&, const ContextLevel&) = default;
};

/// The circumstances of a run, as far as they are given.
struct Context {
    std::vector<ContextLevel> levels;  ///< at most one for each category
    std::optional<Temperature> temperature;

    [[nodiscard]] const std::string* level(std::string_view category) const {
        for (const ContextLevel& entry : levels)
            if (entry.category == category) return &entry.level;
        return nullptr;
    }
    void set(std::string_view category, std::string_view level) {
        for (ContextLevel& entry : levels)
            if (entry.category == category) {
                entry.level = level;
                return;
            }
        levels.push_back({std::string(category), std::string(level)});
    }
};

/// Change of the line when a level holds: a share of the line (weight) or percentage points (shift).
struct LevelEffect {
    ContextLevel level;
    double value = 0.0;
};

enum class ShiftScale { points, relative };
enum class Combine { additive, geometric };

/// The [line] table of a scenario: what moves the line from the base it was stated for.
struct LineSettings {
    std::optional<Fraction> base;  ///< a fixed line in place of the models'
    Fraction reachable = 1.0;      ///< the highest busy share that can be reached
    std::optional<Fraction> margin;
    Context reference;             ///< in which the base holds
    std::optional<PerTemperature> temperature_weight;
    std::vector<LevelEffect> weights;
    std::vector<LevelEffect> shifts;
    ShiftScale shift_scale = ShiftScale::points;
    Combine combine = Combine::additive;
};

}  // namespace breakeven
