// Windows from CSV: files, gzipped or not, directories of them, standard input.
#pragma once

#include <breakeven/calibration/window_source.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven {

/// The rows of `paths`, one after the other. A directory stands for the .csv, .csv.gz and .csv.zst files in it, by name; "-" for
/// standard input. Throws InputError for a directory without such a file; files are opened by visit().
[[nodiscard]] std::unique_ptr<WindowSource> csv_windows(const std::vector<std::string>& paths);

/// The same from bytes in memory, which must outlive it.
[[nodiscard]] std::unique_ptr<WindowSource> csv_windows_in_memory(std::string_view csv, const std::string& file_name);

}  // namespace breakeven
