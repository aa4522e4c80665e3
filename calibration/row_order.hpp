// Row order: rows as they were logged to rows in order of time, each window once.
#pragma once

#include <breakeven/calibration/calibration_row.hpp>

#include <cstddef>
#include <vector>

namespace breakeven {

/// A local clock without a zone that was set back an hour while it logged: rows that follow count an hour later. Recognised only
/// where a log (file and GPU) is otherwise in order and steps back by one hour less its usual step; a shuffled log is left alone.
/// Returns the first row after each change, as indices into `rows`.
[[nodiscard]] std::vector<std::size_t> mend_clock_changes(std::vector<CalibrationRow>& rows);

/// By time; rows of one time in an order that does not depend on the order in which they came.
void sort_by_time(std::vector<CalibrationRow>& rows);

struct Duplicates {
    std::vector<CalibrationRow> removed;  ///< the same window of the same GPU again
    std::size_t conflicts = 0;            ///< rows that share time and GPU with another and say something else; they stay
};

/// `rows` must be sorted.
[[nodiscard]] Duplicates remove_duplicates(std::vector<CalibrationRow>& rows);

}  // namespace breakeven
