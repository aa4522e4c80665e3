// Sample streams (internal): every reader of telemetry yields rows in the order of its file, a batch at a time.
#pragma once

#include <breakeven/core/byte_source.hpp>
#include <breakeven/logs/telemetry.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace breakeven::detail {

struct SampleRow {
    Sample sample;
    std::uint64_t line = 0;      ///< of the file, 0 where it has no lines
    std::uint32_t device = 0;    ///< index into SampleStream::devices()
    bool after_message = false;  ///< the driver failed between this device's previous row and this one
    bool timed = true;           ///< Sample::time_ns says something
};

/// What a reader says besides its samples.
struct StreamNotes {
    static constexpr std::size_t most_rejects = 1000;
    static constexpr std::size_t most_remarks = 100;

    SampleTimes times = SampleTimes::none;
    std::vector<std::string> remarks;
    std::vector<RejectedLine> rejects;
    std::uint64_t rejected = 0;
    std::uint64_t driver_messages = 0;
    std::uint64_t impossible_values = 0;  ///< taken as unknown
    std::uint64_t blank_values = 0;       ///< DCGM's and NVML's marks for "no value"
    bool indistinct_devices = false;      ///< several GPUs may hide behind one, as no column tells them apart
    bool scale_in_doubt = false;          ///< a utilisation that may be a share and not a percentage
    bool partial = false;
    std::string partial_reason;

    void remark(std::string text) {
        if (text.empty() || remarks.size() == most_remarks) return;
        if (std::find(remarks.begin(), remarks.end(), text) == remarks.end()) remarks.push_back(std::move(text));
    }
    void reject(std::size_t line, std::string reason) {
        ++rejected;
        if (rejects.size() < most_rejects) rejects.push_back({0, line, std::move(reason)});
    }
};

class SampleStream {
public:
    SampleStream() = default;
    SampleStream(const SampleStream&) = delete;
    SampleStream& operator=(const SampleStream&) = delete;
    virtual ~SampleStream() = default;

    /// Replaces `batch` by the next rows; false at the end. Throws InputError.
    [[nodiscard]] virtual bool next(std::vector<SampleRow>& batch) = 0;
    [[nodiscard]] virtual std::uint64_t consumed() const = 0;
    /// How many bytes there will be in all, where no file's size tells it; 0 where that is unknown.
    [[nodiscard]] virtual std::uint64_t expected() const { return 0; }

    [[nodiscard]] const std::vector<GpuIdentity>& devices() const { return devices_; }
    [[nodiscard]] const StreamNotes& notes() const { return notes_; }

protected:
    std::vector<GpuIdentity> devices_;
    StreamNotes notes_;
};

using SourcePointer = std::unique_ptr<ByteSource>;

/// nvidia-smi --query-gpu and home-made CSV. `threads` share the work; each holds some blocks of lines.
[[nodiscard]] std::unique_ptr<SampleStream> table_stream(SourcePointer source, const std::string& file, LogFormat format,
                                                         const TelemetryOptions& options, std::size_t threads);
[[nodiscard]] std::unique_ptr<SampleStream> dmon_stream(SourcePointer source, const std::string& file,
                                                        const TelemetryOptions& options);
[[nodiscard]] std::unique_ptr<SampleStream> pdh_stream(SourcePointer source, const std::string& file);
[[nodiscard]] std::unique_ptr<SampleStream> prometheus_text_stream(SourcePointer source, const std::string& file);
[[nodiscard]] std::unique_ptr<SampleStream> prometheus_json_stream(SourcePointer source, const std::string& file);
/// Asks the Prometheus at `address`, a piece of the time range after the other.
[[nodiscard]] std::unique_ptr<SampleStream> prometheus_server_stream(const std::string& address, const ServerQuestion& question);

}  // namespace breakeven::detail
