// Putting a trace in order: sorting what profilers write nearly sorted, and merging logs of one GPU.
#include <breakeven/logs/trace.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include <breakeven/core/errors.hpp>

namespace breakeven {
namespace {

/// Insertion sort while few elements are out of place, the general sort once they are many: rows of several streams are
/// written a few places away from where they belong.
template <class Timed>
void sort_nearly_sorted(std::vector<Timed>& events) {
    const auto before = [](const Timed& a, const Timed& b) { return a.start_ns < b.start_ns; };
    std::size_t moves_left = 8 * events.size() + 64;
    for (std::size_t i = 1; i < events.size(); ++i) {
        if (!before(events[i], events[i - 1])) continue;
        const Timed event = events[i];
        std::size_t hole = i;
        while (hole > 0 && before(event, events[hole - 1]) && moves_left > 0) {
            events[hole] = events[hole - 1];
            --hole;
            --moves_left;
        }
        events[hole] = event;
        if (moves_left == 0) {
            std::sort(events.begin(), events.end(), before);
            return;
        }
    }
}

template <class Timed>
void shift(std::vector<Timed>& events, std::int64_t by_ns) {
    for (Timed& event : events) {
        event.start_ns += by_ns;
        event.end_ns += by_ns;
    }
}

template <class Timed>
bool fits_after_shift(const std::vector<Timed>& events, std::int64_t by_ns) {
    constexpr auto largest = std::numeric_limits<std::int64_t>::max();
    constexpr auto smallest = std::numeric_limits<std::int64_t>::min();
    return std::all_of(events.begin(), events.end(), [&](const Timed& event) {
        return by_ns >= 0 ? event.end_ns <= largest - by_ns : event.start_ns >= smallest - by_ns;
    });
}

bool move_to_utc(DeviceTrace& device) {
    if (!device.utc_offset_ns) return false;
    const std::int64_t by_ns = *device.utc_offset_ns;
    if (!fits_after_shift(device.kernels, by_ns) || !fits_after_shift(device.copies, by_ns) ||
        !fits_after_shift(device.sets, by_ns) || !fits_after_shift(device.graphs, by_ns) ||
        !fits_after_shift(device.steps, by_ns) || !fits_after_shift(device.host_waits, by_ns) ||
        !fits_after_shift(device.captures, by_ns))
        return false;
    shift(device.kernels, by_ns);
    shift(device.copies, by_ns);
    shift(device.sets, by_ns);
    shift(device.graphs, by_ns);
    shift(device.steps, by_ns);
    shift(device.host_waits, by_ns);
    // A delay's kernel is one of those that were seen to fit.
    for (LaunchDelay& delay : device.launch_delays) delay.kernel_start_ns += by_ns;
    shift(device.captures, by_ns);
    device.utc_offset_ns = 0;
    return true;
}

/// A log that does not tell its capture was watching at least from its first event to its last.
void capture_from_events(DeviceTrace& device) {
    if (!device.captures.empty()) return;
    Interval hull{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    const auto widen = [&](const auto& events) {
        for (const auto& event : events) {
            hull.start_ns = std::min(hull.start_ns, event.start_ns);
            hull.end_ns = std::max(hull.end_ns, event.end_ns);
        }
    };
    widen(device.kernels);
    widen(device.graphs);
    if (hull.start_ns > hull.end_ns) return;
    device.captures.push_back(hull);
    device.captures_from_kernels = true;
}

template <class Item>
void append(std::vector<Item>& to, std::vector<Item>& from) {
    to.insert(to.end(), from.begin(), from.end());
    std::vector<Item>().swap(from);
}

void merge_into(DeviceTrace& into, DeviceTrace& from) {
    if (into.file != from.file) {
        capture_from_events(into);
        capture_from_events(from);
        into.captures_from_kernels = into.captures_from_kernels || from.captures_from_kernels;
        append(into.captures, from.captures);
    }
    const auto first_stream = static_cast<std::uint32_t>(into.streams.size());
    for (Kernel& kernel : from.kernels) kernel.stream += first_stream;
    append(into.streams, from.streams);
    append(into.kernels, from.kernels);
    append(into.copies, from.copies);
    append(into.sets, from.sets);
    append(into.graphs, from.graphs);
    append(into.steps, from.steps);
    append(into.host_waits, from.host_waits);
    append(into.launch_delays, from.launch_delays);
    into.occupancy.weighted_ns += from.occupancy.weighted_ns;
    into.occupancy.time_ns = saturating_sum_ns(into.occupancy.time_ns, from.occupancy.time_ns);
    for (std::size_t kind = 0; kind < copy_kinds; ++kind) {
        into.copy_totals[kind].count += from.copy_totals[kind].count;
        into.copy_totals[kind].bytes += from.copy_totals[kind].bytes;
        into.copy_totals[kind].time_ns = saturating_sum_ns(into.copy_totals[kind].time_ns, from.copy_totals[kind].time_ns);
    }
    into.set_bytes += from.set_bytes;
    into.kernels_without_time += from.kernels_without_time;
    into.graphs_without_time += from.graphs_without_time;
    into.backwards += from.backwards;
    if (into.launches && from.launches)
        *into.launches += *from.launches;
    else
        into.launches.reset();
    if (into.name.empty()) into.name = from.name;
    if (into.uuid.empty()) into.uuid = from.uuid;
}

}  // namespace

void DeviceTrace::sort() {
    sort_nearly_sorted(kernels);
    sort_nearly_sorted(copies);
    sort_nearly_sorted(sets);
    sort_nearly_sorted(graphs);
    sort_nearly_sorted(steps);
    sort_nearly_sorted(host_waits);
}

void merge_devices(Trace& trace, bool same_gpu) {
    std::vector<DeviceTrace> kept;
    for (DeviceTrace& device : trace.devices) {
        const auto twin = std::find_if(kept.begin(), kept.end(), [&](const DeviceTrace& other) {
            if (!device.uuid.empty() && !other.uuid.empty()) return device.uuid == other.uuid;
            return same_gpu && device.number == other.number;
        });
        bool merge = twin != kept.end();
        if (merge && twin->file != device.file && twin->ran_anything() && device.ran_anything()) {
            // Every file may count time from its own start; only world time puts them beside one another.
            merge = move_to_utc(*twin) && move_to_utc(device);
            if (!merge)
                trace.remarks.push_back(
                    "two logs of one GPU stay apart: at least one does not tell when it began, so their times "
                    "cannot be put on one clock");
        }
        if (merge)
            merge_into(*twin, device);
        else
            kept.push_back(std::move(device));
    }
    trace.devices = std::move(kept);
}

}  // namespace breakeven
