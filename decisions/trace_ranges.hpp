// Trace ranges: what the conditions of a trace say already, so that fewer of them need asking and fewer steps computing.
//
// Each input is asked to be ordinary, that is, from 1e-60 to 1e60. From there ranges are carried from step to step, as rounding keeps
// order: what must be finite or positive is no condition any more, a product with zero is zero, and what is added to it is itself. A
// point that is not ordinary is taken by itself. No digit changes; of a zero the sign may.
#pragma once

#include <breakeven/decisions/traced.hpp>

#include <cstdint>
#include <vector>

namespace breakeven::detail {

/// The same trace with less in it. `values`: the inputs of the run that made it. `results`: steps of `trace` that are asked for; they
/// become steps of what is returned.
[[nodiscard]] Trace simplified(const Trace& trace, const std::vector<double>& values, std::vector<std::uint32_t>& results);

}  // namespace breakeven::detail
