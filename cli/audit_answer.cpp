#include "audit_answer.hpp"

#include "audit_json.hpp"
#include "json_numbers.hpp"
#include "log_words.hpp"
#include "numbers.hpp"
#include "writer.hpp"

#include <breakeven/core/units.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace breakeven::cli {

namespace {

/// "computed 11.7 % of 308.7 s, above its line of 6.31 %: owning pays if it runs like this 12.9 h a day"
std::string standing_in_words(const DeviceVerdict& verdict) {
    if (!verdict.line) return "";
    const LineAnswer& line = *verdict.line;
    const Verdict& v = verdict.verdict;
    if (v.standing == Standing::above)
        return fmt::format("above its line of {}; owning pays if it runs like this for at least {:.1f} h a day", percent(line.line),
                           in(*v.hours_needed, hour));
    if (v.standing == Standing::within_margin) return fmt::format("within the margin of its line of {}; undecided", percent(line.line));
    if (v.standing == Standing::below)
        return fmt::format("below its line of {}; renting is cheaper even if it runs like this around the clock", percent(line.line));
    if (v.winner)
        return v.winner == Winner::own ? fmt::format("owning is cheaper ({})", line.reason) : fmt::format("renting is cheaper ({})", line.reason);
    return fmt::format("no verdict: {}", v.reason);
}

/// The plainest reason there is.
std::string why_not_trusted(const KernelEvidence& evidence, const DeviceEvidence& d) {
    if (evidence.partial) return "the log is cut off";
    for (const HealthCheck& check : d.health.checks)
        if (!check.ok) return check.meaning;
    return "nothing with a time was recorded";
}

Table health_table(const std::vector<HealthCheck>& checks) {
    Table out{.title = "Health", .columns = {"check", "value", "limit", ""}, .right_aligned = {false, true, true, false}, .rows = {}};
    for (const HealthCheck& check : checks)
        out.rows.push_back({check.name, check.value ? fmt::format("{:.4g}", *check.value) : "–", fmt::format("{:.4g}", check.limit),
                            check.ok ? "ok" : check.meaning + "; " + check.remedy});
    return out;
}

/// "kernel 17 waited 5.3 ms, kernel 408 3.1 ms"
std::string outliers_in_words(const LaunchDelayFigures& delay) {
    constexpr std::size_t most = 3;
    std::string out;
    for (std::size_t i = 0; i < std::min(most, delay.longest.size()); ++i)
        out += fmt::format("{}kernel {}{} {}", i == 0 ? "; " : ", ", delay.longest[i].kernel, i == 0 ? " waited" : "",
                           time_text(delay.longest[i].delay_ns));
    return out;
}

void add_idle_rows(const DeviceEvidence& d, const std::function<void(std::string, std::string, std::string)>& row) {
    if (d.idle.between_ns == 0) return;
    const auto of_it = [&](std::int64_t ns) { return time_text(ns); };
    row("idle between kernels", time_text(d.idle.between_ns), fmt::format("{} of it copying", of_it(d.idle.between_copying_ns)));
    if (!d.idle_causes) return;
    const IdleCauses& causes = *d.idle_causes;
    row("  waiting for the host", of_it(causes.waiting_for_host_ns), "the next kernel was not launched yet");
    row("  launching", of_it(causes.launch_ns), "launched and not begun");
    if (causes.synchronisation_ns) row("  synchronisation", of_it(*causes.synchronisation_ns), "the host waited for the GPU");
    if (causes.unknown_ns != 0) row("  unknown", of_it(causes.unknown_ns), "no launch call is recorded");
}

/// "ProfilerStep, 8 times: median 12 ms computing of 15 ms"
std::string steps_in_words(const std::vector<StepFigures>& steps) {
    const StepFigures& most = steps.front();
    std::string out = fmt::format("{}, {} times: a median of {} computing in {}", most.name.empty() ? "(a number)" : most.name,
                                  most.count, time_text(most.median_effective_ns), time_text(most.median_ns));
    return steps.size() == 1 ? out : out + fmt::format("; {} more names in the JSON", steps.size() - 1);
}

/// What telemetry adds to a kernel log, a sentence each.
std::string beside_telemetry(const DeviceVerdict& v) {
    std::string out;
    if (v.long_run)
        out += fmt::format("Over {:.3g} days it ran {} of the hours and so computed {} of them; the verdict rests on that.\n", v.long_run->days,
                           percent(v.long_run->running_share), percent(v.long_run->effective_ratio));
    if (v.reconciliation) {
        const Reconciliation& both = *v.reconciliation;
        out += fmt::format("Of the same time the samples say {} and the kernels {}: the kernels are believed, the samples were {:.2g} points {}.\n",
                           percent(both.sampled_share), percent(both.kernel_share), 100.0 * std::abs(both.sampled_excess()),
                           both.sampled_excess() < 0.0 ? "too low" : "too high");
    }
    return out;
}

Table device_table(const DeviceEvidence& d) {
    Table out{.title = "", .columns = {"figure", "value", ""}, .right_aligned = {false, true, false}, .rows = {}};
    const auto row = [&](std::string what, std::string value, std::string note = {}) {
        out.rows.push_back({std::move(what), std::move(value), std::move(note)});
    };
    row("kernels", fmt::format("{}", d.kernels), fmt::format("and {} copies, {} sets", d.copies, d.sets));
    if (d.graph_executions != 0) row("graph executions", fmt::format("{}", d.graph_executions), "traced as a whole: an upper bound");
    if (d.kernels_without_time != 0) row("kernels without a time", fmt::format("{}", d.kernels_without_time), "not collected by the profiler");
    row("kernel time, summed", time_text(d.time.sum_ns), "every kernel's duration added");
    row("kernel time, union", time_text(d.time.union_ns), "at least one kernel ran");
    if (d.time.busy_ns != d.time.union_ns) row("busy, graphs included", time_text(d.time.busy_ns));
    if (d.window) {
        const WindowTime& w = *d.window;
        row("window", time_text(w.observed_ns), fmt::format("observed of {}, to the {}", time_text(w.length_ns),
                                                            w.observed_to == ObservedTo::capture ? "capture's end" : "last kernel"));
        row("computed in it", time_text(w.effective_ns), percent(w.effective_ratio()));
    }
    if (d.capture_ratio) row("of the whole capture", percent(*d.capture_ratio), "idle before the first and after the last kernel included");
    add_idle_rows(d, row);
    if (d.copies != 0)
        row("copies", time_text(d.copy_time.copies_ns), fmt::format("{} of it hidden under kernels", time_text(d.copy_time.hidden_copies_ns)));
    if (d.launch_delay)
        row("launch to start", time_text(d.launch_delay->median_ns),
            fmt::format("median; 99 % within {}{}", time_text(d.launch_delay->p99_ns), outliers_in_words(*d.launch_delay)));
    if (d.occupancy) row("occupancy", percent(*d.occupancy), "of the multiprocessors' warps, the mean over kernel time");
    if (!d.steps.empty()) row("steps", time_text(d.steps.front().total_effective_ns), steps_in_words(d.steps));
    if (d.article)
        row("the article's method", percent(d.article->effective_ratio),
            fmt::format("{} of {} kernels kept, over 308.7 s{}", d.article->kept_kernels, d.article->kernels,
                        d.article->trusted ? "" : "; not trusted by its own rules"));
    return out;
}

void add_device_rows(Table& rows, const DeviceEvidence& d, const DeviceVerdict& v) {
    const auto ratio = d.window ? d.window->effective_ratio() : std::nullopt;
    rows.rows.push_back({d.device ? fmt::format("{}", *d.device) : "", d.name, fmt::format("{}", d.kernels), fmt::format("{}", d.copies),
                         fmt::format("{}", d.sets), fmt::format("{}", d.time.sum_ns), fmt::format("{}", d.time.union_ns),
                         d.window ? exact(seconds(d.window->observed_ns)) : "", exact(ratio), d.trusted() ? "true" : "false",
                         v.line ? exact(v.line->line) : "", v.verdict.standing ? std::string(to_string(*v.verdict.standing)) : ""});
}

}  // namespace

