// A goal's sentence, table and JSON.
#include "numbers.hpp"
#include "whatif_answer.hpp"
#include "whatif_json.hpp"
#include "whatif_words.hpp"
#include "writer.hpp"

#include <fmt/format.h>

namespace breakeven::cli {

namespace {

using nlohmann::ordered_json;

std::string first_line(const GoalAnswer& answer) {
    const std::string wanted = percent(answer.wanted);
    if (!answer.solutions.empty()) {
        std::string out = fmt::format("{} puts your line at {}", capitalized(with_value(answer.key.key, value_in_words(answer.key, answer.solutions[0]))), wanted);
        if (answer.present) out += fmt::format(" (now {}: {})", value_in_words(answer.key, *answer.present), line_cell(answer.base));
        return out + ".";
    }
    const std::string range = fmt::format("from {} to {}", six_digits(answer.key.in_unit(answer.from)), value_in_words(answer.key, answer.to));
    if (!answer.lowest) return fmt::format("{} cannot be reached by {}: {} there is no line at all.", wanted, noun_of(answer.key.key), range);
    if (*answer.lowest == *answer.highest)
        return fmt::format("{} cannot be reached by {}: it does not move the line from {}.", wanted, noun_of(answer.key.key), percent(answer.lowest));
    if (answer.wanted < *answer.lowest)
        return fmt::format("{} cannot be reached by {}: {} the line does not fall below {}.", wanted, noun_of(answer.key.key), range, percent(answer.lowest));
    if (answer.wanted > *answer.highest)
        return fmt::format("{} cannot be reached by {}: {} the line does not rise above {}.", wanted, noun_of(answer.key.key), range, percent(answer.highest));
    return fmt::format("{} cannot be reached by {}: {} the line jumps over it.", wanted, noun_of(answer.key.key), range);
}

}  // namespace

Answer present(const GoalAnswer& answer, const LineAnswer& base) {
    Answer out;
    const auto in_unit = [&](double value) { return answer.key.in_unit(value); };
    out.json = whatif_head("goal", base);
    out.json["wanted"] = answer.wanted;
    out.json["key"] = answer.key.key;
    out.json["unit"] = unit_of(answer.key);
    out.json["present"] = answer.present ? ordered_json(in_unit(*answer.present)) : ordered_json(nullptr);
    out.json["solutions"] = ordered_json::array();
    for (const double solution : answer.solutions) out.json["solutions"].push_back(in_unit(solution));
    out.json["searched"] = {{"from", in_unit(answer.from)}, {"to", in_unit(answer.to)}, {"lowest_line", or_null(answer.lowest)}, {"highest_line", or_null(answer.highest)}};
    out.json["remarks"] = base.remarks;
    out.remarks = base.remarks;

    out.rows.columns = {"key", "unit", "wanted_line", "value"};
    Table table{.title = "", .columns = {"", answer.key.key, "line"}, .right_aligned = {false, true, true}, .rows = {}};
    if (answer.present) table.rows.push_back({"now", value_in_words(answer.key, *answer.present), line_cell(answer.base)});
    for (const double solution : answer.solutions) {
        out.rows.rows.push_back({answer.key.key, answer.key.unit, exact(answer.wanted), exact(in_unit(solution))});
        table.rows.push_back({"wanted", value_in_words(answer.key, solution), percent(answer.wanted)});
    }
    out.tables = {table};
    out.text = first_line(answer) + "\n\n" + aligned(table);
    return out;
}

}  // namespace breakeven::cli
