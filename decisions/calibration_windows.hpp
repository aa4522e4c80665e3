// Calibration windows: a kernel log's windows as rows to calibrate on, each with its context, temperature and power.
#pragma once

#include <breakeven/logs/evidence.hpp>
#include <breakeven/logs/telemetry.hpp>
#include <breakeven/models/context.hpp>

#include <optional>
#include <string>
#include <vector>

namespace breakeven {

/// One row of calibration data. What is not known is absent.
struct CalibrationWindow {
    std::string timestamp;  ///< begin, ISO 8601 in UTC
    std::string gpu;        ///< its UUID where the log tells it, else its number and name
    std::optional<double> temperature_c;
    std::optional<double> power_w;
    std::int64_t window_ns = 0;  ///< observed of the window
    std::int64_t effective_ns = 0;
};

struct CalibrationWindows {
    std::vector<CalibrationWindow> rows;
    Context context;  ///< the same for all of them
    std::vector<std::string> remarks;
};

/// Every window of `evidence` (gathered with EvidenceOptions::all_windows) of which something was observed. The temperature is the
/// mean of `telemetry`'s samples in the window, else the context's.
[[nodiscard]] CalibrationWindows calibration_windows(const KernelEvidence& evidence, const Context& context,
                                                     const Telemetry* telemetry = nullptr);

}  // namespace breakeven
