// Prometheus and OpenMetrics text: one scrape (one instant) of dcgm-exporter or nvidia_gpu_exporter, or a history with
// timestamps as promtool reads it.
#include <breakeven/logs/prometheus_series.hpp>

#include <breakeven/core/decimal.hpp>
#include <breakeven/logs/decimal_time.hpp>

#include <cmath>
#include <optional>
#include <unordered_map>

namespace breakeven::detail {

namespace {
/// One line: `name{label="value",…} number [timestamp]`. False when it is no such line.
struct MetricLine {
    std::string_view name;
    std::string_view labels;  // as written, without the braces
    std::string_view value;
    std::string_view time;

    [[nodiscard]] bool parse(std::string_view line) {
        const std::size_t end = line.find_first_of("{ \t");
        if (end == std::string_view::npos || end == 0) return false;
        name = line.substr(0, end);
        std::string_view rest = line.substr(end);
        labels = {};
        if (rest.front() == '{') {
            const std::size_t close = closing_brace(rest);
            if (close == std::string_view::npos) return false;
            labels = rest.substr(1, close - 1);
            rest.remove_prefix(close + 1);
        }
        rest = trimmed(rest);
        value = rest.substr(0, rest.find_first_of(" \t"));
        rest = trimmed(rest.substr(value.size()));
        time = rest.substr(0, rest.find_first_of(" \t"));  // an exemplar may follow: `# {…}`
        if (time == "#") time = {};
        return !value.empty();
    }

private:
    static std::size_t closing_brace(std::string_view text) {
        bool quoted = false;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (quoted && text[i] == '\\')
                ++i;
            else if (text[i] == '"')
                quoted = !quoted;
            else if (text[i] == '}' && !quoted)
                return i;
        }
        return std::string_view::npos;
    }
};

bool read_labels(std::string_view text, Labels& labels) {
    labels.clear();
    for (std::size_t at = 0;;) {
        while (at < text.size() && (text[at] == ',' || text[at] == ' ')) ++at;
        if (at >= text.size()) return true;
        const std::size_t equals = text.find('=', at);
        if (equals == std::string_view::npos) return false;
        const std::string_view key = trimmed(text.substr(at, equals - at));
        at = equals + 1;
        while (at < text.size() && text[at] == ' ') ++at;
        if (at >= text.size() || text[at] != '"') return false;
        std::string value;
        for (++at; at < text.size() && text[at] != '"'; ++at) {
            if (text[at] != '\\' || at + 1 == text.size()) {
                value += text[at];
                continue;
            }
            ++at;
            value += text[at] == 'n' ? '\n' : text[at];
        }
        if (at >= text.size()) return false;
        ++at;
        labels.emplace_back(key, std::move(value));
    }
}

/// Milliseconds in the old text format, seconds in OpenMetrics; their sizes tell them apart until the year 5138.
std::optional<std::int64_t> time_of(std::string_view text) {
    const auto number = parse_decimal(text);
    if (!number || *number < 0.0) return std::nullopt;
    const DecimalTime time = decimal_to_ns(text, *number < 1e11 ? 9 : 6);
    if (time.fault != DecimalTimeFault::none) return std::nullopt;
    return time.ns;
}

class PrometheusText final : public SampleStream {
public:
    PrometheusText(SourcePointer source, std::string file) : file_(std::move(file)), lines_(std::move(source), file_) {}

