// The two pictures of a line itself: where the costs cross, and what they are made of.
#include "chart.hpp"
#include "numbers.hpp"
#include "whatif_answer.hpp"
#include "whatif_words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace breakeven::cli {

namespace {

double hourly(const CostRate& rate) { return in(rate, money / hour); }

/// Adds a curve; one that lies on an earlier one lends it its name instead of hiding it.
void add(LineChart& chart, LineChart::Series series, const std::string& variant) {
    for (LineChart::Series& earlier : chart.series)
        if (earlier.points == series.points && earlier.name.starts_with(series.name.substr(0, series.name.find(':')))) {
            earlier.name += ", " + variant;
            return;
        }
    chart.series.push_back(std::move(series));
}

}  // namespace

std::string picture_of_crossover(const std::vector<CostCurves>& curves, const std::vector<LineAnswer>& lines) {
    const std::string unit = std::string(lines.front().currency.code()) + "/h";
    // Several scenarios are named by their curves.
    const bool one_scenario = std::all_of(lines.begin(), lines.end(), [&](const LineAnswer& line) { return line.scenario == lines.front().scenario; });
    LineChart chart{.title = picture_title(one_scenario ? lines.front().scenario : "", "what an hour costs, owned and rented"),
                    .x = {"busy share of all owned hours", true}, .y = {"cost of an owned hour's work, " + unit, false}, .series = {}, .marks = {}, .gap = {}};
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const CostCurves& curve = curves[i];
        const std::string name = curves.size() > 1 ? ": " + curve.name : "";
        LineChart::Series own{"owned" + name, {}};
        LineChart::Series rent{"rented" + name, {}};
        for (std::size_t k = 0; k < curve.shares.size(); ++k) {
            own.points.emplace_back(curve.shares[k], hourly(curve.own[k]));
            rent.points.emplace_back(curve.shares[k], hourly(curve.rent[k]));
        }
        // The curves hold in the reference context, and so does the line at which they cross.
        if (lines[i].base_line && lines[i].outcome == Outcome::line)
            chart.marks.push_back({*lines[i].base_line, "line " + percent(lines[i].base_line) + name});
        add(chart, std::move(own), curve.name);
        add(chart, std::move(rent), curve.name);
    }
    return svg(chart);
}

std::string picture_of_costs(const LineAnswer& line) {
    const std::string unit = std::string(line.currency.code()) + "/h";
    PartsChart chart{.title = picture_title(line.scenario, "what an hour costs that computes from end to end"),
                     .x = {unit, false}, .bars = {}, .first_name = "paid whatever happens", .second_name = "on top while it computes"};
    for (const LineComponent& part : line.components)
        if (part.cost.standing != CostRate{} || part.cost.busy != CostRate{})
            chart.bars.push_back({part.name, hourly(part.cost.standing), hourly(part.cost.busy)});
    chart.bars.push_back({"owned, in all", hourly(line.local.standing), hourly(line.local.busy)});
    chart.bars.push_back({"rented", hourly(line.cloud.standing), hourly(line.cloud.busy)});
    return svg(chart);
}

}  // namespace breakeven::cli
