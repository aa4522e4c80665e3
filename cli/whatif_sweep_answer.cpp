// A sweep's sentence, tables, JSON and picture.
#include "chart.hpp"
#include "chart_bars.hpp"
#include "numbers.hpp"
#include "whatif_answer.hpp"
#include "whatif_json.hpp"
#include "whatif_words.hpp"
#include "writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace breakeven::cli {

namespace {

using nlohmann::ordered_json;

constexpr const char* no_line_here = "renting is cheaper at every share that can be reached";

/// Every how many of `count` are shown so that at most `most` are, the last one always.
std::vector<std::size_t> thinned(std::size_t count, std::size_t most) {
    const std::size_t step = (count + most - 1) / most;
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < count; i += step) out.push_back(i);
    if (out.back() != count - 1) out.push_back(count - 1);
    return out;
}

/// The share on which a picture shows a point: nothing where there is no line to stay above.
std::optional<double> shown(const LinePoint& point) {
    if (point.outcome == Outcome::line || point.outcome == Outcome::always || point.outcome == Outcome::only_below) return point.line;
    return std::nullopt;
}

std::string axis_label(const ScenarioKey& key) { return noun_of(key.key) + (key.unit.empty() ? "" : ", " + key.unit); }

std::string first_line(const SweepAnswer& answer) {
    const LinePoint& start = answer.points.front();
    const LinePoint& end = answer.points.back();
    const SweepAxis& axis = answer.axes.front();
    const auto without = std::count_if(answer.points.begin(), answer.points.end(), [](const LinePoint& p) { return p.outcome == Outcome::never; });
    std::string out;
    if (answer.axes.size() == 1) {
        out = fmt::format("From {} to {}, {} takes your line ", six_digits(axis.key.in_unit(axis.from)), value_in_words(axis.key, axis.to), noun_of(axis.key.key));
        out += start.outcome == Outcome::line && end.outcome == Outcome::line ? from_to(*start.line, *end.line)
                                                                              : fmt::format("from {} to {}", line_cell(start), line_cell(end));
    } else {
        std::optional<double> low;
        std::optional<double> high;
        for (const LinePoint& point : answer.points)
            if (const auto line = shown(point)) low = std::min(low.value_or(*line), *line), high = std::max(high.value_or(*line), *line);
        out = low ? fmt::format("Over {} and {} your line lies between {} and {}", noun_of(axis.key.key), noun_of(answer.axes[1].key.key),
                                percent(low), percent(high))
                  : std::string("There is no line anywhere in this range");
    }
    if (without > 0) out += fmt::format("; at {} of {} values renting always wins", without, answer.points.size());
    return out + ".";
}

Table one_key_table(const SweepAnswer& answer) {
    const SweepAxis& axis = answer.axes[0];
    double highest = 0.0;
    for (const LinePoint& point : answer.points) highest = std::max(highest, shown(point).value_or(0.0));
    Table out{.title = "", .columns = {axis.key.key + (axis.key.unit.empty() ? "" : ", " + axis.key.unit), "line", "hours a day", ""},
              .right_aligned = {true, true, true, false}, .rows = {}};
    for (const std::size_t i : thinned(axis.count, 41)) {
        const LinePoint& point = answer.at(i);
        const auto line = shown(point);
        out.rows.push_back({six_digits(axis.key.in_unit(axis.at(i))), line_cell(point), line ? fmt::format("{:.2f}", in(*line * day, hour)) : "–",
                            line && highest > 0.0 ? bar_of(*line / highest, 30) : ""});
    }
    return out;
}

Table two_key_table(const SweepAnswer& answer) {
    const SweepAxis& down = answer.axes[0];
    const SweepAxis& across = answer.axes[1];
    Table out;
    out.columns = {fmt::format("{} \\ {}", down.key.key, across.key.key)};
    out.right_aligned = {true};
    const auto columns = thinned(across.count, 9);
    for (const std::size_t j : columns) {
        out.columns.push_back(value_in_words(across.key, across.at(j)));
        out.right_aligned.push_back(true);
    }
    for (const std::size_t i : thinned(down.count, 41)) {
        std::vector<std::string> row{value_in_words(down.key, down.at(i))};
        for (const std::size_t j : columns) row.push_back(line_cell(answer.at(i, j)));
        out.rows.push_back(std::move(row));
    }
    return out;
}

