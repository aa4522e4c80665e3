// Sweep: the line over a range of one value, or of two at once.
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/decisions/whatif_key.hpp>
#include <breakeven/decisions/whatif_line.hpp>

#include <cstddef>
#include <string_view>
#include <vector>

namespace breakeven {

/// Evenly spaced values of one key, both ends included. Values are in the one system's units.
struct SweepAxis {
    ScenarioKey key;
    double from = 0.0;
    double to = 0.0;
    std::size_t count = 11;  ///< of values, 2 or more

    [[nodiscard]] double at(std::size_t i) const {
        if (i + 1 == count) return to;
        return from + (to - from) * static_cast<double>(i) / static_cast<double>(count - 1);
    }
};

/// The most points of one axis, and of two together.
inline constexpr std::size_t most_sweep_points = 100000;

/// "electricity.price=0.2..2.0 CNY/kWh/19": nineteen prices. Both ends may carry the unit; "/19" may be left out (11 values).
/// Throws InputError, placed in the text: no such key (with the nearest), a wrong unit, an empty range, fewer than 2 values.
[[nodiscard]] SweepAxis parse_sweep(const LoadedScenario& loaded, std::string_view text);

struct SweepAnswer {
    std::vector<SweepAxis> axes;    ///< one or two
    std::vector<LinePoint> points;  ///< axes[0].count rows of axes[1].count
    LinePoint base;                 ///< of the scenario as it is

    [[nodiscard]] std::size_t columns() const { return axes.size() == 2 ? axes[1].count : 1; }
    [[nodiscard]] const LinePoint& at(std::size_t i, std::size_t j = 0) const { return points[i * columns() + j]; }
};

/// Throws InputError: no axis or more than two, one key twice, too many points, a value out of its range.
[[nodiscard]] SweepAnswer sweep(const LoadedScenario& loaded, std::vector<SweepAxis> axes, const Context& asked);

}  // namespace breakeven
