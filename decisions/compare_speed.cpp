#include <breakeven/core/csv.hpp>
#include <breakeven/core/interval.hpp>
#include <breakeven/core/suggest.hpp>
#include <breakeven/decisions/compare_speed.hpp>

#include <algorithm>
#include <map>

namespace breakeven {

namespace {

/// Busy time of all GPUs in `window`, added up.
double busy_s(Trace& trace, const Interval& window) {
    double sum = 0.0;
    for (DeviceTrace& device : trace.devices) {
        std::vector<Interval> busy;
        for (const Kernel& kernel : device.kernels) busy.push_back({kernel.start_ns, kernel.end_ns});
        busy.insert(busy.end(), device.graphs.begin(), device.graphs.end());
        sort_by_start(busy);
        sum += static_cast<double>(covered_ns(busy, window)) / 1e9;
    }
    return sum;
}

constexpr Interval always{std::numeric_limits<std::int64_t>::min() / 2, std::numeric_limits<std::int64_t>::max() / 2};

/// Repeats of a step, and the time from the first one's start to the last one's end.
struct Repeats {
    std::size_t count = 0;
    Interval span{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
};

/// By name. A step that a process takes on several GPUs stands on each of them and counts once.
std::map<std::string, Repeats> repeats_of(const Trace& trace) {
    std::map<std::string, Repeats> out;
    for (const DeviceTrace& device : trace.devices) {
        std::map<std::uint32_t, std::size_t> counts;
        for (const WorkStep& step : device.steps) {
            Repeats& repeats = out[trace.names[step.name]];
            repeats.count = std::max(repeats.count, ++counts[step.name]);
            repeats.span.start_ns = std::min(repeats.span.start_ns, step.start_ns);
            repeats.span.end_ns = std::max(repeats.span.end_ns, step.end_ns);
        }
    }
    return out;
}

std::size_t kernels_of(const Trace& trace) {
    std::size_t out = 0;
    for (const DeviceTrace& device : trace.devices) out += device.kernels.size();
    return out;
}

/// Every word of `wanted` occurs in `name`, without regard to case.
bool names_it(std::string_view name, std::string_view wanted) {
    const std::string text = detail::lower(name);
    std::string word;
    bool any = false;
    for (const char c : detail::lower(wanted) + " ") {
        if (c != ' ') {
            word += c;
        } else if (!word.empty()) {
            if (text.find(word) == std::string::npos) return false;
            any = true;
            word.clear();
        }
    }
    return any;
}

struct WorkTotal {
    std::size_t rows = 0;
    double effective_s = 0.0;
    double work = 0.0;
};

}  // namespace

SpeedEstimate speed_from_logs(Trace local, Trace cloud) {
    // Steps first: they say themselves that they are the same piece of work, however the library splits it into kernels.
    const auto ours = repeats_of(local);
    const auto theirs = repeats_of(cloud);
    const std::pair<const std::string, Repeats>* best = nullptr;
    for (const auto& entry : ours)
        if (entry.second.count >= 2 && theirs.contains(entry.first) && theirs.at(entry.first).count >= 2 &&
            (best == nullptr || entry.second.count > best->second.count))
            best = &entry;
    if (best != nullptr) {
        const Repeats& there = theirs.at(best->first);
        const double each_here = busy_s(local, best->second.span) / static_cast<double>(best->second.count);
        const double each_there = busy_s(cloud, there.span) / static_cast<double>(there.count);
        if (each_here > 0.0 && each_there > 0.0)
            return {each_there / each_here, SpeedSource::log_steps,
                    std::to_string(best->second.count) + " and " + std::to_string(there.count) + " steps \"" + best->first + "\""};
    }
    const std::size_t here = kernels_of(local);
    const std::size_t there = kernels_of(cloud);
    const double busy_here = busy_s(local, always);
    const double busy_there = busy_s(cloud, always);
    if (here == 0 || there == 0 || !(busy_here > 0.0) || !(busy_there > 0.0))
        throw InputError("one of the two logs holds no GPU time", "profile the same program on both GPUs");
    if (here != there)
        throw InputError("nothing tells that the two logs hold the same work: they have " + std::to_string(here) + " and " + std::to_string(there) +
                             " kernels and no steps of one name",
                         "mark the steps in both (torch.profiler's step(), or NVTX ranges that count), or profile equally many of them");
    return {busy_there / busy_here, SpeedSource::log_kernels, std::to_string(here) + " kernels in each"};
}

SpeedEstimate speed_from_work(const std::string& path, const std::string& local_gpu, const std::string& cloud_gpu) {
    CsvTable table(path);
    WorkTotal here;
    WorkTotal there;
    std::vector<std::string> seen;
    while (table.next()) {
        const std::string gpu(table.text("gpu"));
        const bool is_local = names_it(gpu, local_gpu);
        const bool is_cloud = names_it(gpu, cloud_gpu);
        if (std::find(seen.begin(), seen.end(), gpu) == seen.end() && seen.size() < 20) seen.push_back(gpu);
        if (is_local == is_cloud) continue;
        WorkTotal& total = is_local ? here : there;
        ++total.rows;
        total.effective_s += table.number("effective_s");
        total.work += table.number("work");
    }
    for (const auto& [total, name] : {std::pair(&here, &local_gpu), std::pair(&there, &cloud_gpu)})
        if (total->rows == 0 || !(total->work > 0.0) || !(total->effective_s > 0.0)) {
            std::string known;
            for (const std::string& gpu : seen) known += (known.empty() ? "" : ", ") + gpu;
            Position at;
            at.file = path;
            throw InputError("no work of the " + *name + " in this file", known.empty() ? "it has no rows" : "its GPUs are " + known, at);
        }
    return {(there.effective_s / there.work) / (here.effective_s / here.work), SpeedSource::work_column,
            std::to_string(here.rows) + " and " + std::to_string(there.rows) + " windows"};
}

void best_first(std::vector<SpeedEstimate>& estimates) {
    std::stable_sort(estimates.begin(), estimates.end(), [](const SpeedEstimate& a, const SpeedEstimate& b) { return a.source < b.source; });
}

}  // namespace breakeven
