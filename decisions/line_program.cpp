// Steps that no result needs are dropped, and an array that nothing reads any more is used again.
#include <breakeven/decisions/line_program.hpp>

#include <breakeven/decisions/trace_ranges.hpp>
#include <breakeven/decisions/whatif_key.hpp>
#include <breakeven/decisions/whatif_lift.hpp>
#include <breakeven/models/cost_sheet.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace breakeven {

namespace detail {

LineProgram::LineProgram(const Trace& trace, Outcome outcome, const std::vector<std::uint32_t>& results, const std::vector<LineInput>& inputs)
    : outcome_(outcome) {
    place(trace, results, inputs);
    all_rows_hold_.resize(most_points);
    holds_.resize(most_points);
}

void LineProgram::place(const Trace& trace, const std::vector<std::uint32_t>& results, const std::vector<LineInput>& inputs) {
    const auto& steps = trace.steps();
    const auto size = static_cast<std::uint32_t>(steps.size());
    constexpr std::uint32_t never = 0;
    constexpr std::uint32_t always = std::numeric_limits<std::uint32_t>::max();

    // In which phase each step falls, by what it depends on.
    std::vector<Phase> phase(size, once);
    const auto later = [](Phase a, Phase b) { return a == once || a == b ? b : b == once ? a : of_each_point; };
    for (std::uint32_t i = 0; i < size; ++i) {
        if (steps[i].op == TraceOp::input) phase[i] = inputs[steps[i].a].along ? of_all_rows : of_row;
        else if (steps[i].op != TraceOp::constant) phase[i] = later(phase[steps[i].a], phase[steps[i].b]);
    }

    // The last moment at which each step is read: conditions come right after the later of their two steps, results after all.
    std::vector<std::vector<TraceCondition>> conditions(size);
    for (const TraceCondition& c : trace.conditions()) conditions[std::max(c.a, c.b)].push_back(c);
    std::vector<std::uint32_t> last_use(size, never);
    const auto read = [&](std::uint32_t step, Phase by, std::uint32_t moment) {
        // What all rows share is read again in every row.
        last_use[step] = std::max(last_use[step], phase[step] == of_all_rows && by == of_each_point ? always : moment + 1);
    };
    for (const std::uint32_t result : results) last_use[result] = always;
    for (std::uint32_t i = size; i-- > 0;) {
        for (const TraceCondition& c : conditions[i]) {
            const Phase by = later(phase[c.a], phase[c.b]);
            read(c.a, by, i), read(c.b, by, i);
        }
        const bool computes = steps[i].op != TraceOp::input && steps[i].op != TraceOp::constant;
        if (computes && last_use[i] != never) read(steps[i].a, phase[i], i), read(steps[i].b, phase[i], i);
    }

    // Inputs along a row are arrays of their own; they come first.
    std::vector<Ref> where(size);
    for (std::uint32_t k = 0; k < inputs.size(); ++k) arrays_.push_back(nullptr);
    std::uint32_t slots = 0;
    std::vector<std::uint32_t> free;
    std::vector<std::uint32_t> held;  // steps whose slots are in use
    const auto first_slot = static_cast<std::uint32_t>(inputs.size());
    // What all rows share is computed before anything of a row, so the steps are gone through in that order.
    for (const Phase now : {once, of_row, of_all_rows, of_each_point}) {
        std::vector<Action>& actions = now == of_row ? of_row_ : now == of_all_rows ? of_all_rows_ : of_each_point_;
        const bool on_arrays = now == of_all_rows || now == of_each_point;
        for (std::uint32_t i = 0; i < size; ++i) {
            const TraceStep& step = steps[i];
            if (phase[i] == now && last_use[i] != never) {
                if (step.op == TraceOp::input && on_arrays) {
                    where[i] = {true, step.a};
                    along_inputs_.push_back(step.a);
                } else if (!on_arrays) {
                    where[i] = {false, static_cast<std::uint32_t>(numbers_.size())};
                    numbers_.push_back(step.constant);
                    if (step.op == TraceOp::input) row_inputs_.push_back(step.a), row_inputs_.push_back(where[i].at);
                    if (now == of_row && step.op != TraceOp::input) actions.push_back({false, step.op, {}, true, where[step.a], where[step.b], where[i]});
                } else {
                    Action action{false, step.op, {}, true, where[step.a], where[step.b], {}};
                    // An operand read here for the last time gives its array to the result.
                    std::erase_if(held, [&](std::uint32_t other) {
                        if (last_use[other] > i + 1) return false;
                        if (last_use[other] == i + 1 && !conditions[i].empty()) return false;  // the conditions below may read it
                        free.push_back(where[other].at - first_slot);
                        return true;
                    });
                    std::uint32_t slot = slots;
                    if (free.empty()) ++slots;
                    else slot = free.back(), free.pop_back();
                    where[i] = {true, first_slot + slot};
                    held.push_back(i);
                    action.to = where[i];
                    actions.push_back(action);
                }
            }
            for (const TraceCondition& c : conditions[i])
                if (later(phase[c.a], phase[c.b]) == now) actions.push_back({true, {}, c.test, c.holds, where[c.a], where[c.b], {}});
        }
        if (now == of_all_rows)  // what only this phase read is free again
            std::erase_if(held, [&](std::uint32_t other) {
                if (last_use[other] == always) return false;
                free.push_back(where[other].at - first_slot);
                return true;
            });
    }
    memory_.resize(slots * most_points);
    for (std::uint32_t slot = 0; slot < slots; ++slot) arrays_.push_back(nullptr);
    for (const std::uint32_t result : results) results_.push_back(where[result]);
}

void LineProgram::run_on_array(const std::vector<Action>& actions, std::vector<std::int64_t>& holds) {
    const std::size_t first_slot = arrays_.size() - memory_.size() / most_points;
    for (const Action& action : actions) {
        if (action.is_condition)
            check_step(action.test, action.holds, operand(action.a), operand(action.b), holds.data(), count_);
        else
            compute_step(action.op, operand(action.a), operand(action.b), memory_.data() + (action.to.at - first_slot) * most_points, count_);
    }
}

void LineProgram::begin(const double* const* columns, std::size_t count) {
    const std::size_t first_slot = arrays_.size() - memory_.size() / most_points;
    for (std::size_t slot = first_slot; slot < arrays_.size(); ++slot) arrays_[slot] = memory_.data() + (slot - first_slot) * most_points;
    for (const std::uint32_t input : along_inputs_) arrays_[input] = columns[input];
    count_ = count;
    std::fill_n(all_rows_hold_.begin(), count, std::int64_t{-1});
    begun_ = false;
}

bool LineProgram::run(const double* row) {
    for (std::size_t i = 0; i < row_inputs_.size(); i += 2) numbers_[row_inputs_[i + 1]] = row[row_inputs_[i]];
    for (const Action& action : of_row_) {
        if (!action.is_condition) {
            compute_step(action.op, {&numbers_[action.a.at], false}, {&numbers_[action.b.at], false}, &numbers_[action.to.at], 1);
            continue;
        }
        std::int64_t holds = -1;
        check_step(action.test, action.holds, {&numbers_[action.a.at], false}, {&numbers_[action.b.at], false}, &holds, 1);
        if (holds == 0) return false;
    }
    if (!begun_) run_on_array(of_all_rows_, all_rows_hold_);
    begun_ = true;
    std::copy_n(all_rows_hold_.begin(), count_, holds_.begin());
    run_on_array(of_each_point_, holds_);
    return true;
}

bool LineProgram::holds_everywhere() const {
    std::int64_t all = -1;
    for (std::size_t i = 0; i < count_; ++i) all &= holds_[i];
    return all != 0;
}

void LineProgram::write(std::size_t first, std::size_t count, std::size_t point, const LinesOut& out) const {
    const auto put = [&](double* to, std::size_t result) {
        if (result >= results_.size()) {
            std::fill_n(to, count, std::numeric_limits<double>::quiet_NaN());
        } else if (results_[result].is_array) {
            std::copy_n(arrays_[results_[result].at] + first, count, to);
        } else {
            std::fill_n(to, count, numbers_[results_[result].at]);
        }
    };
    put(out.line + point, 0);
    if (out.second != nullptr) put(out.second + point, 1);
    std::fill_n(out.outcome + point, count, outcome_);
}

}  // namespace detail

