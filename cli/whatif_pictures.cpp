// The two pictures of a line itself: where the costs cross, and what they are made of.
#include "chart.hpp"
#include "numbers.hpp"
#include "whatif_answer.hpp"
#include "whatif_words.hpp"

#include <fmt/format.h>

namespace breakeven::cli {

namespace {
double hourly(const CostRate& rate) { return in(rate, money / hour); }
}  // namespace

std::string picture_of_crossover(const std::vector<CostCurves>& curves, const std::vector<LineAnswer>& lines) {
    const std::string unit = std::string(lines.front().currency.code()) + "/h";
    LineChart chart{.title = (lines.front().scenario.empty() ? "" : lines.front().scenario + ": ") + "what an hour costs, owned and rented",
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
        chart.series.push_back(std::move(own));
        chart.series.push_back(std::move(rent));
    }
    return svg(chart);
}

std::string picture_of_costs(const LineAnswer& line) {
    const std::string unit = std::string(line.currency.code()) + "/h";
    PartsChart chart{.title = (line.scenario.empty() ? "" : line.scenario + ": ") + "what an hour costs that computes from end to end",
                     .x = {unit, false}, .bars = {}, .first_name = "paid whatever happens", .second_name = "on top while it computes"};
    for (const LineComponent& part : line.components)
        if (part.cost.standing != CostRate{} || part.cost.busy != CostRate{})
            chart.bars.push_back({part.name, hourly(part.cost.standing), hourly(part.cost.busy)});
    chart.bars.push_back({"owned, in all", hourly(line.local.standing), hourly(line.local.busy)});
    chart.bars.push_back({"rented", hourly(line.cloud.standing), hourly(line.cloud.busy)});
    return svg(chart);
}

}  // namespace breakeven::cli
