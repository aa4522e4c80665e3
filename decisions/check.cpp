#include <breakeven/decisions/check.hpp>

#include <breakeven/decisions/window_series.hpp>

#include <algorithm>

namespace breakeven {

namespace {

std::string device_words(const std::optional<std::int64_t>& number, const std::string& name) {
    const std::string gpu = number ? "GPU " + std::to_string(*number) : "GPU";
    return name.empty() ? gpu : gpu + " (" + name + ")";
}

/// Status, reason and thresholds from a device's verdict.
void judge_device(const DeviceVerdict& verdict, DeviceCheck& out) {
    out.effective = verdict.share;
    out.margin = verdict.margin;
    if (verdict.line) {
        out.line = verdict.line->line;
        if (verdict.line->outcome == Outcome::always) out.line = 0.0;
        out.only_below = verdict.line->outcome == Outcome::only_below;
    }
    if (!verdict.verdict.winner || !out.effective || !verdict.line) {
        out.reason = verdict.verdict.reason.empty() ? "no verdict" : std::string(verdict.verdict.reason);
        return;
    }
    if (verdict.line->outcome != Outcome::line || !out.line) {
        out.status = *verdict.verdict.winner == Winner::own ? PluginStatus::ok : PluginStatus::critical;
        out.reason = std::string(*verdict.verdict.winner == Winner::own ? "owning is cheaper: " : "renting is cheaper: ") + std::string(verdict.line->reason);
        return;
    }
    out.status = *out.effective < *out.line                ? PluginStatus::critical
                 : *out.effective < *out.line + out.margin ? PluginStatus::warning
                                                           : PluginStatus::ok;
    out.reason = out.status == PluginStatus::critical ? "below its line" : out.status == PluginStatus::warning ? "within the margin of its line" : "above its line";
}

void add_trend(DeviceCheck& device, const std::vector<HistoryWindow>& windows) {
    device.trend = trend_of(windows);
    if (!device.trend || !device.trend->is_sure() || !device.effective || !device.line) return;
    const Frequency fall = -device.trend->slope;
    if (fall > Frequency{} && *device.effective > *device.line) device.line_crossed_in = (*device.effective - *device.line) / fall;
}

int severity(PluginStatus status) {
    constexpr int ranks[] = {0, 2, 3, 1};  // what is known to be wrong comes before what is not known
    return ranks[static_cast<std::size_t>(status)];
}

void sum_up(CheckResult& out) {
    if (out.devices.empty()) return;
    out.status = std::max_element(out.devices.begin(), out.devices.end(), [](const DeviceCheck& a, const DeviceCheck& b) {
                     return severity(a.status) < severity(b.status);
                 })->status;
}

}  // namespace

CheckResult check_of(const KernelAudit& audit, const std::function<std::vector<HistoryWindow>(const std::string& gpu)>& history_of) {
    CheckResult out;
    for (std::size_t i = 0; i < audit.evidence.devices.size(); ++i) {
        const DeviceEvidence& device = audit.evidence.devices[i];
        if (device.listed_only) continue;
        DeviceCheck check;
        check.gpu = gpu_identity(device);
        check.gpu_name = device_words(device.device, device.name);
        judge_device(audit.verdicts[i], check);
        if (history_of) add_trend(check, history_of(check.gpu));
        out.devices.push_back(std::move(check));
    }
    sum_up(out);
    return out;
}

CheckResult check_of(const SampleAudit& audit) {
    CheckResult out;
    for (std::size_t i = 0; i < audit.telemetry.devices.size(); ++i) {
        const GpuIdentity& gpu = audit.telemetry.devices[i].gpu;
        DeviceCheck check;
        check.gpu = gpu.uuid;
        check.gpu_name = device_words(gpu.index, gpu.name);
        judge_device(audit.verdicts[i], check);
        out.devices.push_back(std::move(check));
    }
    sum_up(out);
    return out;
}

}  // namespace breakeven
