// Diagnose: below the line, and why? The decision tree as data, walked with evidence.
//
// A step that wants evidence nobody gave is answered "unknown" and asks for it; nothing is guessed. What a fix would do is computed
// from the log: waiting that it frees leaves the observed time, the work stays,
//
//     share after = share * observed / (observed - freed)
#pragma once

#include <breakeven/calibration/history.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/decisions/audit.hpp>
#include <breakeven/logs/perf_stat.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven {

/// Cache misses of all cache references from which the CPU counts as the bottleneck; the source's.
inline constexpr Fraction cache_miss_limit = 0.15;
/// Waiting below this share of the observed time is not worth a step.
inline constexpr Fraction noticeable_share = 0.01;
/// Kernels below 10 us, of all kernels, from which a job is one of many small kernels.
inline constexpr Fraction many_small_kernels = 0.5;
/// So many times the kernels per computed second of the last good record, and something multiplies launches.
inline constexpr double multiplied_launches = 2.0;

enum class StepAnswer : std::uint8_t { no, yes, unknown };
[[nodiscard]] constexpr std::string_view to_string(StepAnswer answer) {
    constexpr std::string_view words[] = {"no", "yes", "unknown"};
    return words[static_cast<std::size_t>(answer)];
}

/// What a step found.
struct StepFinding {
    StepAnswer answer = StepAnswer::unknown;
    std::string seen;           ///< the evidence, or which is missing
    std::string next;           ///< the command to run next
    std::string fix;            ///< what mends it; empty where nothing is wrong
    std::optional<Time> freed;  ///< waiting that the fix takes out of the observed time, at most
};

/// What the tree is walked with.
struct DiagnosisEvidence {
    const DeviceEvidence* device = nullptr;  ///< gathered with waiting_causes
    const DeviceVerdict* verdict = nullptr;
    bool partial = false;                    ///< the log is cut off
    bool has_history = false;
    std::optional<HistoryWindow> last_good;  ///< the newest trusted window at or above the line
    Context context;                         ///< of this log, as far as it was said
    std::string framework;
    std::string revision;
    std::optional<PerfStat> perf;
    std::string log;                         ///< as the commands to run next name them
    std::string scenario;
    std::string history;  ///< its file; empty without one
};

/// One node: a question, how it is answered, and where each answer leads ("" ends the walk).
struct DiagnosisNode {
    const char* id;
    const char* question;
    StepFinding (*look)(const DiagnosisEvidence&);
    StepAnswer cause;  ///< the answer that names a cause of the low share; unknown: no answer does
    const char* after_yes;
    const char* after_no;
    const char* after_unknown;
};

/// The tree, its root first.
[[nodiscard]] std::span<const DiagnosisNode> diagnosis_tree();

struct DiagnosisStep {
    std::string id;
    std::string question;
    StepFinding finding;
    bool is_cause = false;
    std::optional<Fraction> share_after;       ///< with the fix
    std::optional<Standing> standing_after;
};

struct DeviceDiagnosis {
    std::optional<std::int64_t> device;
    std::string name;
    std::optional<Fraction> share;
    std::optional<Fraction> line;
    std::optional<Standing> standing;
    bool trusted = false;
    std::vector<DiagnosisStep> steps;
    std::vector<std::string> causes;  ///< ids of steps, the one that frees most first
};

/// Walks the tree for one device.
[[nodiscard]] DeviceDiagnosis diagnose(const DiagnosisEvidence& evidence);

/// Walks the tree for each GPU of `audit` that ran anything. `common`: what is the same for all of them; the rest is filled in.
/// `good_windows`: the trusted windows of a GPU (by gpu_identity()) in a history, in order of time; absent without a history.
[[nodiscard]] std::vector<DeviceDiagnosis> diagnose(const KernelAudit& audit, DiagnosisEvidence common,
                                                    const std::function<std::vector<HistoryWindow>(const std::string&)>& good_windows = {});

/// The newest trusted window of `windows` (in order of time) whose share is at or above `line`, before `before_ns`.
[[nodiscard]] std::optional<HistoryWindow> last_good_record(const std::vector<HistoryWindow>& windows, Fraction line,
                                                            std::optional<std::int64_t> before_ns);

}  // namespace breakeven
