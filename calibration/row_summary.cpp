// The median step needs all steps, counted by their length; everything else is kept as it goes.
#include <breakeven/calibration/row_summary.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace breakeven {

void RowSummary::add(const CalibrationRow& row, std::uint64_t content_hash) {
    ++rows_;
    first_ns_ = std::min(first_ns_, row.time_ns);
    last_ns_ = std::max(last_ns_, row.time_ns);
    coldest_c_ = std::min(coldest_c_, row.temperature_c.value);
    hottest_c_ = std::max(hottest_c_, row.temperature_c.value);
    weight_sum_ += row.weight;
    hash_ += content_hash;  // a sum does not know the order
    if (latest_ns_.size() <= row.gpu) latest_ns_.resize(row.gpu + 1U);
    const std::optional<std::int64_t> before = std::exchange(latest_ns_[row.gpu], row.time_ns);
    if (!before) return;
    // Years 1678 to 2262: a difference can leave 64 bits. Nothing that far apart is a step of anything.
    const std::int64_t step_ns = static_cast<std::int64_t>(static_cast<std::uint64_t>(row.time_ns) - static_cast<std::uint64_t>(*before));
    if (row.time_ns < *before) {
        in_order_ = false;
    } else if (step_ns > 0) {
        if (last_step_ == nullptr || last_step_->first != step_ns) {
            const auto known = steps_ns_.find(step_ns);
            if (known != steps_ns_.end()) last_step_ = &*known;
            else if (steps_ns_.size() < most_steps) last_step_ = &*steps_ns_.emplace(step_ns, 0).first;
            else return;
        }
        ++last_step_->second;
    }
}

void RowSummary::finish() {
    if (steps_ns_.empty()) return;
    std::vector<std::pair<std::int64_t, std::size_t>> steps(steps_ns_.begin(), steps_ns_.end());
    std::sort(steps.begin(), steps.end());
    std::size_t count = 0;
    for (const auto& step : steps) count += step.second;
    std::size_t until = 0;
    for (const auto& [step_ns, times] : steps) {
        until += times;
        if (until <= count / 2) continue;
        spacing_ns_ = step_ns;
        break;
    }
    for (const auto& [step_ns, times] : steps) {
        if (step_ns - spacing_ns_ <= spacing_ns_ / 2) continue;
        gaps_ += times;
        longest_ns_ = std::max(longest_ns_, step_ns);
    }
}

}  // namespace breakeven
