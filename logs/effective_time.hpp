// Effective time: how long a GPU really computed, as the union of its kernels' intervals, and of which observed time.
//
// All figures are of one device's trace after DeviceTrace::sort(). Kernels that overlap count once: adding their durations can
// exceed the time that passed. Copies and sets are counted apart; only kernels are work.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <breakeven/core/interval.hpp>
#include <breakeven/logs/merged_stretches.hpp>
#include <breakeven/logs/trace.hpp>

namespace breakeven {

/// The source's window: 308.7 s from the first kernel.
inline constexpr std::int64_t default_window_ns = 308'700'000'000;

using KernelStretches = MergedStretches<Kernel>;
using BusyStretches = EitherStretches<MergedStretches<Kernel>, MergedStretches<Interval>>;

[[nodiscard]] inline KernelStretches kernel_stretches(const DeviceTrace& device) {
    return KernelStretches(device.kernels);
}
/// Kernels together with executions of CUDA graphs traced as a whole.
[[nodiscard]] inline BusyStretches busy_stretches(const DeviceTrace& device) {
    return {MergedStretches<Kernel>(device.kernels), MergedStretches<Interval>(device.graphs)};
}
[[nodiscard]] inline MergedStretches<Interval> stretches_of(std::span<const Interval> sorted) {
    return MergedStretches<Interval>(sorted);
}

/// Whole file, no filter.
struct KernelTime {
    std::int64_t sum_ns = 0;    ///< every kernel's duration added
    std::int64_t union_ns = 0;  ///< time in which at least one kernel ran
    std::int64_t busy_ns = 0;   ///< the same with graph executions
    std::optional<std::int64_t> first_start_ns;
    std::optional<std::int64_t> last_end_ns;
};

[[nodiscard]] KernelTime kernel_time(const DeviceTrace& device);

struct StreamTime {
    std::uint32_t stream = 0;  ///< index into DeviceTrace::streams
    std::uint64_t kernels = 0;
    std::int64_t sum_ns = 0;
};

[[nodiscard]] std::vector<StreamTime> stream_times(const DeviceTrace& device);

/// Time in copies and sets, whole file.
struct CopyTime {
    std::int64_t copies_ns = 0;         ///< time in which at least one copy ran
    std::int64_t hidden_copies_ns = 0;  ///< of that, under a running kernel or graph
    std::int64_t sets_ns = 0;           ///< time in which at least one set ran
};

[[nodiscard]] CopyTime copy_time(const DeviceTrace& device);

/// Time without a running kernel or graph. The outer two are known only where the log tells what was watched.
struct IdleTime {
    std::optional<std::int64_t> before_first_ns;
    std::int64_t between_ns = 0;
    std::int64_t between_copying_ns = 0;  ///< of `between_ns`, under a copy or a set
    std::optional<std::int64_t> after_last_ns;
};

[[nodiscard]] IdleTime idle_time(const DeviceTrace& device);

enum class ObservedTo : std::uint8_t { capture, last_kernel };

/// What the verdict rests on: the union inside a window over what was observed of the window.
struct WindowTime {
    std::int64_t start_ns = 0;
    std::int64_t length_ns = 0;
    std::int64_t observed_ns = 0;
    std::uint64_t kernels = 0;      ///< that begin inside the observed part
    std::int64_t kernels_ns = 0;    ///< union of kernels alone
    std::int64_t effective_ns = 0;  ///< union of kernels and graph executions
    bool upper_bound = false;       ///< graphs traced as a whole are in it, with the gaps inside them
    ObservedTo observed_to = ObservedTo::last_kernel;

    /// 0 to 1; none where nothing was observed.
    [[nodiscard]] std::optional<double> effective_ratio() const { return ratio(effective_ns); }
    /// Without graph executions: a lower bound where `upper_bound` is set.
    [[nodiscard]] std::optional<double> kernels_ratio() const { return ratio(kernels_ns); }

private:
    [[nodiscard]] std::optional<double> ratio(std::int64_t busy_ns) const {
        if (observed_ns <= 0) return std::nullopt;
        return static_cast<double>(busy_ns) / static_cast<double>(observed_ns);
    }
};

/// The observed part of a window, which ends no later than the window itself.
[[nodiscard]] inline Interval observed_part(const WindowTime& window) {
    std::int64_t end_ns = 0;
    if (__builtin_add_overflow(window.start_ns, window.observed_ns, &end_ns)) end_ns = std::numeric_limits<std::int64_t>::max();
    return {window.start_ns, end_ns};
}

/// The window of `window_ns` that begins with the device's first kernel; none when nothing with a time ran.
[[nodiscard]] std::optional<WindowTime> first_window(const DeviceTrace& device, std::int64_t window_ns = default_window_ns);

/// As first_window, over `kernels` alone (sorted, a part of the device's) in the same window.
[[nodiscard]] std::optional<WindowTime> first_window_of(const DeviceTrace& device, std::span<const Kernel> kernels,
                                                        std::int64_t window_ns);

/// All windows of `window_ns` from the first kernel on, the last one as far as it was observed. Throws InputError when there
/// would be more than a million.
[[nodiscard]] std::vector<WindowTime> all_windows(const DeviceTrace& device, std::int64_t window_ns = default_window_ns);

/// Busy time over all that was watched, idle time before the first and after the last kernel included; none where the log does
/// not tell what was watched.
[[nodiscard]] std::optional<double> capture_ratio(const DeviceTrace& device);

}  // namespace breakeven
