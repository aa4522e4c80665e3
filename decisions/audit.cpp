#include <breakeven/decisions/audit.hpp>

#include <breakeven/decisions/telemetry_match.hpp>

#include <algorithm>

namespace breakeven {

namespace {

void add_once(std::vector<std::string>& remarks, const std::vector<std::string>& more) {
    for (const std::string& remark : more)
        if (std::find(remarks.begin(), remarks.end(), remark) == remarks.end()) remarks.push_back(remark);
}

/// The scenario with the share of busy time that this log shows in copies, unless the scenario states one.
LoadedScenario with_measured_copies(const LoadedScenario& loaded, const DeviceEvidence& device) {
    LoadedScenario out = loaded;
    const auto stated = std::find_if(out.inputs.begin(), out.inputs.end(), [](const Input& i) { return i.key == "pcie.copy_share"; });
    if (stated == out.inputs.end() || stated->source != "default" || device.time.busy_ns <= 0) return out;
    const double share = std::min(1.0, static_cast<double>(device.copy_time.copies_ns) / static_cast<double>(device.time.busy_ns));
    out.scenario.pcie.copy_share = share;
    stated->value = share;
    stated->source = "log";
    return out;
}

/// Asked for, else the scenario's, else the line's own 95 % interval, else none.
Fraction margin_of(const AuditQuestion& question, const LineAnswer& line) {
    if (question.margin) return *question.margin;
    if (const auto& stated = question.scenario->scenario.line.margin) return *stated;
    return line.half_width.value_or(0.0);
}

Measured measured(const DeviceEvidence& device, const KernelEvidence& evidence) {
    Measured out;
    if (device.listed_only || !device.window) {
        out.trusted = false;
        out.why_not = device.listed_only ? "nothing ran on this GPU in this log" : "no kernel with a time was recorded";
        return out;
    }
    out.share = device.window->effective_ratio();
    if (device.window->upper_bound) out.lower_bound = device.window->kernels_ratio();
    out.trusted = device.trusted() && !evidence.partial;
    if (!out.trusted) out.why_not = evidence.partial ? "the log is cut off" : "the log does not pass its health check";
    return out;
}

Measured measured(const TelemetryDevice& device, const Telemetry& telemetry, bool allowed) {
    Measured out;
    out.share = device.samples.utilization_mean;
    out.trusted = allowed && device.trusted() && !telemetry.partial && telemetry.times != SampleTimes::none;
    if (!allowed) out.why_not = "samples are no kernel log; --allow-samples gives a marked verdict";
    else if (telemetry.partial) out.why_not = "the log is cut off";
    else if (telemetry.times == SampleTimes::none) out.why_not = "the log holds no times";
    else if (!out.trusted) out.why_not = "the log does not pass its health check";
    return out;
}

/// The share of all owned hours: running as telemetry saw it, and computing while running as the kernels tell.
std::optional<LongRun> long_run_of(const DeviceEvidence& device, const Telemetry& telemetry, const std::optional<Fraction>& share) {
    const TelemetryDevice* other = same_gpu(device, telemetry);
    if (other == nullptr || !other->long_run || !share) return std::nullopt;
    LongRun out = *other->long_run;
    out.effective_ratio = out.running_share * *share;
    return out;
}

/// Kernels and samples of one window side by side.
std::optional<Reconciliation> reconciled(const DeviceEvidence& device, const Telemetry& telemetry) {
    const auto share = device.window ? device.window->effective_ratio() : std::nullopt;
    if (!share) return std::nullopt;
    const Interval stretch = observed_part(*device.window);
    const auto sample = sampled_during(device, stretch, telemetry);
    if (!sample || !was_read(sample->utilization)) return std::nullopt;
    return Reconciliation{*in_utc(device, stretch), *share, sample->utilization};
}

/// Why telemetry that was given says nothing about this GPU; empty when it does.
std::string unused_telemetry(const DeviceEvidence& device, const Telemetry& telemetry) {
    const TelemetryDevice* other = same_gpu(device, telemetry);
    if (other == nullptr)
        return "the telemetry is of several GPUs, and no UUID tells which of them the log is of; it was not used";
    if (!other->long_run) return "the telemetry covers less than a day, or runs backwards, so it tells no share of the owned hours";
    return {};
}

}  // namespace

bool SampleAudit::trusted() const {
    return allowed && !telemetry.partial && !telemetry.devices.empty() &&
           std::all_of(telemetry.devices.begin(), telemetry.devices.end(), [](const TelemetryDevice& d) { return d.trusted(); });
}

KernelAudit judge(KernelEvidence evidence, const AuditQuestion& question, const Telemetry* long_run) {
    KernelAudit out;
    out.remarks = evidence.remarks;
    for (const DeviceEvidence& device : evidence.devices) {
        DeviceVerdict one;
        Measured share = measured(device, evidence);
        const auto while_running = share.share;
        if (long_run != nullptr && !device.listed_only) {
            one.long_run = long_run_of(device, *long_run, share.share);
            one.reconciliation = reconciled(device, *long_run);
            if (const std::string why = unused_telemetry(device, *long_run); !why.empty()) add_once(out.remarks, {why});
        }
        // What the machine did over all its owned hours says more than what it did while a job ran.
        if (one.long_run) {
            share.share = one.long_run->effective_ratio;
            if (share.lower_bound) *share.lower_bound *= one.long_run->running_share;
        }
        if (question.scenario) {
            one.line = line_of(with_measured_copies(*question.scenario, device), question.context, true);
            one.margin = margin_of(question, *one.line);
            one.verdict = verdict_of(share, *one.line, one.margin);
            // Hours of running like this, so it is the share while running that counts.
            if (one.long_run && one.verdict.hours_needed && *while_running > 0.0)
                one.verdict.hours_needed = *one.line->line / *while_running * day;
            add_once(out.remarks, one.line->remarks);
        }
        one.share = share.share;
        out.verdicts.push_back(std::move(one));
    }
    out.evidence = std::move(evidence);
    return out;
}

SampleAudit judge(Telemetry telemetry, const AuditQuestion& question) {
    SampleAudit out;
    out.allowed = question.allow_samples;
    out.remarks = telemetry.remarks;
    for (const TelemetryDevice& device : telemetry.devices) {
        DeviceVerdict one;
        if (question.scenario) {
            one.line = line_of(*question.scenario, question.context, false);
            one.margin = margin_of(question, *one.line);
            one.verdict = verdict_of(measured(device, telemetry, question.allow_samples), *one.line, one.margin);
            add_once(out.remarks, one.line->remarks);
        }
        one.share = device.samples.utilization_mean;
        out.verdicts.push_back(std::move(one));
    }
    out.telemetry = std::move(telemetry);
    return out;
}

}  // namespace breakeven
