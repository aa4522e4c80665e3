// Prometheus' HTTP API as it is asked here (internal): which metrics there are, their samples, their means over steps.
#pragma once

#include <breakeven/core/http.hpp>
#include <breakeven/logs/prometheus_address.hpp>
#include <breakeven/logs/prometheus_series.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace breakeven::detail {

class PrometheusApi {
public:
    PrometheusApi(PrometheusQuestion question, HttpCredentials credentials);

    /// Which of the known metrics have series that match, in `time` or ever.
    [[nodiscard]] std::vector<std::string> metric_names(const std::optional<Interval>& time);

    /// Where an answer's series go.
    struct Into {
        SeriesStore& series;
        std::vector<GpuIdentity>& devices;
        StreamNotes& notes;
    };
    struct Found {
        std::uint64_t series = 0;
        std::uint64_t points = 0;
    };
    /// Every sample of `metrics` in `time`, with the times and values that were scraped. Throws HttpTooMuch where the server finds it
    /// too much, and InputError.
    Found samples(const std::vector<std::string>& metrics, const Interval& time, Into into);

    /// The mean (of energy, the last value) of `metric` over each step that ends at `first_ns`, a step later, … up to `last_ns`.
    Found means(const std::string& metric, std::int64_t first_ns, std::int64_t last_ns, Into into);

    [[nodiscard]] const PrometheusQuestion& question() const { return question_; }
    [[nodiscard]] std::uint64_t bytes_received() const { return client_.bytes_received(); }

private:
    using Fields = std::vector<std::pair<std::string, std::string>>;

    /// The body of a success or of an error that Prometheus itself gives. Throws InputError for any other answer.
    [[nodiscard]] std::string ask(const std::string& path, const Fields& fields, bool post);
    Found read(const std::string& body, const std::string& metric, const std::optional<Interval>& time, Into into);
    [[nodiscard]] std::string selector(const std::vector<std::string>& metrics) const;
    [[nodiscard]] std::string without_secrets(std::string text) const;
    [[noreturn]] void refuse(const std::string& message, const std::string& hint) const;

    PrometheusQuestion question_;
    std::vector<std::string> secrets_;
    long status_ = 0;  // of the last answer
    HttpClient client_;
};

}  // namespace breakeven::detail
