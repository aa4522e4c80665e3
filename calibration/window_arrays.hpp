// Windows from arrays: columns that lie in the memory of the program that calls us, as rows to calibrate on.
#pragma once

#include <breakeven/calibration/window_source.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven {

/// Columns by WindowColumn, each as text or as numbers; one that is neither is not there. A NaN and an empty text are "not given".
struct WindowArrays {
    std::size_t count = 0;  ///< of rows
    std::array<std::vector<std::string_view>, window_column_count> text;
    std::array<std::span<const double>, window_column_count> numbers;

    [[nodiscard]] std::vector<std::string_view>& text_of(WindowColumn column) { return text[static_cast<std::size_t>(column)]; }
    [[nodiscard]] std::span<const double>& numbers_of(WindowColumn column) { return numbers[static_cast<std::size_t>(column)]; }
};

/// The rows of `arrays`, whose texts and numbers must outlive it. Messages count them from 1 under `name`. Throws InputError for a
/// column that is not `count` long.
[[nodiscard]] std::unique_ptr<WindowSource> windows_of_arrays(WindowArrays arrays, std::string name = "rows");

}  // namespace breakeven
