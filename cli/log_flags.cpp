#include "log_flags.hpp"

#include "progress.hpp"

#include <breakeven/core/parse.hpp>
#include <breakeven/core/timestamp.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace breakeven::cli {

namespace {

void add_sample_flags(CLI::App& app, LogFlags& out, const char* help) {
    app.add_option("--telemetry", out.telemetry, help)
        ->type_name("FILE")
        ->take_all()
        ->expected(1)
        ->allow_extra_args(false);
    app.add_option("--utc-offset", out.utc_offset, "of the telemetry's clock where it is local time, such as +02:00")->type_name("OFFSET");
    app.add_flag("--same-gpu", out.same_gpu, "GPUs of equal number in several files are the same one");
    ServerFlags& server = out.server;
    app.add_option("--since", server.since, "of a server: samples from here on, such as 2026-11-01 or \"7 d\" [30 d]")->type_name("TIME");
    app.add_option("--until", server.until, "… and before this instant [now]")->type_name("TIME");
    app.add_option("--match", server.match, "… of series with these labels, such as 'Hostname=\"node7\"'")->type_name("LABELS");
    app.add_option("--step", server.step, "… as means over such steps, such as 5m [every sample]")->type_name("TIME");
    app.add_option("--credentials", server.credentials, "… with the token, or user and password, in this file [the environment's]")->type_name("FILE");
}

void add_reading_flags(CLI::App& app, LogFlags& out) {
    app.add_option("--window", out.window, "length of a window, from the first kernel on [308.7 s]")->type_name("TIME");
    add_sample_flags(app, out, "samples of the same GPU: temperature, power and the hours really run");
}

}  // namespace

std::shared_ptr<LogFlags> add_log_flags(CLI::App& app) {
    auto out = std::make_shared<LogFlags>();
    app.add_option("logs", out->logs, "log files or folders, or a server (prometheus+http://HOST:9090); \"-\" is standard input")->type_name("LOG")->required();
    add_reading_flags(app, *out);
    return out;
}

std::shared_ptr<LogFlags> add_optional_log_flags(CLI::App& app) {
    auto out = std::make_shared<LogFlags>();
    app.add_option("--log", out->logs, "a log of this machine, held against its line (repeatable)")
        ->type_name("LOG")
        ->take_all()
        ->expected(1)
        ->allow_extra_args(false);
    add_reading_flags(app, *out);
    return out;
}

std::shared_ptr<LogFlags> add_telemetry_flags(CLI::App& app, const char* help) {
    auto out = std::make_shared<LogFlags>();
    add_sample_flags(app, *out, help);
    return out;
}

std::int64_t window_ns(const std::string& flag, const std::string& text) {
    const double length_s = value_of(flag, [&] { return in(parse<Time>(text), second); });
    if (!(length_s > 0.0 && length_s < 9e9)) throw InputError(flag + " must be above zero", "such as " + flag + "=\"308.7 s\"");
    return std::llround(length_s * 1e9);
}

EvidenceOptions LogFlags::evidence() const {
    EvidenceOptions out;
    out.window_ns = window_ns("--window", window);
    out.same_gpu = same_gpu;
    return out;
}

ServerQuestion ServerFlags::question(bool asked) const {
    ServerQuestion out;
    const std::int64_t now = now_ns();
    const auto given = [&](const char* flag, const std::string& text) {
        if (!text.empty() && !asked) throw InputError(std::string(flag) + " is for servers, and no log here is one", "give the log as prometheus+http://HOST:9090");
        return !text.empty();
    };
    const auto instant = [&](const char* flag, const std::string& text) -> std::optional<std::int64_t> {
        if (!given(flag, text)) return std::nullopt;
        if (const auto time = instant_or_age_ns(text, now)) return time;
        throw InputError(std::string(flag) + " \"" + text + "\" is no date and time", "write 2026-11-01, 2026-11-01T08:00:00Z, or how long ago, such as \"30 d\"");
    };
    out.since_ns = instant("--since", since);
    out.until_ns = instant("--until", until);
    if (given("--step", step)) {
        out.step_ns = length_of_time_ns(step);
        if (!out.step_ns) throw InputError("--step \"" + step + "\" is no length of time", "write it as 60s or 5m");
    }
    if (given("--match", match)) out.match = match;
    if (given("--credentials", credentials)) out.credentials = credentials;
    return out;
}

