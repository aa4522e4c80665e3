// diagnose: below the line, and why? The decision tree, walked with evidence.
#include "../commands.hpp"
#include "../diagnosis_answer.hpp"
#include "../log_flags.hpp"

#include <breakeven/calibration/history.hpp>
#include <breakeven/decisions/diagnose.hpp>

namespace breakeven::cli {

namespace {

struct Options {
    std::string history;
    std::string perf_stat;
    std::string framework;
    std::string revision;
};

Answer diagnose(const Options& options, const LogFlags& log, const QuestionFlags& flags, bool quiet) {
    const AuditQuestion question = flags.question();
    const std::optional<PerfStat> perf = options.perf_stat.empty() ? std::nullopt : std::optional(read_perf_stat(options.perf_stat));
    std::optional<History> history;
    if (!options.history.empty()) history.emplace(options.history);
    const std::optional<Telemetry> telemetry = read_beside(log, quiet);
    EvidenceOptions how = log.evidence();
    how.waiting_causes = true;
    const KernelAudit audit = judge(read_evidence(log, how, quiet), question, telemetry ? &*telemetry : nullptr);
    DiagnosisEvidence common;
    common.context = question.context;
    common.framework = options.framework;
    common.revision = options.revision;
    common.perf = perf;
    common.log = shown_path(log.logs.front());
    common.scenario = flags.scenario;
    common.history = options.history;
    std::function<std::vector<HistoryWindow>(const std::string&)> good_windows;
    if (history)
        good_windows = [&](const std::string& gpu) { return history->windows({.from_ns = {}, .until_ns = {}, .gpu = gpu, .trusted_only = true}); };
    return present(breakeven::diagnose(audit, common, good_windows), audit.remarks);
}

}  // namespace

Run set_up_diagnose(CLI::App& app) {
    auto options = std::make_shared<Options>();
    const auto log = add_log_flags(app);
    const auto question = add_question_flags(app);
    app.add_option("--history", options->history, "compare with the last good record in this history")->type_name("DB");
    app.add_option("--perf-stat", options->perf_stat, "what perf stat counted beside the job: cache-references, cache-misses")->type_name("FILE");
    app.add_option("--framework", options->framework, "what runs the job now, such as \"torch 2.1\"")->type_name("NAME");
    app.add_option("--revision", options->revision, "of the code that runs now, such as a commit")->type_name("NAME");
    const auto output = add_output_options(app);
    return [=] { return write(diagnose(*options, *log, *question, output->quiet), *output); };
}

}  // namespace breakeven::cli
