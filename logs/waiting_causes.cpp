// See waiting_causes.hpp. One sweep over kernels and graphs in order of start; copies and steps are walked beside it.
#include <breakeven/logs/waiting_causes.hpp>

#include <algorithm>
#include <vector>

namespace breakeven {
namespace {

using Moving = EitherStretches<MergedStretches<Interval>, MergedStretches<Interval>>;

/// How much of successive, rising gaps lies under a copy or a set.
class CopiesUnder {
public:
    explicit CopiesUnder(const DeviceTrace& device) : moving_(stretches_of(device.copies), stretches_of(device.sets)) {
        more_ = moving_.next(now_);
    }
    std::int64_t in(const Interval& gap) {
        std::int64_t total_ns = 0;
        while (more_ && now_.end_ns <= gap.start_ns) more_ = moving_.next(now_);
        while (more_ && now_.start_ns < gap.end_ns) {
            total_ns += intersection(now_, gap).length_ns();
            if (now_.end_ns > gap.end_ns) break;  // it reaches into what comes after
            more_ = moving_.next(now_);
        }
        return total_ns;
    }

private:
    Moving moving_;
    Interval now_{};
    bool more_ = false;
};

struct Event {
    Interval time;
    bool small = false;
};

/// Kernels and graphs, one after another in order of start.
class Events {
public:
    explicit Events(const DeviceTrace& device) : device_(&device) {}
    bool next(Event& event) {
        const bool kernel = kernel_ < device_->kernels.size();
        const bool graph = graph_ < device_->graphs.size();
        if (!kernel && !graph) return false;
        if (kernel && (!graph || device_->kernels[kernel_].start_ns <= device_->graphs[graph_].start_ns)) {
            const Kernel& one = device_->kernels[kernel_++];
            event = {{one.start_ns, one.end_ns}, one.duration_ns() < small_kernel_ns};
        } else {
            event = {device_->graphs[graph_++], false};
        }
        return true;
    }

private:
    const DeviceTrace* device_;
    std::size_t kernel_ = 0;
    std::size_t graph_ = 0;
};

/// Starts of the outermost steps: what is nested in one is a part of its work and no step that could wait for data of its own.
std::vector<std::int64_t> starts_of(std::vector<WorkStep> steps) {
    std::sort(steps.begin(), steps.end(), [](const WorkStep& a, const WorkStep& b) {
        return a.start_ns != b.start_ns ? a.start_ns < b.start_ns : a.end_ns > b.end_ns;
    });
    std::vector<std::int64_t> out;
    std::int64_t outer_end_ns = INT64_MIN;
    for (const WorkStep& step : steps) {
        if (step.start_ns < outer_end_ns) continue;
        out.push_back(step.start_ns);
        outer_end_ns = step.end_ns;
    }
    return out;
}

}  // namespace

WaitingCauses waiting_causes(const DeviceTrace& device, const WindowTime& window) {
    WaitingCauses out;
    const Interval whole{window.start_ns, window.start_ns + std::min(window.length_ns, INT64_MAX - std::max<std::int64_t>(window.start_ns, 0))};
    const std::vector<std::int64_t> starts = starts_of(device.steps);
    const auto starts_in = [&](std::int64_t from_ns, std::int64_t to_ns) {
        return std::upper_bound(starts.begin(), starts.end(), to_ns) - std::lower_bound(starts.begin(), starts.end(), from_ns);
    };
    if (!starts.empty()) out.steps = static_cast<std::uint64_t>(starts_in(whole.start_ns, whole.end_ns));

    Events events(device);
    CopiesUnder copies(device);
    Event event;
    std::optional<Event> latest;  // of those so far, the one that ends last
    while (events.next(event) && event.time.start_ns < whole.end_ns) {
        if (latest && event.time.start_ns > latest->time.end_ns) {
            const Interval gap{latest->time.end_ns, event.time.start_ns};
            const std::int64_t copying_ns = copies.in(gap);
            const std::int64_t rest_ns = gap.length_ns() - copying_ns;
            out.waiting_ns += gap.length_ns();
            out.copying_ns += copying_ns;
            if (starts_in(gap.start_ns, gap.end_ns) > 0)
                out.before_steps_ns += rest_ns;
            else if (latest->small && event.small && gap.length_ns() <= longest_launch_gap_ns)
                out.launching_ns += rest_ns;
        }
        if (!latest || event.time.end_ns >= latest->time.end_ns) latest = event;
    }
    for (const Kernel& kernel : device.kernels) {
        if (kernel.start_ns >= whole.end_ns) break;
        ++out.kernels;
        out.small_kernels += kernel.duration_ns() < small_kernel_ns ? 1 : 0;
    }
    return out;
}

}  // namespace breakeven
