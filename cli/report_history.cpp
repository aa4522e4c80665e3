// The sections of a report that draw a history, its calibration and the age of prices.
#include "calibration_answer.hpp"
#include "chart.hpp"
#include "json_numbers.hpp"
#include "numbers.hpp"
#include "report_sections.hpp"

#include <breakeven/core/timestamp.hpp>
#include <breakeven/models/catalog_age.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

namespace breakeven::cli {

namespace {

constexpr std::int64_t day_ns = 86'400'000'000'000;

std::string date_of(std::int64_t time_ns) { return timestamp_text(time_ns).substr(0, 10); }

std::string counted(std::size_t count, const char* one, const char* many) { return fmt::format("{} {}", count, count == 1 ? one : many); }

/// "2026-11-13 to 2026-11-19 and 2026-11-26"
std::string dates_in_words(const std::vector<HistoryDay>& days) {
    std::vector<std::string> spans;
    for (std::size_t i = 0; i < days.size();) {
        std::size_t last = i;
        while (last + 1 < days.size() && days[last + 1].begin_ns - days[last].begin_ns == day_ns) ++last;
        spans.push_back(date_of(days[i].begin_ns));
        if (last > i) spans.back() += (last == i + 1 ? " and " : " to ") + date_of(days[last].begin_ns);
        i = last + 1;
    }
    std::string out;
    for (std::size_t i = 0; i < spans.size(); ++i) out += (i == 0 ? "" : i + 1 == spans.size() ? " and " : ", ") + spans[i];
    return out;
}

/// Days on which renting was cheaper, whatever the reason.
std::vector<HistoryDay> dear_days(const GpuDays& gpu) {
    std::vector<HistoryDay> out;
    std::copy_if(gpu.days.begin(), gpu.days.end(), std::back_inserter(out), [](const HistoryDay& one) { return !one.owning_wins; });
    return out;
}

std::string standing_in_words(const GpuDays& gpu) {
    const std::vector<HistoryDay> below = dear_days(gpu);
    const bool all_have_lines = std::all_of(gpu.days.begin(), gpu.days.end(), [](const HistoryDay& one) { return one.line.has_value(); });
    const std::string side = all_have_lines ? "below its line" : "dearer to own than to rent";
    const std::string days = counted(gpu.days.size(), "recorded day", "recorded days");
    const std::string name = gpu.gpu_name.empty() ? gpu.gpu : gpu.gpu_name;
    if (below.empty()) return fmt::format("{} was never {} on {}.", name, side, days);
    return fmt::format("{} was {} on {} of {}: {}.", name, side, below.size(), days, dates_in_words(below));
}

std::string trend_in_words(const GpuDays& gpu) {
    if (!gpu.trend) return fmt::format("For a trend, windows on at least {} days are needed.", fewest_trend_days);
    const double points = 100.0 * in(gpu.trend->slope, 1.0 / day);
    const double half_width = 100.0 * in(gpu.trend->half_width, 1.0 / day);
    if (!gpu.trend->is_sure()) return fmt::format("No trend is sure: {:+.2g} points a day, give or take {:.2g}.", points, half_width);
    return fmt::format("Its share is {} by {:.2g} points a day, give or take {:.2g} (95 %).", points < 0.0 ? "falling" : "rising", std::abs(points), half_width);
}

/// What was recorded to change, and when it was hot.
std::string circumstances_in_words(const GpuDays& gpu) {
    std::string out;
    constexpr std::size_t most = 8;
    const std::vector<ContextChange> changes = gpu.changes();
    for (std::size_t i = 0; i < std::min(most, changes.size()); ++i)
        out += fmt::format("{}{} changed from {} to {} on {}", i == 0 ? "The " : ", the ", changes[i].category, changes[i].from, changes[i].to, date_of(changes[i].begin_ns));
    if (changes.size() > most) out += fmt::format(", and {} more changes", changes.size() - most);
    if (!out.empty()) out += ". ";
    const std::vector<HistoryDay> hot = gpu.hot_days();
    if (hot.empty()) return out;
    const auto warmest = std::max_element(hot.begin(), hot.end(), [](const HistoryDay& a, const HistoryDay& b) {
        return a.context.temperature->in_celsius() < b.context.temperature->in_celsius();
    });
    return out + fmt::format("It was hot, more than {:g} K above the median day, on {}: up to {:.1f} degC.", in(hot_above_median, kelvin),
                             dates_in_words(hot), warmest->context.temperature->in_celsius());
}

std::string left_out_in_words(const GpuDays& gpu) {
    std::string out;
    if (gpu.untrusted != 0) out = counted(gpu.untrusted, "window whose log cannot be trusted is", "windows whose logs cannot be trusted are") + " left out.";
    if (gpu.undated != 0)
        out += (out.empty() ? "" : " ") + counted(gpu.undated, "window stands", "windows stand") + " on the day of recording: the log does not tell its date.";
    return out;
}

PagePicture days_of(const GpuDays& gpu, bool several) {
    const std::string title = "Each day's share against its own line";
    DayChart chart{.title = several ? (gpu.gpu_name.empty() ? gpu.gpu : gpu.gpu_name) + ": " + title : title, .description = {}, .x_label = {},
                   .y = {"share of the time", true}, .days = {}, .value_name = "computed, the day's mean", .marked_name = "renting was cheaper",
                   .line_name = "breakeven line in the day's context"};
    chart.x_label = date_of(gpu.days.front().begin_ns) + " to " + date_of(gpu.days.back().begin_ns) + ", days in UTC";
    std::int64_t at_ns = gpu.days.front().begin_ns;
    for (const HistoryDay& one : gpu.days) {
        // Days on which nothing was recorded keep their place.
        for (; at_ns < one.begin_ns; at_ns += day_ns) chart.days.push_back({date_of(at_ns).substr(5), {}, {}, false});
        chart.days.push_back({date_of(at_ns).substr(5), one.share, one.line, !one.owning_wins});
        at_ns += day_ns;
    }
    const auto [least, most] = std::minmax_element(gpu.days.begin(), gpu.days.end(), [](const auto& a, const auto& b) { return a.share < b.share; });
    chart.description = fmt::format("The days' shares lie between {} and {}", percent(least->share), percent(most->share));
    std::vector<double> lines;
    for (const HistoryDay& one : gpu.days)
        if (one.line) lines.push_back(*one.line);
    if (!lines.empty()) {
        const auto [low, high] = std::minmax_element(lines.begin(), lines.end());
        chart.description += percent(*low) == percent(*high) ? fmt::format(", the line at {}", percent(*low))
                                                             : fmt::format(", the line between {} and {}", percent(*low), percent(*high));
    }
    if (lines.size() < gpu.days.size()) chart.description += lines.empty() ? "; no line separates owning from renting" : "; where the line is broken, none separates owning from renting or nothing was recorded";
    chart.description += ".";
    return {svg(chart), chart.description};
}

std::string_view target_words(CalibrationTarget target) {
    return target == CalibrationTarget::line ? "the line" : "what was measured";
}

PagePicture weights_of(const Calibration& found) {
    WhiskerChart chart{.title = "What each circumstance does, with its 95 % interval", .description = {}, .x = {"change", true}, .rows = {},
                       .value_name = "weight and interval", .other_name = "published before"};
    chart.x.label = fmt::format("change of {}; of the temperature for each kelvin", target_words(found.target));
    for (const CalibrationTerm& term : found.terms) {
        if (!term.weight || !term.ci95) continue;
        chart.rows.push_back({term.full_name(), *term.weight, (*term.ci95)[0], (*term.ci95)[1], term.prior});
        const bool apart_from_zero = (*term.ci95)[0] > 0.0 || (*term.ci95)[1] < 0.0;
        if (apart_from_zero && term.identified) chart.description += fmt::format("{}{} {}", chart.description.empty() ? "" : ", ", term.full_name(), percent(*term.weight));
    }
    chart.description = chart.description.empty() ? "This machine's own windows tell nothing that is sure to move it." : "Learned from this machine and sure (the interval does not hold zero): " + chart.description + ".";
    if (chart.rows.empty()) return {""};
    return {svg(chart), chart.description};
}

}  // namespace

PageSection history_section(const std::vector<GpuDays>& gpus, const std::string& file) {
    PageSection out{"The last thirty days", {}, {}, {}, {}, "history"};
    for (const GpuDays& gpu : gpus) {
        const std::string left_out = left_out_in_words(gpu);
        if (gpu.days.empty()) {
            out.paragraphs.push_back((gpu.gpu_name.empty() ? gpu.gpu : gpu.gpu_name) + ": no trusted window is recorded. " + left_out);
            continue;
        }
        out.paragraphs.push_back(standing_in_words(gpu) + " " + trend_in_words(gpu));
        if (std::string words = circumstances_in_words(gpu); !words.empty()) out.paragraphs.push_back(std::move(words));
        if (!left_out.empty()) out.paragraphs.push_back(left_out);
        out.pictures.push_back(days_of(gpu, gpus.size() > 1));
    }
    if (gpus.empty()) out.paragraphs.push_back("Nothing is recorded in " + file + " yet.");
    return out;
}

nlohmann::ordered_json json_of(const std::vector<GpuDays>& gpus) {
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const GpuDays& gpu : gpus) {
        nlohmann::ordered_json one{{"gpu", gpu.gpu}, {"name", gpu.gpu_name}, {"untrusted_windows", gpu.untrusted}, {"undated_windows", gpu.undated}};
        one["days"] = nlohmann::ordered_json::array();
        for (const HistoryDay& of : gpu.days)
            one["days"].push_back({{"date", date_of(of.begin_ns)}, {"effective_ratio", of.share}, {"line", or_null(of.line)}, {"owning_wins", of.owning_wins}, {"windows", of.windows}});
        out.push_back(std::move(one));
    }
    return out;
}

