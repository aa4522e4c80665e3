// See activity.hpp.
#include <breakeven/logs/activity.hpp>

#include <algorithm>
#include <utility>

#include <breakeven/logs/effective_time.hpp>

namespace breakeven {

std::int64_t Timeline::edge_ns(std::size_t i) const {
    // Rounded down from an exact product, which no 64 bits hold for long stretches.
    __extension__ using Wide = __int128;
    const auto part = static_cast<Wide>(stretch.length_ns()) * static_cast<Wide>(i) / static_cast<Wide>(busy_ns.size());
    return stretch.start_ns + static_cast<std::int64_t>(part);
}

double Timeline::share(std::size_t i) const {
    const std::int64_t length_ns = edge_ns(i + 1) - edge_ns(i);
    return length_ns > 0 ? static_cast<double>(busy_ns[i]) / static_cast<double>(length_ns) : 0.0;
}

std::size_t Timeline::idle_bins() const { return static_cast<std::size_t>(std::count(busy_ns.begin(), busy_ns.end(), 0)); }

Interval Timeline::longest_idle() const {
    Interval out;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < busy_ns.size(); ++i) {
        if (busy_ns[i] != 0) begin = i + 1;
        if (const Interval row{edge_ns(begin), edge_ns(i + 1)}; row.length_ns() > out.length_ns()) out = row;
    }
    return out;
}

Timeline timeline(const DeviceTrace& device, const Interval& stretch, std::size_t bins) {
    Timeline out;
    out.stretch = stretch;
    out.busy_ns.assign(bins, 0);
    BusyStretches stretches = busy_stretches(device);
    std::size_t bin = 0;
    for (Interval busy; stretches.next(busy) && busy.start_ns < stretch.end_ns;) {
        // Stretches come in order and do not overlap, so the bins are walked once beside them.
        while (bin + 1 < bins && out.edge_ns(bin + 1) <= busy.start_ns) ++bin;
        for (std::size_t i = bin; i < bins && out.edge_ns(i) < busy.end_ns; ++i)
            out.busy_ns[i] += intersection(busy, Interval{out.edge_ns(i), out.edge_ns(i + 1)}).length_ns();
    }
    return out;
}

KernelDistribution kernel_distribution(const DeviceTrace& device, const Trace& trace, const Interval& stretch, std::size_t names) {
    KernelDistribution out;
    for (std::size_t i = 0; i < out.classes.size(); ++i) out.classes[i].below_ns = duration_class_bounds_ns[i];
    std::vector<KernelPart> by_name(trace.names.size());
    const auto by_start = [](const Kernel& kernel, std::int64_t time_ns) { return kernel.start_ns < time_ns; };
    const auto begin = std::lower_bound(device.kernels.begin(), device.kernels.end(), stretch.start_ns, by_start);
    const auto end = std::lower_bound(begin, device.kernels.end(), stretch.end_ns, by_start);
    for (auto kernel = begin; kernel != end; ++kernel) {
        const std::int64_t duration_ns = kernel->duration_ns();
        const auto add = [&](auto& part) {
            ++part.kernels;
            part.sum_ns = saturating_sum_ns(part.sum_ns, duration_ns);
        };
        add(out);
        add(by_name[trace.groups[kernel->group].name]);
        std::size_t at = 0;
        while (at + 1 < out.classes.size() && duration_ns >= out.classes[at].below_ns) ++at;
        add(out.classes[at]);
    }
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < by_name.size(); ++i)
        if (by_name[i].kernels != 0) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return by_name[a].sum_ns > by_name[b].sum_ns; });
    for (std::size_t i = 0; i < order.size(); ++i) {
        KernelPart& part = by_name[order[i]];
        if (i < names) {
            part.name = trace.names[order[i]];
            out.longest.push_back(std::move(part));
        } else {
            ++out.other_names;
            out.others.kernels += part.kernels;
            out.others.sum_ns = saturating_sum_ns(out.others.sum_ns, part.sum_ns);
        }
    }
    return out;
}

}  // namespace breakeven
