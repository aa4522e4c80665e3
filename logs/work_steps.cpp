// See work_steps.hpp.
#include <breakeven/logs/work_steps.hpp>

#include <algorithm>
#include <map>
#include <string_view>

#include <breakeven/logs/effective_time.hpp>

namespace breakeven {
namespace {

/// Busy time before each of `times`, which are in order: one walk over the kernels however many steps there are.
std::vector<std::int64_t> busy_before(const DeviceTrace& device, const std::vector<std::int64_t>& times) {
    std::vector<std::int64_t> busy(times.size());
    auto stretches = busy_stretches(device);
    Interval stretch;
    bool more = stretches.next(stretch);
    std::int64_t passed_ns = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        for (; more && stretch.end_ns <= times[i]; more = stretches.next(stretch))
            passed_ns = saturating_sum_ns(passed_ns, stretch.length_ns());
        const std::int64_t begun_ns = more ? intersection(stretch, {stretch.start_ns, std::max(stretch.start_ns, times[i])}).length_ns() : 0;
        busy[i] = saturating_sum_ns(passed_ns, begun_ns);
    }
    return busy;
}

std::int64_t median(std::vector<std::int64_t>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace

std::vector<StepFigures> step_figures(const DeviceTrace& device, const Trace& trace) {
    std::vector<std::int64_t> times;
    for (const WorkStep& step : device.steps) times.insert(times.end(), {step.start_ns, step.end_ns});
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    const auto busy = busy_before(device, times);
    const auto busy_at = [&](std::int64_t time_ns) {
        return busy[static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), time_ns) - times.begin())];
    };

    struct Lengths {
        std::vector<std::int64_t> whole_ns, effective_ns;
    };
    std::map<std::string_view, Lengths> by_name;
    for (const WorkStep& step : device.steps) {
        Lengths& lengths = by_name[trace.names[step.name]];
        lengths.whole_ns.push_back(Interval{step.start_ns, step.end_ns}.length_ns());
        lengths.effective_ns.push_back(busy_at(step.end_ns) - busy_at(step.start_ns));
    }
    std::vector<StepFigures> figures;
    for (auto& [name, lengths] : by_name) {
        StepFigures one;
        one.name = name;
        one.count = lengths.whole_ns.size();
        for (const std::int64_t ns : lengths.effective_ns) one.total_effective_ns = saturating_sum_ns(one.total_effective_ns, ns);
        one.median_ns = median(lengths.whole_ns);
        one.median_effective_ns = median(lengths.effective_ns);
        figures.push_back(std::move(one));
    }
    std::stable_sort(figures.begin(), figures.end(),
                     [](const StepFigures& a, const StepFigures& b) { return a.total_effective_ns > b.total_effective_ns; });
    if (figures.size() > most_step_names) figures.resize(most_step_names);
    return figures;
}

}  // namespace breakeven
