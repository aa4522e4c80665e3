#include <breakeven/decisions/history_days.hpp>

#include <breakeven/decisions/line.hpp>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace breakeven {

namespace {

constexpr std::int64_t day_ns = 86'400'000'000'000;

std::int64_t day_of(std::int64_t time_ns) { return time_ns / day_ns - (time_ns % day_ns < 0 ? 1 : 0); }

/// Windows of one day that share their levels.
struct ContextSum {
    Context context;
    double observed_ns = 0.0;
    double celsius_ns = 0.0;    // temperature in degrees Celsius times observed time
    double measured_ns = 0.0;  // observed time whose temperature is known
};

struct DaySum {
    std::map<std::vector<std::string>, ContextSum> contexts;  // by level of each category
    double observed_ns = 0.0;
    double effective_ns = 0.0;
    std::size_t windows = 0;
};

void add(DaySum& sum, const HistoryWindow& window) {
    std::vector<std::string> levels;
    for (const std::string_view category : context_categories) {
        const std::string* level = window.context.level(category);
        levels.push_back(level != nullptr ? *level : std::string());
    }
    ContextSum& of_context = sum.contexts[std::move(levels)];
    const auto observed_ns = static_cast<double>(window.observed_ns);
    if (of_context.observed_ns == 0.0) of_context.context.levels = window.context.levels;
    of_context.observed_ns += observed_ns;
    if (window.context.temperature) {
        of_context.celsius_ns += window.context.temperature->in_celsius() * observed_ns;
        of_context.measured_ns += observed_ns;
    }
    sum.observed_ns += observed_ns;
    sum.effective_ns += static_cast<double>(window.effective_ns);
    ++sum.windows;
}

HistoryDay judged(std::int64_t number, DaySum& sum, const LoadedScenario& scenario) {
    HistoryDay out;
    out.begin_ns = number * day_ns;
    out.share = sum.effective_ns / sum.observed_ns;
    out.windows = sum.windows;
    double line = 0.0, most_ns = 0.0, celsius_ns = 0.0, measured_ns = 0.0;
    bool everywhere = true;
    for (auto& [levels, part] : sum.contexts) {
        celsius_ns += part.celsius_ns;
        measured_ns += part.measured_ns;
        if (part.measured_ns > 0.0) part.context.temperature = celsius(part.celsius_ns / part.measured_ns);
        const LineAnswer answer = line_of(scenario, part.context, true);
        const bool is_line = answer.outcome == Outcome::line || answer.outcome == Outcome::always;
        everywhere = everywhere && is_line;
        if (answer.outcome == Outcome::line) line += *answer.line * part.observed_ns / sum.observed_ns;
        if (part.observed_ns > most_ns) {
            most_ns = part.observed_ns;
            out.context.levels = part.context.levels;
            out.owning_wins = answer.owning_wins_at(out.share);
        }
    }
    if (measured_ns > 0.0) out.context.temperature = celsius(celsius_ns / measured_ns);
    if (!everywhere) return out;
    out.line = line;
    out.owning_wins = out.share >= line;
    return out;
}

}  // namespace

std::vector<ContextChange> GpuDays::changes() const {
    std::vector<ContextChange> out;
    Context last;
    for (const HistoryDay& one : days)
        for (const ContextLevel& level : one.context.levels) {
            const std::string* before = last.level(level.category);
            if (before != nullptr && *before != level.level) out.push_back({one.begin_ns, level.category, *before, level.level});
            last.set(level.category, level.level);
        }
    return out;
}

std::vector<HistoryDay> GpuDays::hot_days() const {
    std::vector<double> temperatures_c;
    for (const HistoryDay& one : days)
        if (one.context.temperature) temperatures_c.push_back(one.context.temperature->in_celsius());
    std::vector<HistoryDay> out;
    if (temperatures_c.empty()) return out;
    const auto middle = temperatures_c.begin() + static_cast<std::ptrdiff_t>(temperatures_c.size() / 2);
    std::nth_element(temperatures_c.begin(), middle, temperatures_c.end());
    for (const HistoryDay& one : days)
        if (one.context.temperature && *one.context.temperature - celsius(*middle) > hot_above_median) out.push_back(one);
    return out;
}

std::vector<GpuDays> history_days(const History& history, const LoadedScenario& scenario) {
    std::map<std::string, std::int64_t> newest;
    history.visit({}, [&](const HistoryWindow& window) {
        auto& time_ns = newest.try_emplace(window.gpu, window.time_ns).first->second;
        time_ns = std::max(time_ns, window.time_ns);
    });
    std::vector<GpuDays> out;
    const auto span = static_cast<std::int64_t>(in(trend_span, day));
    for (const auto& [gpu, newest_ns] : newest) {
        GpuDays found;
        found.gpu = gpu;
        const std::vector<HistoryWindow> windows =
            history.windows({.from_ns = (day_of(newest_ns) - span + 1) * day_ns, .until_ns = {}, .gpu = gpu, .trusted_only = false});
        std::vector<HistoryWindow> trusted;
        std::map<std::int64_t, DaySum> days;
        for (const HistoryWindow& window : windows) {
            if (window.gpu != gpu) continue;  // the filter takes a model's name too
            found.gpu_name = window.gpu_name;
            if (!window.trusted || window.observed_ns <= 0) {
                ++found.untrusted;
                continue;
            }
            if (!window.dated) ++found.undated;
            add(days[day_of(window.time_ns)], window);
            trusted.push_back(window);
        }
        for (auto& [number, sum] : days) found.days.push_back(judged(number, sum, scenario));
        found.trend = trend_of(trusted);
        out.push_back(std::move(found));
    }
    return out;
}

}  // namespace breakeven
