// An answer of Prometheus' HTTP API (internal): from a file or fresh from the server, its series go into one store.
#pragma once

#include <breakeven/core/interval.hpp>
#include <breakeven/logs/json_stream.hpp>
#include <breakeven/logs/prometheus_series.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven::detail {

class PrometheusAnswer {
public:
    /// What is known before the answer is read.
    struct Expected {
        std::string metric;                              ///< what series without a name are; empty: the utilisation, with a remark
        std::optional<Interval> time;                    ///< points outside of it are dropped
        std::function<void(std::span<const SeriesPoint>)> look;  ///< shown each series' points
    };

    PrometheusAnswer(JsonStream& json, SeriesStore& series, std::vector<GpuIdentity>& devices, StreamNotes& notes, Expected expected)
        : json_(json), series_(series), devices_(devices), notes_(notes), expected_(std::move(expected)) {}

    /// Reads the whole answer. Throws InputError: no JSON, cut off, no answer of Prometheus, an answer that holds no series.
    void read();

    [[nodiscard]] bool is_error() const { return status_ == "error" || !error_.empty(); }
    [[nodiscard]] bool is_success() const { return status_ == "success"; }
    /// "Prometheus answered with an error (bad_data): …", on one line.
    [[nodiscard]] std::string complaint() const;
    /// The server says that so many points are too many for one range query.
    [[nodiscard]] bool wants_fewer_points() const;
    /// What the server warns of: a part of the data may be missing.
    [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }
    [[nodiscard]] std::uint64_t series_count() const { return series_count_; }
    [[nodiscard]] std::uint64_t points() const { return points_; }  ///< those in `Expected::time`

private:
    template <class Field>
    void object(Field&& field);
    void top_level(std::string_view key);
    void data(std::string_view key);
    void take_warnings();
    void series(std::string_view object);
    void point(std::string_view pair, const MetricColumn& column, std::vector<SeriesPoint>& points);
    std::string text_value();
    [[noreturn]] void cut_off();
    [[nodiscard]] Position place() const;

    JsonStream& json_;
    SeriesStore& series_;
    std::vector<GpuIdentity>& devices_;
    StreamNotes& notes_;
    Expected expected_;
    std::string status_, error_, error_type_;
    std::vector<std::string> warnings_;
    std::uint64_t series_count_ = 0;
    std::uint64_t points_ = 0;
};

}  // namespace breakeven::detail
