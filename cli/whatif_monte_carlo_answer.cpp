// A Monte Carlo's sentence, tables, JSON and picture.
#include "chart.hpp"
#include "chart_bars.hpp"
#include "numbers.hpp"
#include "whatif_answer.hpp"
#include "whatif_json.hpp"
#include "whatif_words.hpp"
#include "writer.hpp"

#include <breakeven/decisions/monte_carlo_inputs.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace breakeven::cli {

namespace {

using nlohmann::ordered_json;

constexpr Outcome all_outcomes[] = {Outcome::line, Outcome::always, Outcome::never, Outcome::only_below, Outcome::between};

std::string first_line(const MonteCarloAnswer& answer) {
    if (answer.own_wins)
        return fmt::format("At {} owning wins in {} of {} draws.", percent(*answer.options.share), percent(*answer.own_wins), answer.options.draws);
    if (!answer.lines)
        return fmt::format("There is no line in any of {} draws: owning always wins in {} of them, renting always in {}.", answer.options.draws,
                           percent(answer.share_of(Outcome::always)), percent(answer.share_of(Outcome::never)));
    return fmt::format("Your line lies between {} and {} in 90 % of the draws that have one, with {} in the middle.", percent(answer.lines->quantiles[0]),
                       percent(answer.lines->quantiles[2]), percent(answer.lines->quantiles[1]));
}

Table figures_table(const MonteCarloAnswer& answer) {
    Table out{.title = "", .columns = {"", ""}, .right_aligned = {false, true}, .rows = {}};
    out.columns.clear();  // the names stand in the rows
    if (answer.lines) {
        const LineDistribution& lines = *answer.lines;
        out.rows = {{"5 % of the lines lie below", percent(lines.quantiles[0])},
                    {"the middle one", percent(lines.quantiles[1])},
                    {"95 % lie below", percent(lines.quantiles[2])},
                    {"mean", fmt::format("{} ± {}", percent(lines.mean), percent(lines.standard_error))},
                    {"standard deviation", percent(lines.standard_deviation)}};
    }
    static constexpr const char* names[] = {"draws with a line", "owning always wins", "renting always wins", "owning wins only below a line",
                                            "owning wins between two lines"};
    for (const Outcome outcome : all_outcomes)
        if (answer.outcomes[static_cast<std::size_t>(outcome)] > 0)
            out.rows.push_back({names[static_cast<int>(outcome)], percent(answer.share_of(outcome))});
    return out;
}

Table inputs_table(const MonteCarloAnswer& answer) {
    Table out{.title = "", .columns = {"uncertain", "distribution", "mean", "standard deviation", "spread of the line by it"},
              .right_aligned = {false, false, true, true, true}, .rows = {}};
    for (const Contribution& input : answer.inputs)
        out.rows.push_back({input.key.key, std::string(to_string(input.kind)), value_in_words(input.key, input.mean),
                            value_in_words(input.key, input.standard_deviation), input.spread ? percent(*input.spread) : "–"});
    if (answer.delta_spread) out.rows.push_back({"all together, to the first order", "", "", "", percent(*answer.delta_spread)});
    return out;
}

/// The histogram in a terminal: three bins in one row.
std::string bars_of(const LineDistribution& lines) {
    constexpr std::size_t together = 3;
    std::vector<std::uint64_t> counts;
    for (std::size_t i = 0; i < lines.histogram.size(); i += together) {
        counts.push_back(0);
        for (std::size_t j = i; j < std::min(i + together, lines.histogram.size()); ++j) counts.back() += lines.histogram[j];
    }
    const std::uint64_t most = *std::max_element(counts.begin(), counts.end());
    Table table{.title = "", .columns = {}, .right_aligned = {true, false}, .rows = {}};
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double from = lines.histogram_from + (lines.histogram_to - lines.histogram_from) * static_cast<double>(i) / static_cast<double>(counts.size());
        table.rows.push_back({"from " + percent(from), bar_of(static_cast<double>(counts[i]) / static_cast<double>(most), 40)});
    }
    return aligned(table);
}

Table csv_table(const MonteCarloAnswer& answer) {
    Table out;
    out.columns = {"figure", "value"};
    out.rows = {{"draws", std::to_string(answer.options.draws)}, {"seed", std::to_string(answer.options.seed)}};
    for (const Outcome outcome : all_outcomes) out.rows.push_back({"share_" + std::string(to_string(outcome)), exact(answer.share_of(outcome))});
    if (answer.lines) {
        const LineDistribution& lines = *answer.lines;
        const std::vector<std::vector<std::string>> rows = {{"line_mean", exact(lines.mean)}, {"line_mean_standard_error", exact(lines.standard_error)},
                                                            {"line_standard_deviation", exact(lines.standard_deviation)},
                                                            {"line_q05", exact(lines.quantiles[0])}, {"line_q50", exact(lines.quantiles[1])},
                                                            {"line_q95", exact(lines.quantiles[2])}};
        out.rows.insert(out.rows.end(), rows.begin(), rows.end());
    }
    if (answer.own_wins) {
        out.rows.push_back({"own_wins", exact(*answer.own_wins)});
        out.rows.push_back({"own_wins_standard_error", exact(*answer.own_wins_standard_error)});
    }
    for (const Contribution& input : answer.inputs) out.rows.push_back({"spread_by_" + input.key.key, exact(input.spread)});
    return out;
}

