// audit: how much did the GPU really compute, may I trust the log, am I above my line?
#include "../audit_answer.hpp"
#include "../commands.hpp"
#include "../fleet_answer.hpp"
#include "../log_flags.hpp"

#include <breakeven/core/parse.hpp>
#include <breakeven/decisions/audit.hpp>
#include <breakeven/logs/reader.hpp>
#include <breakeven/logs/torch_memory.hpp>

namespace breakeven::cli {

namespace {

struct Options {
    std::string scenario;
    std::string outliers = "none";
    std::string margin;
    std::string by;       ///< what GPUs are grouped by, or empty for each alone
    std::string windows;  ///< a length, or empty for the first window alone
    bool allow_samples = false;
};

/// What `--windows` without a length stands for.
constexpr const char* same_as_window = "as --window";

EvidenceOptions evidence_options(const Options& options, const LogFlags& log) {
    EvidenceOptions out = log.evidence();
    out.all_windows = !options.windows.empty();
    if (out.all_windows && options.windows != same_as_window) out.window_ns = window_ns("--windows", options.windows);
    out.outliers = options.outliers == "none" ? Outliers::none : options.outliers == "pooled-iqr" ? Outliers::pooled_iqr : Outliers::per_kernel_iqr;
    return out;
}

const LoadedScenario& scenario_of(const AuditQuestion& question) {
    if (!question.scenario) throw InputError("--by needs a scenario: a fleet is held against its costs", "name one with --scenario");
    return *question.scenario;
}

Answer audit_kernels(const std::vector<LogFile>& files, const Options& options, const LogFlags& log, const AuditQuestion& question, bool quiet) {
    const EvidenceOptions how = evidence_options(options, log);
    const std::optional<Telemetry> telemetry = read_beside(log, quiet);
    const Telemetry* beside = telemetry ? &*telemetry : nullptr;
    const KernelAudit judged = judge(read_evidence(files, how, quiet), question, beside);
    Answer answer = present(judged);
    if (!options.by.empty()) add_fleet(fleet_of(judged, scenario_of(question), fleet_key("--by", options.by)), answer);
    if (how.all_windows) print_windows(calibration_windows(judged.evidence, question.context, beside), answer);
    return answer;
}

Answer audit_samples(const std::vector<LogFile>& files, const Options& options, const LogFlags& log, const AuditQuestion& question, bool quiet) {
    const SampleAudit judged = judge(read_samples(files, log, quiet, !options.by.empty()), question);
    Answer answer = present(judged);
    if (!options.by.empty()) add_fleet(fleet_of(judged, scenario_of(question), fleet_key("--by", options.by)), answer);
    return answer;
}

Answer audit_memory(const std::vector<LogFile>& files) {
    if (files.size() > 1) throw InputError("memory logs are read one at a time", "give one file");
    return present(read_torch_memory(open_log(files.front(), TextEncoding::utf8), files.front().path), files.front().path);
}

Answer audit(const Options& options, const LogFlags& log, const ScenarioFlags& flags, const Context& context, bool quiet) {
    AuditQuestion question;
    question.context = context;
    question.allow_samples = options.allow_samples;
    if (!options.scenario.empty()) question.scenario = read_scenario(options.scenario, flags.options());
    if (!options.margin.empty()) question.margin = value_of("--margin", [&] { return parse_points(options.margin); });

    std::vector<std::string> passed_over;
    const std::vector<LogFile> files = identify_logs(log.logs, passed_over);
    Answer answer;
    if (format_tier(files.front().format) == 1)
        answer = audit_kernels(files, options, log, question, quiet);
    else if (files.front().format == LogFormat::torch_memory)
        answer = audit_memory(files);
    else
        answer = audit_samples(files, options, log, question, quiet);
    answer.remarks.insert(answer.remarks.end(), passed_over.begin(), passed_over.end());
    for (const std::string& remark : passed_over) answer.json["remarks"].push_back(remark);
    return answer;
}

}  // namespace

Run set_up_audit(CLI::App& app) {
    auto options = std::make_shared<Options>();
    const auto log = add_log_flags(app);
    app.add_option("-s,--scenario", options->scenario, "hold the measured share against this scenario's line")->type_name("FILE");
    app.add_flag("--windows{as --window}", options->windows, "print every window as a row to calibrate on; --windows=\"10 min\" sets the length");
    app.add_option("--outliers", options->outliers, "none, pooled-iqr or per-kernel-iqr [none]")
        ->check(CLI::IsMember({"none", "pooled-iqr", "per-kernel-iqr"}))
        ->type_name("FILTER");
    app.add_option("--margin", options->margin, "points around the line that stay undecided, such as \"0.5 pp\"")->type_name("POINTS");
    app.add_option("--by", options->by, "a fleet's view: GPUs grouped by gpu, name, node, namespace, pod or file")->type_name("KEY");
    app.add_flag("--allow-samples", options->allow_samples, "let sampled telemetry carry a marked verdict");
    const auto flags = add_scenario_flags(app);
    const auto context = add_context_options(app);
    const auto output = add_output_options(app);
    return [=] { return write(audit(*options, *log, *flags, context->context(), output->quiet), *output); };
}

}  // namespace breakeven::cli
