// The loops of array_steps.hpp, for whichever instructions the file that includes this is compiled with; the compiler makes vectors of
// them. It calls nothing of the standard library: what is compiled here for a new processor must not be linked into code for an old one.
#pragma once

#include <breakeven/decisions/array_steps.hpp>
#include <breakeven/decisions/independent_loop.hpp>

namespace {

using breakeven::detail::ArrayOperand;
using breakeven::detail::TraceOp;
using breakeven::detail::TraceTest;

/// Calls `loop` with functions that give a[i] and b[i], one loop for each mix of arrays and single numbers.
template <class Loop>
inline void over(ArrayOperand a, ArrayOperand b, Loop&& loop) {
    const double* const p = a.at;
    const double* const q = b.at;
    if (a.one) {
        const double one = *p;
        loop([one](std::size_t) { return one; }, [q](std::size_t i) { return q[i]; });
    } else if (b.one) {
        const double one = *q;
        loop([p](std::size_t i) { return p[i]; }, [one](std::size_t) { return one; });
    } else {
        loop([p](std::size_t i) { return p[i]; }, [q](std::size_t i) { return q[i]; });
    }
}

inline bool compute(TraceOp op, ArrayOperand a, ArrayOperand b, double* out, std::size_t count) {
    switch (op) {
        case TraceOp::add:
            over(a, b, [=](auto x, auto y) {
                BREAKEVEN_INDEPENDENT
                for (std::size_t i = 0; i < count; ++i) out[i] = x(i) + y(i);
            });
            return true;
        case TraceOp::subtract:
            over(a, b, [=](auto x, auto y) {
                BREAKEVEN_INDEPENDENT
                for (std::size_t i = 0; i < count; ++i) out[i] = x(i) - y(i);
            });
            return true;
        case TraceOp::multiply:
            over(a, b, [=](auto x, auto y) {
                BREAKEVEN_INDEPENDENT
                for (std::size_t i = 0; i < count; ++i) out[i] = x(i) * y(i);
            });
            return true;
        case TraceOp::divide:
            over(a, b, [=](auto x, auto y) {
                BREAKEVEN_INDEPENDENT
                for (std::size_t i = 0; i < count; ++i) out[i] = x(i) / y(i);
            });
            return true;
        case TraceOp::negate:
            BREAKEVEN_INDEPENDENT
            for (std::size_t i = 0; i < count; ++i) out[i] = -a.at[i];
            return true;
        case TraceOp::abs:
            BREAKEVEN_INDEPENDENT
            for (std::size_t i = 0; i < count; ++i) out[i] = __builtin_fabs(a.at[i]);
            return true;
        default: return false;
    }
}

template <class Test>
inline void check_all(ArrayOperand a, ArrayOperand b, bool holds, std::int64_t* ok, std::size_t count, Test test) {
    over(a, b, [=](auto x, auto y) {
        if (holds) {
            BREAKEVEN_INDEPENDENT
            for (std::size_t i = 0; i < count; ++i) ok[i] = test(x(i), y(i)) ? ok[i] : 0;
        } else {
            BREAKEVEN_INDEPENDENT
            for (std::size_t i = 0; i < count; ++i) ok[i] = test(x(i), y(i)) ? 0 : ok[i];
        }
    });
}

inline void check(TraceTest test, bool holds, ArrayOperand a, ArrayOperand b, std::int64_t* ok, std::size_t count) {
    switch (test) {
        case TraceTest::less: check_all(a, b, holds, ok, count, [](double x, double y) { return x < y; }); break;
        case TraceTest::less_equal: check_all(a, b, holds, ok, count, [](double x, double y) { return x <= y; }); break;
        case TraceTest::equal: check_all(a, b, holds, ok, count, [](double x, double y) { return x == y; }); break;
        case TraceTest::finite:
            check_all(a, a, holds, ok, count, [](double x, double) { return __builtin_fabs(x) < __builtin_inf(); });
            break;
        case TraceTest::ordinary:  // as trace_ranges.cpp has it
            check_all(a, a, holds, ok, count, [](double x, double) { return (x >= 1e-60) & (x <= 1e60); });
            break;
    }
}

}  // namespace
