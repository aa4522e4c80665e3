// Rows are collected day by day and worked off by threads a few thousand at a time.
#include <breakeven/calibration/day_triangles.hpp>

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>

namespace breakeven {

namespace {
constexpr std::int64_t day_ns = 86400LL * 1'000'000'000;
constexpr std::int64_t most_entries = 16'000'000;  // of all triangles together: 128 MB
constexpr Eigen::Index rows_at_once = 16384;

/// Rows of some days, waiting; then reduced.
class Collector {
public:
    Collector(Eigen::Index columns, unsigned threads) : columns_(columns), threads_(std::max(1U, threads)) {}

    void add(std::int64_t stretch, const RowBlock& block, Eigen::Index first, Eigen::Index count) {
        waiting_.push_back({stretch, block.x.middleRows(first, count), block.y.segment(first, count), block.weight.segment(first, count)});
        rows_ += count;
        if (rows_ >= rows_at_once) work_off();
    }

    void work_off() {
        // A stretch's pieces belong together, whichever thread takes them.
        std::stable_sort(waiting_.begin(), waiting_.end(), [](const Piece& a, const Piece& b) { return a.stretch < b.stretch; });
        std::vector<std::pair<std::size_t, std::size_t>> ranges;
        for (std::size_t i = 0; i < waiting_.size(); ++i) {
            if (i == 0 || waiting_[i].stretch != waiting_[i - 1].stretch) ranges.emplace_back(i, i);
            ranges.back().second = i + 1;
        }
        std::vector<Triangle> reduced(ranges.size());
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            for (std::size_t r = next++; r < ranges.size(); r = next++) {
                Reduction reduction(columns_);
                for (std::size_t i = ranges[r].first; i < ranges[r].second; ++i) reduction.add(waiting_[i].x, waiting_[i].y, waiting_[i].weight);
                reduced[r] = reduction.triangle();
            }
        };
        std::vector<std::jthread> helpers;
        for (unsigned t = 1; t < threads_; ++t) helpers.emplace_back(work);
        work();
        helpers.clear();  // joins
        for (std::size_t r = 0; r < ranges.size(); ++r) {
            const auto [entry, first] = done_.try_emplace(waiting_[ranges[r].first].stretch, reduced[r]);
            if (first) continue;
            Reduction merging(columns_);
            merging.merge(entry->second);
            merging.merge(reduced[r]);
            entry->second = merging.triangle();
        }
        waiting_.clear();
        rows_ = 0;
    }

    [[nodiscard]] std::map<std::int64_t, Triangle>& done() { return done_; }

private:
    struct Piece {
        std::int64_t stretch;
        RowMatrix x;
        Eigen::VectorXd y;
        Eigen::VectorXd weight;
    };

    Eigen::Index columns_;
    unsigned threads_;
    std::vector<Piece> waiting_;
    Eigen::Index rows_ = 0;
    std::map<std::int64_t, Triangle> done_;
};
}  // namespace

std::int64_t day_of(std::int64_t time_ns) { return time_ns / day_ns - (time_ns % day_ns < 0); }

int days_in_a_stretch(Eigen::Index columns, std::int64_t first_ns, std::int64_t last_ns) {
    const std::int64_t entries = (columns + 1) * (columns + 1);
    const std::int64_t days = day_of(last_ns) - day_of(first_ns) + 1;
    return static_cast<int>(1 + (days - 1) / std::max<std::int64_t>(1, most_entries / entries));
}

DayTriangles reduce_by_day(const RowSource& rows, std::int64_t first_ns, std::int64_t last_ns, unsigned threads) {
    DayTriangles out;
    out.days_each = days_in_a_stretch(rows.columns(), first_ns, last_ns);
    Collector collector(rows.columns(), threads);
    rows.visit([&](const RowBlock& block) {
        for (Eigen::Index first = 0; first < block.size();) {
            const auto stretch_of = [&](Eigen::Index row) {
                return (day_of(block.time_ns[static_cast<std::size_t>(row)]) - day_of(first_ns)) / out.days_each;
            };
            const std::int64_t stretch = stretch_of(first);
            Eigen::Index end = first + 1;
            while (end < block.size() && stretch_of(end) == stretch) ++end;
            collector.add(stretch, block, first, end - first);
            first = end;
        }
    });
    collector.work_off();
    for (auto& [stretch, triangle] : collector.done()) {
        out.day.push_back(day_of(first_ns) + stretch * out.days_each);
        out.triangles.push_back(std::move(triangle));
    }
    return out;
}

}  // namespace breakeven
