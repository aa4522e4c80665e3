// Building a trace: readers hand in events as they meet them; names, launch groups, streams and devices are kept once each.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <breakeven/logs/index_of.hpp>
#include <breakeven/logs/trace.hpp>

namespace breakeven::detail {

/// Adds one file's events to a trace.
class TraceBuilder {
public:
    /// Events go into `trace`, as those of a new file called `path`. `trace` must outlive the builder.
    TraceBuilder(Trace& trace, std::string path, LogFormat format);

    [[nodiscard]] TraceFile& file() { return trace_.files[file_]; }
    [[nodiscard]] const TraceFile& file() const { return trace_.files[file_]; }
    [[nodiscard]] Trace& trace() { return trace_; }

    /// The device that process `process` of this file calls `number`; made on its first mention. The answer is an index,
    /// valid for as long as the builder. Throws InputError when a file names more than `most_devices`.
    std::uint32_t device(std::uint64_t process, std::int64_t number);
    static constexpr std::size_t most_devices = 4096;
    /// Says that two names stand for one GPU: what process `process` calls `number` is `device`.
    void also_called(std::uint64_t process, std::int64_t number, std::uint32_t device) { devices_[{process, number}] = device; }
    [[nodiscard]] DeviceTrace& at(std::uint32_t device) { return trace_.devices[device]; }

    std::uint32_t name(std::string_view name);
    /// A name whose text comes later: set Trace::names at that index.
    std::uint32_t name_to_come() {
        trace_.names.emplace_back();
        return static_cast<std::uint32_t>(trace_.names.size() - 1);
    }
    std::uint32_t group(const LaunchGroup& group) { return groups_.of(group, trace_.groups); }
    std::uint32_t stream(std::uint32_t device, const Stream& stream);

    /// Times in ns. Both 0 means not collected; an end before the start counts as zero long, and is counted.
    void kernel(std::uint32_t device, std::int64_t start_ns, std::int64_t end_ns, std::uint32_t group, std::uint32_t stream) {
        DeviceTrace& on = trace_.devices[device];
        if (start_ns == 0 && end_ns == 0) {
            ++on.kernels_without_time;
            return;
        }
        const Interval time = in_order(on, start_ns, end_ns);
        if (on.kernels.size() == on.kernels.capacity()) make_room(on.kernels);
        on.kernels.push_back({time.start_ns, time.end_ns, group, stream});
    }
    void copy(std::uint32_t device, std::int64_t start_ns, std::int64_t end_ns, CopyKind kind, std::uint64_t bytes) {
        DeviceTrace& on = trace_.devices[device];
        const Interval time = in_order(on, start_ns, end_ns);
        if (on.copies.size() == on.copies.capacity()) make_room(on.copies);
        on.copies.push_back(time);
        CopyTotal& total = on.copy_totals[static_cast<std::size_t>(kind)];
        ++total.count;
        total.bytes += bytes;
        total.time_ns = saturating_sum_ns(total.time_ns, time.length_ns());
    }
    void set(std::uint32_t device, std::int64_t start_ns, std::int64_t end_ns, std::uint64_t bytes);
    void graph(std::uint32_t device, std::int64_t start_ns, std::int64_t end_ns);

    /// Makes room for as many on that device, once. Memory that is reserved and not touched costs nothing; a list that grows step by step
    /// holds its events twice while it moves.
    void expect_kernels(std::uint32_t device, std::uint64_t most);
    void expect_copies(std::uint32_t device, std::uint64_t most);

    /// How many bytes of the file, as it lies on disk, the events so far come from. Told now and then, it lets room for all events
    /// be made at once: a list that grows step by step holds its events twice while it moves.
    void read_so_far(std::uint64_t bytes) { read_bytes_ = bytes; }

    /// A process number that no other file shares.
    [[nodiscard]] std::uint64_t process_of(std::uint64_t number) const {
        return (static_cast<std::uint64_t>(file_ + 1) << 32U) | number;
    }
    void remark(std::string text);

private:
    struct NameHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    struct DeviceStream {
        std::uint32_t device = 0;
        Stream stream;
        friend bool operator==(const DeviceStream&, const DeviceStream&) = default;
    };
    struct DeviceKey {
        std::uint64_t process = 0;
        std::int64_t number = 0;
        friend bool operator==(const DeviceKey&, const DeviceKey&) = default;
    };
    struct KeyHash {
        std::size_t operator()(const DeviceStream& key) const;
        std::size_t operator()(const DeviceKey& key) const;
    };

    struct GroupHash {
        std::uint64_t operator()(const LaunchGroup& group) const;
    };

    [[nodiscard]] static Interval in_order(DeviceTrace& device, std::int64_t start_ns, std::int64_t end_ns) {
        if (end_ns >= start_ns) return {start_ns, end_ns};
        ++device.backwards;
        return {start_ns, start_ns};
    }

    template <class Event>
    void make_room(std::vector<Event>& events) const;

    Trace& trace_;
    std::uint32_t file_;
    std::uint64_t file_bytes_ = 0;  // 0 where there is no such file
    std::uint64_t read_bytes_ = 0;
    std::unordered_map<std::string, std::uint32_t, NameHash, std::equal_to<>> names_;
    IndexOf<LaunchGroup, GroupHash> groups_;
    std::unordered_map<DeviceKey, std::uint32_t, KeyHash> devices_;
    std::unordered_map<DeviceStream, std::uint32_t, KeyHash> streams_;
    std::pair<DeviceKey, std::uint32_t> last_device_{{0, -1}, 0};  // events come in runs, so the last answer is often the next
    std::pair<DeviceStream, std::uint32_t> last_stream_{{~0U, {}}, 0};
};

/// Copy direction from CUPTI's number, as Nsight Systems stores it.
[[nodiscard]] CopyKind copy_kind_of_cupti(std::int64_t kind);

}  // namespace breakeven::detail
