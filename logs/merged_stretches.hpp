// Sorted events as maximal busy stretches, pulled one at a time, so that two kinds of event can be walked side by side without
// copying either.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include <breakeven/core/interval.hpp>

namespace breakeven {

/// The stretches covered by `sorted` events (anything with start_ns and end_ns, by start). Touching ones are one stretch.
template <class Timed>
class MergedStretches {
public:
    explicit MergedStretches(std::span<const Timed> sorted) : sorted_(sorted) {}

    /// The next stretch in order of time, never empty; false at the end.
    [[nodiscard]] bool next(Interval& stretch) {
        while (at_ < sorted_.size() && sorted_[at_].end_ns <= sorted_[at_].start_ns) ++at_;
        if (at_ == sorted_.size()) return false;
        stretch = {sorted_[at_].start_ns, sorted_[at_].end_ns};
        for (++at_; at_ < sorted_.size() && sorted_[at_].start_ns <= stretch.end_ns; ++at_)
            stretch.end_ns = std::max(stretch.end_ns, sorted_[at_].end_ns);
        return true;
    }

private:
    std::span<const Timed> sorted_;
    std::size_t at_ = 0;
};

/// The stretches that at least one of two walks covers.
template <class First, class Second>
class EitherStretches {
public:
    EitherStretches(First one, Second other) : first_(one), second_(other) {
        has_first_ = first_.next(of_first_);
        has_second_ = second_.next(of_second_);
    }

    [[nodiscard]] bool next(Interval& stretch) {
        if (!has_first_ && !has_second_) return false;
        stretch = take_earlier();
        while ((has_first_ && of_first_.start_ns <= stretch.end_ns) || (has_second_ && of_second_.start_ns <= stretch.end_ns))
            stretch.end_ns = std::max(stretch.end_ns, take_earlier().end_ns);
        return true;
    }

private:
    Interval take_earlier() {
        const bool from_first = has_first_ && (!has_second_ || of_first_.start_ns <= of_second_.start_ns);
        const Interval taken = from_first ? of_first_ : of_second_;
        if (from_first)
            has_first_ = first_.next(of_first_);
        else
            has_second_ = second_.next(of_second_);
        return taken;
    }

    First first_;
    Second second_;
    Interval of_first_{};
    Interval of_second_{};
    bool has_first_ = false;
    bool has_second_ = false;
};

/// Time that a walk covers.
template <class Stretches>
[[nodiscard]] std::int64_t length_ns(Stretches stretches) {
    std::int64_t total_ns = 0;
    for (Interval stretch; stretches.next(stretch);) total_ns = saturating_sum_ns(total_ns, stretch.length_ns());
    return total_ns;
}

/// Time that two walks cover both at once.
template <class First, class Second>
[[nodiscard]] std::int64_t common_length_ns(First one, Second other) {
    std::int64_t total_ns = 0;
    Interval a, b;
    bool more = one.next(a) && other.next(b);
    while (more) {
        total_ns = saturating_sum_ns(total_ns, intersection(a, b).length_ns());
        more = a.end_ns < b.end_ns ? one.next(a) : other.next(b);
    }
    return total_ns;
}

}  // namespace breakeven
