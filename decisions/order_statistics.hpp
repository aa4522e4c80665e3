// Order statistics: single ranks of many numbers in two passes, without sorting them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace breakeven::detail {

/// The numbers that would stand at `ranks` if `values` were sorted. `low` and `high`: the least and the largest of them, both finite.
[[nodiscard]] std::vector<double> at_ranks(std::span<const double> values, double low, double high, const std::vector<std::size_t>& ranks);

}  // namespace breakeven::detail
