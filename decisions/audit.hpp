// Audit: how much the GPU really computed, whether the log may be believed, and on which side of the line the machine stands.
//
//     log → effective time → health → line → verdict
#pragma once

#include <breakeven/decisions/line.hpp>
#include <breakeven/decisions/verdict.hpp>
#include <breakeven/logs/evidence.hpp>
#include <breakeven/logs/telemetry.hpp>
#include <breakeven/models/context.hpp>
#include <breakeven/models/scenario_file.hpp>

#include <optional>
#include <string>
#include <vector>

namespace breakeven {

/// What the verdict is asked against.
struct AuditQuestion {
    std::optional<LoadedScenario> scenario;  ///< none: figures and health alone
    Context context;
    std::optional<Fraction> margin;          ///< points around the line; the scenario's own when absent
    bool allow_samples = false;              ///< sampled telemetry may carry a marked verdict
};

/// Two sources about the same time: which one is believed, and how far the other was off.
struct Reconciliation {
    Interval time;               ///< in UTC
    Fraction kernel_share = 0.0; ///< of that time in which a kernel ran; this one is believed
    Fraction sampled_share = 0.0;

    /// Points by which the samples said more than the kernels; negative for less.
    [[nodiscard]] Fraction sampled_excess() const { return sampled_share - kernel_share; }
};

/// One GPU's line and verdict; its evidence stands at the same place in the evidence's list.
struct DeviceVerdict {
    std::optional<LineAnswer> line;  ///< with this log's own share of time spent copying
    Verdict verdict;
    std::optional<LongRun> long_run;  ///< over all owned hours, where telemetry tells them; the verdict then rests on it
    std::optional<Reconciliation> reconciliation;
    std::optional<Fraction> share;     ///< that was held against the line: of the window, or of all owned hours
    Fraction margin = 0.0;             ///< around the line
};

struct KernelAudit {
    KernelEvidence evidence;
    std::vector<DeviceVerdict> verdicts;
    std::vector<std::string> remarks;  ///< of the log, the scenario and the line

    /// The figures may be held against a line.
    [[nodiscard]] bool trusted() const { return evidence.trusted(); }
};

struct SampleAudit {
    Telemetry telemetry;
    std::vector<DeviceVerdict> verdicts;
    std::vector<std::string> remarks;
    bool allowed = false;  ///< a verdict was asked for

    [[nodiscard]] bool trusted() const;
};

/// Judges what a kernel log shows. `long_run`: telemetry of whole days of the same GPUs, on which the verdict then rests.
[[nodiscard]] KernelAudit judge(KernelEvidence evidence, const AuditQuestion& question, const Telemetry* long_run = nullptr);

/// Judges sampled telemetry.
[[nodiscard]] SampleAudit judge(Telemetry telemetry, const AuditQuestion& question);

}  // namespace breakeven
