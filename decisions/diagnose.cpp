#include <breakeven/decisions/diagnose.hpp>

#include <breakeven/decisions/window_series.hpp>

#include <breakeven/core/timestamp.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace breakeven {

namespace {

constexpr Time nanosecond = second / 1e9;

std::string share_text(double share) {
    const double value = 100.0 * share;
    return std::abs(value) < 9.995 ? fmt::format("{:.2f} %", value) : fmt::format("{:.1f} %", value);
}
std::string counted(std::uint64_t count, const char* one, const char* many) { return fmt::format("{} {}", count, count == 1 ? one : many); }

/// A word on a command line that a shell takes as it is.
std::string argument(const std::string& word) {
    const bool plain = !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/+:@%") == std::string::npos;
    if (plain) return word;
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

std::string diagnose_again(const DiagnosisEvidence& e, const std::string& with) {
    std::string out = "breakeven diagnose " + argument(e.log) + " --scenario " + argument(e.scenario);
    if (!e.history.empty()) out += " --history " + argument(e.history);
    return out + " " + with;
}

double observed_ns(const DiagnosisEvidence& e) { return e.device->window ? static_cast<double>(e.device->window->observed_ns) : 0.0; }

bool noticeable(const DiagnosisEvidence& e, std::int64_t waiting_ns) {
    return static_cast<double>(waiting_ns) >= noticeable_share * observed_ns(e) && observed_ns(e) > 0.0;
}
std::string of_the_window(const DiagnosisEvidence& e, std::int64_t time_ns) {
    return observed_ns(e) > 0.0 ? share_text(static_cast<double>(time_ns) / observed_ns(e)) + " of the window" : "nothing observed";
}

StepFinding first_time(const DiagnosisEvidence& e) {
    if (!e.has_history)
        return {StepAnswer::unknown, "no history was given, so earlier runs are not known",
                "breakeven record " + argument(e.log) + " --history history.db; then diagnose with --history history.db", "", {}};
    if (!e.last_good) return {StepAnswer::yes, "the history holds no trusted window of this GPU at or above the line", "", "", {}};
    return {StepAnswer::no, fmt::format("last good record: {} UTC, {}", timestamp_text(e.last_good->time_ns).substr(0, 16), share_text(e.last_good->effective_ratio())), "", "", {}};
}

StepFinding what_changed(const DiagnosisEvidence& e) {
    std::vector<std::string> changed, asked;
    std::size_t equal = 0;
    const auto compare = [&](const std::string& what, const std::string& before, const std::string& now) {
        if (before.empty()) return;
        if (now.empty())
            asked.push_back("--" + what);
        else if (before == now)
            ++equal;
        else
            changed.push_back(fmt::format("{}: {} to {}", what, before, now));
    };
    for (const std::string_view category : context_categories) {
        const std::string *before = e.last_good->context.level(category), *now = e.context.level(category);
        compare(std::string(category), before == nullptr ? "" : *before, now == nullptr ? "" : *now);
    }
    compare("framework", e.last_good->framework, e.framework);
    compare("revision", e.last_good->revision, e.revision);
    constexpr double notable_kelvins = 5.0;
    if (const auto& before = e.last_good->context.temperature) {
        if (!e.context.temperature)
            asked.emplace_back("--temperature");
        else if (const double kelvins = in(*e.context.temperature - *before, kelvin); std::abs(kelvins) >= notable_kelvins)
            changed.push_back(fmt::format("temperature: {:+.1f} K", kelvins));
        else
            ++equal;
    }
    const auto joined = [](const std::vector<std::string>& words, const char* between) {
        std::string out;
        for (const std::string& word : words) out += (out.empty() ? "" : between) + word;
        return out;
    };
    const std::string ask = asked.empty() ? "" : diagnose_again(e, joined(asked, " … ") + " …");
    if (!changed.empty())
        return {StepAnswer::yes, joined(changed, ", ") + (asked.empty() ? "" : "; not told: " + joined(asked, ", ")), ask,
                "take back one change at a time, record each, and let calibrate tell what it costs", {}};
    if (equal == 0 || !asked.empty())
        return {StepAnswer::unknown, asked.empty() ? "the last good record holds no context to compare with" : "the record knows more than was told now: " + joined(asked, ", "), ask, "", {}};
    return {StepAnswer::no, fmt::format("{} the same as then", counted(equal, "circumstance is", "circumstances are")), "", "", {}};
}

StepFinding capture_sound(const DiagnosisEvidence& e) {
    if (e.partial)
        return {StepAnswer::no, "the log is cut off", "breakeven audit " + argument(e.log), "export or copy the log again, whole", {}};
    for (const HealthCheck& check : e.device->health.checks)
        if (!check.ok)
            return {StepAnswer::no, fmt::format("{}: {}", check.name, check.meaning), "breakeven audit " + argument(e.log), check.remedy, {}};
    if (!e.device->window) return {StepAnswer::no, "no kernel with a time was recorded", "breakeven audit " + argument(e.log), "trace CUDA kernels", {}};
    if (e.device->window->upper_bound)
        return {StepAnswer::no, "CUDA graphs were traced as a whole, so what waits inside them cannot be seen", "", "trace with --cuda-graph-trace=node", {}};
    return {StepAnswer::yes, fmt::format("all {} health checks passed", e.device->health.checks.size()), "", "", {}};
}

StepFinding small_kernels(const DiagnosisEvidence& e) {
    if (!e.device->waiting_causes) return {};
    const WaitingCauses& causes = *e.device->waiting_causes;
    const std::string seen = fmt::format("{} of {} last less than 10 us; waiting between them is {}", causes.small_kernels,
                                         counted(causes.kernels, "kernel", "kernels"), of_the_window(e, causes.launching_ns));
    const bool many = static_cast<double>(causes.small_kernels) >= many_small_kernels * static_cast<double>(causes.kernels);
    if (!many || !noticeable(e, causes.launching_ns)) return {StepAnswer::no, seen, "", "", {}};
    return {StepAnswer::yes, seen, "nsys stats --report cuda_gpu_kern_sum REPORT.nsys-rep", "merge kernels under 10 us: larger batches, CUDA graphs, or a compiler that fuses them",
            static_cast<double>(causes.launching_ns) * nanosecond};
}

StepFinding cpu_bound(const DiagnosisEvidence& e) {
    if (!e.perf || !e.perf->miss_share())
        return {StepAnswer::unknown, e.perf ? "the perf stat file does not count both cache-references and cache-misses" : "no perf stat file was given",
                "perf stat -e cache-references,cache-misses -o perf.txt -- PROGRAM; " + diagnose_again(e, "--perf-stat perf.txt"), "", {}};
    const Fraction misses = *e.perf->miss_share();
    const std::string seen = fmt::format("{} of cache references miss (limit {})", share_text(misses), share_text(cache_miss_limit));
    if (misses <= cache_miss_limit) return {StepAnswer::no, seen, "", "", {}};
    StepFinding out{StepAnswer::yes, seen, "perf record -g -- PROGRAM; perf report", "give the CPU less to do beside the GPU: decode on the GPU, more loader processes, pinned memory", {}};
    if (e.device->waiting_causes) {
        const WaitingCauses& c = *e.device->waiting_causes;
        out.freed = static_cast<double>(c.waiting_ns - c.copying_ns - c.launching_ns) * nanosecond;
    }
    return out;
}

StepFinding waits_for_data(const DiagnosisEvidence& e) {
    if (!e.device->waiting_causes || !e.device->waiting_causes->steps)
        return {StepAnswer::unknown, "the log names no steps, so a pause cannot be told from a wait for data",
                "profile with the framework's steps marked: profiler.step() after each batch", "", {}};
    const WaitingCauses& causes = *e.device->waiting_causes;
    const std::string seen =
        fmt::format("waiting where one of {} begins is {}", counted(*causes.steps, "step", "steps"), of_the_window(e, causes.before_steps_ns));
    if (!noticeable(e, causes.before_steps_ns)) return {StepAnswer::no, seen, "", "", {}};
    return {StepAnswer::yes, seen, "time one pass over the data loader alone, without the model",
            "load data ahead: more loader processes, prefetching, decoding on the GPU, local copies of remote data",
            static_cast<double>(causes.before_steps_ns) * nanosecond};
}

StepFinding copies_in_the_open(const DiagnosisEvidence& e) {
    if (e.device->copies == 0 && e.device->sets == 0) return {StepAnswer::no, "no copy was recorded", "", "", {}};
    if (!e.device->waiting_causes) return {};
    const std::int64_t open_ns = e.device->waiting_causes->copying_ns;
    const std::string seen = fmt::format("{}; the GPU waits for them during {}", counted(e.device->copies, "copy", "copies"), of_the_window(e, open_ns));
    if (!noticeable(e, open_ns)) return {StepAnswer::no, seen, "", "", {}};
    return {StepAnswer::yes, seen, "nsys stats --report cuda_gpu_mem_time_sum REPORT.nsys-rep",
            "hide copies under kernels: pinned memory, non_blocking copies, a stream of their own", static_cast<double>(open_ns) * nanosecond};
}

StepFinding launches_multiplied(const DiagnosisEvidence& e) {
    if (!e.last_good || e.last_good->effective_ns <= 0 || !e.device->window || e.device->window->effective_ns <= 0)
        return {StepAnswer::unknown, "there is no good record to compare the number of launches with",
                e.has_history ? "record a window of a good day" : "breakeven record LOG --history history.db on a good day", "", {}};
    const double now = static_cast<double>(e.device->window->kernels) / static_cast<double>(e.device->window->effective_ns);
    const double then = static_cast<double>(e.last_good->kernels) / static_cast<double>(e.last_good->effective_ns);
    const std::string seen = fmt::format("{:.0f} kernels for each computed second, {:.0f} at the last good record", 1e9 * now, 1e9 * then);
    if (!(then > 0.0) || now < multiplied_launches * then) return {StepAnswer::no, seen, "", "", {}};
    StepFinding out{StepAnswer::yes, seen, "run once without hooks, callbacks and debugging switches, and record it",
                "take the hook out, or switch CUDA graphs or the compiler on again", {}};
    if (e.device->waiting_causes) out.freed = (1.0 - then / now) * static_cast<double>(e.device->waiting_causes->launching_ns) * nanosecond;
    return out;
}

constexpr DiagnosisNode tree[] = {
    {"first-time", "Is this the first time it is measured?", first_time, StepAnswer::unknown, "sound", "changed", "sound"},
    {"changed", "Has anything changed since the last good record?", what_changed, StepAnswer::yes, "sound", "sound", "sound"},
    {"sound", "Is the capture sound?", capture_sound, StepAnswer::no, "small-kernels", "", ""},
    {"small-kernels", "Is it one of many small kernels?", small_kernels, StepAnswer::yes, "cpu", "cpu", "cpu"},
    {"cpu", "Is the CPU the bottleneck?", cpu_bound, StepAnswer::yes, "data", "data", "data"},
    {"data", "Does it wait for data before its steps?", waits_for_data, StepAnswer::yes, "copies", "copies", "copies"},
    {"copies", "Are copies in the open?", copies_in_the_open, StepAnswer::yes, "launches", "launches", "launches"},
    {"launches", "Does something multiply the launches?", launches_multiplied, StepAnswer::yes, "", "", ""},
};

const DiagnosisNode* node(std::string_view id) {
    const auto found = std::find_if(std::begin(tree), std::end(tree), [&](const DiagnosisNode& one) { return id == one.id; });
    return found == std::end(tree) ? nullptr : &*found;
}

void add_effect(const DiagnosisEvidence& e, DiagnosisStep& step) {
    if (!step.is_cause || !step.finding.freed || !e.verdict->share || !e.device->window) return;
    const Time observed = static_cast<double>(e.device->window->observed_ns) * nanosecond;
    const Time rest = observed - *step.finding.freed;
    if (!(rest > Time{})) return;
    step.share_after = std::min(1.0, *e.verdict->share * Fraction(observed / rest));
    if (!e.verdict->line || !e.verdict->verdict.winner) return;
    const Measured measured{.share = step.share_after, .lower_bound = {}, .trusted = true, .why_not = {}};
    step.standing_after = verdict_of(measured, *e.verdict->line, e.verdict->margin).standing;
}

}  // namespace

std::span<const DiagnosisNode> diagnosis_tree() { return tree; }

DeviceDiagnosis diagnose(const DiagnosisEvidence& evidence) {
    DeviceDiagnosis out;
    out.device = evidence.device->device;
    out.name = evidence.device->name;
    out.share = evidence.verdict->share;
    out.trusted = evidence.device->trusted() && !evidence.partial;
    if (evidence.verdict->line) out.line = evidence.verdict->line->line;
    out.standing = evidence.verdict->verdict.standing;
    for (const DiagnosisNode* at = &tree[0]; at != nullptr;) {
        DiagnosisStep step{at->id, at->question, at->look(evidence), false, {}, {}};
        const StepAnswer answer = step.finding.answer;
        step.is_cause = answer != StepAnswer::unknown && answer == at->cause;
        add_effect(evidence, step);
        out.steps.push_back(std::move(step));
        at = node(answer == StepAnswer::yes ? at->after_yes : answer == StepAnswer::no ? at->after_no : at->after_unknown);
    }
    std::vector<const DiagnosisStep*> causes;
    for (const DiagnosisStep& step : out.steps)
        if (step.is_cause) causes.push_back(&step);
    // A capture that cannot be believed comes before all; then what was measured in this log, by what it frees; then suspicions.
    std::stable_sort(causes.begin(), causes.end(), [](const DiagnosisStep* a, const DiagnosisStep* b) {
        const auto rank = [](const DiagnosisStep* step) {
            const bool suspected = step->id == "cpu" || !step->share_after;
            return std::pair(step->id == "sound" ? 2 : suspected ? 0 : 1, step->share_after.value_or(0.0));
        };
        return rank(a) > rank(b);
    });
    for (const DiagnosisStep* cause : causes) out.causes.push_back(cause->id);
    return out;
}

namespace {

std::optional<std::int64_t> begin_of(const DeviceEvidence& device) {
    if (!device.window || !device.utc_offset_ns) return std::nullopt;
    return device.window->start_ns + *device.utc_offset_ns;
}

}  // namespace

std::vector<DeviceDiagnosis> diagnose(const KernelAudit& audit, DiagnosisEvidence common,
                                      const std::function<std::vector<HistoryWindow>(const std::string&)>& good_windows) {
    std::vector<DeviceDiagnosis> out;
    common.partial = audit.evidence.partial;
    common.has_history = static_cast<bool>(good_windows);
    for (std::size_t i = 0; i < audit.evidence.devices.size(); ++i) {
        const DeviceEvidence& device = audit.evidence.devices[i];
        if (device.listed_only) continue;
        common.device = &device;
        common.verdict = &audit.verdicts[i];
        common.last_good.reset();
        if (good_windows && audit.verdicts[i].line && audit.verdicts[i].line->line)
            common.last_good = last_good_record(good_windows(gpu_identity(device)), *audit.verdicts[i].line->line, begin_of(device));
        out.push_back(diagnose(common));
    }
    return out;
}

std::optional<HistoryWindow> last_good_record(const std::vector<HistoryWindow>& windows, Fraction line, std::optional<std::int64_t> before_ns) {
    for (auto window = windows.rbegin(); window != windows.rend(); ++window)
        if (window->trusted && window->effective_ratio() >= line && (!before_ns || window->time_ns < *before_ns)) return *window;
    return std::nullopt;
}

}  // namespace breakeven
