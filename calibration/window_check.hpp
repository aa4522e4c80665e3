// Window check: one row's fields to figures, or the reason why not. Nothing is repaired and nothing is guessed.
#pragma once

#include <breakeven/calibration/double_double.hpp>
#include <breakeven/calibration/window_source.hpp>
#include <breakeven/core/timestamp.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace breakeven {

/// What the regression explains.
enum class CalibrationTarget : std::uint8_t {
    line,                  ///< an observed line, a share
    time_per_work,         ///< effective_s / work
    window_per_effective,  ///< window_s / effective_s; a low share may be idleness and not slowness
};
inline constexpr std::string_view calibration_target_names[] = {"line", "time-per-work", "window-per-effective"};
[[nodiscard]] constexpr std::string_view to_string(CalibrationTarget target) { return calibration_target_names[static_cast<std::size_t>(target)]; }

/// Temperatures outside are no weather and no GPU: a slip of a sensor or of a column.
inline constexpr double coldest_c = -60.0;
inline constexpr double hottest_c = 150.0;

/// A row's figures.
struct CheckedWindow {
    Timestamp time;
    DoubleDouble temperature_c;  ///< 0 where the data have no such column
    DoubleDouble target;
    double weight = 1.0;         ///< the row's own; for window_per_effective times effective share^4 (delta method)
};

/// Checks `fields`, of data that have `columns`; on failure `reason` says why, such as "temperature_c is missing".
[[nodiscard]] std::optional<CheckedWindow> check_window(const WindowFields& fields, CalibrationTarget target, const WindowColumns& columns,
                                                        std::string& reason);

}  // namespace breakeven
