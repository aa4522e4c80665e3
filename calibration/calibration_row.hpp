// Calibration row: one window that is used, small, because there may be millions.
#pragma once

#include <breakeven/calibration/double_double.hpp>
#include <breakeven/models/context.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace breakeven {

inline constexpr std::size_t category_count = std::size(context_categories);

struct CalibrationRow {
    std::int64_t time_ns = 0;    ///< when the window began
    DoubleDouble temperature_c;  ///< 0 where the data have no such column
    DoubleDouble target;
    double weight = 1.0;
    std::array<std::uint16_t, category_count> level{};  ///< index into Dataset::levels(); 0 where there is no such column
    std::uint16_t gpu = 0;                              ///< index into Dataset::gpus()
    bool zone_known = false;
    std::uint32_t file = 0;
    std::uint32_t line = 0;
};

/// Whether two rows say the same of the same window.
[[nodiscard]] constexpr bool same_window(const CalibrationRow& a, const CalibrationRow& b) {
    return a.time_ns == b.time_ns && a.gpu == b.gpu && a.temperature_c.value == b.temperature_c.value &&
           a.target.value == b.target.value && a.weight == b.weight && a.level == b.level;
}

}  // namespace breakeven