namespace {
/// Past these values take too many ways through the models for lists to pay.
constexpr std::size_t most_programs = 24;
}  // namespace

LineRunner::LineRunner(const LineFunction& line, std::vector<LineInput> inputs, Explain explain)
    : line_(&line), inputs_(std::move(inputs)), explain_(std::move(explain)) {
    programs_.reserve(most_programs);
}

void LineRunner::begin(const double* const* columns, std::size_t count) {
    columns_ = columns;
    count_ = count;
    for (detail::LineProgram& program : programs_) program.begin(columns, count);
}

void LineRunner::run(const double* row, std::size_t first, const LinesOut& out) {
    std::vector<bool> done;
    const auto take_from = [&](const detail::LineProgram& program) {
        if (done.empty()) {
            // All at once; where it does not hold, another program writes over it.
            program.write(0, count_, 0, out);
            if (program.holds_everywhere()) return true;
            done.resize(count_);
            for (std::size_t i = 0; i < count_; ++i) done[i] = program.holds(i);
            return std::find(done.begin(), done.end(), false) == done.end();
        }
        for (std::size_t i = 0; i < count_; ++i)
            if (!done[i] && program.holds(i)) program.write(i, 1, i, out), done[i] = true;
        return std::find(done.begin(), done.end(), false) == done.end();
    };
    const auto left = [&] { return done.empty() ? count_ : static_cast<std::size_t>(std::count(done.begin(), done.end(), false)); };
    const std::size_t begun_with = latest_;
    for (std::size_t k = 0; k < programs_.size(); ++k) {
        const std::size_t which = (begun_with + k) % programs_.size();
        if (!programs_[which].run(row)) continue;
        const std::size_t before = left();
        const bool finished = take_from(programs_[which]);
        // The next row begins with the program that holds for most points.
        if (finished && done.empty()) latest_ = which;
        else if (2 * (before - left()) > count_) latest_ = which;
        if (finished) return;
    }
    done.resize(count_);
    for (std::size_t i = 0; i < count_; ++i) {
        if (done[i]) continue;
        if (detail::LineProgram* program = record(row, i, first + i); program != nullptr) {
            latest_ = static_cast<std::size_t>(program - programs_.data());
            if (program->run(row) && take_from(*program)) return;
        }
        if (!done[i]) alone(row, i, first + i, out);
    }
}

