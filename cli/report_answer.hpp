// Report: a scenario's line, what it hangs on, and what a log shows, as one page.
#pragma once

#include "answer.hpp"
#include "page.hpp"
#include "report_sections.hpp"

#include <breakeven/decisions/line.hpp>
#include <breakeven/decisions/tornado.hpp>
#include <breakeven/decisions/whatif_curves.hpp>

#include <optional>
#include <string>
#include <vector>

namespace breakeven::cli {

struct Report {
    LineAnswer line;
    std::vector<CostCurves> curves;
    std::optional<TornadoAnswer> tornado;  ///< none where the scenario states its line: then nothing moves it
    std::optional<Answer> audit;    ///< of the log, as `audit` presents it
    std::vector<std::string> logs;  ///< its files
    std::vector<GpuActivity> activities;
    std::string diagnosis;                  ///< why GPUs are below their line, a sentence each
    std::optional<std::string> history_file;
    std::vector<GpuDays> history;
    std::optional<Calibration> calibration;
    std::string not_calibrated;             ///< why there is none
    std::string scenario_file;
    std::string date;               ///< ISO 8601, of the page
};

[[nodiscard]] Page page_of(const Report& report);

}  // namespace breakeven::cli
