#include "report_answer.hpp"

#include "line_answer.hpp"
#include "numbers.hpp"
#include "whatif_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace breakeven::cli {

namespace {

/// The first line of a text, or every line until the first empty one.
std::vector<std::string> opening_lines(const std::string& text) {
    std::vector<std::string> out;
    for (std::size_t at = 0; at < text.size() && text[at] != '\n';) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        out.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return out;
}

/// The page names the scenario once; its pictures need not.
LineAnswer without_name(LineAnswer line) {
    line.scenario.clear();
    return line;
}

PageSection line_section(const LineAnswer& line) {
    PageSection out{"What the line is made of", {}, {picture_of_costs(without_name(line))}, present(line).tables, {}};
    if (line.stated_base) out.paragraphs.emplace_back("The line is stated by the scenario (line.base), not computed from these costs.");
    out.paragraphs.emplace_back("A standing cost is paid for every hour the machine is owned; a busy cost comes on top of it for every hour in which the GPU computes.");
    return out;
}

PageSection crossover_section(const Report& report) {
    PageSection out{"Where owning and renting cost the same", {}, {picture_of_crossover(report.curves, {without_name(report.line)})}, {}, {}};
    if (report.line.outcome == Outcome::line && !report.line.stated_base)
        out.paragraphs.emplace_back("Left of the crossing renting is cheaper, right of it owning.");
    if (!report.line.adjustments.empty()) out.paragraphs.emplace_back("The curves hold in the scenario's reference context; the line above is moved to the one asked for.");
    return out;
}

PageSection tornado_section(const Report& report) {
    PageSection out{"What the line hangs on", {}, {}, {}, {}};
    if (!report.tornado) {
        out.paragraphs.emplace_back("The scenario states its line, so none of its other values moves it; line.base = \"model\" lets the costs decide.");
        return out;
    }
    const Answer answer = present(*report.tornado, report.line);
    out.paragraphs = opening_lines(answer.text);
    if (report.tornado->bars.empty()) return out;
    out.pictures = {picture(*report.tornado, without_name(report.line))};
    Table table = answer.tables.front();
    // The bars of characters are for terminals; the picture is above.
    constexpr std::size_t bars = 4;
    table.columns.erase(table.columns.begin() + bars);
    table.right_aligned.erase(table.right_aligned.begin() + bars);
    for (auto& row : table.rows) row.erase(row.begin() + bars);
    table.columns.front() = "assumption";
    out.tables = {std::move(table)};
    out.paragraphs.emplace_back("Elasticity: by how many per cent the line moves for one per cent of the value.");
    return out;
}

PageSection log_section(const Report& report) {
    PageSection out{"What the log shows", {}, {}, report.audit->tables, {}};
    std::string files;
    for (const std::string& file : report.logs) files.append(files.empty() ? "" : ", ").append(file);
    out.paragraphs.push_back("Read from " + files + ".");
    return out;
}

PageSection input_section(const LineAnswer& line) {
    Table table{.title = "", .columns = {"input", "value", "source", "date"}, .right_aligned = {}, .rows = {}};
    for (const Input& input : line.inputs) {
        if (input.key == "name") continue;  // the page's title
        const auto* number = std::get_if<double>(&input.value);
        std::string value = number != nullptr ? fmt::format("{}", *number) : std::get<std::string>(input.value);
        if (!input.unit.empty()) value += " " + input.unit;
        table.rows.push_back({input.key, std::move(value), input.source, input.date});
    }
    return {"Inputs", {"Every assumption as it was used. What says \"default\" was not given and is neutral."}, {}, {std::move(table)}, {}, "inputs", true};
}

PageSection remark_section(const Report& report) {
    PageSection out{"Remarks", {}, {}, {}, report.line.remarks};
    if (report.audit)
        for (const std::string& remark : report.audit->remarks)
            if (std::find(out.list.begin(), out.list.end(), remark) == out.list.end()) out.list.push_back(remark);
    return out;
}

PageSection method_section(const Report& report) {
    PageSection out{"How this was computed", {}, {}, {}, {}};
    out.list = {
        "An owned hour costs L(u) = standing + busy * u, the same work rented C(u); u is the share of all owned hours in which the GPU computes. "
        "The line solves L(u) = C(u). Formulas and their sources: docs/method.md.",
    };
    if (report.tornado) out.list.emplace_back("In the tornado every value is moved by itself and the line computed anew; elasticities are exact derivatives.");
    if (report.audit)
        out.list.emplace_back("From a kernel log the share is the union of kernel intervals over what was observed, without a filter. A log whose health check "
                              "fails gets no verdict. Sampled counters are marked as such.");
    if (report.history_file)
        out.list.emplace_back("A day's share is its effective over its observed time; its line is the mean, by observed time, of the lines in the contexts that "
                              "were recorded with its windows. Levels for which the scenario has no weight move nothing.");
    out.list.emplace_back("Whatever the shipped tables say has its source and date in data/SOURCES.md.");
    return out;
}

}  // namespace

Page page_of(const Report& report) {
    Page page;
    const std::string file = report.scenario_file == "-" ? "standard input" : report.scenario_file;
    page.title = report.line.scenario.empty() ? file : report.line.scenario;
    page.answers = {line_in_words(report.line)};
    if (report.audit)
        for (const std::string& sentence : opening_lines(report.audit->text)) page.answers.push_back(sentence);
    for (const std::string& sentence : opening_lines(report.diagnosis)) page.answers.push_back(sentence);
    page.sections.push_back(line_section(report.line));
    page.sections.push_back(crossover_section(report));
    if (!report.activities.empty()) {
        page.sections.push_back(timeline_section(report.activities));
        page.sections.push_back(kernel_section(report.activities));
    }
    if (report.audit) page.sections.push_back(log_section(report));
    if (report.history_file) {
        page.sections.push_back(history_section(report.history, *report.history_file));
        page.sections.push_back(calibration_section(report.calibration ? &*report.calibration : nullptr, report.not_calibrated));
    }
    page.sections.push_back(tornado_section(report));
    page.sections.push_back(price_section(report.line, report.date));
    page.sections.push_back(input_section(report.line));
    if (PageSection remarks = remark_section(report); !remarks.list.empty()) page.sections.push_back(std::move(remarks));
    page.sections.push_back(method_section(report));
    page.footer = "breakeven " BREAKEVEN_VERSION ", " + report.date + ". Scenario: " + file + ". Amounts in " + std::string(report.line.currency.code()) + ".";
    return page;
}

}  // namespace breakeven::cli
