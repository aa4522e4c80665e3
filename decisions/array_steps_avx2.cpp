// Compiled for processors with AVX2 alone; see array_steps.cpp.
#include "array_steps_kernel.hpp"

namespace breakeven::detail {

void compute_step_avx2(TraceOp op, ArrayOperand a, ArrayOperand b, double* out, std::size_t count) { (void)compute(op, a, b, out, count); }
void check_step_avx2(TraceTest test, bool holds, ArrayOperand a, ArrayOperand b, std::int64_t* ok, std::size_t count) {
    check(test, holds, a, b, ok, count);
}

}  // namespace breakeven::detail