TelemetryOptions LogFlags::samples() const {
    TelemetryOptions out;
    out.same_gpu = same_gpu;
    const auto asks = [](const std::vector<std::string>& paths) { return std::any_of(paths.begin(), paths.end(), is_server_address); };
    out.server = server.question(asks(logs) || asks(telemetry));
    if (!utc_offset.empty()) {
        out.utc_offset_s = parse_utc_offset_s(utc_offset);
        if (!out.utc_offset_s) throw InputError("--utc-offset is no offset from UTC", "such as --utc-offset +02:00");
    }
    return out;
}

KernelEvidence read_evidence(const std::vector<LogFile>& files, const EvidenceOptions& options, bool quiet) {
    ProgressBar bar(quiet);
    Trace trace = read_traces(files, {.progress = bar.callback()});
    bar.finish();
    return gather_evidence(std::move(trace), options);
}

KernelEvidence read_evidence(const LogFlags& flags, const EvidenceOptions& options, bool quiet) {
    std::vector<std::string> passed_over;
    KernelEvidence out = read_evidence(identify_logs(flags.logs, passed_over), options, quiet);
    out.remarks.insert(out.remarks.end(), passed_over.begin(), passed_over.end());
    return out;
}

std::optional<Telemetry> read_beside(const LogFlags& flags, bool quiet) {
    TelemetryOptions options = flags.samples();  // refuses flags of servers where there is none
    if (flags.telemetry.empty()) return std::nullopt;
    ProgressBar bar(quiet);
    options.keep_series = true;
    options.progress = bar.callback();
    return read_telemetry(flags.telemetry, options);
}

FleetKey fleet_key(const std::string& flag, const std::string& text) {
    std::string known;
    for (std::size_t i = 0; i < std::size(fleet_keys); ++i) {
        if (fleet_keys[i] == text) return static_cast<FleetKey>(i);
        known.append(i == 0 ? "" : ", ").append(fleet_keys[i]);
    }
    Position at;
    at.file = flag;
    throw InputError("\"" + text + "\" is nothing to group GPUs by", "known are " + known, at);
}

Telemetry read_samples(const std::vector<LogFile>& files, const LogFlags& flags, bool quiet, bool keep_series) {
    ProgressBar bar(quiet);
    TelemetryOptions options = flags.samples();
    options.keep_series = keep_series;
    options.progress = bar.callback();
    return read_telemetry(files, options);
}

std::shared_ptr<QuestionFlags> add_question_flags(CLI::App& app) {
    auto out = std::make_shared<QuestionFlags>();
    app.add_option("-s,--scenario", out->scenario, "the scenario whose line the log is held against")->type_name("FILE")->required();
    app.add_option("--margin", out->margin, "points above the line that only warn, such as \"0.5 pp\"")->type_name("POINTS");
    out->changes = add_scenario_flags(app);
    out->context = add_context_options(app);
    return out;
}

AuditQuestion QuestionFlags::question() const {
    AuditQuestion out;
    out.context = context->context();
    out.scenario = read_scenario(scenario, changes->options());
    if (!margin.empty()) out.margin = value_of("--margin", [&] { return parse_points(margin); });
    return out;
}

std::int64_t instant_of(const std::string& flag, const std::string& text) {
    auto time = parse_timestamp(text);
    if (!time) time = parse_timestamp(text + "T00:00:00Z");
    if (!time) {
        Position at;
        at.file = flag;
        throw InputError("\"" + text + "\" is no date and time", "write it as in 2026-11-01 or 2026-11-01T08:00:00Z", at);
    }
    return time->time_ns;
}

std::int64_t now_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace breakeven::cli
