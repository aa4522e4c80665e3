// Parts of an Nsight Systems export's large tables (internal): some rows each, with what repeats in them told once, so that several
// threads can make them and one can add them to the trace in order.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include <breakeven/core/interval.hpp>
#include <breakeven/logs/index_of.hpp>
#include <breakeven/logs/launch_call.hpp>
#include <breakeven/logs/launch_delays.hpp>
#include <breakeven/logs/nsys_devices.hpp>
#include <breakeven/logs/sqlite_table.hpp>

namespace breakeven::detail {

/// What ran: the number of the kernel's name among the strings, and the sizes of grid and block.
struct NsysKernelShape {
    std::int64_t name = 0;
    std::array<std::int32_t, 6> sizes{};
    friend bool operator==(const NsysKernelShape&, const NsysKernelShape&) = default;
};

/// Where it ran, in the export's own numbers.
struct NsysPlace {
    std::int64_t process = 0;  ///< globalPid
    std::int64_t device = 0;
    std::int64_t context = 0;
    std::int64_t stream = 0;
    friend bool operator==(const NsysPlace&, const NsysPlace&) = default;
};

struct NsysHash {
    std::uint64_t operator()(const NsysKernelShape& shape) const {
        std::uint64_t hash = mixed(1, static_cast<std::uint64_t>(shape.name));
        for (std::size_t i = 0; i < shape.sizes.size(); i += 2)
            hash = mixed(hash, static_cast<std::uint64_t>(static_cast<std::uint32_t>(shape.sizes[i])) << 32U | static_cast<std::uint32_t>(shape.sizes[i + 1]));
        return hash;
    }
    std::uint64_t operator()(const NsysPlace& place) const {
        std::uint64_t hash = mixed(1, static_cast<std::uint64_t>(place.process));
        hash = mixed(hash, static_cast<std::uint64_t>(place.device));
        hash = mixed(hash, static_cast<std::uint64_t>(place.context));
        return mixed(hash, static_cast<std::uint64_t>(place.stream));
    }
};

/// Values of one kind, each kept once.
template <class Value>
class NsysKinds {
public:
    std::uint32_t of(const Value& value) { return index_.of(value, values_); }
    [[nodiscard]] const std::vector<Value>& values() const { return values_; }
    void clear() {
        values_.clear();
        index_.clear();
    }

private:
    std::vector<Value> values_;
    IndexOf<Value, NsysHash> index_;
};

struct NsysKernelPart {
    struct Kernel {
        Interval time;
        std::uint32_t shape, place;
    };
    struct Launched {
        std::uint32_t kernel;  ///< its place in `kernels`
        std::int64_t correlation;
    };
    std::vector<Kernel> kernels;
    NsysKinds<NsysKernelShape> shapes;
    NsysKinds<NsysPlace> places;
    std::vector<Launched> launched;  ///< of the kernels whose launch is looked for
    std::uint64_t in_graphs = 0;

    static constexpr std::array columns{"start", "end", "deviceId", "contextId", "streamId", "correlationId", "globalPid", "demangledName",
                                        "gridX", "gridY", "gridZ", "blockX", "blockY", "blockZ", "graphNodeId"};
    static constexpr std::size_t needed_columns = 3;  ///< the first ones; others are missing in old exports

    void clear() {
        kernels.clear();
        shapes.clear();
        places.clear();
        launched.clear();
        in_graphs = 0;
    }
    void add(const SqliteRow& row, const LaunchDelays& delays) {
        enum Column { start, end, device, context, stream, correlation, process, name, sizes, node = 14 };
        NsysKernelShape shape{row.integer(name), {}};
        for (int i = 0; i < 6; ++i) shape.sizes[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(row.integer(sizes + i));
        const NsysPlace place{row.integer(process), row.integer(device), row.integer(context), row.integer(stream)};
        const std::int64_t start_ns = row.time_ns(start);
        if (row.integer(node) != 0)
            ++in_graphs;
        else if (start_ns != 0 && delays.is_sampled(nsys_process(place.process), row.integer(correlation)))
            launched.push_back({static_cast<std::uint32_t>(kernels.size()), row.integer(correlation)});
        kernels.push_back({{start_ns, row.time_ns(end)}, shapes.of(shape), places.of(place)});
    }
};

struct NsysCopyPart {
    struct Copy {
        Interval time;
        std::int64_t bytes, kind;
        std::uint32_t place;
    };
    std::vector<Copy> copies;
    NsysKinds<NsysPlace> places;

    void clear() {
        copies.clear();
        places.clear();
    }
    void add(const SqliteRow& row) {
        copies.push_back({{row.time_ns(0), row.time_ns(1)}, row.integer(4), row.integer(5), places.of({row.integer(3), row.integer(2), 0, 0})});
    }
};

/// Calls of the CUDA interface that launch something or wait for the GPU; others are not kept.
struct NsysCallPart {
    struct Call {
        Interval time;
        std::int64_t correlation;
        std::uint64_t process;
        LaunchCall kind;  ///< none: it waits
        bool has_end, has_correlation;
    };
    std::vector<Call> calls;

    void clear() { calls.clear(); }
    /// `kinds`: by the number of the call's name among the strings.
    void add(const SqliteRow& row, const std::unordered_map<std::int64_t, LaunchCall>& kinds) {
        const auto kind = kinds.find(row.integer(0));
        if (kind == kinds.end()) return;
        // Times are looked at only where they are used.
        const bool waits = kind->second == LaunchCall::none, has_end = row.has(4);
        const bool needs_start = waits ? has_end : kind->second == LaunchCall::kernel;
        calls.push_back({{needs_start ? row.time_ns(1) : 0, waits && has_end ? row.time_ns(4) : 0},
                         row.integer(2), nsys_process(row.integer(3)), kind->second, has_end, row.has(2)});
    }
};

}  // namespace breakeven::detail
