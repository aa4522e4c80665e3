#include "line_answer.hpp"

#include "numbers.hpp"
#include "writer.hpp"

#include <breakeven/core/units.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace breakeven::cli {

namespace {

using nlohmann::ordered_json;

double hourly(const CostRate& rate) { return in(rate, money / hour); }

ordered_json optional_number(const std::optional<double>& value) { return value ? ordered_json(*value) : ordered_json(nullptr); }

ordered_json json_of(const Context& context) {
    ordered_json out = ordered_json::object();
    for (const ContextLevel& level : context.levels) out[level.category] = level.level;
    if (context.temperature) out["temperature_c"] = context.temperature->in_celsius();
    return out;
}

ordered_json json_of(const Adjustment& a) {
    ordered_json out{{"term", a.term}, {"offset", a.offset}};
    out[a.is_shift ? "shift" : "weight"] = a.coefficient;
    out["effect"] = a.effect;
    return out;
}

ordered_json json_of(const Input& input) {
    ordered_json out;
    std::visit([&](const auto& value) { out["value"] = value; }, input.value);
    out["unit"] = input.unit.empty() ? ordered_json(nullptr) : ordered_json(input.unit);
    out["source"] = input.source;
    out["date"] = input.date.empty() ? ordered_json(nullptr) : ordered_json(input.date);
    return out;
}

ordered_json json_of(const LineAnswer& line) {
    ordered_json out{{"schema", "breakeven.line/1"}, {"scenario", line.scenario}, {"currency", std::string(line.currency.code())},
                     {"outcome", to_string(line.outcome)}, {"reason", line.reason}};
    out["line"] = optional_number(line.line);
    out["base_line"] = optional_number(line.base_line);
    if (line.half_width && line.line)
        out["ci95"] = {std::max(0.0, *line.line - *line.half_width), std::min(1.0, *line.line + *line.half_width)};
    out["lines"] = line.lines;
    out["hours_per_day"] = line.line ? ordered_json(in(*line.line * day, hour)) : ordered_json(nullptr);
    out["seconds_per_hour"] = line.line ? ordered_json(in(*line.line * hour, second)) : ordered_json(nullptr);
    out["cost_at_line"] = line.cost_at_line ? ordered_json(hourly(*line.cost_at_line)) : ordered_json(nullptr);
    // The totals are the sums of the figures printed below, in their order, so that whoever adds them up finds the same digits.
    double standing = 0.0;
    double busy = 0.0;
    ordered_json components = ordered_json::array();
    for (const LineComponent& c : line.components) {
        standing += hourly(c.cost.standing);
        busy += hourly(c.cost.busy);
        components.push_back({{"name", c.name}, {"standing_per_hour", hourly(c.cost.standing)}, {"busy_per_hour", hourly(c.cost.busy)},
                              {"line_without", optional_number(c.line_without)}, {"outcome_without", to_string(c.outcome_without)}});
    }
    out["local"] = {{"standing_per_hour", standing}, {"busy_per_hour", busy}};
    out["cloud"] = {{"standing_per_hour", hourly(line.cloud.standing)}, {"busy_per_hour", hourly(line.cloud.busy)}};
    out["reachable"] = line.reachable;
    out["components"] = components;
    out["context"] = json_of(line.context);
    out["adjustments"] = ordered_json::array();
    for (const Adjustment& a : line.adjustments) out["adjustments"].push_back(json_of(a));
    out["inputs"] = ordered_json::object();
    for (const Input& input : line.inputs) out["inputs"][input.key] = json_of(input);
    out["remarks"] = line.remarks;
    return out;
}

std::string without_in_words(const LineComponent& c) {
    switch (c.outcome_without) {
        case Outcome::always: return "always";
        case Outcome::never: return c.line_without ? percent(c.line_without) + " (never)" : "never";
        case Outcome::line: return percent(c.line_without);
        case Outcome::only_below: return "only below " + percent(c.line_without);
        case Outcome::between: return "between two lines";
    }
    return "";
}

Table component_table(const LineAnswer& line) {
    const std::string unit = std::string(line.currency.code()) + "/h";
    Table out{.title = "", .columns = {"cost", "standing, " + unit, "per busy hour, " + unit, "line without it"},
              .right_aligned = {false, true, true, true}, .rows = {}};
    for (const LineComponent& c : line.components)
        out.rows.push_back({c.name, four_digits(hourly(c.cost.standing)), four_digits(hourly(c.cost.busy)), without_in_words(c)});
    out.rows.push_back({"owned, in all", four_digits(hourly(line.local.standing)), four_digits(hourly(line.local.busy)), ""});
    out.rows.push_back({"rented", four_digits(hourly(line.cloud.standing)), four_digits(hourly(line.cloud.busy)), ""});
    return out;
}

/// The same for programs: every digit, one row a component.
Table csv_table(const LineAnswer& line) {
    Table out{.title = "", .columns = {"component", "standing_per_hour", "busy_per_hour", "line_without", "outcome_without"},
              .right_aligned = {false, true, true, true, false}, .rows = {}};
    for (const LineComponent& c : line.components)
        out.rows.push_back({c.name, exact(hourly(c.cost.standing)), exact(hourly(c.cost.busy)), exact(c.line_without),
                            std::string(to_string(c.outcome_without))});
    out.rows.push_back({"local", exact(hourly(line.local.standing)), exact(hourly(line.local.busy)), exact(line.line),
                        std::string(to_string(line.outcome))});
    out.rows.push_back({"cloud", exact(hourly(line.cloud.standing)), exact(hourly(line.cloud.busy)), "", ""});
    return out;
}

std::string signed_percent(double share) { return (share >= 0.0 ? "+" : "") + percent(share); }

Table adjustment_table(const LineAnswer& line) {
    Table out{.title = "", .columns = {"what moves the line", "by"}, .right_aligned = {false, true}, .rows = {}};
    out.rows.push_back({"base, in the reference context", percent(line.base_line)});
    for (const Adjustment& a : line.adjustments) {
        const std::string what = a.term == "temperature" ? fmt::format("temperature, {:+g} K", a.offset) : a.term;
        out.rows.push_back({what, a.is_shift ? fmt::format("{:+.3g} points", 100.0 * a.effect) : signed_percent(a.effect) + " of itself"});
    }
    return out;
}

}  // namespace