    [[nodiscard]] bool next(std::vector<SampleRow>& batch) override {
        batch.clear();
        if (!read_) read();
        return series_.next_rows(4096, batch, notes_);
    }
    [[nodiscard]] std::uint64_t consumed() const override { return lines_.consumed(); }

private:
    void read() {
        read_ = true;
        for (std::string_view line; lines_.next(line);) {
            const std::string_view text = trimmed(line);
            if (text.empty() || text.front() == '#') continue;
            const std::uint64_t values = timed_ + untimed_;
            take_line(text);
            last_was_value_ = lines_.last_line_was_open() && timed_ + untimed_ > values;
        }
        notes_.times = timed_ > 0 ? SampleTimes::utc : SampleTimes::none;
        if (untimed_ > 0 && timed_ > 0) notes_.remark(std::to_string(untimed_) + " values without a timestamp were left out");
        if (untimed_ > 0 && timed_ == 0)
            notes_.remark(
                "one scrape is one instant: it tells no share of time; log scrapes over days, or ask Prometheus for "
                "METRIC[7d]");
        if (repeated_ > 0)
            notes_.remark("several scrapes stand one after the other without timestamps; the last value of each is taken");
        series_.sort();
        if (!lines_.damage().empty() || last_was_value_) {
            notes_.partial = true;
            notes_.partial_reason =
                lines_.damage().empty() ? "the last line has no end, so it may be cut off" : std::string(lines_.damage());
        }
    }

    void take_line(std::string_view text) {
        MetricLine line;
        if (!line.parse(text)) return notes_.reject(lines_.line_number(), "no metric line");
        const MetricColumn column = metric_column(line.name);
        if (column.role == ColumnRole::none && !tells_about_gpus(line)) return;
        Owner other;
        Owner* const owner = owner_of(line.labels, other);
        if (owner == nullptr) return notes_.reject(lines_.line_number(), "the labels cannot be read");
        if (column.role == ColumnRole::none) return;
        auto value = value_of(line.value);
        if (!value) return notes_.reject(lines_.line_number(), "the value is no number");
        if (is_blank(*value)) {
            ++notes_.blank_values;
            value = not_read;
        }
        add(*owner, column, *value, line.time);
    }

    /// The GPU of one set of labels, and who had it.
    struct Owner {
        std::uint32_t device = 0;
        GpuUser user;
    };

    void add(Owner& owner, const MetricColumn& column, double value, std::string_view time) {
        auto& points = series_.points(owner.device, column.role);
        if (time.empty()) {
            ++untimed_;
            if (timed_ > 0) return;
            if (!points.empty()) ++repeated_;
            points.assign(1, {0, value / column.per_unit});
            devices_[owner.device].user.see(owner.user);
            return;
        }
        const auto time_ns = time_of(time);
        if (!time_ns) return notes_.reject(lines_.line_number(), "the timestamp cannot be read");
        ++timed_;
        points.push_back({*time_ns, value / column.per_unit});
        if (owner.user.pod.empty()) return;
        owner.user.seen_ns = *time_ns;
        devices_[owner.device].user.see(owner.user);
    }

    static std::optional<double> value_of(std::string_view text) {
        if (text == "NaN" || text == "+Inf" || text == "-Inf" || text == "Inf") return not_read;
        return parse_decimal(text);
    }

    /// Other metrics of the exporters name GPUs too, some of which have none of the values read here.
    static bool tells_about_gpus(const MetricLine& line) {
        return line.name.starts_with("DCGM_FI_") || line.name.starts_with("dcgm_") || line.name == "nvidia_smi_gpu_info";
    }

    /// Null where the labels cannot be read; `other` is used where there are too many sets of labels to keep.
    Owner* owner_of(std::string_view labels, Owner& other) {
        const auto found = owners_.find(std::string(labels));
        if (found != owners_.end()) return &found->second;
        Labels parsed;
        if (!read_labels(labels, parsed)) return nullptr;
        const GpuIdentity gpu = identity_of(parsed);
        other = {series_.device_of(gpu, devices_), gpu.user};
        return owners_.size() < 65536 ? &owners_.emplace(labels, other).first->second : &other;
    }

    std::string file_;
    LineReader lines_;
    SeriesStore series_;
    std::unordered_map<std::string, Owner> owners_;
    bool read_ = false;
    bool last_was_value_ = false;  // of the last line, which has no end: it may have lost digits
    std::uint64_t timed_ = 0;
    std::uint64_t untimed_ = 0;
    std::uint64_t repeated_ = 0;
};
}  // namespace

std::unique_ptr<SampleStream> prometheus_text_stream(SourcePointer source, const std::string& file) {
    return std::make_unique<PrometheusText>(std::move(source), file);
}

}  // namespace breakeven::detail
