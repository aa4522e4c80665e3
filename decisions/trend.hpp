// Trend: does a GPU's effective share rise or fall? A straight line through the days' means, least squares.
//
//     share(day) = a + slope * day,        told only where the slope is surer than 95 % (Student's t, days - 2)
//
// Days, not windows: the windows of one day resemble each other and would make any slope look sure.
#pragma once

#include <breakeven/calibration/history.hpp>
#include <breakeven/core/units.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace breakeven {

inline constexpr std::size_t fewest_trend_days = 5;
inline constexpr auto trend_span = 30.0 * day;

struct Trend {
    Frequency slope{};        ///< change of the share per time; 0 is level
    Frequency half_width{};   ///< of its 95 % interval
    std::size_t days = 0;     ///< with windows
    std::size_t windows = 0;  ///< trusted ones

    [[nodiscard]] bool is_sure() const { return slope > half_width || -slope > half_width; }
};

/// Over the last 30 days before the newest of `windows` (of one GPU, in order of time); none with windows on fewer than five days.
[[nodiscard]] std::optional<Trend> trend_of(const std::vector<HistoryWindow>& windows);

}  // namespace breakeven
