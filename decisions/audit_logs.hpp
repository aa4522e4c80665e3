// Audit logs: from paths to a judged audit in one call, whatever kind of log they are.
#pragma once

#include <breakeven/decisions/audit.hpp>

#include <string>
#include <variant>
#include <vector>

namespace breakeven {

using LogAudit = std::variant<KernelAudit, SampleAudit>;

/// Reads `paths` (files or folders; "-" is standard input) and judges them. Throws InputError as identify_logs(), read_traces()
/// and read_telemetry() do, and for a memory log, which holds no GPU time. What was passed over in a folder is among the remarks.
[[nodiscard]] LogAudit audit_logs(const std::vector<std::string>& paths, const AuditQuestion& question,
                                  const EvidenceOptions& options = {});

}  // namespace breakeven
