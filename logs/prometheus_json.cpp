// Answers of Prometheus' HTTP API saved to a file: matrix (a history), vector (one instant), and errors.
#include <breakeven/logs/prometheus_series.hpp>

#include <breakeven/core/decimal.hpp>
#include <breakeven/logs/decimal_time.hpp>
#include <breakeven/logs/json_stream.hpp>
#include <breakeven/logs/json_text.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace breakeven::detail {

namespace {
constexpr std::int64_t second_ns = 1'000'000'000;
constexpr std::int64_t long_tail_ns = 240 * second_ns;  // the server repeats a last value for up to 300 s
constexpr std::size_t longest_series = 1ULL << 30U;

class PrometheusJson final : public SampleStream {
public:
    PrometheusJson(SourcePointer source, std::string file) : json_(std::move(source), std::move(file), longest_series) {}

    [[nodiscard]] bool next(std::vector<SampleRow>& batch) override {
        batch.clear();
        if (!read_) read();
        return series_.next_rows(4096, batch, notes_);
    }
    [[nodiscard]] std::uint64_t consumed() const override { return json_.consumed(); }

private:
    void read() {
        read_ = true;
        if (json_.peek() != '{')
            throw json_.error_here("this is no answer of Prometheus", "save the whole body of /api/v1/query_range");
        object([this](std::string_view key) { top_level(key); });
        if (status_ == "error" || !error_.empty()) refuse();
        if (series_count_ == 0)
            throw InputError("the answer holds no series: no data, which is not 0 %",
                             "check the metric's name, the labels and the time range", place());
        notes_.times = SampleTimes::utc;
        series_.sort();
        remarks();
    }

    /// Calls `field(key)` for each field of the object that begins here; `field` consumes the value.
    template <class Field>
    void object(Field&& field) {
        json_.take();
        for (;;) {
            const char next = json_.peek();
            if (next == '}') return json_.take();
            if (next == ',') {
                json_.take();
                continue;
            }
            std::string_view raw;
            if (next != '"' || !json_.value(raw)) cut_off();
            const std::string key(without_quotes(raw));
            if (json_.peek() != ':') cut_off();
            json_.take();
            field(key);
        }
    }

    void top_level(std::string_view key) {
        if (key == "data" && json_.peek() == '{') return object([this](std::string_view inner) { data(inner); });
        if (key == "status")
            status_ = text_value();
        else if (key == "error")
            error_ = text_value();
        else if (key == "errorType")
            error_type_ = text_value();
        else if (!json_.skip_value())
            cut_off();
    }

    void data(std::string_view key) {
        if (key == "resultType") {
            type_ = text_value();
            if (type_ == "scalar" || type_ == "string")
                throw InputError("the answer is a " + type_ + ", which is of no GPU", "ask for the metric itself", place());
            return;
        }
        if (key != "result" || json_.peek() != '[') {
            if (!json_.skip_value()) cut_off();
            return;
        }
        json_.take();
        for (;;) {
            const char next = json_.peek();
            if (next == ']') return json_.take();
            if (next == ',') {
                json_.take();
                continue;
            }
            std::string_view value;
            if (!json_.value(value)) cut_off();
            if (next != '{') throw InputError("the answer holds no series", "ask for the metric itself", place());
            try {
                series(value);
            } catch (const JsonFault& fault) {
                throw json_.error_in(value, fault);
            }
        }
    }

    void series(std::string_view object) {
        Labels labels;
        std::string name;
        std::string_view values, value;
        JsonFields fields(object);
        for (std::string_view key, field; fields.next(key, field);) {
            if (key == "metric" && field.starts_with('{')) {
                JsonFields metric(field);
                for (std::string_view label, text; metric.next(label, text);) {
                    if (label == "__name__")
                        name = json_string(text);
                    else
                        labels.emplace_back(json_string(label), json_string(text));
                }
            } else if (key == "values" && field.starts_with('[')) {
                values = field;
            } else if (key == "value" && field.starts_with('[')) {
                value = field;
            } else if (key == "histogram" || key == "histograms") {
                notes_.remark("histograms were left out");
            }
        }
        ++series_count_;
        const std::uint32_t device = series_.device_of(labels, devices_);
        MetricColumn column = metric_column(name);
        if (name.empty()) {
            column = {ColumnRole::utilization, 100.0};  // gone after avg_over_time(), the usual way to thin a history out
            notes_.remark(
                "series without a metric name (functions such as avg_over_time drop it) were taken as the utilisation in "
                "percent");
        }
        if (column.role == ColumnRole::none) {
            notes_.remark("metric " + name.substr(0, 80) + " was not needed");
            return;
        }
        auto& points = series_.points(device, column.role);
        if (!value.empty()) point(value, column, points);
        if (values.empty()) return;
        const std::size_t first = points.size();
        JsonElements elements(values);
        for (std::string_view element; elements.next(element);) point(element, column, points);
        look_at({points.begin() + static_cast<std::ptrdiff_t>(first), points.end()});
    }

