// audit: how much did the GPU really compute, may I trust the log, am I above my line?
#include "../audit_answer.hpp"
#include "../commands.hpp"
#include "../progress.hpp"

#include <breakeven/core/parse.hpp>
#include <breakeven/core/timestamp.hpp>
#include <breakeven/decisions/audit.hpp>
#include <breakeven/logs/reader.hpp>
#include <breakeven/logs/torch_memory.hpp>

#include <cmath>

namespace breakeven::cli {

namespace {

struct Options {
    std::vector<std::string> logs;
    std::string scenario;
    std::string window = "308.7 s";
    std::string outliers = "none";
    std::string margin;
    std::vector<std::string> telemetry;
    std::string windows;  ///< a length, or empty for the first window alone
    std::string utc_offset;
    bool allow_samples = false;
    bool same_gpu = false;
};

/// What `--windows` without a length stands for.
constexpr const char* same_as_window = "as --window";

std::int64_t length_ns(const std::string& flag, const std::string& text) {
    const double length_s = value_of(flag, [&] { return in(parse<Time>(text), second); });
    if (!(length_s > 0.0 && length_s < 9e9)) throw InputError(flag + " must be above zero", "such as " + flag + "=\"308.7 s\"");
    return std::llround(length_s * 1e9);
}

EvidenceOptions evidence_options(const Options& options) {
    EvidenceOptions out;
    out.all_windows = !options.windows.empty();
    const bool own_length = out.all_windows && options.windows != same_as_window;
    out.window_ns = own_length ? length_ns("--windows", options.windows) : length_ns("--window", options.window);
    out.same_gpu = options.same_gpu;
    out.outliers = options.outliers == "none" ? Outliers::none : options.outliers == "pooled-iqr" ? Outliers::pooled_iqr : Outliers::per_kernel_iqr;
    return out;
}

TelemetryOptions telemetry_options(const Options& options, ProgressBar& bar) {
    TelemetryOptions out;
    out.same_gpu = options.same_gpu;
    out.progress = bar.callback();
    if (!options.utc_offset.empty()) {
        out.utc_offset_s = parse_utc_offset_s(options.utc_offset);
        if (!out.utc_offset_s) throw InputError("--utc-offset is no offset from UTC", "such as --utc-offset +02:00");
    }
    return out;
}

Answer audit_kernels(const std::vector<LogFile>& files, const Options& options, const AuditQuestion& question, ProgressBar& bar) {
    const EvidenceOptions how = evidence_options(options);
    std::optional<Telemetry> telemetry;
    if (!options.telemetry.empty()) {
        TelemetryOptions samples = telemetry_options(options, bar);
        samples.keep_series = true;
        telemetry = read_telemetry(options.telemetry, samples);
    }
    const Telemetry* beside = telemetry ? &*telemetry : nullptr;
    Trace trace = read_traces(files, {.progress = bar.callback()});
    bar.finish();
    const KernelAudit judged = judge(gather_evidence(std::move(trace), how), question, beside);
    Answer answer = present(judged);
    if (how.all_windows) print_windows(calibration_windows(judged.evidence, question.context, beside), answer);
    return answer;
}

Answer audit_memory(const std::vector<LogFile>& files) {
    if (files.size() > 1) throw InputError("memory logs are read one at a time", "give one file");
    return present(read_torch_memory(open_log(files.front(), TextEncoding::utf8), files.front().path), files.front().path);
}

Answer audit(const Options& options, const ScenarioFlags& flags, const Context& context, const OutputOptions& output) {
    AuditQuestion question;
    question.context = context;
    question.allow_samples = options.allow_samples;
    if (!options.scenario.empty()) question.scenario = read_scenario(options.scenario, flags.options());
    if (!options.margin.empty()) question.margin = value_of("--margin", [&] { return parse_points(options.margin); });

    std::vector<std::string> passed_over;
    const std::vector<LogFile> files = identify_logs(options.logs, passed_over);
    ProgressBar bar(output.quiet);
    Answer answer;
    if (format_tier(files.front().format) == 1)
        answer = audit_kernels(files, options, question, bar);
    else if (files.front().format == LogFormat::torch_memory)
        answer = audit_memory(files);
    else
        answer = present(judge(read_telemetry(files, telemetry_options(options, bar)), question));
    bar.finish();
    answer.remarks.insert(answer.remarks.end(), passed_over.begin(), passed_over.end());
    for (const std::string& remark : passed_over) answer.json["remarks"].push_back(remark);
    return answer;
}

}  // namespace

Run set_up_audit(CLI::App& app) {
    auto options = std::make_shared<Options>();
    app.add_option("logs", options->logs, "log files or folders; \"-\" is standard input")->type_name("LOG")->required();
    app.add_option("-s,--scenario", options->scenario, "hold the measured share against this scenario's line")->type_name("FILE");
    app.add_option("--window", options->window, "length of the window, from the first kernel [308.7 s]")->type_name("TIME");
    app.add_flag("--windows{as --window}", options->windows, "print every window as a row to calibrate on; --windows=\"10 min\" sets the length");
    app.add_option("--outliers", options->outliers, "none, pooled-iqr or per-kernel-iqr [none]")
        ->check(CLI::IsMember({"none", "pooled-iqr", "per-kernel-iqr"}))
        ->type_name("FILTER");
    app.add_option("--margin", options->margin, "points around the line that stay undecided, such as \"0.5 pp\"")->type_name("POINTS");
    app.add_option("--telemetry", options->telemetry, "samples of the same GPU: temperature, power and the hours really run")
        ->type_name("FILE")
        ->take_all()
        ->expected(1)
        ->allow_extra_args(false);
    app.add_option("--utc-offset", options->utc_offset, "of the telemetry's clock where it is local time, such as +02:00")->type_name("HH:MM");
    app.add_flag("--allow-samples", options->allow_samples, "let sampled telemetry carry a marked verdict");
    app.add_flag("--same-gpu", options->same_gpu, "GPUs of equal number in several files are the same one");
    const auto flags = add_scenario_flags(app);
    const auto context = add_context_options(app);
    const auto output = add_output_options(app);
    return [=] { return write(audit(*options, *flags, context->context(), *output), *output); };
}

}  // namespace breakeven::cli