Answer present(const KernelAudit& audit) {
    Answer out;
    const KernelEvidence& evidence = audit.evidence;
    out.json = json_of(audit);
    out.remarks = audit.remarks;
    out.status = static_cast<int>(audit.trusted() && !evidence.partial ? Status::done : Status::not_trusted);
    out.rows = {.title = "",
                .columns = {"device", "name", "kernels", "copies", "sets", "kernel_time_sum_ns", "kernel_time_union_ns", "observed_s",
                            "effective_ratio", "trusted", "line", "verdict"},
                .right_aligned = {}, .rows = {}};
    std::string details;
    for (std::size_t i = 0; i < evidence.devices.size(); ++i) {
        const DeviceEvidence& d = evidence.devices[i];
        const DeviceVerdict& v = audit.verdicts[i];
        add_device_rows(out.rows, d, v);
        std::string first = gpu_words(d.device, d.name);
        if (d.listed_only) {
            out.text += first + " is listed, but nothing ran on it in this log.\n";
            continue;
        }
        const auto ratio = d.window ? d.window->effective_ratio() : std::nullopt;
        first += ratio ? fmt::format(" computed {}{} of the {} observed", d.window->upper_bound ? "at most " : "", percent(*ratio),
                                     time_text(d.window->observed_ns))
                       : " recorded no kernel with a time";
        const std::string standing = standing_in_words(v);
        const bool trusted = d.trusted() && !evidence.partial;
        if (!trusted) first += ", no verdict: " + why_not_trusted(evidence, d);
        out.text += first + (standing.empty() || !trusted ? "" : ", " + standing) + ".\n" + beside_telemetry(v);
        const Table figures = device_table(d);
        const Table health = health_table(d.health.checks);
        const std::string title = evidence.devices.size() > 1 ? gpu_words(d.device, d.name) + "\n" : "";
        details += "\n" + title + aligned(figures) + "\n" + aligned(health);
        out.tables.push_back(figures);
        out.tables.back().title = gpu_words(d.device, d.name);
        out.tables.push_back(health);
    }
    if (evidence.devices.empty()) out.text += "No GPU activity is recorded in this log.\n";
    out.text += details;
    for (const std::string& note : evidence.incomplete) out.text += "\nIncomplete: " + note + "\n";
    if (evidence.partial) out.text += "\nPartial: " + evidence.partial_reason + "\n";
    return out;
}

