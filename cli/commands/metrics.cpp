// metrics: the check's figures as OpenMetrics text, for a textfile collector.
#include "../commands.hpp"
#include "../json_numbers.hpp"
#include "../log_flags.hpp"
#include "../numbers.hpp"
#include "../open_metrics.hpp"

#include <breakeven/decisions/check.hpp>
#include <breakeven/decisions/telemetry_match.hpp>
#include <breakeven/decisions/window_series.hpp>

#include <fmt/format.h>

namespace breakeven::cli {

namespace {

using nlohmann::ordered_json;
using Labels = std::vector<std::pair<std::string, std::string>>;

/// Families in the order in which they are written; each device adds its samples.
class Figures {
public:
    MetricFamily& add(const char* name, const char* unit, const char* help, MetricType type = MetricType::gauge) {
        families_.push_back({std::string("breakeven_") + name, type, unit, help, {}});
        return families_.back();
    }
    [[nodiscard]] const std::vector<MetricFamily>& families() const { return families_; }

    void sample(const char* name, const Labels& labels, std::optional<double> value) {
        if (!value) return;
        for (MetricFamily& family : families_)
            if (family.name == std::string("breakeven_") + name) family.samples.push_back({labels, *value});
    }

private:
    std::vector<MetricFamily> families_;
};

Figures families() {
    Figures out;
    out.add("effective_ratio", "ratio", "Share of the observed time in which the GPU computed; of all owned hours where telemetry tells them.");
    out.add("line_ratio", "ratio", "The breakeven line: the share at and above which owning is no dearer than renting.");
    out.add("margin_ratio", "ratio", "Points above the line that only warn.");
    out.add("needed_running_ratio", "ratio", "Share of all hours the machine must run like this for owning to pay; above 1 it cannot.");
    out.add("owning_is_cheaper", "", "1 where owning costs no more at the measured share, 0 where renting is cheaper; absent without a verdict.");
    out.add("log_trusted", "", "1 where the log passed its health checks, else 0 and there is no verdict.");
    out.add("window_observed_seconds", "seconds", "Observed time of the window behind the figures.");
    out.add("window_start_timestamp_seconds", "seconds", "When the window began, since 1970 in UTC.");
    out.add("temperature_celsius", "celsius", "Mean temperature of the GPU in the telemetry.");
    out.add("power_watts", "watts", "Mean power of the GPU in the telemetry.");
    out.add("recorded_windows", "", "Trusted windows ever recorded in the history; pruning does not lower it.", MetricType::counter);
    out.add("recorded_observed_seconds", "seconds", "Observed time ever recorded in the history.", MetricType::counter);
    out.add("recorded_effective_seconds", "seconds", "Time in which the GPU computed, ever recorded in the history.", MetricType::counter);
    out.add("newest_record_timestamp_seconds", "seconds", "When the newest window in the history began, since 1970 in UTC.");
    return out;
}

void add_device(Figures& out, const KernelAudit& audit, std::size_t i, const DeviceCheck& check, const Telemetry* telemetry) {
    const DeviceEvidence& device = audit.evidence.devices[i];
    const Labels labels{{"gpu", check.gpu}, {"name", device.name}};
    const bool trusted = device.trusted() && !audit.evidence.partial;
    out.sample("effective_ratio", labels, check.effective);
    out.sample("line_ratio", labels, check.line);
    if (check.line) out.sample("margin_ratio", labels, check.margin);
    if (check.line && check.effective && *check.effective > 0.0) out.sample("needed_running_ratio", labels, *check.line / *check.effective);
    if (const auto& winner = audit.verdicts[i].verdict.winner; winner) out.sample("owning_is_cheaper", labels, *winner == Winner::own ? 1.0 : 0.0);
    out.sample("log_trusted", labels, trusted ? 1.0 : 0.0);
    if (device.window) {
        out.sample("window_observed_seconds", labels, seconds(device.window->observed_ns));
        if (device.utc_offset_ns) out.sample("window_start_timestamp_seconds", labels, seconds(device.window->start_ns + *device.utc_offset_ns));
    }
    if (telemetry == nullptr) return;
    if (const TelemetryDevice* samples = same_gpu(device, *telemetry)) {
        out.sample("temperature_celsius", labels, samples->samples.temperature_mean_c);
        out.sample("power_watts", labels, samples->samples.power_mean_w);
    }
}

void add_history(Figures& out, const History& history) {
    for (const HistoryTotals& total : history.totals()) {
        const Labels labels{{"gpu", total.gpu}, {"name", total.gpu_name}};
        out.sample("recorded_windows", labels, static_cast<double>(total.windows));
        out.sample("recorded_observed_seconds", labels, seconds(total.observed_ns));
        out.sample("recorded_effective_seconds", labels, seconds(total.effective_ns));
        std::optional<double> newest;
        history.visit({.from_ns = {}, .until_ns = {}, .gpu = total.gpu, .trusted_only = false},
                      [&](const HistoryWindow& window) { newest = seconds(window.time_ns); });
        out.sample("newest_record_timestamp_seconds", labels, newest);
    }
}

Answer present(const Figures& figures, const KernelAudit& audit) {
    Answer out;
    out.text = open_metrics(figures.families());
    out.remarks = audit.remarks;
    out.json = {{"schema", "breakeven.metrics/1"}, {"metrics", ordered_json::array()}};
    out.rows = {.title = "", .columns = {"metric", "gpu", "name", "value"}, .right_aligned = {false, false, false, true}, .rows = {}};
    for (const MetricFamily& family : figures.families())
        for (const MetricSample& sample : family.samples) {
            const std::string name = family.name + (family.type == MetricType::counter ? "_total" : "");
            ordered_json one{{"name", name}, {"type", family.type == MetricType::counter ? "counter" : "gauge"}, {"unit", or_null(family.unit)}};
            for (const auto& [label, value] : sample.labels) one["labels"][label] = value;
            one["value"] = sample.value;
            out.json["metrics"].push_back(std::move(one));
            out.rows.rows.push_back({name, sample.labels[0].second, sample.labels[1].second, exact(sample.value)});
        }
    out.json["remarks"] = out.remarks;
    out.tables = {out.rows};
    out.status = static_cast<int>(audit.trusted() ? Status::done : Status::not_trusted);
    return out;
}

Answer metrics(const std::string& history, const LogFlags& log, const QuestionFlags& flags, bool quiet) {
    const AuditQuestion question = flags.question();
    const std::optional<Telemetry> telemetry = read_beside(log, quiet);
    const Telemetry* beside = telemetry ? &*telemetry : nullptr;
    const KernelAudit audit = judge(read_evidence(log, log.evidence(), quiet), question, beside);
    const CheckResult result = check_of(audit);
    Figures figures = families();
    std::size_t checked = 0;
    for (std::size_t i = 0; i < audit.evidence.devices.size(); ++i)
        if (!audit.evidence.devices[i].listed_only) add_device(figures, audit, i, result.devices[checked++], beside);
    if (!history.empty()) add_history(figures, History(history));
    return present(figures, audit);
}

}  // namespace

Run set_up_metrics(CLI::App& app) {
    auto history = std::make_shared<std::string>();
    const auto log = add_log_flags(app);
    const auto question = add_question_flags(app);
    app.add_option("--history", *history, "add what this history ever recorded, as counters")->type_name("DB");
    const auto output = add_output_options(app);
    return [=] {
        OutputOptions plain = *output;
        plain.no_color = true;
        return write(metrics(*history, *log, *question, output->quiet), plain);
    };
}

}  // namespace breakeven::cli
