// Window series: every window of a kernel log as a row with its context, ready to be recorded.
#pragma once

#include <breakeven/calibration/history.hpp>
#include <breakeven/logs/evidence.hpp>
#include <breakeven/logs/telemetry.hpp>
#include <breakeven/models/context.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace breakeven {

/// What a log does not say about itself.
struct SeriesContext {
    Context context;
    const Telemetry* telemetry = nullptr;  ///< read with keep_series: temperature and power of each window, where its clock is known
    std::optional<Fraction> line;          ///< an observed line
    std::optional<double> work;            ///< units of work done in the whole log, shared out by effective time
    std::string framework;
    std::string revision;
    std::optional<std::int64_t> begins_ns; ///< since 1970 in UTC: when the first window began, for a log without a date or with a wrong one
    std::int64_t ends_ns = 0;              ///< the same of the log's end; used when neither the log nor `begins_ns` says when
};

struct WindowSeries {
    std::vector<HistoryWindow> windows;  ///< device by device, in order of time
    std::vector<std::string> remarks;
};

/// How the history names a GPU: its UUID, else its model's name and number.
[[nodiscard]] std::string gpu_identity(const DeviceEvidence& device);

/// The windows of `evidence`, gathered with all_windows. Windows of which nothing was observed are left out; a window is trusted when
/// its device and the whole log are, and no CUDA graph hides what ran inside it.
[[nodiscard]] WindowSeries window_series(const KernelEvidence& evidence, const SeriesContext& context);

}  // namespace breakeven
