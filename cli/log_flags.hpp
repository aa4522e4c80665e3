// Log flags: what the commands of the daily loop share: logs, a window, a scenario, telemetry, a history.
#pragma once

#include "options.hpp"

#include <breakeven/decisions/audit.hpp>
#include <breakeven/decisions/fleet.hpp>
#include <breakeven/logs/evidence.hpp>
#include <breakeven/logs/reader.hpp>
#include <breakeven/logs/telemetry.hpp>

#include <CLI/CLI.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace breakeven::cli {

/// What servers among the logs are asked.
struct ServerFlags {
    std::string since;
    std::string until;
    std::string step;
    std::string match;
    std::string credentials;

    /// Throws InputError for a flag that cannot be read, or that is given although no server is (`asked`).
    [[nodiscard]] ServerQuestion question(bool asked) const;
};

struct LogFlags {
    std::vector<std::string> logs;
    std::string window = "308.7 s";
    bool same_gpu = false;
    std::vector<std::string> telemetry;
    std::string utc_offset;
    ServerFlags server;

    /// Throws InputError for a window that is none.
    [[nodiscard]] EvidenceOptions evidence() const;
    /// How samples are read, as logs or beside one, and servers asked. Throws InputError for an offset that is none, and like
    /// ServerFlags::question().
    [[nodiscard]] TelemetryOptions samples() const;
};
/// LOG…, `--window`, `--telemetry`, `--utc-offset`, `--same-gpu`, and what servers are asked: `--since`, `--until`, `--match`, `--step`,
/// `--credentials`.
std::shared_ptr<LogFlags> add_log_flags(CLI::App& app);
/// The same with the logs as a flag, `--log`, that may be left out.
std::shared_ptr<LogFlags> add_optional_log_flags(CLI::App& app);

/// The same without logs and window.
std::shared_ptr<LogFlags> add_telemetry_flags(CLI::App& app, const char* help);

/// The length of a window given by `flag`. Throws InputError for one that is none.
[[nodiscard]] std::int64_t window_ns(const std::string& flag, const std::string& text);

/// A kernel log read and measured, with what was passed over among its remarks. Throws InputError.
[[nodiscard]] KernelEvidence read_evidence(const LogFlags& flags, const EvidenceOptions& options, bool quiet);
/// The same of files that are identified already; standard input can be so once.
[[nodiscard]] KernelEvidence read_evidence(const std::vector<LogFile>& files, const EvidenceOptions& options, bool quiet);

/// What `--telemetry` names, with its series kept; none without the flag.
[[nodiscard]] std::optional<Telemetry> read_beside(const LogFlags& flags, bool quiet);

/// Sampled telemetry that is the log itself.
[[nodiscard]] Telemetry read_samples(const std::vector<LogFile>& files, const LogFlags& flags, bool quiet, bool keep_series = false);

/// What `flag` groups GPUs by. Throws InputError, with the keys there are.
[[nodiscard]] FleetKey fleet_key(const std::string& flag, const std::string& text);

/// What the verdict of `check`, `metrics` and `diagnose` is asked against.
struct QuestionFlags {
    std::string scenario;
    std::string margin;
    std::shared_ptr<ScenarioFlags> changes;
    std::shared_ptr<ContextOptions> context;

    [[nodiscard]] AuditQuestion question() const;
};
/// `--scenario` (needed), `--margin`, `--set`, `--catalog` and the context.
std::shared_ptr<QuestionFlags> add_question_flags(CLI::App& app);

/// An instant given by `flag`: an ISO 8601 date, or a date and time. Throws InputError that points at the flag.
[[nodiscard]] std::int64_t instant_of(const std::string& flag, const std::string& text);

/// Now, in nanoseconds since 1970.
[[nodiscard]] std::int64_t now_ns();

}  // namespace breakeven::cli