Table csv_table(const SweepAnswer& answer) {
    Table out;
    for (const SweepAxis& axis : answer.axes) out.columns.push_back(axis.key.key + (axis.key.unit.empty() ? "" : " [" + axis.key.unit + "]"));
    out.columns.insert(out.columns.end(), {"outcome", "line", "second_line"});
    for (std::size_t i = 0; i < answer.axes[0].count; ++i)
        for (std::size_t j = 0; j < answer.columns(); ++j) {
            const LinePoint& point = answer.at(i, j);
            std::vector<std::string> row{exact(answer.axes[0].key.in_unit(answer.axes[0].at(i)))};
            if (answer.axes.size() == 2) row.push_back(exact(answer.axes[1].key.in_unit(answer.axes[1].at(j))));
            const bool two = point.outcome == Outcome::between;
            row.insert(row.end(), {std::string(to_string(point.outcome)), two ? exact(point.lines[0]) : exact(point.line), two ? exact(point.lines[1]) : ""});
            out.rows.push_back(std::move(row));
        }
    return out;
}

}  // namespace

Answer present(const SweepAnswer& answer, const LineAnswer& base) {
    Answer out;
    out.json = whatif_head("sweep", base);
    out.json["axes"] = ordered_json::array();
    for (const SweepAxis& axis : answer.axes) {
        ordered_json values = ordered_json::array();
        for (std::size_t i = 0; i < axis.count; ++i) values.push_back(axis.key.in_unit(axis.at(i)));
        out.json["axes"].push_back({{"key", axis.key.key}, {"unit", unit_of(axis.key)}, {"values", values}});
    }
    // Row by row: the last axis runs fastest.
    out.json["points"] = ordered_json::array();
    for (const LinePoint& point : answer.points) out.json["points"].push_back(json_of(point));
    out.json["remarks"] = base.remarks;
    out.remarks = base.remarks;
    out.rows = csv_table(answer);
    out.tables = {answer.axes.size() == 1 ? one_key_table(answer) : two_key_table(answer)};
    out.text = first_line(answer) + "\n\n" + aligned(out.tables[0]);
    if (out.tables[0].rows.size() < answer.axes[0].count)
        out.text += fmt::format("\n{} of {} values are shown; --format csv has them all.\n", out.tables[0].rows.size(), answer.axes[0].count);
    return out;
}

std::string picture(const SweepAnswer& answer, const LineAnswer& base) {
    const SweepAxis& first = answer.axes[0];
    if (answer.axes.size() == 1) {
        LineChart chart{.title = picture_title(base.scenario, "the line over " + noun_of(first.key.key)), .x = {axis_label(first.key), false},
                        .y = {"line: busy share of all owned hours", true}, .series = {{"line", {}}}, .marks = {}, .gap = {}};
        for (std::size_t i = 0; i < first.count; ++i) chart.series[0].points.emplace_back(first.key.in_unit(first.at(i)), shown(answer.at(i)));
        chart.gap = std::string("Where the curve is broken, ") + no_line_here + ", or owning wins between two lines.";
        return svg(chart);
    }
    const SweepAxis& second_axis = answer.axes[1];
    HeatChart chart{.title = picture_title(base.scenario, "the line over two values"), .x = {axis_label(second_axis.key), false}, .y = {axis_label(first.key), false},
                    .value = {"line", true}, .xs = {}, .ys = {}, .values = {}, .gap = no_line_here};
    const auto rows = thinned(first.count, 100);
    const auto columns = thinned(second_axis.count, 100);
    for (const std::size_t j : columns) chart.xs.push_back(second_axis.key.in_unit(second_axis.at(j)));
    for (const std::size_t i : rows) {
        chart.ys.push_back(first.key.in_unit(first.at(i)));
        for (const std::size_t j : columns) chart.values.push_back(shown(answer.at(i, j)));
    }
    return svg(chart);
}

}  // namespace breakeven::cli
