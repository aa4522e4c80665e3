// report: one self-contained page: the line, what it is made of and hangs on, and what a log shows.
#include "../audit_answer.hpp"
#include "../commands.hpp"
#include "../line_answer.hpp"
#include "../progress.hpp"
#include "../report_answer.hpp"
#include "../whatif_answer.hpp"

#include <breakeven/decisions/audit.hpp>
#include <breakeven/logs/reader.hpp>

#include <algorithm>

namespace breakeven::cli {

namespace {

// What the tornado moves every value by.
constexpr Fraction tornado_change = 0.2;

struct Options {
    std::string scenario;
    std::vector<std::string> logs;
    std::vector<std::string> telemetry;
    bool allow_samples = false;
};

Answer audit_of(const Options& options, const LoadedScenario& loaded, const Context& context, bool quiet) {
    AuditQuestion question;
    question.scenario = loaded;
    question.context = context;
    question.allow_samples = options.allow_samples;
    std::vector<std::string> passed_over;
    const std::vector<LogFile> files = identify_logs(options.logs, passed_over);
    Answer out;
    if (format_tier(files.front().format) == 1) {
        ProgressBar bar(quiet);
        std::optional<Telemetry> telemetry;
        if (!options.telemetry.empty()) telemetry = read_telemetry(options.telemetry);
        Trace trace = read_traces(files, {.progress = bar.callback()});
        bar.finish();
        out = present(judge(gather_evidence(std::move(trace), {}), question, telemetry ? &*telemetry : nullptr));
    } else {
        out = present(judge(read_telemetry(options.logs, {}), question));
    }
    out.remarks.insert(out.remarks.end(), passed_over.begin(), passed_over.end());
    return out;
}

/// What the terminal says while the page is written: its sentences, and the same figures for programs.
Answer spoken(const Report& found, const Page& page, const std::string& file) {
    Answer out = present(found.line);
    out.json = {{"schema", "breakeven.report/1"}, {"page", file}, {"line", std::move(out.json)}, {"tornado", found.tornado ? present(*found.tornado, found.line).json : nullptr},
                {"audit", found.audit ? found.audit->json : nullptr}};
    out.text.clear();
    for (const std::string& line : page.answers) out.text += line + "\n";
    out.text += "The page: " + file + "\n";
    if (!found.audit) return out;
    for (const std::string& remark : found.audit->remarks)
        if (std::find(out.remarks.begin(), out.remarks.end(), remark) == out.remarks.end()) out.remarks.push_back(remark);
    out.status = found.audit->status;
    return out;
}

int report(const Options& options, const ScenarioFlags& flags, const Context& context, const OutputOptions& output) {
    const LoadedScenario loaded = read_scenario(options.scenario, flags.options());
    Report found{.line = line_of(loaded, context), .curves = {}, .tornado = {}, .audit = {}, .logs = options.logs,
                 .scenario_file = options.scenario, .date = today()};
    if (!found.line.stated_base) found.tornado = tornado(loaded, tornado_change, context);
    found.curves = curves_around({loaded.scenario}, {found.line});
    if (!options.logs.empty()) found.audit = audit_of(options, loaded, context, output.quiet);

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
    const auto repeatable = [&](const char* name, std::vector<std::string>& into, const char* help) {
        app.add_option(name, into, help)->type_name("FILE")->take_all()->expected(1)->allow_extra_args(false);
    };
    repeatable("--log", options->logs, "a log of this machine, held against its line (repeatable)");
    repeatable("--telemetry", options->telemetry, "samples of the same GPU: temperature, power and the hours really run");
    app.add_flag("--allow-samples", options->allow_samples, "let sampled telemetry carry a marked verdict");
    const auto flags = add_scenario_flags(app);
    const auto context = add_context_options(app);
    const auto output = add_output_options(app);
    app.get_option("--output")->required()->description("the page to write, such as report.html; \"-\" is standard output");
    return [=] { return report(*options, *flags, context->context(), *output); };
}

}  // namespace breakeven::cli
