// Windows performance counters as typeperf and relog write them (PDH CSV).
//
// One column for each engine of each GPU of each process. A GPU's utilisation is that of its busiest engine: processes that
// share an engine are added, engines never are, since they run side by side.
#include <breakeven/logs/sample_stream.hpp>

#include <breakeven/core/csv.hpp>
#include <breakeven/core/decimal.hpp>
#include <breakeven/core/suggest.hpp>
#include <breakeven/core/timestamp.hpp>
#include <breakeven/logs/local_clock.hpp>
#include <breakeven/logs/where.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace breakeven::detail {

namespace {
struct Counter {
    std::size_t column = 0;
    std::size_t engine = 0;
};

struct Engine {
    std::uint32_t device = 0;
    double sum = 0.0;  // of the current row
    bool read = false;
};

/// The text between `begin` and `end` in `text`; empty when either is missing.
std::string_view between(std::string_view text, std::string_view begin, std::string_view end) {
    const std::size_t first = text.find(begin);
    if (first == std::string_view::npos) return {};
    const std::string_view rest = text.substr(first + begin.size());
    return rest.substr(0, rest.find(end) == std::string_view::npos ? 0 : rest.find(end));
}

bool computes(std::string_view engine_type) {
    return engine_type == "3D" || engine_type == "Cuda" || engine_type == "Compute" || engine_type.starts_with("Compute_") ||
           engine_type.starts_with("Compute ");
}

class PdhSamples final : public SampleStream {
public:
    PdhSamples(SourcePointer source, std::string file) : file_(std::move(file)), lines_(std::move(source), file_) {
        read_header();
    }

    [[nodiscard]] bool next(std::vector<SampleRow>& batch) override {
        batch.clear();
        for (std::string_view line; batch.size() < 4096 && lines_.next(line);) take_line(line, batch);
        if (!batch.empty()) return true;
        if (clamped_ > 0)
            notes_.remark(std::to_string(clamped_) +
                          " utilisations above 100 % were taken as 100 % (the counters of several processes are read one after "
                          "the other)");
        notes_.partial = !lines_.damage().empty();
        notes_.partial_reason = lines_.damage();
        return false;
    }
    [[nodiscard]] std::uint64_t consumed() const override { return lines_.consumed(); }

private:
    void read_header() {
        std::string_view line;
        do {
            if (!lines_.next(line)) throw InputError("no performance counters", "", in_file(file_));
        } while (trimmed(line).empty());
        if (!row_.split(line) || row_.size() < 2)
            throw InputError("the header of the performance counters is cut off", "export them again",
                             at_line(file_, lines_.line_number(), 0));
        read_zone(row_[0]);
        std::map<std::string, std::size_t, std::less<>> engines;
        std::map<std::string, std::uint32_t, std::less<>> devices;
        bool other_counters = false;
        for (std::size_t i = 1; i < row_.size(); ++i) {
            const std::string_view path = row_[i];
            const std::string_view instance = between(path, "(", ")\\");
            const std::string_view type = between(path, "engtype_", ")");
            const std::string_view counter = path.substr(std::min(path.rfind('\\') + 1, path.size()));
            if (!instance.starts_with("pid_") || type.empty()) continue;
            if (lower(counter) != "utilization percentage") {
                other_counters = true;
                continue;
            }
            // A repeated instance ends in #1, #2, …
            if (!computes(type.substr(0, type.find('#')))) continue;
            const std::string gpu =
                std::string(between(path, "\\\\", "\\")).append("\n").append(between(instance, "luid_", "_eng_"));
            const auto [device, new_device] = devices.try_emplace(gpu, static_cast<std::uint32_t>(devices.size()));
            if (new_device) add_device(path, instance);
            const std::string engine = gpu + "\n" + std::string(between(instance, "_eng_", "_engtype_"));
            const auto [entry, new_engine] = engines.try_emplace(engine, engines.size());
            if (new_engine) engines_.push_back({device->second, 0.0, false});
            counters_.push_back({i, entry->second});
        }
        columns_ = row_.size();
        if (counters_.empty())
            throw InputError(
                other_counters ? "the counters are no \"Utilization Percentage\"; their names may be translated"
                               : "no column is a GPU engine of type 3D, Compute or Cuda",
                "log \"\\GPU Engine(*)\\Utilization Percentage\"; on a Windows in another language use its own name for it "
                "with typeperf, then write the English one into the first line",
                at_line(file_, lines_.line_number(), 0));
        notes_.remark("a process that started after the log is not among its columns, so a low utilisation proves nothing");
        notes_.remark("the utilisation is that of each GPU's busiest 3D, Compute or Cuda engine");
    }

