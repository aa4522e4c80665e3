// record: add the log's windows, with their context, to the local history.
#include "../commands.hpp"
#include "../log_flags.hpp"

#include <breakeven/calibration/history.hpp>
#include <breakeven/core/parse.hpp>
#include <breakeven/decisions/window_series.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>

namespace breakeven::cli {

namespace {

struct Options {
    std::string history;
    std::string at;
    std::string line;
    std::string work;
    std::string framework;
    std::string revision;
};

/// When the newest of the files was last changed; now for standard input.
std::int64_t last_change_ns(const std::vector<std::string>& paths) {
    std::int64_t newest = 0;
    for (const std::string& path : paths) {
        std::error_code failure;
        const auto time = std::filesystem::last_write_time(path, failure);
        if (failure) return now_ns();
        const auto system = std::chrono::file_clock::to_sys(time).time_since_epoch();
        newest = std::max(newest, static_cast<std::int64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(system).count()));
    }
    return newest;
}

std::string windows(std::size_t count) { return count == 1 ? "1 window" : fmt::format("{} windows", count); }

std::string why_untrusted(const KernelEvidence& evidence) {
    if (evidence.partial) return "the log is cut off";
    for (const DeviceEvidence& device : evidence.devices)
        for (const HealthCheck& check : device.health.checks)
            if (!check.ok) return check.meaning;
    return "CUDA graphs hide what ran inside them";
}

Answer present(const Options& options, const KernelEvidence& evidence, const WindowSeries& series, const Recorded& recorded) {
    Answer out;
    const auto untrusted = static_cast<std::size_t>(
        std::count_if(series.windows.begin(), series.windows.end(), [](const HistoryWindow& window) { return !window.trusted; }));
    std::set<std::string> gpus;
    for (const HistoryWindow& window : series.windows) gpus.insert(window.gpu);
    out.remarks = evidence.remarks;
    out.remarks.insert(out.remarks.end(), series.remarks.begin(), series.remarks.end());
    if (recorded.other_context > 0)
        out.remarks.push_back(fmt::format("{} already there with another context, which was not changed", windows(recorded.other_context)));
    if (recorded.other_length > 0)
        out.remarks.push_back(fmt::format("{} not added: this time of the GPU is recorded in windows of another length", windows(recorded.other_length)));
    out.json = {{"schema", "breakeven.record/1"}, {"history", options.history},           {"windows", series.windows.size()},
                {"added", recorded.added},        {"already_there", recorded.already_there}, {"now_trusted", recorded.now_trusted},
                {"untrusted", untrusted},         {"gpus", gpus}};
    out.json["remarks"] = out.remarks;
    if (series.windows.empty())
        out.text = "Nothing to record: no kernel with a time is in this log.\n";
    else
        out.text = fmt::format("{} recorded{}, {} already there, in {}.\n", windows(recorded.added),
                               untrusted == 0 ? "" : untrusted == series.windows.size() ? " as untrusted" : fmt::format(" ({} as untrusted)", untrusted),
                               recorded.already_there, options.history);
    if (untrusted > 0) out.text += fmt::format("\nUntrusted: {}. Calibration and trends leave such windows out.\n", why_untrusted(evidence));
    if (recorded.now_trusted > 0)
        out.text += fmt::format("\n{} had been recorded from a log that could not be trusted, and can be now.\n", windows(recorded.now_trusted));
    out.rows = {.title = "", .columns = {"history", "windows", "added", "already_there", "now_trusted", "untrusted"}, .right_aligned = {}, .rows = {}};
    out.rows.rows.push_back({options.history, fmt::format("{}", series.windows.size()), fmt::format("{}", recorded.added),
                             fmt::format("{}", recorded.already_there), fmt::format("{}", recorded.now_trusted), fmt::format("{}", untrusted)});
    out.tables = {out.rows};
    out.status = static_cast<int>(series.windows.empty() || untrusted > 0 ? Status::not_trusted : Status::done);
    return out;
}

Answer record(const Options& options, const LogFlags& log, const ContextOptions& context, bool quiet) {
    EvidenceOptions how = log.evidence();
    how.all_windows = true;
    SeriesContext about;
    about.context = context.context();
    if (!options.line.empty()) about.line = value_of("--line", [&] { return parse<Fraction>(options.line); });
    if (!options.work.empty()) about.work = value_of("--work", [&] { return parse<Fraction>(options.work); });
    about.framework = options.framework;
    about.revision = options.revision;
    if (!options.at.empty()) about.begins_ns = instant_of("--at", options.at);
    about.ends_ns = last_change_ns(log.logs);
    const std::optional<Telemetry> telemetry = read_beside(log, quiet);
    if (telemetry) about.telemetry = &*telemetry;
    const KernelEvidence evidence = read_evidence(log, how, quiet);
    const WindowSeries series = window_series(evidence, about);
    Recorded recorded;
    if (!series.windows.empty()) recorded = History(options.history, History::Open::create).record(series.windows);
    return present(options, evidence, series, recorded);
}

}  // namespace

Run set_up_record(CLI::App& app) {
    auto options = std::make_shared<Options>();
    const auto log = add_log_flags(app);
    app.add_option("--history", options->history, "the history to add to; begun where there is none")->type_name("DB")->required();
    app.add_option("--at", options->at, "when the log began, for one that holds no date")->type_name("TIME");
    app.add_option("--framework", options->framework, "what ran the job, such as \"torch 2.1\"")->type_name("NAME");
    app.add_option("--revision", options->revision, "of the code that ran, such as a commit")->type_name("NAME");
    app.add_option("--work", options->work, "units of work done in the log, such as images or steps")->type_name("N");
    app.add_option("--line", options->line, "a line observed in this context, such as \"12 %\"")->type_name("SHARE");
    const auto context = add_context_options(app);
    const auto output = add_output_options(app);
    return [=] { return write(record(*options, *log, *context, output->quiet), *output); };
}

}  // namespace breakeven::cli