detail::LineProgram* LineRunner::record(const double* row, std::size_t point, std::size_t number) {
    if (!traceable_ || programs_.size() == most_programs) return nullptr;
    try {
        if (!lifted_) lifted_ = lift<detail::Traced>(line_->scenario());
        detail::Trace trace;
        BasicScenario<detail::Traced> changed = *lifted_;
        for (std::size_t k = 0; k < inputs_.size(); ++k) {
            const detail::Traced given(trace, static_cast<std::uint32_t>(k), value(row, k, point));
            set_value(changed, inputs_[k].key, given * detail::Traced(inputs_[k].unit_size));
        }
        const BasicCostSheet<detail::Traced> sheet = cost_sheet(changed);
        const BasicLinePoint<detail::Traced> found = line_->moved(sheet.solve(), sheet.reachable);
        std::vector<std::uint32_t> results;
        if (found.outcome == Outcome::between) {
            for (const detail::Traced& one : found.lines) results.push_back(one.step_in(trace));
        } else if (found.line) {
            results.push_back(found.line->step_in(trace));
        }
        std::vector<double> values;
        for (std::size_t k = 0; k < inputs_.size(); ++k) values.push_back(value(row, k, point));
        const detail::Trace less = detail::simplified(trace, values, results);
        programs_.emplace_back(less, found.outcome, results, inputs_);
        programs_.back().begin(columns_, count_);
        return &programs_.back();
    } catch (const detail::NotTraceable&) {
        traceable_ = false;
        return nullptr;
    } catch (const InputError& error) {
        throw explain_(number, error);
    }
}

void LineRunner::alone(const double* row, std::size_t point, std::size_t number, const LinesOut& out) {
    Scenario changed = line_->scenario();
    try {
        for (std::size_t k = 0; k < inputs_.size(); ++k) set_value(changed, inputs_[k].key, value(row, k, point) * inputs_[k].unit_size);
        const LinePoint found = (*line_)(changed);
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        const bool two = found.outcome == Outcome::between;
        out.line[point] = two ? found.lines[0] : found.line.value_or(none);
        out.outcome[point] = found.outcome;
        if (out.second != nullptr) out.second[point] = two ? found.lines[1] : none;
    } catch (const InputError& error) {
        throw explain_(number, error);
    }
}

}  // namespace breakeven