    void point(std::string_view pair, const MetricColumn& column, std::vector<SeriesPoint>& points) {
        if (!pair.starts_with('[')) throw JsonFault{0, "a point is a pair of time and value"};
        JsonElements elements(pair);
        std::string_view time, value;
        if (!elements.next(time) || !elements.next(value)) throw JsonFault{0, "a point is a pair of time and value"};
        const DecimalTime at = decimal_to_ns(time, 9);
        if (at.fault != DecimalTimeFault::none) throw JsonFault{0, "the time of a point is no number"};
        const std::string_view text = without_quotes(value);
        double number = not_read;
        if (text != "NaN" && text != "+Inf" && text != "-Inf") {
            const auto parsed = parse_decimal(text);
            if (!parsed) throw JsonFault{0, "the value of a point is no number"};
            number = *parsed;
        }
        if (is_blank(number)) {
            ++notes_.blank_values;
            number = not_read;
        }
        points.push_back({at.ns, number / column.per_unit});
    }

    /// A range query invents points: told by times at whole seconds and even steps, unlike those of scrapes.
    void look_at(std::vector<SeriesPoint> points) {
        if (points.size() < 3) return;
        std::int64_t step_ns = points[1].time_ns - points[0].time_ns;
        for (std::size_t i = 1; i < points.size(); ++i) step_ns = std::min(step_ns, points[i].time_ns - points[i - 1].time_ns);
        if (step_ns <= 0) return;
        std::size_t changed = 0;  // the last point whose value differs from the one before it
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (points[i].time_ns % second_ns != 0 || (points[i].time_ns - points[0].time_ns) % step_ns != 0) return;
            const bool same = i > 0 && (points[i].value == points[i - 1].value ||
                                        (!was_read(points[i].value) && !was_read(points[i - 1].value)));
            if (!same) changed = i;
        }
        range_answer_ = true;
        if (points.back().time_ns - points[changed].time_ns > long_tail_ns) ++constant_tails_;
    }

    void remarks() {
        if (range_answer_)
            notes_.remark(
                "a range query repeats each scrape for up to 5 minutes: the observed time is an upper bound and short gaps are "
                "invisible; "
                "METRIC[30d] as an instant query gives the scrapes themselves");
        if (constant_tails_ > 0)
            notes_.remark(
                std::to_string(constant_tails_) + " of " + std::to_string(series_count_) +
                " series end in more than 4 minutes of equal values, which may be the server's repetition of a last scrape");
    }

    [[noreturn]] void refuse() const {
        std::string reason;
        for (const char c : error_.substr(0, std::min<std::size_t>(error_.find(" Try "), 300)))
            if (static_cast<unsigned char>(c) >= 0x20) reason += c;
        const bool too_many =
            error_.find("maximum resolution") != std::string::npos || error_.find("11,000") != std::string::npos;
        throw InputError(
            "Prometheus answered with an error (" + (error_type_.empty() ? std::string("no type") : error_type_.substr(0, 40)) +
                "): " + reason,
            too_many ? "ask for a shorter range or a larger step and give all the answers together: 30 days at 60 s are 43201 "
                       "points, so 4 queries of at most 11000 each, or one with a step of 236 s or more"
                     : "correct the query and save its answer",
            place());
    }

    std::string text_value() {
        std::string_view value;
        if (!json_.value(value)) cut_off();
        return json_string(value);
    }
    [[noreturn]] void cut_off() { throw json_.error_here("the answer is cut off or no JSON", "save it again"); }
    [[nodiscard]] Position place() const {
        Position at;
        at.file = json_.file_name();
        return at;
    }

    JsonStream json_;
    SeriesStore series_;
    std::string status_, error_, error_type_, type_;
    std::uint64_t series_count_ = 0;
    std::uint64_t constant_tails_ = 0;
    bool read_ = false;
    bool range_answer_ = false;
};
}  // namespace

std::unique_ptr<SampleStream> prometheus_json_stream(SourcePointer source, const std::string& file) {
    return std::make_unique<PrometheusJson>(std::move(source), file);
}

}  // namespace breakeven::detail
