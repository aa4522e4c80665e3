// report: one self-contained page: the line, what it is made of and hangs on, what a log shows, and what the days before it did.
#include "../audit_answer.hpp"
#include "../commands.hpp"
#include "../calibration_answer.hpp"
#include "../diagnosis_answer.hpp"
#include "../fleet_answer.hpp"
#include "../line_answer.hpp"
#include "../log_flags.hpp"
#include "../log_words.hpp"
#include "../report_answer.hpp"
#include "../whatif_answer.hpp"

#include <breakeven/calibration/calibrate.hpp>
#include <breakeven/calibration/dataset.hpp>
#include <breakeven/calibration/history_windows.hpp>
#include <breakeven/decisions/audit.hpp>
#include <breakeven/decisions/diagnose.hpp>
#include <breakeven/decisions/history_days.hpp>
#include <breakeven/logs/reader.hpp>

#include <algorithm>

namespace breakeven::cli {

namespace {

// What the tornado moves every value by.
constexpr Fraction tornado_change = 0.2;

struct Options {
    std::string scenario;
    std::string history;
    std::string by;  ///< what the log's GPUs are grouped by, or empty for each alone
    bool allow_samples = false;
};

/// Why GPUs of `audit` are below their line; empty when none is.
std::string diagnosis_of(const std::string& scenario, const std::string& log, const KernelAudit& audit, const Context& context) {
    DiagnosisEvidence common;
    common.context = context;
    common.log = log;
    common.scenario = scenario;
    std::vector<DeviceDiagnosis> found = diagnose(audit, common);
    std::erase_if(found, [](const DeviceDiagnosis& one) { return one.standing != Standing::below; });
    return found.empty() ? std::string() : present(found, {}).text;
}

/// Adds what the log shows.
void add_audit(Report& report, const Options& options, const LogFlags& log, const LoadedScenario& loaded, const Context& context, bool quiet) {
    AuditQuestion question;
    question.scenario = loaded;
    question.context = context;
    question.allow_samples = options.allow_samples;
    std::vector<std::string> passed_over;
    const std::vector<LogFile> files = identify_logs(log.logs, passed_over);
    if (format_tier(files.front().format) == 1) {
        const std::optional<Telemetry> telemetry = read_beside(log, quiet);
        EvidenceOptions how = log.evidence();
        how.activity = true;
        how.waiting_causes = true;
        const KernelAudit audit = judge(read_evidence(files, how, quiet), question, telemetry ? &*telemetry : nullptr);
        for (const DeviceEvidence& device : audit.evidence.devices)
            if (device.activity) report.activities.push_back({gpu_words(device.device, device.name), *device.activity});
        report.diagnosis = diagnosis_of(options.scenario, shown_path(log.logs.front()), audit, context);
        report.audit = present(audit);
        if (!options.by.empty()) add_fleet(fleet_of(audit, loaded, fleet_key("--by", options.by)), *report.audit);
    } else {
        const SampleAudit audit = judge(read_samples(files, log, quiet, !options.by.empty()), question);
        report.audit = present(audit);
        if (!options.by.empty()) add_fleet(fleet_of(audit, loaded, fleet_key("--by", options.by)), *report.audit);
    }
    report.audit->remarks.insert(report.audit->remarks.end(), passed_over.begin(), passed_over.end());
}

/// Adds what the history shows. Too few windows to calibrate on are no error.
void add_history(Report& report, const std::string& path, const LoadedScenario& loaded) {
    report.history_file = path;
    report.history = history_days(History(path), loaded);
    CalibrationOptions how;
    how.reference = loaded.scenario.line.reference;
    try {
        report.calibration = calibrate(Dataset(open_windows({path})), how);
    } catch (const InputError& error) {
        report.not_calibrated = error.message();
    }
}

/// What the terminal says while the page is written: its sentences, and the same figures for programs.
Answer spoken(const Report& found, const Page& page, const std::string& file) {
    Answer out = present(found.line);
    out.json = {{"schema", "breakeven.report/1"}, {"page", file}, {"line", std::move(out.json)}, {"tornado", found.tornado ? present(*found.tornado, found.line).json : nullptr},
                {"audit", found.audit ? found.audit->json : nullptr},
                {"history", json_of(found.history)}, {"calibration", found.calibration ? present(*found.calibration).json : nullptr}};
    out.text.clear();
    for (const std::string& line : page.answers) out.text += line + "\n";
    out.text += "The page: " + file + "\n";
    if (!found.audit) return out;
    for (const std::string& remark : found.audit->remarks)
        if (std::find(out.remarks.begin(), out.remarks.end(), remark) == out.remarks.end()) out.remarks.push_back(remark);
    out.status = found.audit->status;
    return out;
}

int report(const Options& options, const LogFlags& log, const ScenarioFlags& flags, const Context& context, const OutputOptions& output) {
    const LoadedScenario loaded = read_scenario(options.scenario, flags.options());
    Report found;
    found.line = line_of(loaded, context);
    for (const std::string& path : log.logs) found.logs.push_back(shown_path(path));
    found.scenario_file = options.scenario;
    found.date = today();
    if (!found.line.stated_base) found.tornado = tornado(loaded, tornado_change, context);
    found.curves = curves_around({loaded.scenario}, {found.line});
    if (!log.logs.empty()) add_audit(found, options, log, loaded, context, output.quiet);
    if (!options.history.empty()) add_history(found, options.history, loaded);

    const Page page = page_of(found);
    const Answer said = spoken(found, page, output.file);
    Answer whole;
    whole.text = html(page);
    whole.status = said.status;
    (void)write(whole, {.format = Format::text, .file = output.file, .quiet = true, .no_color = true});
    if (output.file == "-") return said.status;
    OutputOptions terminal = output;
    terminal.file.clear();
    return write(said, terminal);
}

}  // namespace

Run set_up_report(CLI::App& app) {
    auto options = std::make_shared<Options>();
    app.add_option("scenario", options->scenario, "a scenario file (TOML)")->type_name("SCENARIO")->required();
    const auto log = add_optional_log_flags(app);
    app.add_option("--history", options->history, "the local history: its last 30 days against their line, and what they calibrate")->type_name("DB");
    app.add_option("--by", options->by, "a fleet's view of the log: GPUs grouped by gpu, name, node, namespace, pod or file")->type_name("KEY");
    app.add_flag("--allow-samples", options->allow_samples, "let sampled telemetry carry a marked verdict");
    const auto flags = add_scenario_flags(app);
    const auto context = add_context_options(app);
    const auto output = add_output_options(app);
    app.get_option("--output")->required()->description("the page to write, such as report.html; \"-\" is standard output");
    return [=] { return report(*options, *log, *flags, context->context(), *output); };
}

}  // namespace breakeven::cli
