// Traced: a number that writes down how it was computed, so that the models' own formulas, run once, become a list of steps that
// can be repeated on whole arrays.
//
// A comparison is decided by the numbers of the run and written down as a condition: the list holds wherever all its conditions come
// out the same. What does not depend on an input is computed at once and leaves no step.
#pragma once

#include <breakeven/decisions/array_steps.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <type_traits>
#include <vector>

namespace breakeven::detail {

/// One number: an input, a constant, or an operation on earlier ones.
struct TraceStep {
    TraceOp op = TraceOp::constant;
    std::uint32_t a = 0;      ///< of an input its index
    std::uint32_t b = 0;
    double constant = 0.0;

    [[nodiscard]] bool is_unary() const { return op >= TraceOp::negate && op <= TraceOp::log1p; }
};

struct TraceCondition {
    TraceTest test = TraceTest::less;
    std::uint32_t a = 0;
    std::uint32_t b = 0;      ///< not of `finite`
    bool holds = true;
};

/// A formula took the number itself, as for a count of years: it cannot be repeated on an array.
struct NotTraceable {};

class Trace {
public:
    [[nodiscard]] const std::vector<TraceStep>& steps() const { return steps_; }
    [[nodiscard]] const std::vector<TraceCondition>& conditions() const { return conditions_; }

    std::uint32_t input(std::uint32_t index) { return add({TraceOp::input, index, 0, 0.0}); }
    std::uint32_t constant(double value) { return add({TraceOp::constant, 0, 0, value}); }
    std::uint32_t add(const TraceStep& step) {
        const auto key = std::tuple(step.op, step.a, step.b, std::bit_cast<std::uint64_t>(step.constant));
        const auto [known, first] = numbers_.try_emplace(key, static_cast<std::uint32_t>(steps_.size()));
        if (first) steps_.push_back(step);
        return known->second;
    }
    void require(TraceCondition condition) {
        // x - x == 0 asks whether x is finite.
        if (condition.test == TraceTest::equal && steps_[condition.a].op == TraceOp::subtract && steps_[condition.a].a == steps_[condition.a].b &&
            steps_[condition.b].op == TraceOp::constant && steps_[condition.b].constant == 0.0)
            condition = {TraceTest::finite, steps_[condition.a].a, steps_[condition.a].a, condition.holds};
        const auto same = [&](const TraceCondition& c) { return c.test == condition.test && c.a == condition.a && c.b == condition.b; };
        if (std::none_of(conditions_.begin(), conditions_.end(), same)) conditions_.push_back(condition);
    }

private:
    std::vector<TraceStep> steps_;
    std::vector<TraceCondition> conditions_;
    std::map<std::tuple<TraceOp, std::uint32_t, std::uint32_t, std::uint64_t>, std::uint32_t> numbers_;
};

class Traced {
public:
    constexpr Traced() = default;
    template <class Number>
        requires std::is_arithmetic_v<Number>
    constexpr Traced(Number value) : value_(static_cast<double>(value)) {}  // NOLINT: a plain number is one without a history
    Traced(Trace& trace, std::uint32_t index, double value) : trace_(&trace), step_(trace.input(index)), value_(value) {}

    [[nodiscard]] explicit operator double() const {
        if (trace_ != nullptr) throw NotTraceable();
        return value_;
    }
    [[nodiscard]] bool is_constant() const { return trace_ == nullptr; }
    [[nodiscard]] double value_in_this_run() const { return value_; }
    /// The step that made this number in `trace`.
    [[nodiscard]] std::uint32_t step_in(Trace& trace) const { return trace_ != nullptr ? step_ : trace.constant(value_); }

    friend Traced operator+(const Traced& a, const Traced& b) { return made(TraceOp::add, a, b, a.value_ + b.value_); }
    friend Traced operator-(const Traced& a, const Traced& b) { return made(TraceOp::subtract, a, b, a.value_ - b.value_); }
    friend Traced operator*(const Traced& a, const Traced& b) {
        // A factor of one changes no digit.
        if (b.trace_ == nullptr && b.value_ == 1.0) return a;
        if (a.trace_ == nullptr && a.value_ == 1.0) return b;
        return made(TraceOp::multiply, a, b, a.value_ * b.value_);
    }
    friend Traced operator/(const Traced& a, const Traced& b) {
        if (b.trace_ == nullptr && b.value_ == 1.0) return a;
        return made(TraceOp::divide, a, b, a.value_ / b.value_);
    }
    friend Traced operator-(const Traced& a) { return made(TraceOp::negate, a, a, -a.value_); }
    friend Traced operator+(const Traced& a) { return a; }
    Traced& operator+=(const Traced& b) { return *this = *this + b; }
    Traced& operator-=(const Traced& b) { return *this = *this - b; }
    Traced& operator*=(const Traced& b) { return *this = *this * b; }
    Traced& operator/=(const Traced& b) { return *this = *this / b; }

    friend Traced abs(const Traced& a) { return made(TraceOp::abs, a, a, std::abs(a.value_)); }
    friend Traced sqrt(const Traced& a) { return made(TraceOp::sqrt, a, a, std::sqrt(a.value_)); }
    friend Traced ceil(const Traced& a) { return made(TraceOp::ceil, a, a, std::ceil(a.value_)); }
    friend Traced exp(const Traced& a) { return made(TraceOp::exp, a, a, std::exp(a.value_)); }
    friend Traced expm1(const Traced& a) { return made(TraceOp::expm1, a, a, std::expm1(a.value_)); }
    friend Traced log1p(const Traced& a) { return made(TraceOp::log1p, a, a, std::log1p(a.value_)); }
    friend Traced pow(const Traced& a, const Traced& b) { return made(TraceOp::pow, a, b, std::pow(a.value_, b.value_)); }

    friend bool operator<(const Traced& a, const Traced& b) { return tested(TraceTest::less, a, b, a.value_ < b.value_); }
    friend bool operator<=(const Traced& a, const Traced& b) { return tested(TraceTest::less_equal, a, b, a.value_ <= b.value_); }
    friend bool operator>(const Traced& a, const Traced& b) { return b < a; }
    friend bool operator>=(const Traced& a, const Traced& b) { return b <= a; }
    friend bool operator==(const Traced& a, const Traced& b) { return tested(TraceTest::equal, a, b, a.value_ == b.value_); }

private:
    static Trace* trace_of(const Traced& a, const Traced& b) { return a.trace_ != nullptr ? a.trace_ : b.trace_; }
    static Traced made(TraceOp op, const Traced& a, const Traced& b, double value) {
        Traced out(value);
        Trace* const trace = trace_of(a, b);
        if (trace == nullptr) return out;
        out.trace_ = trace;
        const std::uint32_t first = a.step_in(*trace);
        out.step_ = trace->add({op, first, b.step_in(*trace), 0.0});
        return out;
    }
    static bool tested(TraceTest test, const Traced& a, const Traced& b, bool holds) {
        if (Trace* const trace = trace_of(a, b)) {
            const std::uint32_t first = a.step_in(*trace);
            trace->require({test, first, b.step_in(*trace), holds});
        }
        return holds;
    }

    Trace* trace_ = nullptr;
    std::uint32_t step_ = 0;
    double value_ = 0.0;
};

}  // namespace breakeven::detail
