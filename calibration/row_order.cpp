// Sorting, duplicates, and the one hour that a local clock shows twice.
#include <breakeven/calibration/row_order.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

namespace breakeven {

namespace {
constexpr std::int64_t hour_ns = 3600LL * 1'000'000'000;

/// One log's clock: a file's rows of one GPU.
struct Clock {
    std::size_t last = 0;  // index of the row before
    bool begun = false;
    std::int64_t usual_step_ns = 0;
    std::size_t steps_back = 0;
    std::vector<std::size_t> set_back;  // rows before which the clock seems to have been set back
};

using LogKey = std::pair<std::uint32_t, std::uint16_t>;

auto content(const CalibrationRow& row) {
    return std::tie(row.time_ns, row.gpu, row.target.value, row.temperature_c.value, row.weight, row.level, row.file, row.line);
}
}  // namespace

std::vector<std::size_t> mend_clock_changes(std::vector<CalibrationRow>& rows) {
    std::map<LogKey, Clock> clocks;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].zone_known) continue;
        Clock& clock = clocks[{rows[i].file, rows[i].gpu}];
        const std::size_t before = std::exchange(clock.last, i);
        if (!std::exchange(clock.begun, true) || same_window(rows[i], rows[before])) continue;
        const std::int64_t step_ns = rows[i].time_ns - rows[before].time_ns;
        if (step_ns > 0) {
            clock.usual_step_ns = step_ns;
        } else if (step_ns < 0 || clock.usual_step_ns == hour_ns) {
            ++clock.steps_back;
            const std::int64_t off_ns = step_ns + hour_ns - clock.usual_step_ns;
            if (2 * (off_ns < 0 ? -off_ns : off_ns) <= clock.usual_step_ns) clock.set_back.push_back(i);
        }
    }
    std::vector<std::size_t> out;
    std::erase_if(clocks, [](const auto& entry) {  // a clock is set back once a year; a shuffled log steps back all the time
        const Clock& clock = entry.second;
        return clock.set_back.empty() || clock.set_back.size() != clock.steps_back || clock.steps_back > 3;
    });
    if (clocks.empty()) return out;
    std::map<LogKey, std::int64_t> added_ns;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const LogKey key{rows[i].file, rows[i].gpu};
        const auto found = clocks.find(key);
        if (found == clocks.end()) continue;
        std::int64_t& added = added_ns[key];
        if (std::find(found->second.set_back.begin(), found->second.set_back.end(), i) != found->second.set_back.end()) {
            added += hour_ns;
            out.push_back(i);
        }
        rows[i].time_ns += added;
    }
    return out;
}

void sort_by_time(std::vector<CalibrationRow>& rows) {
    const auto before = [](const CalibrationRow& a, const CalibrationRow& b) { return content(a) < content(b); };
    if (!std::is_sorted(rows.begin(), rows.end(), before)) std::sort(rows.begin(), rows.end(), before);
}

Duplicates remove_duplicates(std::vector<CalibrationRow>& rows) {
    Duplicates out;
    std::size_t kept = 0;
    for (const CalibrationRow& row : rows) {
        if (kept > 0 && same_window(row, rows[kept - 1])) {
            out.removed.push_back(row);
            continue;
        }
        if (kept > 0 && row.time_ns == rows[kept - 1].time_ns && row.gpu == rows[kept - 1].gpu) ++out.conflicts;
        rows[kept++] = row;
    }
    rows.resize(kept);
    return out;
}

}  // namespace breakeven
