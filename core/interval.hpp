// Intervals: half-open stretches of time [start, end) in whole nanoseconds, and the length of their union.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace breakeven {

/// [start_ns, end_ns): empty when the two are equal. `end_ns` is never before `start_ns`.
struct Interval {
    std::int64_t start_ns = 0;
    std::int64_t end_ns = 0;

    /// Never negative; a length past 2^63 - 1 stays at that bound (starts near both ends of the range).
    [[nodiscard]] constexpr std::int64_t length_ns() const {
        const auto length = static_cast<std::uint64_t>(end_ns) - static_cast<std::uint64_t>(start_ns);
        constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        return end_ns <= start_ns ? 0 : static_cast<std::int64_t>(std::min(length, largest));
    }
    friend constexpr bool operator==(const Interval&, const Interval&) = default;
};

/// a + b, held at the largest 64-bit value instead of overflowing. Both must not be negative.
[[nodiscard]] constexpr std::int64_t saturating_sum_ns(std::int64_t a_ns, std::int64_t b_ns) {
    constexpr auto largest = std::numeric_limits<std::int64_t>::max();
    return a_ns > largest - b_ns ? largest : a_ns + b_ns;
}

/// What lies in both; empty (start == end) when they do not meet.
[[nodiscard]] constexpr Interval intersection(const Interval& a, const Interval& b) {
    const std::int64_t start = std::max(a.start_ns, b.start_ns);
    return {start, std::max(start, std::min(a.end_ns, b.end_ns))};
}

/// Sorts by start. Input in order, or nearly so as profilers write it, costs one pass.
inline void sort_by_start(std::vector<Interval>& intervals) {
    const auto before = [](const Interval& a, const Interval& b) { return a.start_ns < b.start_ns; };
    if (!std::is_sorted(intervals.begin(), intervals.end(), before)) std::sort(intervals.begin(), intervals.end(), before);
}

/// Calls `visit(merged)` for each maximal stretch covered by `sorted`, in order of time. Touching intervals are one stretch;
/// empty ones cover nothing. `sorted` must be sorted by start.
template <class Visit>
void for_each_merged(std::span<const Interval> sorted, Visit&& visit) {
    Interval open{};
    for (const Interval& next : sorted) {
        if (next.end_ns <= next.start_ns) continue;
        // Sorted by start, so one sweep sees every overlap.
        if (open.end_ns > open.start_ns && next.start_ns <= open.end_ns) {
            open.end_ns = std::max(open.end_ns, next.end_ns);
            continue;
        }
        if (open.end_ns > open.start_ns) visit(open);
        open = next;
    }
    if (open.end_ns > open.start_ns) visit(open);
}

/// Time covered by at least one of `sorted` (sorted by start), inside `window`.
[[nodiscard]] inline std::int64_t covered_ns(std::span<const Interval> sorted, const Interval& window) {
    std::int64_t total = 0;
    for_each_merged(sorted, [&](const Interval& merged) {
        total = saturating_sum_ns(total, intersection(merged, window).length_ns());
    });
    return total;
}

/// Time covered by at least one of `intervals`, in any order.
[[nodiscard]] inline std::int64_t union_length_ns(std::vector<Interval> intervals) {
    sort_by_start(intervals);
    std::int64_t total = 0;
    for_each_merged(intervals, [&](const Interval& merged) { total = saturating_sum_ns(total, merged.length_ns()); });
    return total;
}

}  // namespace breakeven
