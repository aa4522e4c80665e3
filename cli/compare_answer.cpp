#include "compare_answer.hpp"

#include "chart.hpp"
#include "chart_bars.hpp"
#include "json_numbers.hpp"
#include "line_answer.hpp"
#include "numbers.hpp"
#include "whatif_words.hpp"
#include "writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace breakeven::cli {

namespace {

using nlohmann::ordered_json;

double monthly(CostRate rate) { return in(rate * month, money); }

std::string option_name(const JobOption& option) { return (option.owned ? "own the " : "rent the ") + option.name; }

std::string pair_name(const CompareRow& row) { return row.machine + " against " + row.cloud; }

std::string first_line(const CompareAnswer& answer) {
    if (!answer.options.empty() && answer.options.front().cost) {
        const JobOption& best = answer.options.front();
        std::string out = fmt::format("Cheapest for this job: {}, at {} {} a month", option_name(best), four_digits(monthly(*best.cost)), answer.currency.code());
        if (answer.options.size() > 1 && answer.options[1].cost)
            out += fmt::format("; next: {}, at {}", option_name(answer.options[1]), four_digits(monthly(*answer.options[1].cost)));
        return out + ".";
    }
    const CompareRow& best = answer.rows.front();
    if (!best.line) return fmt::format("No line can be told for any of these: {}.", best.why);
    if (answer.rows.size() == 1) return fmt::format("{}: {}", pair_name(best), line_in_words(*best.line));
    if (best.line->outcome == Outcome::never) return "Rent: none of these machines has a line that can be reached.";
    std::string out = fmt::format("Owning pays soonest with the {}: from {}", pair_name(best), line_cell(*best.line));
    if (best.line->outcome == Outcome::line) out += fmt::format(", {:.2f} h a day", in(*best.line->line * day, hour));
    return out + ".";
}

Table row_table(const CompareAnswer& answer) {
    Table out{.title = "", .columns = {"machine", "rented", "rent an hour", "speed ratio", "from", "line", "hours a day", "why not the first"},
              .right_aligned = {false, false, true, true, false, true, true, false}, .rows = {}};
    for (const CompareRow& row : answer.rows) {
        if (!row.line) {
            out.rows.push_back({row.machine, row.cloud, "–", "–", "", "none", "–", row.why});
            continue;
        }
        const double rent = in(row.scenario.cloud.price + row.scenario.cloud.reserved, money / hour);
        out.rows.push_back({row.machine, row.cloud, four_digits(rent) + " " + std::string(row.scenario.currency.code()), fmt::format("{:.3g}", row.speed_ratio),
                            std::string(to_string(row.speed_source)), line_cell(*row.line),
                            row.line->line ? fmt::format("{:.2f}", in(*row.line->line * day, hour)) : "–", row.why});
    }
    return out;
}

Table option_table(const CompareAnswer& answer) {
    const std::string currency(answer.currency.code());
    Table out{.title = "", .columns = {"the job", "busy share", currency + " a month", "", "why not the first"},
              .right_aligned = {false, true, true, false, false}, .rows = {}};
    double most = 0.0;
    for (const JobOption& option : answer.options)
        if (option.cost) most = std::max(most, monthly(*option.cost));
    for (const JobOption& option : answer.options)
        out.rows.push_back({option_name(option), option.busy_share ? percent(option.busy_share) : "", option.cost ? four_digits(monthly(*option.cost)) : "–",
                            option.cost && most > 0.0 ? bar_of(monthly(*option.cost) / most, 20) : "", option.why});
    return out;
}

/// "8 times as much", "12 % less".
std::string how_far(double ratio) {
    if (ratio >= 2.0) return fmt::format("{:.3g} times as much", ratio);
    if (ratio <= 0.5) return fmt::format("1/{:.3g} of that", 1.0 / ratio);
    return fmt::format("{:.0f} % {}", 100.0 * std::abs(ratio - 1.0), ratio > 1.0 ? "more" : "less");
}

/// How far other evidence on the speed lies from the one that was used. A ratio carried from one pair to the others is apart by the
/// same factor in all of them, and that is said once.
void add_disagreements(const CompareAnswer& answer, std::vector<std::string>& remarks) {
    std::vector<std::string> said;
    for (const CompareRow& row : answer.rows)
        for (const SpeedEstimate& other : row.others) {
            const double apart = other.ratio / row.speed_ratio;
            if (std::abs(apart - 1.0) < 0.005) continue;
            const std::string far = how_far(apart);
            const std::string key = std::string(to_string(other.source)) + far;
            if (std::find(said.begin(), said.end(), key) != said.end()) continue;
            said.push_back(key);
            remarks.push_back(fmt::format("the speed ratio {:.3g} of the {} is from {}; {} ({}) says {:.3g}, {}", row.speed_ratio, pair_name(row),
                                          to_string(row.speed_source), to_string(other.source), other.words, other.ratio, far));
        }
}

ordered_json json_of(const CompareRow& row) {
    ordered_json others = ordered_json::array();
    for (const SpeedEstimate& other : row.others)
        others.push_back({{"ratio", other.ratio}, {"source", to_string(other.source)}, {"rests_on", other.words}, {"apart", other.ratio / row.speed_ratio - 1.0}});
    ordered_json out{{"machine", row.machine}, {"cloud", row.cloud}, {"offer", or_null(row.offer)},
                     {"outcome", row.line ? ordered_json(to_string(row.line->outcome)) : ordered_json(nullptr)},
                     {"line", row.line ? or_null(row.line->line) : ordered_json(nullptr)}, {"why", or_null(row.why)}};
    out["speed"] = row.line ? ordered_json{{"ratio", row.speed_ratio}, {"source", to_string(row.speed_source)}, {"others", others}} : ordered_json(nullptr);
    out["answer"] = row.line ? present(*row.line).json : ordered_json(nullptr);
    return out;
}

}  // namespace

