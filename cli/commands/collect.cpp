// collect: profile a program with the right flags, audit its log, record it; or print the daily job that does so.
#include "../audit_answer.hpp"
#include "../commands.hpp"
#include "../log_flags.hpp"

#include <breakeven/calibration/history.hpp>
#include <breakeven/decisions/collect.hpp>
#include <breakeven/decisions/collect_jobs.hpp>
#include <breakeven/decisions/window_series.hpp>
#include <breakeven/logs/temporary_folder.hpp>

#include <fmt/format.h>

#include <filesystem>

namespace breakeven::cli {

namespace {
namespace fs = std::filesystem;

struct Options {
    std::vector<std::string> program;
    std::string profiler = "nsys";
    std::string nsys = "nsys";
    std::string job;
    std::string scenario;
    std::string history;
    std::string keep;
    std::string framework;
    std::string revision;
    std::string print;
    bool capture_range = false;
};

JobKind kind_of(const std::string& job) {
    if (job == "training") return JobKind::training;
    if (job == "inference") return JobKind::inference;
    return job == "debugging" ? JobKind::debugging : JobKind::unknown;
}

/// The flags of this call as a step of a job, with paths that hold in any folder.
std::vector<std::string> this_call(const Options& options, const ScenarioFlags& flags, const ContextOptions& context, const std::string& self) {
    const auto whole = [](const std::string& path) { return fs::absolute(path).string(); };
    std::vector<std::string> out{self, "collect"};
    const auto add = [&](const char* flag, const std::string& value) {
        if (value.empty()) return;
        out.emplace_back(flag);
        out.push_back(value);
    };
    add("--scenario", options.scenario.empty() ? "" : whole(options.scenario));
    add("--history", options.history.empty() ? "" : whole(options.history));
    if (options.profiler != "nsys") add("--profiler", options.profiler);
    if (options.nsys != "nsys") add("--nsys", options.nsys);
    if (options.capture_range) out.emplace_back("--capture-range");
    add("--framework", options.framework);
    add("--revision", options.revision);
    for (const std::string& set : flags.sets) add("--set", set);
    add("--catalog", flags.catalog.empty() ? "" : whole(flags.catalog));
    for (const auto& [flag, value] : context.as_typed()) add(flag.c_str(), value);
    add("--keep", whole(options.keep.empty() ? "breakeven-log" : options.keep));
    out.emplace_back("--");
    out.insert(out.end(), options.program.begin(), options.program.end());
    return out;
}

/// Collect, then check what was collected: the log of the newest run stays for that, and for `diagnose`.
Answer daily_job(const Options& options, const ScenarioFlags& flags, const ContextOptions& context) {
    if (options.program.empty())
        throw InputError("there is no program to profile", "put it behind two hyphens: breakeven collect --print cron -- python3 train.py");
    std::error_code failure;
    const fs::path self = fs::read_symlink("/proc/self/exe", failure);
    const std::string name = failure ? "breakeven" : self.string();
    DailyJob job{fs::current_path().string(), {this_call(options, flags, context, name)}};
    if (!options.scenario.empty()) {
        std::vector<std::string> check{name, "check", fs::absolute(options.keep.empty() ? "breakeven-log" : options.keep).string(), "--scenario",
                                       fs::absolute(options.scenario).string()};
        if (!options.history.empty()) check.insert(check.end(), {"--history", fs::absolute(options.history).string()});
        job.steps.push_back(check);
    }
    Answer out;
    out.text = options.print == "cron" ? cron_job(job) : systemd_units(job);
    out.json = {{"schema", "breakeven.collect-job/1"}, {"kind", options.print}, {"folder", job.folder}, {"steps", job.steps}, {"text", out.text}};
    out.rows = {.title = "", .columns = {"step"}, .right_aligned = {}, .rows = {}};
    for (const auto& step : job.steps) out.rows.rows.push_back({fmt::format("{}", fmt::join(step, " "))});
    out.tables = {out.rows};
    return out;
}

/// Keeps the log in the user's own folder, in place of the one before.
std::string kept(const Options& options, const fs::path& log) {
    if (options.keep.empty()) return {};
    std::error_code failure;
    fs::create_directories(options.keep, failure);
    const fs::path target = fs::path(options.keep) / log.filename();
    const fs::path beside = target.string() + ".new";
    if (!failure) fs::copy_file(log, beside, fs::copy_options::overwrite_existing, failure);
    if (!failure) fs::rename(beside, target, failure);
    if (failure) {
        std::error_code ignored;
        fs::remove(beside, ignored);
        throw InputError("the log cannot be kept in " + options.keep, failure.message());
    }
    return target.string();
}

Answer run(const Options& options, const LogFlags& log, const ScenarioFlags& flags, const ContextOptions& context, bool quiet) {
    // What can be wrong is found before an hour of training, not after it.
    AuditQuestion question;
    question.context = context.context();
    if (!options.scenario.empty()) question.scenario = read_scenario(options.scenario, flags.options());
    EvidenceOptions how = log.evidence();
    how.all_windows = true;
    std::optional<History> history;
    if (!options.history.empty()) history.emplace(options.history, History::Open::create);

    const detail::TemporaryFolder folder;
    CollectRequest request;
    request.program = options.program;
    request.profiler = options.profiler == "torch" ? Profiler::torch : Profiler::nsys;
    request.tool = options.nsys;
    request.capture_range = options.capture_range;
    request.folder = folder.path();
    const Collected collected = collect(request);
    const std::string kept_as = kept(options, collected.log);

    std::vector<std::string> passed_over;
    const std::string paths[] = {collected.log.string()};
    KernelEvidence evidence = read_evidence(identify_logs(paths, passed_over), how, quiet);
    std::optional<Recorded> recorded;
    if (history) {
        SeriesContext about;
        about.context = question.context;
        about.framework = options.framework;
        about.revision = options.revision;
        about.ends_ns = now_ns();
        recorded = history->record(window_series(evidence, about).windows);
    }
    Answer out = present(judge(std::move(evidence), question, nullptr));
    out.remarks.insert(out.remarks.end(), collected.remarks.begin(), collected.remarks.end());
    if (const std::string advice = sampling_advice(kind_of(options.job)); !advice.empty()) out.remarks.push_back(advice);
    if (recorded) out.text += fmt::format("\n{} recorded in {}.\n", recorded->added == 1 ? "1 window" : fmt::format("{} windows", recorded->added), options.history);
    if (!kept_as.empty()) out.text += fmt::format("The log is kept as {}.\n", kept_as);
    out.json["collected"] = {{"profiler", options.profiler}, {"program_status", collected.program_status}};
    out.json["collected"]["windows_recorded"] = recorded ? nlohmann::ordered_json(recorded->added) : nlohmann::ordered_json(nullptr);
    out.json["collected"]["log"] = kept_as.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(kept_as);
    out.json["remarks"] = out.remarks;
    return out;
}

}  // namespace

Run set_up_collect(CLI::App& app) {
    auto options = std::make_shared<Options>();
    auto log = std::make_shared<LogFlags>();
    app.add_option("program", options->program, "the program and its arguments, behind two hyphens; its output goes to standard error")
        ->type_name("-- PROGRAM");
    app.add_option("-s,--scenario", options->scenario, "hold the measured share against this scenario's line")->type_name("FILE");
    app.add_option("--history", options->history, "record the windows here")->type_name("DB");
    app.add_option("--profiler", options->profiler, "nsys, or torch for a Python program that uses PyTorch [nsys]")
        ->check(CLI::IsMember({"nsys", "torch"}))
        ->type_name("TOOL");
    app.add_option("--nsys", options->nsys, "where Nsight Systems is [the one on PATH]")->type_name("PATH");
    app.add_flag("--capture-range", options->capture_range, "only between the program's own cudaProfilerStart and cudaProfilerStop");
    app.add_option("--job", options->job, "training, inference or debugging: how often to do this is said")
        ->check(CLI::IsMember({"training", "inference", "debugging"}))
        ->type_name("KIND");
    app.add_option("--window", log->window, "length of a window, from the first kernel on [308.7 s]")->type_name("TIME");
    app.add_option("--keep", options->keep, "keep the log in this folder; else it is deleted, for it may hold what the environment holds")->type_name("FOLDER");
    app.add_option("--framework", options->framework, "what ran the job, such as \"torch 2.1\"")->type_name("NAME");
    app.add_option("--revision", options->revision, "of the code that ran, such as a commit")->type_name("NAME");
    app.add_option("--print", options->print, "cron or systemd: print one daily job of these flags, and run nothing")
        ->check(CLI::IsMember({"cron", "systemd"}))
        ->type_name("KIND");
    const auto flags = add_scenario_flags(app);
    const auto context = add_context_options(app);
    const auto output = add_output_options(app);
    return [=] {
        return write(options->print.empty() ? run(*options, *log, *flags, *context, output->quiet) : daily_job(*options, *flags, *context), *output);
    };
}

}  // namespace breakeven::cli