PageSection calibration_section(const Calibration* found, const std::string& why_not) {
    PageSection out{"What moves this machine", {}, {}, {}, {}, "calibration"};
    if (found == nullptr) {
        out.paragraphs.push_back("The history cannot be calibrated on yet: " + why_not + ".");
        return out;
    }
    const Answer answer = present(*found);
    out.paragraphs.push_back(answer.text.substr(0, answer.text.find('\n')));
    if (PagePicture weights = weights_of(*found); !weights.svg.empty()) out.pictures.push_back(std::move(weights));
    out.tables = answer.tables;
    for (const EntangledTerms& group : found->entangled) out.list.push_back(group.words);
    return out;
}

PageSection price_section(const LineAnswer& line, const std::string& today) {
    PageSection out{"Prices and their age", {}, {}, {}, {}, "prices"};
    Table table{.title = "", .columns = {"price", "value", "source", "date", "age"}, .right_aligned = {false, true, false, false, true}, .rows = {}};
    bool undated = false;
    for (const Input& input : line.inputs) {
        const auto* number = std::get_if<double>(&input.value);
        const bool is_price = input.key.ends_with("price") || input.key == "cloud.storage" || input.key == "cloud.reserved" || input.key.starts_with("exchange");
        if (!(is_price || !input.date.empty()) || number == nullptr || *number == 0.0) continue;
        const auto age = age_days(input.date, today);
        undated = undated || !age;
        table.rows.push_back({input.key, fmt::format("{}{}{}", *number, input.unit.empty() ? "" : " ", input.unit), input.source,
                              input.date.empty() ? "not given" : input.date, age ? counted(static_cast<std::size_t>(std::max(0, *age)), "day", "days") : "–"});
    }
    if (undated) out.paragraphs.emplace_back("Where no date is given, only who wrote the scenario knows how old the price is.");
    out.tables = {std::move(table)};
    return out;
}

}  // namespace breakeven::cli
