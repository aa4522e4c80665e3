#include <breakeven/decisions/audit.hpp>

#include <breakeven/decisions/window_series.hpp>

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
        // What the machine did over all its owned hours says more than what it did while a job ran.
        if (long_run != nullptr && share.trusted && share.share)
            if (const TelemetryDevice* other = telemetry_of(device, *long_run); other != nullptr && other->long_run) {
                const Fraction running = other->long_run->running_share;
                if (share.lower_bound) *share.lower_bound *= running;
                *share.share *= running;
            }
        if (question.scenario) {
            one.line = line_of(with_measured_copies(*question.scenario, device), question.context, true);
            one.margin = margin_of(question, *one.line);
            one.verdict = verdict_of(share, *one.line, one.margin);
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
