// From files to devices: streams are opened by format, merged by time, and each GPU's rows accumulated.
#include <breakeven/logs/telemetry.hpp>

#include <breakeven/core/errors.hpp>
#include <breakeven/core/in_order.hpp>
#include <breakeven/logs/reader.hpp>
#include <breakeven/logs/refused.hpp>
#include <breakeven/logs/sample_accumulator.hpp>
#include <breakeven/logs/sample_merger.hpp>
#include <breakeven/logs/sample_stream.hpp>
#include <breakeven/logs/where.hpp>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <system_error>
#include <tuple>
#include <utility>

namespace breakeven {

namespace {
using detail::SampleAccumulator;
using detail::SampleMerger;
using detail::SampleStream;
using detail::StreamNotes;

std::unique_ptr<SampleStream> open_stream(std::unique_ptr<ByteSource> source, const TelemetryFile& file,
                                          const TelemetryOptions& options, std::size_t threads) {
    switch (file.format) {
        case LogFormat::nvidia_smi_csv:
        case LogFormat::samples_csv:
            return detail::table_stream(std::move(source), file.path, file.format, options, threads);
        case LogFormat::nvidia_smi_dmon:
            return detail::dmon_stream(std::move(source), file.path, options);
        case LogFormat::pdh_csv:
            return detail::pdh_stream(std::move(source), file.path);
        case LogFormat::prometheus_text:
            return detail::prometheus_text_stream(std::move(source), file.path);
        case LogFormat::prometheus_json:
            return detail::prometheus_json_stream(std::move(source), file.path);
        default:
            break;
    }
    if (format_tier(file.format) == 1 || file.format == LogFormat::torch_memory)
        throw InputError("this is no telemetry",
                         "it is a log of format " + std::string(format_name(file.format)) + "; audit it",
                         detail::in_file(file.path));
    throw refusal(file.format, file.path);
}

void take_notes(Telemetry& telemetry, std::size_t file, const StreamNotes& notes) {
    const std::string name = telemetry.files.size() > 1 ? telemetry.files[file].path + ": " : std::string();
    const auto remark = [&](const std::string& text) { telemetry.remarks.push_back(name + text); };
    for (const std::string& text : notes.remarks) remark(text);
    telemetry.rejected += notes.rejected;
    for (RejectedLine reject : notes.rejects) {
        if (telemetry.rejects.size() == StreamNotes::most_rejects) break;
        reject.file = file;
        telemetry.rejects.push_back(std::move(reject));
    }
    telemetry.driver_messages += notes.driver_messages;
    if (notes.driver_messages > 0)
        remark(std::to_string(notes.driver_messages) +
               " messages of the driver stand among the rows: it could not be reached, which is evidence of a crash");
    if (notes.impossible_values > 0)
        remark(std::to_string(notes.impossible_values) + " values that no GPU has were taken as unknown");
    if (notes.blank_values > 0)
        remark(std::to_string(notes.blank_values) +
               " blank values (the counter is not supported or not permitted) are unknown, not 0");
    if (notes.partial && !telemetry.partial) {
        telemetry.partial = true;
        telemetry.partial_reason = name + notes.partial_reason;
    }
    if (file > 0 && telemetry.times != notes.times)
        telemetry.remarks.emplace_back("some files tell the time in another way than others, so they may not be in order");
    telemetry.times = std::max(telemetry.times, notes.times);
}

/// Checks that concern every device of a file alike. `rows`: of the whole file.
void file_checks(TelemetryDevice& device, const StreamNotes& notes, std::uint64_t rows) {
    constexpr double most_rejected = 0.1;
    const std::uint64_t rejected = notes.rejected - std::min(notes.rejected, notes.driver_messages);
    const double share = rejected == 0 ? 0.0 : static_cast<double>(rejected) / static_cast<double>(rows + rejected);
    device.health.push_back({"rejected_share", share, most_rejected, share <= most_rejected,
                             "many rows could not be read, and those that could may be of a kind",
                             "see the rejects; log again with one header"});
    if (notes.indistinct_devices)
        device.health.push_back({"devices_told_apart", std::nullopt, 0.0, false,
                                 "several GPUs may stand in one: rows share their instants and no column names the GPU",
                                 "log with index or uuid among the columns"});
    if (notes.scale_in_doubt)
        device.health.push_back(
            {"utilization_scale", std::nullopt, 0.0, false,
             "the utilisation was taken as percent, but never exceeds 1 and has decimals: it may be a share",
             "call the column utilization_ratio or utilization_percent"});
}

void device_remarks(Telemetry& telemetry, const TelemetryOptions& options) {
    constexpr double short_s = 300.0, long_s = 350.0;
    for (const TelemetryDevice& device : telemetry.devices) {
        const double step_s = device.typical_step_s.value_or(0.0);
        const auto once = [&](std::string text) {
            if (std::find(telemetry.remarks.begin(), telemetry.remarks.end(), text) == telemetry.remarks.end())
                telemetry.remarks.push_back(std::move(text));
        };
        if (step_s > options.window_s)
            once(
                "samples are farther apart than the window of a kernel log; dmon's -d and nvidia-smi's -l count seconds, not "
                "milliseconds");
        if (device.span && device.samples.observed_s > 0.0 && device.samples.observed_s < short_s)
            once("less than 300 s were observed, which the source calls not significant");
        if (device.span && device.samples.observed_s > long_s && device.samples.observed_s < 2.0 * long_s)
            once(
                "more than 350 s were observed, in which the source sees waiting for storage mixed in; it is part of what is "
                "priced");
        if (device.energy_basis == EnergyBasis::counter_since_driver_load)
            once("the energy is the counter's since the driver was loaded");
    }
    if (telemetry.times == SampleTimes::local && options.utc_offset_s) telemetry.times = SampleTimes::utc;
    if (telemetry.times == SampleTimes::local)
        telemetry.remarks.emplace_back("times are local without a zone; to join them with kernel logs say the zone");
}

/// A file to read: what it is, and how to open it.
struct Input {
    TelemetryFile file;
    std::function<std::unique_ptr<SampleStream>()> open;
    bool only_once = false;
    std::uint64_t size = 0;  // on disk; 0 where that is unknown
};

Telemetry read_inputs(std::vector<Input> inputs, const TelemetryOptions& options, std::vector<std::string> remarks) {
    Telemetry telemetry;
    telemetry.remarks = std::move(remarks);
    const std::int64_t offset_s = std::clamp<std::int64_t>(options.utc_offset_s.value_or(0), -86'400, 86'400);
    SampleMerger merger(options.same_gpu, offset_s * 1'000'000'000);
    std::uint64_t all = 0;
    for (Input& input : inputs) {
        telemetry.files.push_back(input.file);
        merger.add(std::move(input.open), input.only_once);
        all += input.size;
    }
    std::function<void(std::uint64_t)> progress;
    if (options.progress) progress = [&](std::uint64_t read) { options.progress(read, all + merger.expected()); };
    std::vector<SampleAccumulator> accumulators;
    const auto sink = [&](std::uint32_t device, const detail::SampleRow& row) {
        while (accumulators.size() <= device) accumulators.emplace_back(options);
        accumulators[device].add(row.sample, row.timed, row.after_message, row.line);
    };
    merger.run(sink, progress);
    while (accumulators.size() < merger.devices().size()) accumulators.emplace_back(options);

    std::uint64_t rows = 0;
    for (std::size_t i = 0; i < accumulators.size(); ++i) {
        TelemetryDevice device;
        device.gpu = merger.devices()[i];
        accumulators[i].finish(device);
        rows += device.rows;
        telemetry.devices.push_back(std::move(device));
    }
    for (std::size_t file = 0; file < telemetry.files.size(); ++file) {
        take_notes(telemetry, file, merger.notes(file));
        for (TelemetryDevice& device : telemetry.devices) file_checks(device, merger.notes(file), rows);
    }
    if (rows == 0)
        throw InputError(
            "no samples",
            telemetry.rejected > 0 ? "every row was left out, the first because: " + telemetry.rejects.front().reason
                                   : "the log ends before its first sample",
            telemetry.rejected > 0
                ? detail::at_line(telemetry.files[telemetry.rejects.front().file].path, telemetry.rejects.front().line, 0)
                : detail::in_file(telemetry.files.front().path));
    if (merger.counted_once() > 0)
        telemetry.remarks.push_back(std::to_string(merger.counted_once()) + " readings that two files share were counted once");
    device_remarks(telemetry, options);
    return telemetry;
}
}  // namespace

void GpuUser::see(const GpuUser& other) {
    if (other.pod.empty()) return;
    const bool same = pod == other.pod && name_space == other.name_space;
    others = others || other.others || (!pod.empty() && !same);
    const bool later = other.seen_ns > seen_ns || (other.seen_ns == seen_ns && std::tie(other.name_space, other.pod) < std::tie(name_space, pod));
    if (!same && !pod.empty() && !later) return;
    pod = other.pod;
    name_space = other.name_space;
    seen_ns = std::max(seen_ns, other.seen_ns);
}

Telemetry read_telemetry(std::span<const std::string> paths, const TelemetryOptions& options) {
    std::vector<std::string> remarks;
    const std::vector<LogFile> logs = identify_logs(paths, remarks);
    Telemetry telemetry = read_telemetry(std::span<const LogFile>(logs), options);
    telemetry.remarks.insert(telemetry.remarks.begin(), remarks.begin(), remarks.end());
    return telemetry;
}

Telemetry read_telemetry(std::span<const LogFile> files, const TelemetryOptions& options) {
    if (files.empty()) throw InputError("no telemetry was named", "name a file");
    std::vector<Input> inputs;
    for (const LogFile& log : files) {
        const TelemetryFile file{log.path, log.format};
        std::error_code failure;
        const auto size = log.opened ? 0 : std::filesystem::file_size(log.path, failure);
        if (log.format == LogFormat::prometheus_server) {
            const auto ask = [&log, &options] { return detail::prometheus_server_stream(log.address, options.server); };
            inputs.push_back({file, ask, true, 0});
            continue;
        }
        // Of several files, of which many may be open, each has the thread that merges them.
        const std::size_t threads = files.size() == 1 ? detail::working_threads() : 1;
        const auto open = [&log, &options, file, threads] { return open_stream(open_log(log, TextEncoding::utf8), file, options, threads); };
        inputs.push_back({file, open, log.opened != nullptr, failure ? 0 : size});
    }
    return read_inputs(std::move(inputs), options, {});
}

Telemetry read_telemetry(std::unique_ptr<ByteSource> source, const std::string& name, const TelemetryOptions& options) {
    std::string head(format_head_bytes, '\0');
    std::size_t filled = 0;
    while (filled < head.size()) {
        const std::size_t got = source->read(std::span(head).subspan(filled));
        if (got == 0) break;
        filled += got;
    }
    head.resize(filled);
    const TelemetryFile file{name, detect_format(head)};
    // std::function must be copyable, a stream is opened once.
    auto whole = std::make_shared<std::unique_ptr<ByteSource>>(prepend(std::move(head), std::move(source)));
    std::vector<Input> inputs;
    inputs.push_back({file, [whole, file, &options] { return open_stream(std::move(*whole), file, options, detail::working_threads()); }, true, 0});
    return read_inputs(std::move(inputs), options, {});
}

Sample mean_in(const TelemetryDevice& device, const Interval& window) {
    const auto before = [](const Sample& a, std::int64_t time_ns) { return a.time_ns < time_ns; };
    detail::SampleMean mean;
    const auto first = std::lower_bound(device.series.begin(), device.series.end(), window.start_ns, before);
    for (auto point = first; point != device.series.end() && point->time_ns < window.end_ns; ++point) mean.add(*point);
    Sample out = mean.mean();
    if (mean.samples() == 0) out.time_ns = window.start_ns;
    return out;
}

}  // namespace breakeven
