// history: list, export, prune the local history.
#include "../commands.hpp"
#include "../json_numbers.hpp"
#include "../log_flags.hpp"
#include "../numbers.hpp"

#include <breakeven/calibration/history.hpp>
#include <breakeven/calibration/history_windows.hpp>
#include <breakeven/core/parse.hpp>
#include <breakeven/core/timestamp.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace breakeven::cli {

namespace {

using nlohmann::ordered_json;

struct Options {
    std::string history;
    std::string since;
    std::string until;
    std::string gpu;
    std::string exported;
    std::string prune;
};

constexpr std::size_t most_shown = 20;

HistoryFilter filter_of(const Options& options) {
    HistoryFilter out;
    if (!options.since.empty()) out.from_ns = instant_of("--since", options.since);
    if (!options.until.empty()) out.until_ns = instant_of("--until", options.until);
    out.gpu = options.gpu;
    return out;
}

std::string windows_in_words(std::size_t count) { return count == 1 ? "1 window" : fmt::format("{} windows", count); }

/// To the second: what a person reads.
std::string short_time(std::int64_t time_ns) {
    const std::string text = timestamp_text(time_ns);
    return text.substr(0, 10) + " " + text.substr(11, 8);
}

std::string level(const HistoryWindow& window, std::string_view category) {
    const std::string* name = window.context.level(category);
    return name == nullptr ? "" : *name;
}

ordered_json json_of(const HistoryWindow& window) {
    ordered_json out{{"timestamp", timestamp_text(window.time_ns)},
                     {"dated", window.dated},
                     {"gpu", window.gpu},
                     {"gpu_name", or_null(window.gpu_name)},
                     {"window_s", seconds(window.observed_ns)},
                     {"effective_s", seconds(window.effective_ns)},
                     {"effective_ratio", window.effective_ratio()},
                     {"kernels", window.kernels},
                     {"trusted", window.trusted}};
    for (const std::string_view category : context_categories) out[std::string(category)] = or_null(level(window, category));
    out["temperature_c"] = window.context.temperature ? ordered_json(window.context.temperature->in_celsius()) : ordered_json(nullptr);
    out["power_w"] = window.power ? ordered_json(in(*window.power, watt)) : ordered_json(nullptr);
    out["line"] = or_null(window.line);
    out["work"] = or_null(window.work);
    out["framework"] = or_null(window.framework);
    out["revision"] = or_null(window.revision);
    return out;
}

Answer list(const Options& options) {
    const std::vector<HistoryWindow> windows = History(options.history).windows(filter_of(options));
    Answer out;
    std::set<std::string> gpus;
    std::size_t untrusted = 0;
    for (const HistoryWindow& window : windows) {
        gpus.insert(window.gpu);
        untrusted += window.trusted ? 0 : 1;
    }
    out.text = windows_in_words(windows.size());
    if (!windows.empty())
        out.text += fmt::format(" of {} {}, from {} to {} (UTC){}", gpus.size(), gpus.size() == 1 ? "GPU" : "GPUs", short_time(windows.front().time_ns),
                                short_time(windows.back().time_ns), untrusted == 0 ? "" : fmt::format("; {} untrusted", untrusted));
    out.text += ".\n";
    out.json = {{"schema", "breakeven.history/1"}, {"history", options.history}, {"count", windows.size()}, {"untrusted", untrusted}, {"gpus", gpus}};
    out.json["windows"] = ordered_json::array();
    out.rows = {.title = "",
                .columns = {"timestamp", "gpu", "gpu_name", "task", "driver", "temperature_c", "os", "virtualization", "network", "window_s", "effective_s",
                            "effective_ratio", "line", "power_w", "work", "kernels", "trusted", "framework", "revision"},
                .right_aligned = {}, .rows = {}};
    Table shown{.title = "",
                .columns = {"began (UTC)", "GPU", "window", "effective", "task", "driver", "temperature", "framework", "revision", ""},
                .right_aligned = {false, false, true, true, false, false, true, false, false, false}, .rows = {}};
    const std::size_t first_shown = windows.size() > most_shown ? windows.size() - most_shown : 0;
    for (std::size_t i = 0; i < windows.size(); ++i) {
        const HistoryWindow& w = windows[i];
        const std::string temperature = w.context.temperature ? exact(w.context.temperature->in_celsius()) : "";
        out.json["windows"].push_back(json_of(w));
        out.rows.rows.push_back({timestamp_text(w.time_ns), w.gpu, w.gpu_name, level(w, "task"), level(w, "driver"), temperature, level(w, "os"),
                                 level(w, "virtualization"), level(w, "network"), exact(seconds(w.observed_ns)), exact(seconds(w.effective_ns)),
                                 exact(w.effective_ratio()), exact(w.line), w.power ? exact(in(*w.power, watt)) : "", exact(w.work),
                                 fmt::format("{}", w.kernels), w.trusted ? "true" : "false", w.framework, w.revision});
        if (i < first_shown) continue;
        shown.rows.push_back({short_time(w.time_ns), w.gpu, fmt::format("{:.4g} s", seconds(w.observed_ns)), percent(w.effective_ratio()), level(w, "task"),
                              level(w, "driver"), w.context.temperature ? fmt::format("{:.1f} degC", w.context.temperature->in_celsius()) : "", w.framework, w.revision,
                              w.trusted ? "" : "untrusted"});
    }
    if (!windows.empty()) out.text += "\n" + aligned(shown);
    if (first_shown > 0) out.text += fmt::format("\n{} older ones are not shown; --format csv has all.\n", first_shown);
    out.tables = {shown};
    return out;
}

Answer prune(const Options& options) {
    std::string age = options.prune;
    if (age.starts_with("older than ")) age = age.substr(11);
    const double age_s = value_of("--prune", [&] { return in(parse<Time>(age), second); });
    if (!(age_s >= 0.0 && age_s < 9e9)) throw InputError("--prune takes an age", "such as --prune \"older than 90 day\"");
    HistoryFilter filter = filter_of(options);
    const std::int64_t before_ns = now_ns() - std::llround(age_s * 1e9);
    filter.until_ns = std::min(filter.until_ns.value_or(before_ns), before_ns);
    History history(options.history);
    const std::size_t deleted = history.prune(filter);
    Answer out;
    out.text = fmt::format("{} deleted, {} left.\n", windows_in_words(deleted), history.count());
    out.json = {{"schema", "breakeven.history/1"}, {"history", options.history}, {"deleted", deleted}, {"left", history.count()}};
    out.rows = {.title = "", .columns = {"history", "deleted", "left"}, .right_aligned = {}, .rows = {}};
    out.rows.rows.push_back({options.history, fmt::format("{}", deleted), fmt::format("{}", history.count())});
    out.tables = {out.rows};
    return out;
}

Answer exported(const Options& options) {
    const auto source = history_windows(options.history, filter_of(options));
    Answer out;
    out.text = windows_csv(*source);
    out.remarks = source->remarks();
    return out;
}

int run(const Options& options, const OutputOptions& output) {
    if (!options.prune.empty()) return write(prune(options), output);
    if (options.exported.empty()) return write(list(options), output);
    OutputOptions as_it_is = output;
    as_it_is.format = Format::text;
    as_it_is.no_color = true;
    return write(exported(options), as_it_is);
}

}  // namespace

Run set_up_history(CLI::App& app) {
    auto options = std::make_shared<Options>();
    app.add_option("--history", options->history, "the history")->type_name("DB")->required();
    app.add_option("--since", options->since, "windows that began at this time or later, such as 2026-11-01")->type_name("TIME");
    app.add_option("--until", options->until, "windows that began before this time")->type_name("TIME");
    app.add_option("--gpu", options->gpu, "windows of this GPU: its UUID, or its model")->type_name("NAME");
    CLI::Option* exported = app.add_option("--export", options->exported, "csv: trusted windows as calibration data")
                                ->check(CLI::IsMember({"csv"}))
                                ->type_name("FORMAT");
    app.add_option("--prune", options->prune, "delete windows \"older than 90 day\"")->type_name("AGE")->excludes(exported);
    const auto output = add_output_options(app);
    return [=] { return run(*options, *output); };
}

}  // namespace breakeven::cli
