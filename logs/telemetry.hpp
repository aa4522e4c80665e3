// Sampled telemetry: what nvidia-smi, exporters and counters read every so often. Evidence of the second rank.
//
// A sample says how busy the GPU was around one instant; what happened between two samples nobody saw. So every figure comes
// with what is missing, with the outages, and with an uncertainty. A value that was not read is unknown, never 0.
#pragma once

#include <breakeven/core/byte_source.hpp>
#include <breakeven/core/interval.hpp>
#include <breakeven/logs/format.hpp>
#include <breakeven/logs/health_check.hpp>
#include <breakeven/logs/reader.hpp>
#include <breakeven/logs/telemetry_server.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace breakeven {

/// The mark of a value that was not read: it is unequal to itself, and `was_read` says so by name.
inline constexpr double not_read = std::numeric_limits<double>::quiet_NaN();
[[nodiscard]] constexpr bool was_read(double value) {
    return value == value;
}

/// One reading of one GPU; `not_read` where a column was not read.
struct Sample {
    std::int64_t time_ns = 0;         ///< since 1970, see Telemetry::times
    double utilization = not_read;    ///< 0 to 1: share of the counter's last period in which any kernel ran
    double engine_active = not_read;  ///< 0 to 1: DCGM's share of cycles in which the graphics or compute engine was active
    double power_w = not_read;
    double temperature_c = not_read;
    double memory_b = not_read;   ///< bytes of device memory in use
    double energy_mj = not_read;  ///< a counter since the driver was loaded; it may start again at 0
};

/// Who had the GPU, where a cluster's exporter tells it.
struct GpuUser {
    std::string pod;         ///< the last one that was named; empty where none ever was
    std::string name_space;  ///< of that pod
    std::int64_t seen_ns = std::numeric_limits<std::int64_t>::min();  ///< when it was last named
    bool others = false;     ///< there were other pods before it, or beside it

    /// Takes note of `other`; the later one counts, of two at one instant the one whose name comes first.
    void see(const GpuUser& other);
};

/// Which GPU it is. Two devices are the same by `uuid` and `slice`, else by `host`, `index` and `slice`.
struct GpuIdentity {
    std::string uuid;  ///< "GPU-…" or "MIG-…"; empty where the log does not tell it
    std::string host;  ///< the node
    std::string slice;  ///< MIG instance; a slice is a device of its own
    std::optional<std::int64_t> index;
    std::string name;  ///< of the model
    std::string part;  ///< whatever else tells it apart in its log: a bus id, a luid
    GpuUser user;
};

/// A stretch of time without samples, left out of what was observed.
struct Outage {
    Interval time;
    bool driver_message = false;  ///< the log holds messages of the driver there: evidence of a crash
};

/// A line that was left out.
struct RejectedLine {
    std::size_t file = 0;  ///< index into Telemetry::files
    std::size_t line = 0;
    std::string reason;
};

/// The figures of one device. Means are plain means of the known values.
struct SamplesSummary {
    std::uint64_t count = 0;                   ///< samples whose utilisation is known
    double observed_s = 0.0;                   ///< sum of the steps that are no outage
    double outage_s = 0.0;                     ///< sum of those that are
    std::optional<double> utilization_mean;    ///< 0 to 1
    std::optional<double> engine_active_mean;  ///< 0 to 1
    std::optional<double> power_mean_w;
    std::optional<double> temperature_mean_c;
    std::optional<double> energy_j;         ///< by the counter where there is one, else by the power
    std::uint64_t missing_utilization = 0;  ///< samples without that value
    std::uint64_t missing_power_w = 0;
    std::uint64_t missing_temperature_c = 0;
    std::optional<double> uncertainty;  ///< half-width of `utilization_mean`; see sample_uncertainty.hpp
};