Answer present(const CompareAnswer& answer) {
    Answer out;
    out.remarks = answer.remarks;
    add_disagreements(answer, out.remarks);
    out.json = {{"schema", "breakeven.compare/1"}, {"currency", std::string(answer.currency.code())}, {"share", or_null(answer.share)}};
    out.json["rows"] = ordered_json::array();
    for (const CompareRow& row : answer.rows) out.json["rows"].push_back(json_of(row));
    out.json["options"] = ordered_json::array();
    for (const JobOption& option : answer.options)
        out.json["options"].push_back({{"way", option.owned ? "own" : "rent"}, {"name", option.name}, {"busy_share", or_null(option.busy_share)},
                                       {"cost_per_month", option.cost ? ordered_json(monthly(*option.cost)) : ordered_json(nullptr)}, {"why", or_null(option.why)}});
    out.json["remarks"] = out.remarks;
    out.rows.columns = {"machine", "cloud", "offer", "outcome", "line", "speed_ratio", "speed_source", "why"};
    for (const CompareRow& row : answer.rows)
        out.rows.rows.push_back({row.machine, row.cloud, row.offer, row.line ? std::string(to_string(row.line->outcome)) : "", row.line ? exact(row.line->line) : "",
                                 row.line ? exact(row.speed_ratio) : "", row.line ? std::string(to_string(row.speed_source)) : "", row.why});
    out.tables = {row_table(answer)};
    if (!answer.options.empty()) out.tables.push_back(option_table(answer));
    out.text = first_line(answer) + "\n";
    for (const Table& table : out.tables) out.text += "\n" + aligned(table);
    return out;
}

std::string picture(const CompareAnswer& answer) {
    if (!answer.options.empty()) {
        PartsChart chart{.title = "What this job costs, owned and rented", .x = {std::string(answer.currency.code()) + " a month", false}, .bars = {},
                         .first_name = "owned", .second_name = "rented"};
        for (const JobOption& option : answer.options)
            if (option.cost) chart.bars.push_back({option_name(option), option.owned ? monthly(*option.cost) : 0.0, option.owned ? 0.0 : monthly(*option.cost)});
        return svg(chart);
    }
    PartsChart chart{.title = "From which busy share owning pays", .x = {"line: busy share of all owned hours", true}, .bars = {}, .first_name = "line", .second_name = {}};
    for (const CompareRow& row : answer.rows)
        if (row.line && row.line->line && row.line->outcome == Outcome::line) chart.bars.push_back({pair_name(row), *row.line->line, 0.0});
    return svg(chart);
}

}  // namespace breakeven::cli
