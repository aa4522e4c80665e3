// Steps are gone through once, in their order; a condition that is kept narrows the ranges of what comes after it.
#include <breakeven/decisions/trace_ranges.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace breakeven::detail {

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Every value lies in [low, high]; `number`: none is NaN.
struct Range {
    double low = -infinity;
    double high = infinity;
    bool number = false;

    [[nodiscard]] bool contains_zero() const { return low <= 0.0 && high >= 0.0; }
    [[nodiscard]] bool finite() const { return number && low > -infinity && high < infinity; }
    [[nodiscard]] bool is(double value) const { return number && low == value && high == value; }
};

Range around(std::initializer_list<double> ends) {
    for (const double end : ends)
        if (std::isnan(end)) return {};
    return {std::min(ends), std::max(ends), true};
}

Range range_of(TraceOp op, const Range& a, const Range& b) {
    if (!a.number || !b.number) return {};
    switch (op) {
        case TraceOp::add: return around({a.low + b.low, a.high + b.high});
        case TraceOp::subtract: return around({a.low - b.high, a.high - b.low});
        case TraceOp::multiply:
            // Zero times infinity may lie inside even where no corner shows it.
            if ((a.contains_zero() && !b.finite()) || (b.contains_zero() && !a.finite())) return {};
            return around({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
        case TraceOp::divide:
            if (b.contains_zero() || (!a.finite() && !b.finite())) return {};
            return around({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high});
        case TraceOp::negate: return {-a.high, -a.low, true};
        case TraceOp::abs: return {a.contains_zero() ? 0.0 : std::min(std::abs(a.low), std::abs(a.high)), std::max(std::abs(a.low), std::abs(a.high)), true};
        default: return {};
    }
}

class Simplifier {
public:
    Simplifier(const Trace& trace, const std::vector<double>& values) : trace_(&trace), values_(&values), to_(trace.steps().size()) {}

    Trace run(std::vector<std::uint32_t>& results) {
        std::vector<std::vector<TraceCondition>> conditions(to_.size());
        for (const TraceCondition& c : trace_->conditions()) conditions[std::max(c.a, c.b)].push_back(c);
        for (std::size_t i = 0; i < to_.size(); ++i) {
            to_[i] = simple(trace_->steps()[i]);
            for (const TraceCondition& c : conditions[i]) keep_if_needed({c.test, to_[c.a], to_[c.b], c.holds});
        }
        for (std::uint32_t& result : results) result = to_[result];
        return std::move(out_);
    }

private:
    std::uint32_t put(const TraceStep& step, const Range& range) {
        if (range.number && range.low == range.high && step.op != TraceOp::constant) return constant(range.low);
        const std::uint32_t at = out_.add(step);
        if (at == ranges_.size()) ranges_.push_back(range);
        return at;
    }
    std::uint32_t constant(double value) { return put({TraceOp::constant, 0, 0, value}, {value, value, !std::isnan(value)}); }

    std::uint32_t simple(const TraceStep& step) {
        if (step.op == TraceOp::constant) return constant(step.constant);
        if (step.op == TraceOp::input) return input(step);
        const std::uint32_t a = to_[step.a];
        const std::uint32_t b = to_[step.b];
        const Range& of_a = ranges_[a];
        const Range& of_b = ranges_[b];
        if ((step.op == TraceOp::add || step.op == TraceOp::subtract) && of_b.is(0.0)) return a;
        if (step.op == TraceOp::add && of_a.is(0.0)) return b;
        return put({step.op, a, b, 0.0}, range_of(step.op, of_a, of_b));
    }
    std::uint32_t input(const TraceStep& step) {
        constexpr double low = 1e-60;  // as array_steps_kernel.hpp has it
        constexpr double high = 1e60;
        const double value = (*values_)[step.a];
        if (!(value >= low && value <= high)) return put(step, {});
        const std::uint32_t at = put(step, {low, high, true});
        out_.require({TraceTest::ordinary, at, at, true});
        return at;
    }

    [[nodiscard]] std::optional<bool> known(const TraceCondition& c) const {
        const Range& a = ranges_[c.a];
        const Range& b = ranges_[c.b];
        if (!a.number || !b.number) return std::nullopt;
        switch (c.test) {
            case TraceTest::less:
                if (a.high < b.low) return true;
                if (a.low >= b.high) return false;
                break;
            case TraceTest::less_equal:
                if (a.high <= b.low) return true;
                if (a.low > b.high) return false;
                break;
            case TraceTest::equal:
                if (a.high < b.low || b.high < a.low) return false;
                break;
            case TraceTest::finite:
                if (a.finite()) return true;
                break;
            case TraceTest::ordinary: break;
        }
        return std::nullopt;
    }
    void keep_if_needed(const TraceCondition& c) {
        if (known(c)) return;
        out_.require(c);
        Range& a = ranges_[c.a];
        Range& b = ranges_[c.b];
        // Of a comparison that holds both are numbers; one that does not hold says something only where both are known to be.
        if (c.holds) a.number = b.number = true;
        if (!a.number || !b.number) return;
        const auto below = [](Range& low, Range& high) {
            low.high = std::min(low.high, std::nextafter(high.high, -infinity));
            high.low = std::max(high.low, std::nextafter(low.low, infinity));
        };
        const auto at_most = [](Range& low, Range& high) {
            low.high = std::min(low.high, high.high);
            high.low = std::max(high.low, low.low);
        };
        if (c.test == TraceTest::less) c.holds ? below(a, b) : at_most(b, a);
        else if (c.test == TraceTest::less_equal) c.holds ? at_most(a, b) : below(b, a);
        else if (c.test == TraceTest::finite && c.holds) a.low = std::max(a.low, -std::numeric_limits<double>::max()), a.high = std::min(a.high, std::numeric_limits<double>::max());
        else if (c.test == TraceTest::equal && !c.holds && b.low == b.high && a.low == b.low) a.low = std::nextafter(a.low, infinity);
    }

    const Trace* trace_;
    const std::vector<double>* values_;
    Trace out_;
    std::vector<Range> ranges_;          // of the steps of out_
    std::vector<std::uint32_t> to_;      // where each step of trace_ went
};
}  // namespace

Trace simplified(const Trace& trace, const std::vector<double>& values, std::vector<std::uint32_t>& results) {
    return Simplifier(trace, values).run(results);
}

}  // namespace breakeven::detail