/// The whole hours of ownership as telemetry of a day or more tells them.
struct LongRun {
    double days = 0.0;  ///< from the first sample to the last
    double running_share =
        0.0;  ///< of them with a job on the GPU: active, or idle for less than a window between two activities
    double powered_share = 0.0;    ///< of them with samples at all
    double effective_ratio = 0.0;  ///< utilisation over all of them; time without samples counts as idle
};

/// How the energy was found.
enum class EnergyBasis : std::uint8_t { none, power, counter, counter_since_driver_load };

struct TelemetryDevice {
    GpuIdentity gpu;
    std::uint64_t rows = 0;                ///< samples, with whatever they lack
    std::optional<Interval> span;          ///< first to last sample; none where the log holds no times
    std::optional<double> typical_step_s;  ///< median time from one sample to the next
    SamplesSummary samples;
    EnergyBasis energy_basis = EnergyBasis::none;
    std::optional<double> memory_mean_b;
    std::optional<double> memory_peak_b;
    std::vector<Outage> outages;  ///< the longest 64, in order of time
    std::vector<HealthCheck> health;
    std::optional<LongRun> long_run;
    std::vector<Sample> series;         ///< only with TelemetryOptions::keep_series
    std::size_t samples_per_point = 1;  ///< so many samples were averaged into one of `series`

    [[nodiscard]] bool trusted() const { return all_ok(health); }
};

struct TelemetryFile {
    std::string path;
    LogFormat format = LogFormat::unknown;
};

/// What Sample::time_ns counts from.
enum class SampleTimes : std::uint8_t {
    none,      ///< one instant, or rows without time
    relative,  ///< the first sample, or midnight before it
    local,     ///< 1970 on the writer's clock, whose zone is unknown
    utc        ///< 1970 in UTC
};

struct Telemetry {
    std::vector<TelemetryFile> files;
    std::vector<TelemetryDevice> devices;
    SampleTimes times = SampleTimes::none;
    std::vector<RejectedLine> rejects;  ///< the first 1000
    std::uint64_t rejected = 0;         ///< all of them
    std::uint64_t driver_messages = 0;  ///< lines in which nvidia-smi says that it cannot reach the GPU
    std::vector<std::string> remarks;
    bool partial = false;  ///< the log is cut off; figures are of what was whole
    std::string partial_reason;
};

struct TelemetryOptions {
    std::optional<double> interval_s;          ///< between rows of one GPU, for logs without times (dmon's -d)
    std::optional<std::int64_t> utc_offset_s;  ///< of the writer's clock, seconds east of UTC, for local times
    bool same_gpu = false;                     ///< GPUs of equal number in several files without UUIDs are the same
    bool keep_series = false;
    std::size_t longest_series = 1U << 18;  ///< points per device; above it neighbours are averaged
    double window_s = 308.7;                ///< the window that kernel logs are judged by
    ServerQuestion server;                  ///< what servers among the logs are asked
    /// Told now and then how many bytes have been read, of how many there are as they lie on disk (0 where that is unknown).
    std::function<void(std::uint64_t read, std::uint64_t all)> progress;
};

/// Reads one history from one or several files ("-" is standard input) or servers. Samples of several files are put in order of time, and
/// one GPU's reading of one instant counts once. Memory does not grow with the length of a CSV.
/// Throws InputError: cannot be read, no telemetry, no sample in it, an error answer of a server or none.
[[nodiscard]] Telemetry read_telemetry(std::span<const std::string> paths, const TelemetryOptions& options = {});

/// The same of files whose format is known already, as identify_logs() gives them; standard input can be read so once.
[[nodiscard]] Telemetry read_telemetry(std::span<const LogFile> files, const TelemetryOptions& options = {});

/// The same from an open source, such as bytes_in_memory; decoded to UTF-8 already.
[[nodiscard]] Telemetry read_telemetry(std::unique_ptr<ByteSource> source, const std::string& name,
                                       const TelemetryOptions& options = {});

/// Means of the points of `device.series` whose time lies in `window`; columns without a value stay `not_read`.
[[nodiscard]] Sample mean_in(const TelemetryDevice& device, const Interval& window);

}  // namespace breakeven
