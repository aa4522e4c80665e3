// Outliers: kernels whose duration lies far from the middle half of all durations, by Tukey's 1.5 interquartile ranges.
//
// Kept are durations from Q1 - 1.5 IQR to Q3 + 1.5 IQR inclusive, quartiles by linear interpolation between order statistics
// (position (n - 1) / 4 and three times that). The GPU ran in the time that a filter throws away, so the default is none.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <breakeven/logs/trace.hpp>

namespace breakeven {

enum class Outliers : std::uint8_t { none, pooled_iqr, per_kernel_iqr };

/// Durations from `least_ns` to `most_ns`, both inclusive.
struct DurationRange {
    std::int64_t least_ns = 0;
    std::int64_t most_ns = 0;

    [[nodiscard]] bool holds(std::int64_t duration_ns) const { return duration_ns >= least_ns && duration_ns <= most_ns; }
};

/// The range that Tukey's rule keeps of `durations_ns` (in any order, which changes; at least one). Exact: no rounding on the
/// way.
[[nodiscard]] DurationRange tukey_range(std::span<std::int64_t> durations_ns);

/// The same over all of `kernels`, pooled.
[[nodiscard]] DurationRange pooled_range(std::span<const Kernel> kernels);

/// The kernels that `rule` keeps, in their order; per_kernel_iqr judges each kernel name (of `trace`) by itself.
[[nodiscard]] std::vector<Kernel> without_outliers(std::span<const Kernel> kernels, const Trace& trace, Outliers rule);

/// For each of Trace::groups the number of its kernel's name, equal for equal names.
[[nodiscard]] std::vector<std::uint32_t> name_of_group(const Trace& trace);

}  // namespace breakeven
