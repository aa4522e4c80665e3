// Audit JSON: schema breakeven.audit/1, of kernel logs and of samples, from shared parts.
#pragma once

#include <breakeven/decisions/audit.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace breakeven::cli {

[[nodiscard]] nlohmann::ordered_json json_of(const KernelAudit& audit);
[[nodiscard]] nlohmann::ordered_json json_of(const SampleAudit& audit);

[[nodiscard]] nlohmann::ordered_json source_json(const std::vector<std::string>& paths, LogFormat format);
[[nodiscard]] nlohmann::ordered_json health_json(bool trusted, const std::vector<HealthCheck>& checks);
[[nodiscard]] nlohmann::ordered_json long_run_json(const LongRun& long_run);
/// Adds line, verdict, winner and hours needed to a device.
void add_verdict(nlohmann::ordered_json& device, const DeviceVerdict& verdict);

}  // namespace breakeven::cli
