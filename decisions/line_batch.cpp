// Points are shared out over threads in stretches, each of which has a runner of its own.
#include <breakeven/decisions/line_batch.hpp>

#include <breakeven/core/parse.hpp>
#include <breakeven/decisions/whatif_key.hpp>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <string>
#include <thread>

namespace breakeven {

namespace {
constexpr std::size_t least_for_a_thread = 16384;  // fewer points are not worth starting one

InputError at_value(std::size_t number, const InputError& error) {
    return InputError("value " + std::to_string(number) + ": " + error.message(), error.hint());
}

/// Calls work(begin, end) over [0, count) on threads; of several errors the one of the first stretch is thrown.
template <class Work>
void in_stretches(std::size_t count, std::size_t points, unsigned threads, const Work& work) {
    const std::size_t parts = std::clamp<std::size_t>(points / least_for_a_thread, 1, std::min<std::size_t>(std::max(1U, threads), std::max<std::size_t>(1, count)));
    std::vector<std::exception_ptr> failures(parts);
    const auto part = [&](std::size_t i) {
        try {
            work(count * i / parts, count * (i + 1) / parts);
        } catch (...) {
            failures[i] = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < parts; ++i) others.emplace_back(part, i);
        part(0);
    }
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

LinesOut from(const LinesOut& out, std::size_t point) {
    return {out.line + point, out.outcome + point, out.second == nullptr ? nullptr : out.second + point};
}
}  // namespace

void Lines::resize(std::size_t count) {
    line.resize(count);
    outcome.resize(count);
    second.resize(count);
}

LinePoint Lines::point(std::size_t i) const {
    LinePoint out;
    out.outcome = outcome[i];
    if (out.outcome == Outcome::between) {
        out.lines = {line[i], second[i]};
        return out;
    }
    if (!std::isnan(line[i])) out.line = line[i];
    if (out.outcome == Outcome::line || out.outcome == Outcome::only_below) out.lines = {line[i]};
    return out;
}

LineBatch::LineBatch(const LoadedScenario& loaded, const std::vector<BatchKey>& keys, const Context& asked)
    : line_(loaded, asked), explain_(at_value) {
    for (const BatchKey& one : keys) {
        const ScenarioKey found = find_key(loaded, one.key);
        if (std::any_of(inputs_.begin(), inputs_.end(), [&](const LineInput& earlier) { return earlier.key == found.key; }))
            throw InputError(found.key + " is given twice", "give two different keys");
        const double unit_size = one.unit.empty() && found.dimension.is_number()
                                     ? 1.0
                                     : detail::parse_in_system("1 " + one.unit, found.dimension, &loaded.door);
        inputs_.push_back({found.key, unit_size, true});
    }
}

void LineBatch::table(std::span<const std::span<const double>> columns, const LinesOut& out, unsigned threads) const {
    const std::size_t count = columns.empty() ? 0 : columns.front().size();
    if (columns.size() != inputs_.size() ||
        std::any_of(columns.begin(), columns.end(), [&](const std::span<const double>& one) { return one.size() != count; }))
        throw InputError("a table has one column for each key, all of the same length");
    in_stretches(count, count, threads, [&](std::size_t begin, std::size_t end) {
        LineRunner runner(line_, inputs_, explain_);
        std::vector<const double*> at(columns.size());
        for (std::size_t i = begin; i < end; i += LineRunner::most_points) {
            for (std::size_t k = 0; k < columns.size(); ++k) at[k] = columns[k].data() + i;
            runner.begin(at.data(), std::min(LineRunner::most_points, end - i));
            runner.run(nullptr, i, from(out, i));
        }
    });
}

void LineBatch::grid(std::span<const double> down, std::span<const double> across, const LinesOut& out, unsigned threads) const {
    if (inputs_.size() != 2) throw InputError("a grid has two keys");
    std::vector<LineInput> inputs = inputs_;
    inputs[0].along = false;
    in_stretches(down.size(), down.size() * across.size(), threads, [&](std::size_t begin, std::size_t end) {
        LineRunner runner(line_, inputs, explain_);
        for (std::size_t j = 0; j < across.size(); j += LineRunner::most_points) {
            const double* const columns[] = {nullptr, across.data() + j};
            runner.begin(columns, std::min(LineRunner::most_points, across.size() - j));
            for (std::size_t i = begin; i < end; ++i) {
                const double row[] = {down[i], 0.0};
                runner.run(row, i * across.size() + j, from(out, i * across.size() + j));
            }
        }
    });
}

void each_line_over(const LoadedScenario& loaded, std::string_view key, std::string_view unit, std::span<const double> values,
                    const Context& asked, const std::function<void(std::size_t, const LinePoint&)>& visit) {
    const LineBatch batch(loaded, {{std::string(key), std::string(unit)}}, asked);
    Lines lines;
    lines.resize(LineRunner::most_points);
    LineRunner runner(batch.line(), batch.inputs(), at_value);
    for (std::size_t i = 0; i < values.size(); i += LineRunner::most_points) {
        const double* const column = values.data() + i;
        const std::size_t count = std::min(LineRunner::most_points, values.size() - i);
        runner.begin(&column, count);
        runner.run(nullptr, i, lines.out());
        for (std::size_t k = 0; k < count; ++k) visit(i + k, lines.point(k));
    }
}

}  // namespace breakeven
