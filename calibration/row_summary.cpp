// The median step needs all steps; everything else is kept as it goes.
#include <breakeven/calibration/row_summary.hpp>

#include <algorithm>

namespace breakeven {

void RowSummary::add(const CalibrationRow& row, std::uint64_t content_hash) {
    ++rows_;
    first_ns_ = std::min(first_ns_, row.time_ns);
    last_ns_ = std::max(last_ns_, row.time_ns);
    coldest_c_ = std::min(coldest_c_, row.temperature_c.value);
    hottest_c_ = std::max(hottest_c_, row.temperature_c.value);
    weight_sum_ += row.weight;
    hash_ += content_hash;  // a sum does not know the order
    const auto [latest, first] = latest_ns_.try_emplace(row.gpu, row.time_ns);
    if (first) return;
    // Years 1678 to 2262: a difference can leave 64 bits. Nothing that far apart is a step of anything.
    const std::int64_t step_ns = static_cast<std::int64_t>(static_cast<std::uint64_t>(row.time_ns) - static_cast<std::uint64_t>(latest->second));
    if (row.time_ns < latest->second) in_order_ = false;
    else if (step_ns > 0 && steps_ns_.size() < most_steps) steps_ns_.push_back(step_ns);
    latest->second = row.time_ns;
}

void RowSummary::finish() {
    if (steps_ns_.empty()) return;
    const auto middle = steps_ns_.begin() + static_cast<std::ptrdiff_t>(steps_ns_.size() / 2);
    std::nth_element(steps_ns_.begin(), middle, steps_ns_.end());
    spacing_ns_ = *middle;
    for (const std::int64_t step_ns : steps_ns_) {
        if (step_ns - spacing_ns_ <= spacing_ns_ / 2) continue;
        ++gaps_;
        longest_ns_ = std::max(longest_ns_, step_ns);
    }
}

}  // namespace breakeven
