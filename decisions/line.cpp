#include <breakeven/decisions/line.hpp>

#include <breakeven/calibration/line_interval.hpp>
#include <breakeven/calibration/weight_uncertainty.hpp>

namespace breakeven {

namespace {

Context merged(const Context& reference, const Context& asked) {
    Context out = reference;
    for (const ContextLevel& level : asked.levels) out.set(level.category, level.level);
    if (asked.temperature) out.temperature = asked.temperature;
    return out;
}

/// Moves a line of the usual kind; the others are no single threshold that a loss of speed could raise.
void move(LineAnswer& answer, const LineSettings& settings, const Context& asked, const DynamicLineOptions& options) {
    const bool movable = answer.outcome == Outcome::line || (answer.outcome == Outcome::never && answer.base_line);
    if (!movable) {
        if (asked.temperature || !asked.levels.empty())
            answer.remarks.emplace_back("the context does not move an outcome without a single line to stay above");
        return;
    }
    DynamicLine moved = dynamic_line(*answer.base_line, settings, asked, options);
    answer.remarks.insert(answer.remarks.end(), moved.remarks.begin(), moved.remarks.end());
    answer.adjustments = std::move(moved.adjustments);
    if (answer.adjustments.empty()) return;
    answer.line = moved.line;
    const bool within_reach = moved.line <= answer.reachable;
    answer.outcome = within_reach ? Outcome::line : Outcome::never;
    answer.reason = within_reach ? "owning is cheaper at and above the line" : "the line lies above what can be reached";
    answer.lines = within_reach ? std::vector<Fraction>{moved.line} : std::vector<Fraction>{};
}

}  // namespace

LineAnswer line_of(const LoadedScenario& loaded, const Context& asked, bool kernel_log) {
    Scenario scenario = loaded.scenario;
    const LineSettings& settings = scenario.line;
    if (scenario.heat && asked.temperature) scenario.heat->ambient = *asked.temperature;
    const CostSheet sheet = cost_sheet(scenario);
    const Breakeven solved = sheet.solve();

    LineAnswer answer;
    answer.scenario = scenario.name;
    answer.currency = scenario.currency;
    answer.remarks = loaded.remarks;
    answer.inputs = loaded.inputs;
    answer.context = merged(settings.reference, asked);
    answer.reachable = sheet.reachable;
    answer.cloud = sheet.cloud;
    answer.outcome = solved.outcome;
    answer.line = answer.base_line = solved.line;
    answer.lines = solved.lines;
    answer.reason = solved.reason;
    std::size_t branch = solved.branch;
    if (settings.base && sheet.no_line.empty()) {
        answer.stated_base = true;
        answer.outcome = *settings.base <= sheet.reachable ? Outcome::line : Outcome::never;
        answer.line = answer.base_line = *settings.base;
        answer.lines = {*settings.base};
        answer.reason = "the line is stated by the scenario, not computed from its costs";
        branch = sheet.branch_of(*settings.base);
    }
    for (const auto& component : sheet.components) {
        const Breakeven without = sheet.solve_without(component.name);
        answer.components.push_back({component.name, component.by_branch[branch], without.outcome, without.line});
    }
    answer.local = sheet.branches[branch].local;
    move(answer, settings, asked, {.kernel_log = kernel_log, .temperature_by_heat = scenario.heat.has_value()});
    if (!loaded.weights_file.empty())
        if (const auto known = read_weight_uncertainty(loaded.weights_file)) {
            if (answer.base_line) answer.half_width = line_half_width(*answer.base_line, answer.adjustments, *known, settings.combine);
            for (std::string& remark : remarks_outside(*known, asked)) answer.remarks.push_back(std::move(remark));
        }
    // Once the context has moved the line, the two sides are equal at another speed: the rented side is the one stated in full.
    if (answer.line && answer.outcome != Outcome::always) answer.cost_at_line = answer.cloud.at(*answer.line);
    return answer;
}

}  // namespace breakeven
