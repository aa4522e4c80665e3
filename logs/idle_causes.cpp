// See idle_causes.hpp. Every figure is a walk over sorted events, so nothing grows with the number of gaps.
#include <breakeven/logs/idle_causes.hpp>

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include <breakeven/logs/effective_time.hpp>

namespace breakeven {
namespace {

/// When the kernel was launched that began at `kernel_start_ns`.
struct KnownLaunch {
    std::int64_t kernel_start_ns = 0;
    std::int64_t call_ns = 0;
};

std::vector<KnownLaunch> known_launches(const DeviceTrace& device) {
    std::vector<KnownLaunch> launches;
    launches.reserve(device.launch_delays.size());
    for (const LaunchDelay& delay : device.launch_delays) {
        std::int64_t call_ns = 0;
        if (__builtin_sub_overflow(delay.kernel_start_ns, delay.delay_ns, &call_ns)) continue;
        launches.push_back({delay.kernel_start_ns, call_ns});
    }
    std::sort(launches.begin(), launches.end(),
              [](const KnownLaunch& a, const KnownLaunch& b) { return a.kernel_start_ns < b.kernel_start_ns; });
    return launches;
}

enum class Part : std::uint8_t { whole, before_launch, after_launch };

/// The gaps between busy stretches in order, or of those whose launch is known the part before or after the call.
class Gaps {
public:
    Gaps(const DeviceTrace& device, std::span<const KnownLaunch> launches, Part part, const Interval& hull)
        : busy_(busy_stretches(device)), launches_(launches), part_(part), end_ns_(hull.end_ns), last_end_ns_(hull.start_ns) {}

    [[nodiscard]] bool next(Interval& gap) {
        while (!ended_) {
            // A kernel of no length begins or ends the log, and covers none of it: so there may be a gap at either end.
            Interval stretch{end_ns_, end_ns_};
            ended_ = !busy_.next(stretch);
            gap = {last_end_ns_, stretch.start_ns};
            last_end_ns_ = stretch.end_ns;
            if (gap.length_ns() == 0) continue;
            if (part_ != Part::whole) {
                while (at_ < launches_.size() && launches_[at_].kernel_start_ns < gap.end_ns) ++at_;
                if (at_ == launches_.size()) return false;
                if (launches_[at_].kernel_start_ns != gap.end_ns) continue;
                const std::int64_t call_ns = std::clamp(launches_[at_].call_ns, gap.start_ns, gap.end_ns);
                gap = part_ == Part::before_launch ? Interval{gap.start_ns, call_ns} : Interval{call_ns, gap.end_ns};
                ++known_;
            }
            if (gap.length_ns() > 0) return true;
        }
        return false;
    }
    [[nodiscard]] std::uint64_t known() const { return known_; }

private:
    BusyStretches busy_;
    std::span<const KnownLaunch> launches_;
    Part part_;
    std::int64_t end_ns_;
    std::int64_t last_end_ns_;
    bool ended_ = false;
    std::size_t at_ = 0;
    std::uint64_t known_ = 0;
};

/// From the first start to the last end.
Interval hull_of(const DeviceTrace& device) {
    Interval hull{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    const auto widen = [&hull](const auto& sorted) {
        if (!sorted.empty()) hull.start_ns = std::min(hull.start_ns, sorted.front().start_ns);
        for (const auto& event : sorted) hull.end_ns = std::max(hull.end_ns, event.end_ns);
    };
    widen(device.kernels);
    widen(device.graphs);
    return hull;
}

}  // namespace

std::optional<IdleCauses> idle_causes(const DeviceTrace& device, std::uint64_t one_of) {
    const auto launches = known_launches(device);
    if (launches.empty() || (device.kernels.empty() && device.graphs.empty())) return std::nullopt;
    const Interval hull = hull_of(device);
    Gaps counted(device, launches, Part::before_launch, hull);
    for (Interval gap; counted.next(gap);) continue;
    if (counted.known() == 0) return std::nullopt;

    const EitherStretches moving{stretches_of(device.copies), stretches_of(device.sets)};
    const EitherStretches moving_or_waiting{moving, stretches_of(device.host_waits)};
    const auto rest = [&](Part part) {
        const Gaps gaps(device, launches, part, hull);
        return length_ns(gaps) - common_length_ns(gaps, moving_or_waiting);
    };
    IdleCauses causes;
    causes.gaps = counted.known();
    causes.sampled_of = one_of;
    const Gaps all(device, launches, Part::whole, hull);
    causes.copying_ns = common_length_ns(all, moving);
    if (!device.host_waits.empty()) causes.synchronisation_ns = common_length_ns(all, moving_or_waiting) - causes.copying_ns;
    causes.waiting_for_host_ns = rest(Part::before_launch);
    causes.launch_ns = rest(Part::after_launch);
    const std::int64_t unexplained_ns = rest(Part::whole);
    causes.unknown_ns = std::max<std::int64_t>(0, unexplained_ns - causes.waiting_for_host_ns - causes.launch_ns);
    const double known_ns = static_cast<double>(causes.waiting_for_host_ns) + static_cast<double>(causes.launch_ns);
    if (one_of > 1 && known_ns > 0.0) {
        // Which launches are kept depends on their numbers alone, so the gaps they end are a fair sample of all gaps.
        const double host_share = static_cast<double>(causes.waiting_for_host_ns) / known_ns;
        causes.waiting_for_host_ns =
            std::min(unexplained_ns, static_cast<std::int64_t>(host_share * static_cast<double>(unexplained_ns)));
        causes.launch_ns = unexplained_ns - causes.waiting_for_host_ns;
        causes.unknown_ns = 0;
    }
    return causes;
}

}  // namespace breakeven
