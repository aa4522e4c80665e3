// Activity: when a device was busy, as a strip of bins, and which kernels its time went to. For pictures: the verdict rests on
// effective_time.hpp alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <breakeven/core/interval.hpp>
#include <breakeven/logs/trace.hpp>

namespace breakeven {

/// Busy time of equal stretches that follow each other. Their sum is the union over the whole.
struct Timeline {
    Interval stretch;
    std::vector<std::int64_t> busy_ns;  ///< one for each bin: union of kernels and graph executions

    /// Bin i is [edge_ns(i), edge_ns(i + 1)): whole nanoseconds, so bins may differ by one.
    [[nodiscard]] std::int64_t edge_ns(std::size_t i) const;
    /// 0 to 1; 0 for a bin of no length.
    [[nodiscard]] double share(std::size_t i) const;
    [[nodiscard]] std::size_t idle_bins() const;
    /// The longest row of idle bins; empty where there is none.
    [[nodiscard]] Interval longest_idle() const;
};

/// `stretch` in `bins` (above zero) parts. The device is sorted.
[[nodiscard]] Timeline timeline(const DeviceTrace& device, const Interval& stretch, std::size_t bins);

/// Kernels of one name, or between two durations, and their durations added.
struct KernelPart {
    std::string name;
    std::uint64_t kernels = 0;
    std::int64_t sum_ns = 0;
};

struct DurationClass {
    std::int64_t below_ns = 0;  ///< and not below the class before
    std::uint64_t kernels = 0;
    std::int64_t sum_ns = 0;
};

/// What launches are short is a convention: below 10 us a launch costs the host about as long as the kernel runs.
inline constexpr std::array<std::int64_t, 4> duration_class_bounds_ns = {10'000, 100'000, 1'000'000, std::numeric_limits<std::int64_t>::max()};

struct KernelDistribution {
    std::uint64_t kernels = 0;
    std::int64_t sum_ns = 0;              ///< every kernel's duration added, so overlapping ones count twice
    std::vector<KernelPart> longest;      ///< by name, most time first
    std::size_t other_names = 0;
    KernelPart others;                    ///< of those names
    std::array<DurationClass, 4> classes{};

    /// 0 to 1.
    [[nodiscard]] double share(std::int64_t part_ns) const { return sum_ns > 0 ? static_cast<double>(part_ns) / static_cast<double>(sum_ns) : 0.0; }
};

/// Of the kernels that begin in `stretch`; the `names` longest ones by name.
[[nodiscard]] KernelDistribution kernel_distribution(const DeviceTrace& device, const Trace& trace, const Interval& stretch, std::size_t names);

inline constexpr std::size_t timeline_bins = 200;
inline constexpr std::size_t named_kernels = 10;

/// Both, of what was observed of a window.
struct Activity {
    Timeline timeline;
    KernelDistribution kernels;
};

}  // namespace breakeven
