// Collect jobs: the daily loop as one job of cron or of systemd: its steps in order, each only after the one before it went well, and
// what it says kept where it can be found.
#pragma once

#include <string>
#include <vector>

namespace breakeven {

/// The steps are programs with their arguments; nothing in them is ever read by a shell as anything but itself.
struct DailyJob {
    std::string folder;                           ///< in which they run: an absolute path
    std::vector<std::vector<std::string>> steps;  ///< first to last
};

/// A line for a crontab, at 03:17 every day; what the steps say is appended to breakeven.log in the folder. Throws InputError for what
/// a crontab cannot hold: line ends.
[[nodiscard]] std::string cron_job(const DailyJob& job);

/// A service and its timer, each headed by its file name. The journal keeps what the steps say. Throws InputError for line ends.
[[nodiscard]] std::string systemd_units(const DailyJob& job);

}  // namespace breakeven
