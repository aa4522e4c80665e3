// OpenMetrics: families of samples as text that Prometheus and its textfile collector read.
//
// Readers of Prometheus's older text format take "# UNIT" and "# EOF" for comments and a counter's "_total" for a name without type.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace breakeven::cli {

enum class MetricType : std::uint8_t { gauge, counter };

struct MetricSample {
    std::vector<std::pair<std::string, std::string>> labels;
    double value = 0.0;
};

/// `name` without "_total", and with `unit`, where there is one, at its end.
struct MetricFamily {
    std::string name;
    MetricType type = MetricType::gauge;
    std::string unit;
    std::string help;
    std::vector<MetricSample> samples;
};

/// The whole exposition; families without samples are left out.
[[nodiscard]] std::string open_metrics(const std::vector<MetricFamily>& families);

}  // namespace breakeven::cli
