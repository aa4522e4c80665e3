// The source article's own method, to the letter, so that its figure can stand beside ours.
//
//     of all kernels' durations keep those from Q1 - 1.5 IQR to Q3 + 1.5 IQR, pooled
//     of these the kernels with start >= first start and end <= first start + 308.7 s
//     effective = the sum of their durations,     ratio = effective / 308.7 s
//
// The divisor is the whole window, however little of it was observed. Claims C39 to C46 of the article.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <breakeven/logs/effective_time.hpp>
#include <breakeven/logs/trace.hpp>

namespace breakeven {

struct ArticleFigures {
    std::uint64_t kernels = 0;       ///< in the window
    std::uint64_t kept_kernels = 0;  ///< in the window and not filtered out
    std::int64_t effective_ns = 0;
    double effective_ratio = 0;
    bool trusted = false;  ///< by the article's three rules, with kernels told apart by name alone
};

/// `device` must be sorted. Kernels whose time was not collected count for the rule about zero durations alone.
[[nodiscard]] ArticleFigures article_figures(const DeviceTrace& device, const Trace& trace,
                                             std::int64_t window_ns = default_window_ns);

}  // namespace breakeven
