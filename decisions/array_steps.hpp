// Array steps: one operation or one comparison over a short array; what a line program is made of.
//
// Compiled for several instruction sets and chosen at run time. Each number is computed by itself, by operations that IEEE 754 rounds
// exactly, so neither the processor nor the number's place in the array moves a digit.
#pragma once

#include <cstddef>
#include <cstdint>

namespace breakeven::detail {

enum class TraceOp : std::uint8_t { input, constant, add, subtract, multiply, divide, negate, abs, sqrt, ceil, exp, expm1, log1p, pow };
enum class TraceTest : std::uint8_t { less, less_equal, equal, finite, ordinary };

/// An operand: `count` numbers, or one number for all of them.
struct ArrayOperand {
    const double* at = nullptr;
    bool one = false;
};

/// out[i] = a[i] op b[i]; `b` is not read where the operation has one operand. `out` may be an operand.
using ComputeStep = void(TraceOp op, ArrayOperand a, ArrayOperand b, double* out, std::size_t count);
/// ok[i] becomes 0 where the test of a[i] and b[i] does not come out as `holds`; ok is all ones in bits elsewhere.
using CheckStep = void(TraceTest test, bool holds, ArrayOperand a, ArrayOperand b, std::int64_t* ok, std::size_t count);

ComputeStep compute_step, compute_step_baseline, compute_step_avx2, compute_step_avx512;
CheckStep check_step, check_step_baseline, check_step_avx2, check_step_avx512;

}  // namespace breakeven::detail
