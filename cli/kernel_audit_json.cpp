// The JSON of a kernel log's audit: schema breakeven.audit/1.
#include "audit_json.hpp"

#include "json_numbers.hpp"

#include <breakeven/core/units.hpp>

namespace breakeven::cli {

namespace {

using nlohmann::ordered_json;

constexpr std::string_view copy_kind_names[copy_kinds] = {"unknown",          "host_to_device", "device_to_host",
                                                          "device_to_device", "host_to_host",   "peer_to_peer"};

ordered_json json_of(const WindowTime& window) {
    return {{"start_ns", window.start_ns},
            {"length_s", seconds(window.length_ns)},
            {"observed_s", seconds(window.observed_ns)},
            {"observed_to", window.observed_to == ObservedTo::capture ? "capture" : "last-kernel"},
            {"kernels", window.kernels},
            {"effective_s", seconds(window.effective_ns)},
            {"effective_ratio", or_null(window.effective_ratio())},
            {"method", window.upper_bound ? "union-upper-bound" : "union"}};
}

ordered_json json_of(const ArticleFigures& article) {
    return {{"kernels", article.kernels},
            {"kept_kernels", article.kept_kernels},
            {"effective_s", seconds(article.effective_ns)},
            {"effective_ratio", article.effective_ratio},
            {"trusted", article.trusted}};
}

ordered_json json_of(const LaunchDelayFigures& delay) {
    ordered_json out{{"count", delay.count},   {"sampled_of", delay.sampled_of}, {"median_ns", delay.median_ns},
                     {"p90_ns", delay.p90_ns}, {"p99_ns", delay.p99_ns},         {"largest_ns", delay.largest_ns}};
    out["longest"] = ordered_json::array();
    for (const LaunchDelay& one : delay.longest) out["longest"].push_back({{"kernel", one.kernel}, {"delay_ns", one.delay_ns}});
    return out;
}

ordered_json copies_json(const DeviceEvidence& device) {
    ordered_json out{{"time_ns", device.copy_time.copies_ns},
                     {"hidden_ns", device.copy_time.hidden_copies_ns},
                     {"sets_time_ns", device.copy_time.sets_ns}};
    for (std::size_t i = 0; i < copy_kinds; ++i)
        if (const CopyTotal& total = device.copy_totals[i]; total.count != 0)
            out["kinds"][std::string(copy_kind_names[i])] = {{"count", total.count}, {"bytes", total.bytes}, {"time_ns", total.time_ns}};
    return out;
}

ordered_json json_of(const IdleCauses& causes) {
    ordered_json out{{"copying_ns", causes.copying_ns},
                     {"synchronisation_ns", or_null(causes.synchronisation_ns)},
                     {"waiting_for_host_ns", causes.waiting_for_host_ns},
                     {"launch_ns", causes.launch_ns},
                     {"unknown_ns", causes.unknown_ns},
                     {"gaps_known", causes.gaps}};
    if (causes.sampled_of > 1) out["sampled_of"] = causes.sampled_of;
    return out;
}

ordered_json json_of(const IdleTime& idle, const std::optional<IdleCauses>& causes) {
    ordered_json out{{"before_first_ns", or_null(idle.before_first_ns)},
                     {"between_ns", idle.between_ns},
                     {"between_copying_ns", idle.between_copying_ns},
                     {"after_last_ns", or_null(idle.after_last_ns)}};
    if (causes) out["between_by_cause"] = json_of(*causes);
    return out;
}

ordered_json json_of(const StepFigures& step) {
    return {{"name", step.name.empty() ? "(a number)" : step.name},
            {"count", step.count},
            {"median_ns", step.median_ns},
            {"median_effective_ns", step.median_effective_ns},
            {"total_effective_ns", step.total_effective_ns}};
}

ordered_json json_of(const Reconciliation& both) {
    return {{"believed", "kernel-log"},
            {"start_ns", both.time.start_ns},
            {"end_ns", both.time.end_ns},
            {"kernel_ratio", both.kernel_share},
            {"sampled_ratio", both.sampled_share},
            {"sampled_excess", both.sampled_excess()}};
}

ordered_json json_of(const DeviceEvidence& device, const DeviceVerdict& verdict) {
    ordered_json out{{"device", or_null(device.device)}, {"name", or_null(device.name)}};
    if (!device.uuid.empty()) out["uuid"] = device.uuid;
    out["kernels"] = device.kernels;
    out["copies"] = device.copies;
    out["sets"] = device.sets;
    if (device.kernels_without_time != 0) out["kernels_without_time"] = device.kernels_without_time;
    out["kernel_time_sum_ns"] = device.time.sum_ns;
    out["kernel_time_union_ns"] = device.time.union_ns;
    if (device.graph_executions != 0 || device.graph_without_time != 0) {
        out["busy_union_ns"] = device.time.busy_ns;
        out["graph_executions"] = device.graph_executions;
        out["graph_without_time"] = device.graph_without_time;
    }
    out["first_start_ns"] = or_null(device.time.first_start_ns);
    out["last_end_ns"] = or_null(device.time.last_end_ns);
    if (device.launches) out["launches"] = *device.launches;
    out["window"] = device.window ? json_of(*device.window) : ordered_json(nullptr);
    if (device.capture_ratio) out["capture_ratio"] = *device.capture_ratio;
    if (!device.windows.empty()) {
        out["windows"] = ordered_json::array();
        for (const WindowTime& window : device.windows) out["windows"].push_back(json_of(window));
    }
    out["article"] = device.article ? json_of(*device.article) : ordered_json(nullptr);
    if (device.copies != 0 || device.sets != 0) out["copy_time"] = copies_json(device);
    if (device.kernels != 0) out["idle"] = json_of(device.idle, device.idle_causes);
    if (device.streams.size() > 1) {
        out["streams"] = ordered_json::array();
        for (const StreamEvidence& stream : device.streams)
            out["streams"].push_back({{"context", stream.stream.context}, {"stream", stream.stream.number}, {"kernels", stream.kernels},
                                      {"kernel_time_sum_ns", stream.sum_ns}});
    }
    if (device.launch_delay) out["launch_delay"] = json_of(*device.launch_delay);
    if (device.occupancy) out["occupancy"] = *device.occupancy;
    if (!device.steps.empty()) {
        out["steps"] = ordered_json::array();
        for (const StepFigures& step : device.steps) out["steps"].push_back(json_of(step));
    }
    if (verdict.long_run) out["long_run"] = long_run_json(*verdict.long_run);
    if (verdict.reconciliation) out["reconciliation"] = json_of(*verdict.reconciliation);
    out["health"] = health_json(device.trusted(), device.health.checks);
    add_verdict(out, verdict);
    return out;
}

}  // namespace

ordered_json health_json(bool trusted, const std::vector<HealthCheck>& checks) {
    ordered_json out{{"trusted", trusted}, {"checks", ordered_json::array()}};
    for (const HealthCheck& check : checks) {
        ordered_json one{{"name", check.name}, {"value", or_null(check.value)}, {"limit", check.limit}, {"ok", check.ok}};
        if (!check.ok) one["meaning"] = check.meaning, one["remedy"] = check.remedy;
        out["checks"].push_back(std::move(one));
    }
    return out;
}

ordered_json long_run_json(const LongRun& long_run) {
    return {{"days", long_run.days}, {"running_share", long_run.running_share}, {"effective_ratio", long_run.effective_ratio}};
}

void add_verdict(ordered_json& device, const DeviceVerdict& verdict) {
    const auto& line = verdict.line;
    device["line"] = line ? or_null(line->line) : ordered_json(nullptr);
    if (line) device["outcome"] = to_string(line->outcome);
    device["verdict"] = verdict.verdict.standing ? ordered_json(to_string(*verdict.verdict.standing)) : ordered_json(nullptr);
    device["winner"] = verdict.verdict.winner ? ordered_json(to_string(*verdict.verdict.winner)) : ordered_json(nullptr);
    device["hours_per_day_needed"] =
        verdict.verdict.hours_needed ? ordered_json(in(*verdict.verdict.hours_needed, hour)) : ordered_json(nullptr);
    if (!verdict.verdict.reason.empty()) device["no_verdict_because"] = verdict.verdict.reason;
}

ordered_json source_json(const std::vector<std::string>& paths, LogFormat format) {
    ordered_json out{{"path", paths.empty() ? "" : paths.front()}, {"format", format_name(format)}, {"tier", or_null(format_tier(format))}};
    if (paths.size() > 1) out["paths"] = paths;
    return out;
}

ordered_json json_of(const KernelAudit& audit) {
    const KernelEvidence& evidence = audit.evidence;
    std::vector<std::string> paths;
    for (const TraceFile& file : evidence.files) paths.push_back(file.path);
    ordered_json out{{"schema", "breakeven.audit/1"}};
    out["source"] = source_json(paths, evidence.files.empty() ? LogFormat::unknown : evidence.files.front().format);
    if (!evidence.files.empty() && !evidence.files.front().producer.empty()) out["source"]["producer"] = evidence.files.front().producer;
    if (evidence.partial) {
        out["partial"] = true;
        out["partial_reason"] = evidence.partial_reason;
    }
    out["launches"] = evidence.launches;
    if (evidence.graph_launches != 0) out["graph_launches"] = evidence.graph_launches;
    if (!evidence.incomplete.empty()) out["incomplete"] = evidence.incomplete;
    out["trusted"] = audit.trusted();
    out["devices"] = ordered_json::array();
    for (std::size_t i = 0; i < evidence.devices.size(); ++i) out["devices"].push_back(json_of(evidence.devices[i], audit.verdicts[i]));
    out["remarks"] = audit.remarks;
    return out;
}

}  // namespace breakeven::cli
