// Fleet: many GPUs under one scenario, in groups: where they stand, what the same work would cost rented, and how many would do.
//
//     owned    sum of L(u_i)         rented   sum of C(u_i)          u_i = the share that GPU i computed
//     needed   at least sum of u_i / reachable, where work can wait for a free GPU;
//              at its peak: the busiest ten minutes decide, where no work may wait
//
// Only GPUs whose share may be believed are summed; the others are counted, with the reason. Source: docs/fleet.md, "A fleet's view".
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/decisions/audit.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven {

/// What GPUs are grouped by.
enum class FleetKey : std::uint8_t { gpu, name, node, name_space, pod, file };
inline constexpr std::string_view fleet_keys[] = {"gpu", "name", "node", "namespace", "pod", "file"};
[[nodiscard]] constexpr std::string_view to_string(FleetKey key) { return fleet_keys[static_cast<std::size_t>(key)]; }

/// The stretch over which simultaneous work is added up for a peak: longer than scrape intervals, shorter than most jobs.
inline constexpr Time peak_stretch = 10.0 * minute;

struct FleetGpu {
    std::string gpu;    ///< its UUID, else its number and name
    std::string group;  ///< empty where the log does not tell
    std::optional<Fraction> share;     ///< none where it may not be believed
    std::optional<Fraction> line;
    std::optional<Standing> standing;
    CostRate owned{};   ///< at that share
    CostRate rented{};  ///< the same work
    std::string why_not;               ///< why there is no share
};

struct FleetGroup {
    std::string name;                        ///< empty where the log does not tell
    std::size_t gpus = 0;
    std::size_t judged = 0;                  ///< of them with a share that may be believed; the figures below are theirs
    std::size_t above = 0;
    std::size_t within_margin = 0;
    std::size_t below = 0;
    Fraction work = 0.0;                     ///< sum of the shares: so many GPUs computing all the time
    CostRate owned{};
    CostRate rented{};
    std::size_t needed = 0;                  ///< GPUs that could do the same work, where it can wait
    std::optional<std::size_t> needed_at_peak;  ///< where it cannot; only of telemetry whose series was kept

    [[nodiscard]] std::optional<Fraction> mean_share() const {
        return judged == 0 ? std::nullopt : std::optional(work / static_cast<double>(judged));
    }
};

struct Fleet {
    FleetKey by = FleetKey::gpu;
    Currency currency;
    std::vector<FleetGroup> groups;  ///< the one with the lowest mean share first
    FleetGroup all;
    std::vector<FleetGpu> gpus;      ///< the least busy first; those without a share last
    std::vector<std::string> remarks;
};

/// The fleet of an audit that was asked against a scenario. Throws InputError without one, and for a key that this kind of log
/// does not tell of any GPU.
[[nodiscard]] Fleet fleet_of(const KernelAudit& audit, const LoadedScenario& scenario, FleetKey by);
/// `audit.telemetry` must have been read with its series for a peak to be known.
[[nodiscard]] Fleet fleet_of(const SampleAudit& audit, const LoadedScenario& scenario, FleetKey by);

}  // namespace breakeven
