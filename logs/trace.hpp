// A kernel trace: what every kernel-log reader yields, from one file or from several. Times are whole nanoseconds.
//
// It holds what a GPU did and what the log says about itself, and nothing of the machine's user, paths or environment.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <breakeven/core/interval.hpp>
#include <breakeven/logs/format.hpp>

namespace breakeven {

/// One execution of a kernel whose times are known, end_ns >= start_ns.
struct Kernel {
    std::int64_t start_ns = 0;
    std::int64_t end_ns = 0;
    std::uint32_t group = 0;   ///< index into Trace::groups
    std::uint32_t stream = 0;  ///< index into DeviceTrace::streams

    [[nodiscard]] constexpr std::int64_t duration_ns() const { return Interval{start_ns, end_ns}.length_ns(); }
};

/// Launches that do the same work: one kernel at one size. Zeros where the log does not tell the size.
struct LaunchGroup {
    std::uint32_t name = 0;               ///< index into Trace::names, the demangled name
    std::array<std::int32_t, 3> grid{};   ///< blocks
    std::array<std::int32_t, 3> block{};  ///< threads

    friend bool operator==(const LaunchGroup&, const LaunchGroup&) = default;
};

/// A queue of work of one process; kernels of one stream begin one after another.
struct Stream {
    std::uint64_t process = 0;  ///< as in DeviceTrace::process
    std::int64_t context = 0;
    std::int64_t number = 0;

    friend bool operator==(const Stream&, const Stream&) = default;
};

enum class CopyKind : std::uint8_t { unknown, host_to_device, device_to_host, device_to_device, host_to_host, peer_to_peer };
inline constexpr std::size_t copy_kinds = 6;

struct CopyTotal {
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;   ///< 0 where the log does not tell them
    std::int64_t time_ns = 0;  ///< durations added
};

/// A time from the call that launched a kernel to the kernel's start.
struct LaunchDelay {
    std::int64_t kernel_start_ns = 0;
    std::int64_t delay_ns = 0;
    std::uint64_t kernel = 0;  ///< the kernel's number in its file, from 1
};

/// A unit of work the log names, as the host saw it: a profiler step or an NVTX range. Repeats share one name.
struct WorkStep {
    std::int64_t start_ns = 0;
    std::int64_t end_ns = 0;
    std::uint32_t name = 0;  ///< index into Trace::names
};

/// What the log says of how full kernels kept the GPU's multiprocessors.
struct OccupancyTotal {
    double weighted_ns = 0.0;  ///< occupancy, 0 to 1, times duration, added
    std::int64_t time_ns = 0;  ///< durations of the kernels whose occupancy the log tells
};

/// One GPU as one log saw it, or several logs of the same GPU merged.
struct DeviceTrace {
    std::optional<std::int64_t> number;  ///< as the process counted its GPUs
    std::string name;                    ///< empty where the log does not tell it
    std::string uuid;                    ///< "GPU-…" or "MIG-…"; empty where the log does not tell it for certain
    std::uint64_t process = 0;           ///< whose count `number` is: the file's order times 2^32 plus the process number
    std::uint32_t file = 0;              ///< index into Trace::files

    std::vector<Stream> streams;
    std::vector<Kernel> kernels;   ///< in the order of the log until sort() is called
    std::vector<Interval> copies;  ///< memory copies, zero-length ones included
    std::vector<Interval> sets;    ///< memory sets
    std::vector<Interval> graphs;  ///< executions of CUDA graphs traced as a whole
    std::vector<WorkStep> steps;
    std::vector<Interval> host_waits;         ///< calls in which the host waited for the GPU
    std::vector<LaunchDelay> launch_delays;   ///< of an even sample of the launches where there are many
    OccupancyTotal occupancy;
    std::array<CopyTotal, copy_kinds> copy_totals{};
    std::uint64_t set_bytes = 0;

    std::uint64_t kernels_without_time = 0;  ///< start = end = 0: the profiler did not collect the time
    std::uint64_t graphs_without_time = 0;
    std::uint64_t backwards = 0;                ///< events that ended before they began, counted as zero long
    std::optional<std::uint64_t> launches;      ///< launch calls by this device's processes, where those used no other device
    std::vector<Interval> captures;             ///< what the profiler watched, on the clock of the kernels; empty where unknown
    bool captures_from_kernels = false;         ///< merged from logs that do not tell their capture: from first to last kernel
    std::optional<std::int64_t> utc_offset_ns;  ///< added to a time it gives nanoseconds since 1970 UTC

    [[nodiscard]] std::uint64_t kernel_count() const { return kernels.size() + kernels_without_time; }
    /// Whether anything at all was seen to run here; false for a GPU that only a device table names.
    [[nodiscard]] bool ran_anything() const {
        return kernel_count() != 0 || !copies.empty() || !sets.empty() || !graphs.empty() || graphs_without_time != 0;
    }
    /// Puts every kind of event in order of start. Logs are nearly in order, which costs little more than a look.
    void sort();
};

struct TraceFile {
    std::string path;
    LogFormat format = LogFormat::unknown;
    std::string producer;  ///< such as "Nsight Systems 2025.5.2.266, schema 3.24.0"; empty where unknown
};

struct Trace {
    std::vector<TraceFile> files;
    std::vector<DeviceTrace> devices;
    std::vector<std::string> names;
    std::vector<LaunchGroup> groups;

    std::uint64_t launches = 0;              ///< kernel launch calls of the CUDA or HIP API
    std::uint64_t graph_launches = 0;      ///< calls that launch a whole graph
    std::uint64_t launches_per_delay = 1;  ///< one of so many launches is among a device's launch_delays

    std::vector<std::string> remarks;
    std::vector<std::string> incomplete;  ///< what was launched and not recorded, and what the profiler says it dropped
    bool dropped_events = false;          ///< the profiler itself says that events were lost
    bool clock_unit_doubtful = false;     ///< times that a reader takes for nanoseconds look like another unit
    bool partial = false;                 ///< the log is cut off; figures are of what was whole
    std::string partial_reason;
};

/// Makes one device of those that are the same GPU: by UUID, and with `same_gpu` also by number where no UUID is known. Logs
/// whose clocks cannot be brought together stay apart, with a remark.
void merge_devices(Trace& trace, bool same_gpu);

}  // namespace breakeven