std::string line_in_words(const LineAnswer& line) {
    switch (line.outcome) {
        case Outcome::line:
            return fmt::format("Own it if the GPU computes at least {} of every hour: {:.0f} s an hour, {:.2f} h a day.", percent(line.line),
                               in(*line.line * hour, second), in(*line.line * day, hour));
        case Outcome::always: return "Own it: owning is no dearer even when the GPU idles.";
        case Outcome::never:
            return line.line ? fmt::format("Rent it: the line would lie at {}, above the {} that can be reached.", percent(line.line),
                                           percent(line.reachable))
                             : fmt::format("Rent it: {}.", line.reason);
        case Outcome::only_below:
            return fmt::format("Own it while the GPU computes less than {} of every hour; above that, rent.", percent(line.line));
        case Outcome::between:
            return fmt::format("Own it if the GPU computes between {} and {} of every hour; else rent.", percent(line.lines[0]),
                               percent(line.lines[1]));
    }
    return "";
}

Answer present(const LineAnswer& line) {
    Answer out;
    out.json = json_of(line);
    out.remarks = line.remarks;
    out.text = line_in_words(line) + "\n\n";
    if (!line.scenario.empty()) out.text += line.scenario + "\n";
    out.rows = csv_table(line);
    out.tables = {component_table(line)};
    if (!line.adjustments.empty()) out.tables.push_back(adjustment_table(line));
    for (const Table& table : out.tables) out.text += (&table == &out.tables.front() ? "" : "\n") + aligned(table);
    if (line.cost_at_line && line.outcome == Outcome::line && !line.stated_base)
        out.text += fmt::format("\nAt the line an owned hour's work costs {} {} either way.\n", four_digits(hourly(*line.cost_at_line)),
                                line.currency.code());
    if (line.half_width && line.line)
        out.text += fmt::format("\nWith 95 % probability the line lies within {:.2g} points of {}, as far as the calibrated weights go.\n",
                                100.0 * *line.half_width, percent(*line.line));
    if (line.stated_base) out.text += "\nThe line is stated by the scenario (line.base), not computed from these costs.\n";
    return out;
}

}  // namespace breakeven::cli
