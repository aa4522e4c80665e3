// Intervals: lengths, unions and windows in whole nanoseconds, against counting every nanosecond.
#include <breakeven/core/interval.hpp>

#include <doctest/doctest.h>

#include <random>

using namespace breakeven;

namespace {
constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

/// Nanoseconds of [0, 200) that some interval covers, one by one.
std::int64_t covered_by_marking(const std::vector<Interval>& intervals, const Interval& window = {0, 200}) {
    std::int64_t count = 0;
    for (std::int64_t t = window.start_ns; t < window.end_ns; ++t)
        count += std::any_of(intervals.begin(), intervals.end(), [t](const Interval& i) { return i.start_ns <= t && t < i.end_ns; });
    return count;
}
}  // namespace

TEST_CASE("an interval is as long as the time from its start to before its end") {
    CHECK(Interval{100, 250}.length_ns() == 150);
    CHECK(Interval{100, 100}.length_ns() == 0);
    CHECK(Interval{100, 99}.length_ns() == 0);
    CHECK(Interval{-50, 50}.length_ns() == 100);
}

TEST_CASE("lengths that no 64 bits hold stay at the bound instead of turning negative") {
    CHECK(Interval{lowest, highest}.length_ns() == highest);
    CHECK(Interval{lowest, 0}.length_ns() == highest);
    CHECK(Interval{-1, highest}.length_ns() == highest);
    CHECK(Interval{0, highest}.length_ns() == highest);
    CHECK(Interval{highest, lowest}.length_ns() == 0);
    CHECK(saturating_sum_ns(highest, 1) == highest);
    CHECK(saturating_sum_ns(highest - 1, 1) == highest);
    CHECK(saturating_sum_ns(highest, highest) == highest);
    CHECK(saturating_sum_ns(2, 3) == 5);
    CHECK(union_length_ns({{lowest, -10}, {10, highest}}) == highest);
}

TEST_CASE("what two intervals share") {
    CHECK(intersection({0, 10}, {5, 20}) == Interval{5, 10});
    CHECK(intersection({5, 20}, {0, 10}) == Interval{5, 10});
    CHECK(intersection({0, 10}, {10, 20}).length_ns() == 0);  // touching is not sharing
    CHECK(intersection({0, 10}, {15, 20}).length_ns() == 0);
    CHECK(intersection({0, 100}, {20, 30}) == Interval{20, 30});
}

TEST_CASE("time covered twice counts once") {
    CHECK(union_length_ns({}) == 0);
    CHECK(union_length_ns({{0, 10}}) == 10);
    CHECK(union_length_ns({{0, 10}, {5, 15}}) == 15);
    CHECK(union_length_ns({{5, 15}, {0, 10}}) == 15);
    CHECK(union_length_ns({{0, 10}, {10, 20}}) == 20);
    CHECK(union_length_ns({{0, 100}, {20, 30}, {40, 50}}) == 100);
    CHECK(union_length_ns({{0, 10}, {0, 10}, {0, 10}}) == 10);
    CHECK(union_length_ns({{7, 7}, {3, 3}}) == 0);
}

TEST_CASE("touching stretches are one, empty ones join nothing") {
    const std::vector<Interval> sorted{{0, 10}, {10, 20}, {25, 25}, {30, 40}, {35, 38}, {50, 60}};
    std::vector<Interval> merged;
    for_each_merged(sorted, [&](const Interval& one) { merged.push_back(one); });
    CHECK(merged == std::vector<Interval>{{0, 20}, {30, 40}, {50, 60}});
}

TEST_CASE("union and window lengths equal counting, over random intervals") {
    std::mt19937_64 random(2024);
    const auto point = [&] { return static_cast<std::int64_t>(random() % 200); };
    for (int round = 0; round < 3000; ++round) {
        std::vector<Interval> intervals;
        for (std::size_t n = random() % 12; n > 0; --n) {
            const std::int64_t start = point();
            intervals.push_back({start, std::min<std::int64_t>(200, start + static_cast<std::int64_t>(random() % 40))});
        }
        CHECK(union_length_ns(intervals) == covered_by_marking(intervals));
        sort_by_start(intervals);
        CHECK(std::is_sorted(intervals.begin(), intervals.end(), [](auto& a, auto& b) { return a.start_ns < b.start_ns; }));
        const std::int64_t begin = point();
        const Interval window{begin, std::max(begin, point())};
        CHECK(covered_ns(intervals, window) == covered_by_marking(intervals, window));
    }
}

TEST_CASE("the union does not depend on where zero lies") {
    std::mt19937_64 random(7);
    for (int round = 0; round < 500; ++round) {
        std::vector<Interval> near_zero, far;
        const auto offset = static_cast<std::int64_t>(random() >> 2);
        for (int n = 0; n < 20; ++n) {
            const auto start = static_cast<std::int64_t>(random() % 1000);
            const auto length = static_cast<std::int64_t>(random() % 100);
            near_zero.push_back({start, start + length});
            far.push_back({start + offset, start + length + offset});
        }
        CHECK(union_length_ns(near_zero) == union_length_ns(far));
    }
}
