// The JSON of sampled telemetry's audit: schema breakeven.audit/1 with `samples` in place of kernel figures.
#include "audit_json.hpp"

#include "json_numbers.hpp"

#include <string_view>

namespace breakeven::cli {

namespace {

using nlohmann::ordered_json;

ordered_json json_of(const TelemetryDevice& device) {
    const SamplesSummary& s = device.samples;
    ordered_json out{{"count", s.count},
                     {"observed_s", s.observed_s},
                     {"outage_s", s.outage_s},
                     {"utilization_mean", or_null(s.utilization_mean)},
                     {"engine_active_mean", or_null(s.engine_active_mean)},
                     {"power_mean_w", or_null(s.power_mean_w)},
                     {"temperature_mean_c", or_null(s.temperature_mean_c)},
                     {"energy_j", or_null(s.energy_j)},
                     {"uncertainty", or_null(s.uncertainty)}};
    out["missing"] = {{"utilization", s.missing_utilization}, {"power_w", s.missing_power_w}, {"temperature_c", s.missing_temperature_c}};
    return out;
}

ordered_json json_of(const TelemetryDevice& device, const DeviceVerdict& verdict, bool trusted) {
    ordered_json out{{"device", or_null(device.gpu.index)}, {"name", or_null(device.gpu.name)}};
    if (!device.gpu.uuid.empty()) out["uuid"] = device.gpu.uuid;
    if (!device.gpu.slice.empty()) out["mig_instance"] = device.gpu.slice;
    if (!device.gpu.host.empty()) out["node"] = device.gpu.host;
    if (const GpuUser& user = device.gpu.user; !user.pod.empty()) {
        out["pod"] = user.pod;
        out["namespace"] = or_null(user.name_space);
        if (user.others) out["other_pods"] = true;
    }
    out["rows"] = device.rows;
    out["samples"] = json_of(device);
    if (device.memory_mean_b) out["memory"] = {{"mean_b", *device.memory_mean_b}, {"peak_b", or_null(device.memory_peak_b)}};
    if (!device.outages.empty()) {
        out["outages"] = ordered_json::array();
        for (const Outage& outage : device.outages)
            out["outages"].push_back({{"start_ns", outage.time.start_ns}, {"end_ns", outage.time.end_ns}, {"driver_message", outage.driver_message}});
    }
    if (device.long_run)
        out["long_run"] = long_run_json(*device.long_run);
    out["health"] = health_json(trusted, device.health);
    add_verdict(out, verdict);
    return out;
}

}  // namespace

ordered_json json_of(const SampleAudit& audit) {
    const Telemetry& telemetry = audit.telemetry;
    std::vector<std::string> paths;
    for (const TelemetryFile& file : telemetry.files) paths.push_back(file.path);
    ordered_json out{{"schema", "breakeven.audit/1"}};
    out["source"] = source_json(paths, telemetry.files.empty() ? LogFormat::unknown : telemetry.files.front().format);
    if (telemetry.partial) {
        out["partial"] = true;
        out["partial_reason"] = telemetry.partial_reason;
    }
    out["trusted"] = audit.trusted();
    out["devices"] = ordered_json::array();
    for (std::size_t i = 0; i < telemetry.devices.size(); ++i)
        out["devices"].push_back(json_of(telemetry.devices[i], audit.verdicts[i], audit.allowed && telemetry.devices[i].trusted()));
    out["rejected"] = telemetry.rejected;
    out["rejects"] = ordered_json::array();
    for (const RejectedLine& reject : telemetry.rejects) {
        ordered_json one{{"line", reject.line}, {"reason", reject.reason}};
        if (paths.size() > 1) one["file"] = paths[reject.file];
        out["rejects"].push_back(std::move(one));
    }
    out["remarks"] = audit.remarks;
    return out;
}

}  // namespace breakeven::cli