std::vector<std::string> remarks_of(const MonteCarloAnswer& answer, const LineAnswer& base) {
    std::vector<std::string> out = base.remarks;
    for (const Contribution& input : answer.inputs)
        if (input.mass_cut > 1e-9)  // less is not seen in any number of draws
            out.push_back(fmt::format("{} % of the distribution of {} lies where the models take no value; it was cut off", six_digits(100.0 * input.mass_cut), input.key.key));
    return out;
}

}  // namespace

Answer present(const MonteCarloAnswer& answer, const LineAnswer& base) {
    Answer out;
    out.json = whatif_head("monte-carlo", base);
    out.json["draws"] = answer.options.draws;
    out.json["seed"] = answer.options.seed;
    out.json["share"] = or_null(answer.options.share);
    out.json["own_wins"] = or_null(answer.own_wins);
    out.json["own_wins_standard_error"] = or_null(answer.own_wins_standard_error);
    for (const Outcome outcome : all_outcomes) out.json["outcomes"][std::string(to_string(outcome))] = answer.share_of(outcome);
    if (answer.lines) {
        const LineDistribution& l = *answer.lines;
        out.json["lines"] = {{"count", l.count}, {"mean", l.mean}, {"standard_deviation", l.standard_deviation}, {"standard_error", l.standard_error},
                             {"q05", l.quantiles[0]}, {"q50", l.quantiles[1]}, {"q95", l.quantiles[2]}, {"lowest", l.lowest},
                             {"highest", l.highest}, {"histogram", {{"from", l.histogram_from}, {"to", l.histogram_to}, {"counts", l.histogram}}}};
    } else {
        out.json["lines"] = nullptr;
    }
    out.json["inputs"] = ordered_json::array();
    for (const Contribution& input : answer.inputs)
        out.json["inputs"].push_back({{"key", input.key.key}, {"unit", unit_of(input.key)}, {"distribution", to_string(input.kind)},
                                      {"mean", input.key.in_unit(input.mean)}, {"standard_deviation", input.key.in_unit(input.standard_deviation)},
                                      {"mass_cut", input.mass_cut}, {"line_spread", or_null(input.spread)}});
    out.json["delta_method_spread"] = or_null(answer.delta_spread);
    out.remarks = remarks_of(answer, base);
    out.json["remarks"] = out.remarks;
    out.rows = csv_table(answer);
    out.tables = {figures_table(answer), inputs_table(answer)};
    out.text = first_line(answer) + "\n\n" + aligned(out.tables[0]) + "\n" + aligned(out.tables[1]);
    if (answer.lines && answer.lines->histogram_to > answer.lines->histogram_from) out.text += "\n" + bars_of(*answer.lines);
    out.text += fmt::format("\n{} draws, seed {}.\n", answer.options.draws, answer.options.seed);
    // Markdown tables have a header; this one's names stand in its rows.
    out.tables[0].columns = {"figure", "value"};
    return out;
}

std::string picture(const MonteCarloAnswer& answer, const LineAnswer& base) {
    HistogramChart chart{.title = picture_title(base.scenario, "where the line may lie"),
                         .x = {"line: busy share of all owned hours", true}, .from = 0.0, .to = 1.0, .counts = {}, .marks = {}, .notes = {}};
    if (answer.lines) {
        const LineDistribution& lines = *answer.lines;
        chart.from = lines.histogram_from;
        chart.to = lines.histogram_to;
        chart.counts = lines.histogram;
        chart.marks = {{lines.quantiles[0], "5 %: " + percent(lines.quantiles[0])}, {lines.quantiles[1], "half: " + percent(lines.quantiles[1])},
                       {lines.quantiles[2], "95 %: " + percent(lines.quantiles[2])}};
    }
    if (answer.options.share) chart.marks.push_back({*answer.options.share, "your busy share: " + percent(*answer.options.share)});
    chart.notes.push_back(first_line(answer));
    for (const Outcome outcome : {Outcome::always, Outcome::never})
        if (answer.share_of(outcome) > 0.0)
            chart.notes.push_back(fmt::format("{} always wins in {} of the draws.", outcome == Outcome::always ? "Owning" : "Renting", percent(answer.share_of(outcome))));
    return svg(chart);
}

}  // namespace breakeven::cli
