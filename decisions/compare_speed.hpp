// Compare speed: how much faster one GPU does another's work, from the best evidence there is.
//
//     s = busy time of the cloud's GPU for a unit of work / busy time of the local one for the same
//
// Best first: two logs of the same program (units of work are the log's own steps, else equal kernel counts), a work column in
// calibration data, a ratio that the scenario states, a roofline over peak arithmetic and bandwidth. Never counts of SMs.
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/logs/trace.hpp>

#include <optional>
#include <string>
#include <vector>

namespace breakeven {

enum class SpeedSource { log_steps, log_kernels, work_column, scenario, carried, roofline };

[[nodiscard]] constexpr std::string_view to_string(SpeedSource source) {
    switch (source) {
        case SpeedSource::log_steps: return "steps in two logs";
        case SpeedSource::log_kernels: return "equal kernel counts in two logs";
        case SpeedSource::work_column: return "a work column";
        case SpeedSource::scenario: return "the scenario";
        case SpeedSource::carried: return "the scenario, carried by a roofline";
        case SpeedSource::roofline: return "a roofline";
    }
    return "";
}

/// One estimate of s, and where it comes from.
struct SpeedEstimate {
    Fraction ratio = 1.0;  ///< above zero
    SpeedSource source = SpeedSource::scenario;
    std::string words;     ///< what it rests on, such as "12 and 12 steps"
};

/// From logs of the same work on both GPUs. `local` and `cloud` are used up. Throws InputError when nothing in them tells that the
/// work is the same: no steps of one name, and different numbers of kernels.
[[nodiscard]] SpeedEstimate speed_from_logs(Trace local, Trace cloud);

/// From a CSV with the columns gpu, effective_s and work: seconds per unit of work of the one over the other. A GPU's name counts
/// when it holds all words of the one looked for. Throws InputError: no such column, no row of one of them, work of zero.
[[nodiscard]] SpeedEstimate speed_from_work(const std::string& path, const std::string& local_gpu, const std::string& cloud_gpu);

/// Puts the best estimate first; among equals the order stays.
void best_first(std::vector<SpeedEstimate>& estimates);

}  // namespace breakeven
