// Range queries to Prometheus: a server answers with at most 11,000 points per series, so a long history is asked in pieces.
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/interval.hpp>

#include <cstdint>
#include <vector>

namespace breakeven {

inline constexpr std::int64_t prometheus_most_points = 11'000;

/// Points of a query over `range`, both ends included, one every `step_ns`.
/// Throws InputError when the step is not above zero or the range runs backwards.
[[nodiscard]] inline std::int64_t query_points(const Interval& range, std::int64_t step_ns) {
    if (step_ns <= 0 || range.end_ns < range.start_ns)
        throw InputError("a range query needs a step above zero and an end after its start");
    return range.length_ns() / step_ns + 1;
}

/// The queries that together give every point of `range` once: each has at most 11,000, and none begins where another ends.
/// Throws like query_points.
[[nodiscard]] inline std::vector<Interval> query_pieces(const Interval& range, std::int64_t step_ns) {
    std::vector<Interval> pieces;
    for (std::int64_t left = query_points(range, step_ns), start_ns = range.start_ns; left > 0;) {
        const std::int64_t points = left < prometheus_most_points ? left : prometheus_most_points;
        pieces.push_back({start_ns, start_ns + (points - 1) * step_ns});
        left -= points;
        if (left > 0) start_ns += points * step_ns;
    }
    return pieces;
}

}  // namespace breakeven
