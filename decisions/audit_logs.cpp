#include <breakeven/decisions/audit_logs.hpp>

#include <breakeven/core/errors.hpp>
#include <breakeven/logs/reader.hpp>
#include <breakeven/logs/telemetry.hpp>

#include <utility>

namespace breakeven {

LogAudit audit_logs(const std::vector<std::string>& paths, const AuditQuestion& question, const EvidenceOptions& options) {
    if (paths.empty()) throw InputError("no log is given", "name a log file or a folder of them");
    std::vector<std::string> passed_over;
    const std::vector<LogFile> files = identify_logs(paths, passed_over);
    if (files.front().format == LogFormat::torch_memory)
        throw InputError("a memory log holds no GPU time", "audit a kernel log; breakeven audit shows what a memory log tells",
                         Position{.file = files.front().path, .text = {}});
    const auto with_remarks = [&](auto audit) -> LogAudit {
        audit.remarks.insert(audit.remarks.end(), passed_over.begin(), passed_over.end());
        return audit;
    };
    if (format_tier(files.front().format) == 1) return with_remarks(judge(gather_evidence(read_traces(files), options), question));
    TelemetryOptions samples;
    samples.same_gpu = options.same_gpu;
    return with_remarks(judge(read_telemetry(files, samples), question));
}

}  // namespace breakeven