    /// `(PDH-CSV 4.0) (Romance Standard Time)(-60)`: minutes to add for UTC.
    void read_zone(std::string_view title) {
        const std::size_t last = title.rfind('(');
        if (title.find(")(") == std::string_view::npos && title.find(") (") == std::string_view::npos) return;
        const auto minutes = parse_integer<std::int64_t>(title.substr(last + 1, title.size() - last - 2));
        if (minutes && *minutes >= -1440 && *minutes <= 1440) zone_ns_ = *minutes * 60'000'000'000;
    }

    void add_device(std::string_view path, std::string_view instance) {
        GpuIdentity gpu;
        gpu.host = between(path, "\\\\", "\\");
        gpu.part = std::string("luid_").append(between(instance, "luid_", "_eng_"));
        gpu.index = static_cast<std::int64_t>(devices_.size());
        devices_.push_back(std::move(gpu));
    }

    void take_line(std::string_view line, std::vector<SampleRow>& batch) {
        const std::string_view text = trimmed(line);
        if (text.empty()) return;
        const std::size_t number = lines_.line_number();
        // typeperf ends with words of its own, in the language of the system.
        if (text.front() != '"') {
            if (!words_) notes_.remark("line " + std::to_string(number) + " is no sample but typeperf's own words");
            words_ = true;
            return;
        }
        if (!row_.split(line) || row_.size() != columns_)
            return notes_.reject(number, "not as many fields as the header names");
        if (lines_.last_line_was_open() && !text.ends_with('"')) return notes_.reject(number, "the last line is cut off");
        const auto time = parse_us_timestamp(row_[0]);
        if (!time) return notes_.reject(number, "the time cannot be read");
        for (Engine& engine : engines_) engine = {engine.device, 0.0, false};
        for (const Counter& counter : counters_) {
            const std::string_view field = trimmed(row_[counter.column]);
            if (field.empty()) continue;  // the first sample of a rate, or a process that is gone
            const char point = field.find(',') != std::string_view::npos ? ',' : '.';
            const auto value = parse_decimal(field, point);
            if (!value) return notes_.reject(number, "a value is no number");
            if (*value < 0.0) {  // -1: the counter could not be read
                ++notes_.blank_values;
                continue;
            }
            engines_[counter.engine].sum += *value;
            engines_[counter.engine].read = true;
        }
        std::int64_t time_ns = time->time_ns;
        const LocalClock::Step step = clock_.straighten(time_ns);
        if (step != LocalClock::Step::usual) notes_.remark(clock_remark(step, number));
        append(time_ns + zone_ns_.value_or(0), number, batch);
    }

    void append(std::int64_t time_ns, std::size_t number, std::vector<SampleRow>& batch) {
        notes_.times = zone_ns_ ? SampleTimes::utc : SampleTimes::local;
        const std::size_t first = batch.size();
        for (std::uint32_t device = 0; device < devices_.size(); ++device) {
            SampleRow row;
            row.line = number;
            row.device = device;
            row.sample.time_ns = time_ns;
            batch.push_back(row);
        }
        for (const Engine& engine : engines_) {
            if (!engine.read) continue;
            double& utilization = batch[first + engine.device].sample.utilization;
            if (engine.sum > 100.0) ++clamped_;
            const double share = std::min(engine.sum, 100.0) / 100.0;
            utilization = was_read(utilization) ? std::max(utilization, share) : share;
        }
    }

    std::string file_;
    LineReader lines_;
    CsvRow row_;
    std::vector<Counter> counters_;
    std::vector<Engine> engines_;
    std::size_t columns_ = 0;
    std::optional<std::int64_t> zone_ns_;
    LocalClock clock_;
    bool words_ = false;
    std::uint64_t clamped_ = 0;
};
}  // namespace

std::unique_ptr<SampleStream> pdh_stream(SourcePointer source, const std::string& file) {
    return std::make_unique<PdhSamples>(std::move(source), file);
}

}  // namespace breakeven::detail
