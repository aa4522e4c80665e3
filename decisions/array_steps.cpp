// The plain version, the operations that call the standard library, and the choice between versions.
#include "array_steps_kernel.hpp"

#include <cmath>

namespace breakeven::detail {

namespace {
template <class Function>
void each(ArrayOperand a, double* out, std::size_t count, Function function) {
    for (std::size_t i = 0; i < count; ++i) out[i] = function(a.at[i]);
}
}  // namespace

void compute_step_baseline(TraceOp op, ArrayOperand a, ArrayOperand b, double* out, std::size_t count) {
    if (compute(op, a, b, out, count)) return;
    switch (op) {
        case TraceOp::sqrt: each(a, out, count, [](double x) { return std::sqrt(x); }); break;
        case TraceOp::ceil: each(a, out, count, [](double x) { return std::ceil(x); }); break;
        case TraceOp::exp: each(a, out, count, [](double x) { return std::exp(x); }); break;
        case TraceOp::expm1: each(a, out, count, [](double x) { return std::expm1(x); }); break;
        case TraceOp::log1p: each(a, out, count, [](double x) { return std::log1p(x); }); break;
        case TraceOp::pow:
            for (std::size_t i = 0; i < count; ++i) out[i] = std::pow(a.at[a.one ? 0 : i], b.at[b.one ? 0 : i]);
            break;
        default: break;
    }
}
void check_step_baseline(TraceTest test, bool holds, ArrayOperand a, ArrayOperand b, std::int64_t* ok, std::size_t count) {
    check(test, holds, a, b, ok, count);
}

namespace {
struct Version {
    ComputeStep* compute;
    CheckStep* check;
};

Version choose() {
#ifdef BREAKEVEN_X86_VARIANTS
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return {compute_step_avx512, check_step_avx512};
    if (__builtin_cpu_supports("avx2")) return {compute_step_avx2, check_step_avx2};
#endif
    return {compute_step_baseline, check_step_baseline};
}

const Version& version() {
    static const Version chosen = choose();
    return chosen;
}
}  // namespace

void compute_step(TraceOp op, ArrayOperand a, ArrayOperand b, double* out, std::size_t count) {
    (op <= TraceOp::abs ? version().compute : compute_step_baseline)(op, a, b, out, count);
}
void check_step(TraceTest test, bool holds, ArrayOperand a, ArrayOperand b, std::int64_t* ok, std::size_t count) {
    version().check(test, holds, a, b, ok, count);
}

}  // namespace breakeven::detail