Answer present(const SampleAudit& audit) {
    Answer out;
    out.json = json_of(audit);
    out.remarks = audit.remarks;
    out.status = static_cast<int>(audit.trusted() ? Status::done : Status::not_trusted);
    out.rows = {.title = "",
                .columns = {"device", "name", "samples", "observed_s", "outage_s", "utilization_mean", "power_mean_w", "temperature_mean_c",
                            "energy_j", "line", "verdict"},
                .right_aligned = {}, .rows = {}};
    std::string details;
    for (std::size_t i = 0; i < audit.telemetry.devices.size(); ++i) {
        const TelemetryDevice& d = audit.telemetry.devices[i];
        const DeviceVerdict& v = audit.verdicts[i];
        const SamplesSummary& s = d.samples;
        out.rows.rows.push_back({d.gpu.index ? fmt::format("{}", *d.gpu.index) : "", d.gpu.name, fmt::format("{}", s.count), exact(s.observed_s),
                                 exact(s.outage_s), exact(s.utilization_mean), exact(s.power_mean_w), exact(s.temperature_mean_c),
                                 exact(s.energy_j), v.line ? exact(v.line->line) : "",
                                 v.verdict.standing ? std::string(to_string(*v.verdict.standing)) : ""});
        const std::string name = gpu_words(d.gpu.index, d.gpu.name);
        std::string first = s.utilization_mean ? fmt::format("{} was seen busy {} of the time", name, percent(*s.utilization_mean))
                                               : fmt::format("{}: its utilisation is unknown", name);
        if (s.uncertainty && s.utilization_mean) first += fmt::format(" (within {:.2g} points)", 100.0 * *s.uncertainty);
        const std::string standing = standing_in_words(v);
        first += fmt::format(", by {} {}", s.count, s.count == 1 ? "sample" : "samples");
        if (!standing.empty()) first += ", " + standing;
        else if (!audit.allowed) first += ", no verdict: samples are no kernel log";
        out.text += first + ".\n";
        Table figures{.title = audit.telemetry.devices.size() > 1 ? name : "", .columns = {"figure", "value", ""}, .right_aligned = {false, true, false}, .rows = {}};
        const auto row = [&](std::string what, std::string value, std::string note) { figures.rows.push_back({std::move(what), std::move(value), std::move(note)}); };
        const auto missing = [](std::uint64_t n) { return n == 0 ? std::string() : fmt::format("{} missing", n); };
        row("observed", fmt::format("{:.6g} s", s.observed_s), s.outage_s > 0 ? fmt::format("and {:.6g} s of outage", s.outage_s) : "");
        row("utilisation, mean", percent(s.utilization_mean), missing(s.missing_utilization));
        if (s.engine_active_mean) row("engine active, mean", percent(*s.engine_active_mean), "");
        row("power, mean", s.power_mean_w ? fmt::format("{:.4g} W", *s.power_mean_w) : "unknown", missing(s.missing_power_w));
        row("temperature, mean", s.temperature_mean_c ? fmt::format("{:.4g} degC", *s.temperature_mean_c) : "unknown", missing(s.missing_temperature_c));
        if (d.long_run)
            row("of all owned hours", percent(d.long_run->effective_ratio),
                fmt::format("over {:.3g} days, running {} of them", d.long_run->days, percent(d.long_run->running_share)));
        const Table health = health_table(d.health);
        details += "\n" + aligned(figures) + "\n" + aligned(health);
        out.tables.push_back(figures);
        out.tables.push_back(health);
    }
    out.text += details;
    for (const RejectedLine& reject : std::span(audit.telemetry.rejects).first(std::min<std::size_t>(audit.telemetry.rejects.size(), 5)))
        out.remarks.push_back(fmt::format("line {} was left out: {}", reject.line, reject.reason));
    if (audit.telemetry.rejected > 5) out.remarks.push_back(fmt::format("{} lines were left out in all", audit.telemetry.rejected));
    return out;
}

}  // namespace breakeven::cli
