// audit: how much did the GPU really compute, may I trust the log, am I above my line?
#include "../audit_answer.hpp"
#include "../commands.hpp"
#include "../progress.hpp"

#include <breakeven/core/parse.hpp>
#include <breakeven/decisions/audit.hpp>
#include <breakeven/logs/reader.hpp>

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
    bool windows = false;
    bool allow_samples = false;
    bool same_gpu = false;
};

/// A quantity given by a flag; an error points at the flag.
template <class Read>
auto flag_value(const std::string& flag, Read&& read) {
    try {
        return read();
    } catch (const InputError& error) {
        Position at = error.position();
        at.file = flag;
        throw error.placed(std::move(at));
    }
}

EvidenceOptions evidence_options(const Options& options) {
    EvidenceOptions out;
    const double window_s = flag_value("--window", [&] { return in(parse<Time>(options.window), second); });
    if (!(window_s > 0.0 && window_s < 9e9)) throw InputError("--window must be above zero", "such as --window \"308.7 s\"");
    out.window_ns = std::llround(window_s * 1e9);
    out.all_windows = options.windows;
    out.same_gpu = options.same_gpu;
    out.outliers = options.outliers == "none" ? Outliers::none : options.outliers == "pooled-iqr" ? Outliers::pooled_iqr : Outliers::per_kernel_iqr;
    return out;
}

Answer audit(const Options& options, const ScenarioFlags& flags, const Context& context, const OutputOptions& output) {
    AuditQuestion question;
    question.context = context;
    question.allow_samples = options.allow_samples;
    if (!options.scenario.empty()) question.scenario = read_scenario(options.scenario, flags.options());
    if (!options.margin.empty()) question.margin = flag_value("--margin", [&] { return parse_points(options.margin); });
    const EvidenceOptions evidence = evidence_options(options);

    std::vector<std::string> passed_over;
    const std::vector<LogFile> files = identify_logs(options.logs, passed_over);
    ProgressBar bar(output.quiet);
    Answer answer;
    if (format_tier(files.front().format) == 1) {
        std::optional<Telemetry> telemetry;
        if (!options.telemetry.empty()) telemetry = read_telemetry(options.telemetry);
        Trace trace = read_traces(files, {.progress = bar.callback()});
        bar.finish();
        answer = present(judge(gather_evidence(std::move(trace), evidence), question, telemetry ? &*telemetry : nullptr));
    } else {
        TelemetryOptions samples;
        samples.same_gpu = options.same_gpu;
        answer = present(judge(read_telemetry(options.logs, samples), question));
    }
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
    app.add_flag("--windows", options->windows, "every window of that length, one after another");
    app.add_option("--outliers", options->outliers, "none, pooled-iqr or per-kernel-iqr [none]")
        ->check(CLI::IsMember({"none", "pooled-iqr", "per-kernel-iqr"}))
        ->type_name("FILTER");
    app.add_option("--margin", options->margin, "points around the line that stay undecided, such as \"0.5 pp\"")->type_name("POINTS");
    app.add_option("--telemetry", options->telemetry, "samples of the same GPU: temperature, power and the hours really run")
        ->type_name("FILE")
        ->take_all()
        ->expected(1)
        ->allow_extra_args(false);
    app.add_flag("--allow-samples", options->allow_samples, "let sampled telemetry carry a marked verdict");
    app.add_flag("--same-gpu", options->same_gpu, "GPUs of equal number in several files are the same one");
    const auto flags = add_scenario_flags(app);
    const auto context = add_context_options(app);
    const auto output = add_output_options(app);
    return [=] { return write(audit(*options, *flags, context->context(), *output), *output); };
}

}  // namespace breakeven::cli
