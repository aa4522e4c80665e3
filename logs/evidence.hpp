// Evidence: everything a kernel log says about each GPU, as plain values, ready to be judged and printed.
//
// The names follow the JSON of `audit`; a line and a verdict are made elsewhere from `window` and `health`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <breakeven/logs/activity.hpp>
#include <breakeven/logs/article_method.hpp>
#include <breakeven/logs/effective_time.hpp>
#include <breakeven/logs/format.hpp>
#include <breakeven/logs/health.hpp>
#include <breakeven/logs/idle_causes.hpp>
#include <breakeven/logs/outliers.hpp>
#include <breakeven/logs/trace.hpp>
#include <breakeven/logs/waiting_causes.hpp>
#include <breakeven/logs/work_steps.hpp>

namespace breakeven {

/// The delays between launch calls and their kernels' starts.
struct LaunchDelayFigures {
    std::uint64_t count = 0;       ///< of calls that were matched with their kernel
    std::uint64_t sampled_of = 1;  ///< one of so many launches was looked at
    std::int64_t median_ns = 0;
    std::int64_t p90_ns = 0;
    std::int64_t p99_ns = 0;
    std::int64_t largest_ns = 0;
    std::vector<LaunchDelay> longest;  ///< the longest ones above Tukey's range, longest first, at most ten
};

struct StreamEvidence {
    Stream stream;
    std::uint64_t kernels = 0;
    std::int64_t sum_ns = 0;
};

struct DeviceEvidence {
    std::optional<std::int64_t> device;  ///< its number in its process
    std::string name;                    ///< empty where unknown
    std::string uuid;                    ///< empty where unknown
    std::uint32_t file = 0;              ///< index into KernelEvidence::files
    bool listed_only = false;            ///< named by a device table, and nothing ran: no verdict

    std::uint64_t kernels = 0;
    std::uint64_t kernels_without_time = 0;
    std::uint64_t copies = 0;
    std::uint64_t sets = 0;
    std::uint64_t graph_executions = 0;
    std::uint64_t graph_without_time = 0;
    std::optional<std::uint64_t> launches;

    KernelTime time;
    CopyTime copy_time;
    std::array<CopyTotal, copy_kinds> copy_totals{};
    std::uint64_t set_bytes = 0;
    IdleTime idle;
    std::optional<IdleCauses> idle_causes;
    std::vector<StreamEvidence> streams;

    std::optional<std::int64_t> utc_offset_ns;  ///< added to a time of this device gives nanoseconds since 1970 UTC
    std::optional<WindowTime> window;  ///< none when nothing with a time ran
    std::optional<double> capture_ratio;
    std::optional<ArticleFigures> article;
    std::vector<WindowTime> windows;  ///< the whole series, when asked for
    std::optional<LaunchDelayFigures> launch_delay;
    std::vector<StepFigures> steps;
    std::optional<double> occupancy;             ///< 0 to 1, the mean over kernel time, where the log tells it of most
    std::optional<WaitingCauses> waiting_causes;  ///< of `window`, when asked for
    std::optional<Activity> activity;            ///< of `window`, when asked for
    Health health;

    /// Whether the window's ratio may be held against a line.
    [[nodiscard]] bool trusted() const { return !listed_only && window && window->effective_ratio() && health.trusted(); }
};

struct KernelEvidence {
    std::vector<TraceFile> files;
    std::vector<DeviceEvidence> devices;
    std::uint64_t launches = 0;
    std::uint64_t graph_launches = 0;
    bool partial = false;
    std::string partial_reason;
    std::vector<std::string> incomplete;
    std::vector<std::string> remarks;

    /// Whether the log as a whole can carry a verdict: something ran, and every device on which something ran is trusted.
    [[nodiscard]] bool trusted() const;
};

struct EvidenceOptions {
    std::int64_t window_ns = default_window_ns;
    bool all_windows = false;
    bool waiting_causes = false;
    bool activity = false;
    Outliers outliers = Outliers::none;
    HealthLimits limits;
    bool same_gpu = false;  ///< devices of equal number are one GPU where no UUID tells
};

/// Merges, sorts and measures `trace`, which is used up. Throws InputError for a window that is not above zero.
[[nodiscard]] KernelEvidence gather_evidence(Trace trace, const EvidenceOptions& options = {});

}  // namespace breakeven
