// What an Nsight Systems export says about itself: versions, what the profiler watched, and what it knows it missed.
//
// Only the few values needed here are read. The same tables hold the environment, user, host and command line of the process
// that was profiled; none of that leaves this file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <breakeven/core/interval.hpp>
#include <breakeven/logs/sqlite_table.hpp>

namespace breakeven::detail {

struct NsysAbout {
    std::string product;  ///< such as "2025.5.2.266"; empty where unknown
    std::string schema;   ///< such as "3.24.0"; empty where unknown
    bool has_version_table = false;
    bool times_are_epoch = false;              ///< exported with --ts-normalize
    std::int64_t shift_ns = 0;                 ///< exported with --ts-shift
    bool cut_by_time = false;                  ///< exported with --times: what was watched of it is not known
    std::optional<Interval> cut;               ///< the stretch that another program cut out and recorded
    std::optional<std::int64_t> utc_start_ns;  ///< when time 0 of the file was
    std::vector<Interval> capture_candidates;  ///< readings of the capture's start and end, the usual one first
    bool graphs_traced_whole = false;
    bool dropped_events = false;  ///< a diagnostic says that CUDA events were lost

    /// What the profiler watched, given that the events lie in `events`: the first candidate that holds them.
    [[nodiscard]] std::optional<Interval> capture(const Interval& events) const;
};

[[nodiscard]] NsysAbout read_nsys_about(const SqliteFile& file);

}  // namespace breakeven::detail
