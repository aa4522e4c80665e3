#include "fleet_answer.hpp"

#include "json_numbers.hpp"
#include "numbers.hpp"
#include "writer.hpp"

#include <breakeven/core/units.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace breakeven::cli {

namespace {

using nlohmann::ordered_json;

double per_hour(CostRate rate) { return in(rate, money / hour); }
std::string gpus(std::size_t count) { return count == 1 ? "1 GPU" : fmt::format("{} GPUs", count); }
std::string name_of(const std::string& group) { return group.empty() ? "(not told)" : group; }

ordered_json json_of(const FleetGroup& group) {
    return {{"gpus", group.gpus},
            {"judged", group.judged},
            {"effective_ratio", or_null(group.mean_share())},
            {"above", group.above},
            {"within_margin", group.within_margin},
            {"below", group.below},
            {"owned_per_hour", per_hour(group.owned)},
            {"rented_per_hour", per_hour(group.rented)},
            {"needed", group.needed},
            {"releasable", group.judged - group.needed},
            {"needed_at_peak", group.needed_at_peak ? ordered_json(*group.needed_at_peak) : ordered_json()},
            {"releasable_at_peak", group.needed_at_peak ? ordered_json(group.judged - *group.needed_at_peak) : ordered_json()}};
}

ordered_json json_of(const Fleet& fleet) {
    ordered_json out{{"by", std::string(to_string(fleet.by))}, {"currency", std::string(fleet.currency.code())}, {"all", json_of(fleet.all)}};
    out["groups"] = ordered_json::array();
    for (const FleetGroup& group : fleet.groups) {
        ordered_json one{{"name", or_null(group.name)}};
        one.update(json_of(group));
        out["groups"].push_back(std::move(one));
    }
    out["gpus"] = ordered_json::array();
    for (const FleetGpu& gpu : fleet.gpus)
        out["gpus"].push_back({{"gpu", gpu.gpu},
                               {"group", or_null(gpu.group)},
                               {"effective_ratio", or_null(gpu.share)},
                               {"line", or_null(gpu.line)},
                               {"verdict", gpu.standing ? ordered_json(std::string(to_string(*gpu.standing))) : ordered_json()},
                               {"owned_per_hour", gpu.share ? ordered_json(per_hour(gpu.owned)) : ordered_json()},
                               {"rented_per_hour", gpu.share ? ordered_json(per_hour(gpu.rented)) : ordered_json()},
                               {"why_not", or_null(gpu.why_not)}});
    return out;
}

/// "11 of 16 GPUs are below their line of 6.31 %. …"
std::string opening(const Fleet& fleet) {
    const FleetGroup& all = fleet.all;
    if (all.judged == 0) return fmt::format("None of {} can be judged: {}.\n", gpus(all.gpus), fleet.gpus.empty() ? "the log names none" : fleet.gpus.front().why_not);
    std::string out = (all.below == 0 ? "None" : all.below == all.judged ? "All" : fmt::format("{}", all.below)) + " of " + gpus(all.judged) +
                      (all.below < 2 ? " is below its line" : " are below their line");
    const auto [low, high] = std::minmax_element(fleet.gpus.begin(), fleet.gpus.end(), [](const FleetGpu& a, const FleetGpu& b) { return a.line < b.line; });
    if (low->line && low->line == high->line) out += " of " + percent(*low->line);
    out += fmt::format(". An hour costs {} {} owned; the same work would cost {} rented.\n", four_digits(per_hour(all.owned)), fleet.currency.code(), four_digits(per_hour(all.rented)));
    const auto released = [&](std::size_t needed) { return needed == all.judged ? std::string("none") : fmt::format("{}", all.judged - needed); };
    out += fmt::format("The work is that of {:.3g} GPUs computing all the time: {} could be released if work can wait", all.work, released(all.needed));
    out += all.needed_at_peak ? fmt::format(", {} if it cannot.\n", released(*all.needed_at_peak)) : ".\n";
    if (all.judged != all.gpus) out += fmt::format("{} left out, each with its reason in the JSON.\n", all.gpus - all.judged == 1 ? "1 GPU is" : fmt::format("{} are", gpus(all.gpus - all.judged)));
    return out;
}

Table group_table(const Fleet& fleet) {
    const std::string unit = std::string(fleet.currency.code()) + "/h";
    Table out{.title = "Fleet",
              .columns = {std::string(to_string(fleet.by)), "GPUs", "computed", "below", "owned, " + unit, "rented, " + unit, "needed", "needed at peak"},
              .right_aligned = {false, true, true, true, true, true, true, true},
              .rows = {}};
    const auto row = [&](std::string name, const FleetGroup& group) {
        out.rows.push_back({std::move(name), fmt::format("{}", group.gpus), percent(group.mean_share()), fmt::format("{}", group.below),
                            four_digits(per_hour(group.owned)), four_digits(per_hour(group.rented)), fmt::format("{}", group.needed),
                            group.needed_at_peak ? fmt::format("{}", *group.needed_at_peak) : "–"});
    };
    for (const FleetGroup& group : fleet.groups) row(name_of(group.name), group);
    if (fleet.groups.size() > 1) row("all", fleet.all);
    return out;
}

/// The least and the most busy, at most `each` of both.
Table extremes(const Fleet& fleet, std::size_t each) {
    Table out{.title = "Least and most busy", .columns = {"GPU", std::string(to_string(fleet.by)), "computed", "verdict"}, .right_aligned = {false, false, true, false}, .rows = {}};
    const std::size_t judged = fleet.all.judged;
    for (std::size_t i = 0; i < judged; ++i) {
        if (i >= each && i + each < judged) continue;
        const FleetGpu& gpu = fleet.gpus[i];
        out.rows.push_back({gpu.gpu, name_of(gpu.group), percent(gpu.share), gpu.standing ? std::string(to_string(*gpu.standing)) : ""});
    }
    return out;
}

}  // namespace

