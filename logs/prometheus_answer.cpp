// Prometheus' answers: matrix (a history), vector (one instant), and errors.
#include <breakeven/logs/prometheus_answer.hpp>

#include <breakeven/core/decimal.hpp>
#include <breakeven/logs/decimal_time.hpp>
#include <breakeven/logs/json_text.hpp>

#include <algorithm>
#include <cmath>

namespace breakeven::detail {

namespace {
constexpr std::size_t most_warnings = 8;
}

void PrometheusAnswer::read() {
    if (json_.peek() != '{') throw json_.error_here("this is no answer of Prometheus", "save the whole body of /api/v1/query_range");
    object([this](std::string_view key) { top_level(key); });
}

std::string PrometheusAnswer::complaint() const {
    return "Prometheus answered with an error (" + (error_type_.empty() ? std::string("no type") : one_line(error_type_, 40)) +
           "): " + one_line(std::string_view(error_).substr(0, error_.find(" Try ")), 300);
}

bool PrometheusAnswer::wants_fewer_points() const {
    return error_.find("maximum resolution") != std::string::npos || error_.find("11,000") != std::string::npos;
}

/// Calls `field(key)` for each field of the object that begins here; `field` consumes the value.
template <class Field>
void PrometheusAnswer::object(Field&& field) {
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

void PrometheusAnswer::top_level(std::string_view key) {
    if (key == "data" && json_.peek() == '{') return object([this](std::string_view inner) { data(inner); });
    if (key == "warnings" && json_.peek() == '[') return take_warnings();
    if (key == "status")
        status_ = text_value();
    else if (key == "error")
        error_ = text_value();
    else if (key == "errorType")
        error_type_ = text_value();
    else if (!json_.skip_value())
        cut_off();
}

void PrometheusAnswer::data(std::string_view key) {
    if (key == "resultType") {
        const std::string type = text_value();
        if (type == "scalar" || type == "string")
            throw InputError("the answer is a " + type + ", which is of no GPU", "ask for the metric itself", place());
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

void PrometheusAnswer::take_warnings() {
    std::string_view list;
    if (!json_.value(list)) cut_off();
    try {
        JsonElements elements(list);
        for (std::string_view element; elements.next(element) && warnings_.size() < most_warnings;)
            warnings_.push_back(one_line(json_string(element), 200));
    } catch (const JsonFault& fault) {
        throw json_.error_in(list, fault);
    }
}

void PrometheusAnswer::series(std::string_view object) {
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
    GpuIdentity gpu = identity_of(labels);
    const std::uint32_t device = series_.device_of(gpu, devices_);
    if (name.empty()) name = expected_.metric;
    MetricColumn column = metric_column(name);
    if (name.empty()) {
        column = {ColumnRole::utilization, 100.0};  // gone after avg_over_time(), the usual way to thin a history out
        notes_.remark(
            "series without a metric name (functions such as avg_over_time drop it) were taken as the utilisation in "
            "percent");
    }
    if (column.role == ColumnRole::none) {
        notes_.remark("metric " + one_line(name, 80) + " was not needed");
        return;
    }
    auto& points = series_.points(device, column.role);
    const std::size_t first = points.size();
    if (!value.empty()) point(value, column, points);
    if (!values.empty()) {
        JsonElements elements(values);
        for (std::string_view element; elements.next(element);) point(element, column, points);
    }
    const std::span<const SeriesPoint> added = std::span<const SeriesPoint>(points).subspan(first);
    if (added.empty()) return;
    points_ += added.size();
    for (const SeriesPoint& one : added) gpu.user.seen_ns = std::max(gpu.user.seen_ns, one.time_ns);
    devices_[device].user.see(gpu.user);
    if (expected_.look && !values.empty()) expected_.look(added);
}

void PrometheusAnswer::point(std::string_view pair, const MetricColumn& column, std::vector<SeriesPoint>& points) {
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
    if (expected_.time && (at.ns < expected_.time->start_ns || at.ns >= expected_.time->end_ns)) return;
    if (is_blank(number)) {
        ++notes_.blank_values;
        number = not_read;
    }
    points.push_back({at.ns, number / column.per_unit});
}

std::string PrometheusAnswer::text_value() {
    std::string_view value;
    if (!json_.value(value)) cut_off();
    return json_string(value);
}

void PrometheusAnswer::cut_off() { throw json_.error_here("the answer is cut off or no JSON", "save it again"); }

Position PrometheusAnswer::place() const {
    Position at;
    at.file = json_.file_name();
    return at;
}

}  // namespace breakeven::detail
