// History days: what each recorded day of a GPU computed on the mean, against the line of that day's own context.
//
//     share(day) = sum of effective time / sum of observed time
//     line(day)  = mean over the day's contexts, by observed time, of the line in that context
//
// A context is the levels that were recorded with a window and the mean temperature of the day's windows that share them.
#pragma once

#include <breakeven/calibration/history.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/decisions/trend.hpp>
#include <breakeven/models/context.hpp>
#include <breakeven/models/scenario_file.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace breakeven {

inline constexpr auto hot_above_median = 4.0 * kelvin;

/// One day in UTC with trusted windows.
struct HistoryDay {
    std::int64_t begin_ns = 0;     ///< since 1970
    Fraction share = 0.0;
    std::optional<Fraction> line;  ///< none where no share, or more than one, separates owning from renting
    bool owning_wins = false;      ///< at this share; where contexts differ about it, that of most observed time decides unless `line` does
    std::size_t windows = 0;
    Context context;               ///< levels of most observed time, and the day's mean temperature
};

/// The first day whose level of a category is another one than the last day that had one.
struct ContextChange {
    std::int64_t begin_ns = 0;  ///< of that day
    std::string category;
    std::string from;
    std::string to;
};

struct GpuDays {
    std::string gpu;
    std::string gpu_name;
    std::vector<HistoryDay> days;  ///< in order of time; days without a trusted window are not there
    std::size_t untrusted = 0;     ///< windows left out
    std::size_t undated = 0;       ///< windows in use whose time is a guess
    std::optional<Trend> trend;

    [[nodiscard]] std::vector<ContextChange> changes() const;
    /// Days more than `hot_above_median` warmer than the median of all days' temperatures.
    [[nodiscard]] std::vector<HistoryDay> hot_days() const;
};

/// The last 30 days (trend_span) of each GPU in `history`, before its newest window; GPUs by name. Throws InputError as line_of does.
[[nodiscard]] std::vector<GpuDays> history_days(const History& history, const LoadedScenario& scenario);

}  // namespace breakeven
