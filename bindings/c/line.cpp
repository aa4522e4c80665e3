// Scenarios and their lines, for C.
#include "border.hpp"

#include <breakeven/decisions/line.hpp>
#include <breakeven/decisions/line_batch.hpp>

#include <memory>
#include <span>
#include <utility>

using namespace breakeven::border;

struct breakeven_line {
    breakeven::LineAnswer answer;
    std::string reason;
};

namespace {

double hourly(const breakeven::CostRate& rate) { return breakeven::in(rate, breakeven::money / breakeven::hour); }

// The numbers of the C enumeration are part of the ABI, so they are written out.
std::int32_t number_of(breakeven::Outcome outcome) {
    switch (outcome) {
        case breakeven::Outcome::line: return BREAKEVEN_LINE;
        case breakeven::Outcome::always: return BREAKEVEN_ALWAYS;
        case breakeven::Outcome::never: return BREAKEVEN_NEVER;
        case breakeven::Outcome::only_below: return BREAKEVEN_ONLY_BELOW;
        case breakeven::Outcome::between: return BREAKEVEN_BETWEEN;
    }
    return BREAKEVEN_NEVER;
}

template <class Read>
breakeven_scenario* new_scenario(Read read) {
    auto out = std::make_unique<breakeven_scenario>();
    out->read = std::move(read);
    out->loaded = out->read(out->options);
    out->currency = out->loaded.door.into().code();
    return out.release();
}

}  // namespace

extern "C" {

breakeven_status breakeven_scenario_from_file(const char* path, breakeven_scenario** out, breakeven_error** error) {
    return guarded(error, [&] {
        *needed(out, "out") = nullptr;
        *out = new_scenario([path = std::string(needed(path, "path"))](const breakeven::ScenarioOptions& options) {
            return breakeven::read_scenario(path, options);
        });
    });
}

breakeven_status breakeven_scenario_from_text(const char* toml, size_t length, const char* name, breakeven_scenario** out,
                                              breakeven_error** error) {
    return guarded(error, [&] {
        *needed(out, "out") = nullptr;
        *out = new_scenario([text = std::string(needed(toml, "toml"), length),
                             name = std::string(needed(name, "name"))](const breakeven::ScenarioOptions& options) {
            return breakeven::read_scenario_text(text, name, options);
        });
    });
}

breakeven_status breakeven_scenario_set(breakeven_scenario* scenario, const char* key, const char* value, breakeven_error** error) {
    return guarded(error, [&] {
        breakeven::ScenarioOptions options = needed(scenario, "scenario")->options;
        options.overrides.push_back({needed(key, "key"), needed(value, "value"), "value"});
        breakeven::LoadedScenario loaded = scenario->read(options);
        std::string currency(loaded.door.into().code());
        scenario->loaded = std::move(loaded);
        scenario->options = std::move(options);
        scenario->currency = std::move(currency);
    });
}

const char* breakeven_scenario_name(const breakeven_scenario* scenario) {
    return scenario == nullptr ? "" : scenario->loaded.scenario.name.c_str();
}
const char* breakeven_scenario_currency(const breakeven_scenario* scenario) { return scenario == nullptr ? "" : scenario->currency.c_str(); }
void breakeven_scenario_free(breakeven_scenario* scenario) { delete scenario; }

breakeven_status breakeven_line_of(const breakeven_scenario* scenario, const breakeven_context* context, breakeven_line** out,
                                   breakeven_error** error) {
    return guarded(error, [&] {
        *needed(out, "out") = nullptr;
        auto line = std::make_unique<breakeven_line>();
        line->answer = breakeven::line_of(needed(scenario, "scenario")->loaded, context_from(context));
        line->reason = line->answer.reason;
        *out = line.release();
    });
}

breakeven_status breakeven_line_get(const breakeven_line* line, breakeven_line_figures* out, breakeven_error** error) {
    return guarded(error, [&] {
        const breakeven::LineAnswer& answer = needed(line, "line")->answer;
        breakeven_line_figures figures{};
        figures.outcome = number_of(answer.outcome);
        figures.stated_base = answer.stated_base ? 1 : 0;
        figures.line = or_nan(answer.line);
        figures.second_line = answer.lines.size() > 1 ? answer.lines[1] : or_nan({});
        figures.base_line = or_nan(answer.base_line);
        figures.half_width = or_nan(answer.half_width);
        figures.hours_a_day = breakeven::in(figures.line * breakeven::day, breakeven::hour);
        figures.reachable = answer.reachable;
        figures.own_standing_per_h = hourly(answer.local.standing);
        figures.own_busy_per_h = hourly(answer.local.busy);
        figures.rent_standing_per_h = hourly(answer.cloud.standing);
        figures.rent_busy_per_h = hourly(answer.cloud.busy);
        hand_out(figures, out, "figures");
    });
}

const char* breakeven_line_reason(const breakeven_line* line) { return line == nullptr ? "" : line->reason.c_str(); }
size_t breakeven_line_component_count(const breakeven_line* line) { return line == nullptr ? 0 : line->answer.components.size(); }

breakeven_status breakeven_line_component(const breakeven_line* line, size_t index, breakeven_component* out, breakeven_error** error) {
    return guarded(error, [&] {
        const breakeven::LineComponent& one = at(needed(line, "line")->answer.components, index, "component");
        breakeven_component component{};
        component.name = one.name.c_str();
        component.standing_per_h = hourly(one.cost.standing);
        component.busy_per_h = hourly(one.cost.busy);
        component.line_without = or_nan(one.line_without);
        component.outcome_without = number_of(one.outcome_without);
        hand_out(component, out, "component");
    });
}

const char* breakeven_line_remark(const breakeven_line* line, size_t index) {
    return remark(line == nullptr ? nullptr : &line->answer.remarks, index);
}
void breakeven_line_free(breakeven_line* line) { delete line; }

breakeven_status breakeven_lines_over(const breakeven_scenario* scenario, const breakeven_context* context, const char* key,
                                      const char* unit, const double* values, size_t count, double* lines, int32_t* outcomes,
                                      breakeven_error** error) {
    return guarded(error, [&] {
        if (count != 0) needed(values, "values"), needed(lines, "lines");
        breakeven::each_line_over(needed(scenario, "scenario")->loaded, needed(key, "key"), needed(unit, "unit"),
                                  std::span<const double>(values, count), context_from(context),
                                  [&](std::size_t i, const breakeven::LinePoint& point) {
                                      lines[i] = or_nan(point.line);
                                      if (outcomes != nullptr) outcomes[i] = number_of(point.outcome);
                                  });
    });
}
}
