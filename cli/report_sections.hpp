// Report sections: the parts of a report's page that draw a log, a history and its calibration.
#pragma once

#include "page.hpp"

#include <breakeven/calibration/calibration.hpp>
#include <breakeven/decisions/history_days.hpp>
#include <breakeven/decisions/line.hpp>
#include <breakeven/logs/activity.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace breakeven::cli {

struct GpuActivity {
    std::string gpu;  ///< "GPU 0 (Tesla V100)"
    Activity activity;
};

/// When each GPU computed.
[[nodiscard]] PageSection timeline_section(const std::vector<GpuActivity>& gpus);
/// What its time went to.
[[nodiscard]] PageSection kernel_section(const std::vector<GpuActivity>& gpus);
/// Each day against its own line.
[[nodiscard]] PageSection history_section(const std::vector<GpuDays>& gpus, const std::string& file);
/// The same for programs.
[[nodiscard]] nlohmann::ordered_json json_of(const std::vector<GpuDays>& gpus);
/// What the history says of the weights; without `found`, `why_not` says why it says nothing.
[[nodiscard]] PageSection calibration_section(const Calibration* found, const std::string& why_not);
/// What was paid or is asked for, and how old that is on `today`.
[[nodiscard]] PageSection price_section(const LineAnswer& line, const std::string& today);

}  // namespace breakeven::cli