void add_fleet(const Fleet& fleet, Answer& into) {
    into.json["fleet"] = json_of(fleet);
    into.remarks.insert(into.remarks.end(), fleet.remarks.begin(), fleet.remarks.end());
    for (const std::string& remark : fleet.remarks) into.json["remarks"].push_back(remark);
    const Table groups = group_table(fleet);
    const Table ends = extremes(fleet, 5);
    into.text = opening(fleet) + "\n" + aligned(groups) + (fleet.by == FleetKey::gpu || ends.rows.empty() ? "" : "\n" + aligned(ends));
    into.tables = {groups, ends};
    into.rows = groups;
    for (std::size_t i = 0; i < fleet.groups.size(); ++i) {
        const FleetGroup& group = fleet.groups[i];
        into.rows.rows[i] = {group.name, fmt::format("{}", group.gpus), exact(group.mean_share()), fmt::format("{}", group.below), exact(per_hour(group.owned)),
                             exact(per_hour(group.rented)), fmt::format("{}", group.needed), group.needed_at_peak ? fmt::format("{}", *group.needed_at_peak) : ""};
    }
    into.rows.rows.resize(fleet.groups.size());
    into.rows.columns = {std::string(to_string(fleet.by)), "gpus", "effective_ratio", "below", "owned_per_hour", "rented_per_hour", "needed", "needed_at_peak"};
}

void add_fleet(const std::vector<FleetLine>& lines, FleetKey by, Answer& into) {
    const auto celsius_of = [](const FleetLine& one) { return one.temperature ? std::optional(one.temperature->in_celsius()) : std::nullopt; };
    Table table{.title = "Fleet", .columns = {std::string(to_string(by)), "GPUs", "temperature", "line"}, .right_aligned = {false, true, true, true}, .rows = {}};
    into.rows = {.title = "", .columns = {std::string(to_string(by)), "gpus", "temperature_c", "line"}, .right_aligned = {}, .rows = {}};
    into.json["fleet"] = {{"by", std::string(to_string(by))}, {"groups", ordered_json::array()}};
    for (const FleetLine& one : lines) {
        const auto temperature = celsius_of(one);
        table.rows.push_back({name_of(one.name), fmt::format("{}", one.gpus), temperature ? fmt::format("{:.1f} degC", *temperature) : "–", percent(one.line.line)});
        into.rows.rows.push_back({one.name, fmt::format("{}", one.gpus), exact(temperature), exact(one.line.line)});
        into.json["fleet"]["groups"].push_back({{"name", or_null(one.name)}, {"gpus", one.gpus}, {"temperature_c", or_null(temperature)}, {"line", or_null(one.line.line)}});
    }
    const auto [low, high] = std::minmax_element(lines.begin(), lines.end(), [](const FleetLine& a, const FleetLine& b) { return a.line.line < b.line.line; });
    if (low != lines.end() && low->line.line != high->line.line)
        into.text = fmt::format("From {} ({}) to {} ({}), each at its own temperature.\n\n", percent(low->line.line), name_of(low->name), percent(high->line.line), name_of(high->name)) +
                    aligned(table) + "\n" + into.text;
    else
        into.text += "\n" + aligned(table);
    into.tables.insert(into.tables.begin(), table);
    const auto differs = [&](const FleetLine& one) { return one.line.line != lines.front().line.line; };
    if (lines.size() < 2 || std::any_of(lines.begin(), lines.end(), differs)) return;
    into.remarks.emplace_back("every group has the same line: the scenario has no weight for temperature and no [heat] table, or no temperature is told");
    into.json["remarks"].push_back(into.remarks.back());
}

}  // namespace breakeven::cli
