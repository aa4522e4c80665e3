// A tornado's sentence, table, JSON and picture.
#include "chart.hpp"
#include "chart_bars.hpp"
#include "numbers.hpp"
#include "whatif_answer.hpp"
#include "whatif_json.hpp"
#include "whatif_words.hpp"
#include "writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace breakeven::cli {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t bars_in_picture = 20;

std::optional<double> place(const std::optional<LinePoint>& point) {
    if (!point || point->outcome == Outcome::between) return std::nullopt;
    return point->line;
}

std::string cell(const std::optional<LinePoint>& point) { return point ? line_cell(*point) : std::string("–"); }

/// The values of 0 that a careful reader would have stated; JSON holds all of them.
std::string worth_stating(const std::vector<std::string>& keys) {
    std::string out;
    for (const char* key : {"ownership.residual", "ownership.capital_rate", "electricity.idle_power", "cloud.storage", "cloud.virtualization_loss"})
        if (std::find(keys.begin(), keys.end(), key) != keys.end()) out.append(out.empty() ? "" : ", ").append(key);
    return out;
}

/// The change as it was asked for: "20 %".
std::string change_in_words(const TornadoAnswer& answer) { return six_digits(100.0 * answer.change) + " %"; }

std::string first_line(const TornadoAnswer& answer) {
    if (answer.bars.empty()) return "Nothing that this scenario says moves the line.";
    const TornadoBar& widest = answer.bars.front();
    const std::string change = change_in_words(answer);
    const auto low = place(widest.low);
    const auto high = place(widest.high);
    if (low && high)
        return fmt::format("{} matters most: {} more or less of it puts your line between {} and {}.", capitalized(noun_of(widest.key.key)), change,
                           percent(std::min(*low, *high)), percent(std::max(*low, *high)));
    return fmt::format("{} matters most: {} less gives {}, {} more gives {}.", capitalized(noun_of(widest.key.key)), change, cell(widest.low), change,
                       cell(widest.high));
}

Table table_of(const TornadoAnswer& answer) {
    const std::string change = change_in_words(answer);
    Table out{.title = "", .columns = {"", "value", "-" + change, "+" + change, "", "elasticity"},
              .right_aligned = {false, true, true, true, false, true}, .rows = {}};
    double from = answer.base.line.value_or(0.0);
    double to = from;
    for (const TornadoBar& bar : answer.bars)
        for (const auto& end : {place(bar.low), place(bar.high)})
            if (end) from = std::min(from, *end), to = std::max(to, *end);
    for (const TornadoBar& bar : answer.bars) {
        const double base = answer.base.line.value_or(from);
        const double low = place(bar.low).value_or(base);
        const double high = place(bar.high).value_or(base);
        out.rows.push_back({bar.key.key, value_in_words(bar.key, bar.value), cell(bar.low), cell(bar.high),
                            answer.base.line ? range_bar(std::min(low, high), std::max(low, high), base, from, to, 33) : "",
                            bar.elasticity ? fmt::format("{:+.{}f}", *bar.elasticity, std::abs(*bar.elasticity) < 0.01 ? 4 : 3) : "–"});
    }
    return out;
}

Table csv_table(const TornadoAnswer& answer) {
    Table out;
    out.columns = {"key", "unit", "value", "low_value", "low_outcome", "low_line", "high_value", "high_outcome", "high_line", "derivative", "elasticity"};
    for (const TornadoBar& bar : answer.bars) {
        const double value = bar.key.in_unit(bar.value);
        const auto outcome = [](const std::optional<LinePoint>& p) { return p ? std::string(to_string(p->outcome)) : std::string(); };
        out.rows.push_back({bar.key.key, bar.key.unit, exact(value), exact(value * (1.0 - answer.change)), outcome(bar.low), exact(place(bar.low)),
                            exact(value * (1.0 + answer.change)), outcome(bar.high), exact(place(bar.high)),
                            bar.derivative ? exact(*bar.derivative * bar.key.unit_size) : "", exact(bar.elasticity)});
    }
    return out;
}

}  // namespace

Answer present(const TornadoAnswer& answer, const LineAnswer& base) {
    Answer out;
    out.json = whatif_head("tornado", base);
    out.json["change"] = answer.change;
    out.json["bars"] = ordered_json::array();
    for (const TornadoBar& bar : answer.bars) {
        const double value = bar.key.in_unit(bar.value);
        const auto end = [&](const std::optional<LinePoint>& point, double at) {
            if (!point) return ordered_json(nullptr);
            ordered_json json = json_of(*point);
            json["value"] = at;
            return json;
        };
        const double width = bar.width(answer.base);
        out.json["bars"].push_back({{"key", bar.key.key}, {"unit", unit_of(bar.key)}, {"value", value},
                                    {"low", end(bar.low, value * (1.0 - answer.change))}, {"high", end(bar.high, value * (1.0 + answer.change))},
                                    {"why_not", or_null(bar.why_not)}, {"width", std::isfinite(width) ? ordered_json(width) : ordered_json(nullptr)},
                                    {"derivative", bar.derivative ? ordered_json(*bar.derivative * bar.key.unit_size) : ordered_json(nullptr)},
                                    {"elasticity", or_null(bar.elasticity)}});
    }
    out.json["at_zero"] = answer.at_zero;
    out.json["no_effect"] = answer.no_effect;
    out.remarks = base.remarks;
    if (const std::string zeros = worth_stating(answer.at_zero); !zeros.empty())
        out.remarks.push_back("a share of nothing moves nothing, so what is 0 stays so: " + zeros);
    out.json["remarks"] = out.remarks;
    out.rows = csv_table(answer);
    out.tables = {table_of(answer)};
    out.text = first_line(answer) + "\n\n" + aligned(out.tables[0]);
    out.text += "\nElasticity: by how many per cent the line moves for one per cent of the value, from exact derivatives.\n";
    return out;
}

std::string picture(const TornadoAnswer& answer, const LineAnswer& base) {
    const std::string change = change_in_words(answer);
    RangeChart chart{.title = picture_title(base.scenario, "what the line hangs on"),
                     .x = {"line: busy share of all owned hours", true}, .base = answer.base.line.value_or(0.0), .bars = {},
                     .low_name = "with " + change + " less", .high_name = "with " + change + " more"};
    for (const TornadoBar& bar : answer.bars) {
        if (chart.bars.size() == bars_in_picture) break;
        chart.bars.push_back({noun_of(bar.key.key) + " (" + value_in_words(bar.key, bar.value) + ")", place(bar.low), place(bar.high)});
    }
    return svg(chart);
}

}  // namespace breakeven::cli
