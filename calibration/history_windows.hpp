// Windows from a history, as calibration reads and exports them; and the one door to all kinds of calibration data.
#pragma once

#include <breakeven/calibration/history.hpp>
#include <breakeven/calibration/window_source.hpp>

#include <memory>
#include <string>
#include <vector>

namespace breakeven {

/// The trusted windows of the history at `path` in order of time. A column that fewer than half of them know is left out with a
/// remark, for a row that lacks a column in use is no row. Throws InputError as History does.
[[nodiscard]] std::unique_ptr<WindowSource> history_windows(const std::string& path, HistoryFilter filter = {});

/// Calibration data of any kind: a history by itself, else CSV files as csv_windows() takes them.
[[nodiscard]] std::unique_ptr<WindowSource> open_windows(const std::vector<std::string>& paths);

/// Every row of a history (whose columns are known from the start) as CSV with its header, columns in the order of the documentation.
[[nodiscard]] std::string windows_csv(WindowSource& source);

}  // namespace breakeven
