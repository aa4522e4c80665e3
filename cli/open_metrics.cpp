#include "open_metrics.hpp"

#include <fmt/format.h>

#include <cmath>

namespace breakeven::cli {

namespace {

/// Backslash, line end and double quote, in help and labels alike.
std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\') out += "\\\\";
        else if (c == '\n') out += "\\n";
        else if (c == '"') out += "\\\"";
        else out += c;
    }
    return out;
}

std::string number(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0.0 ? "+Inf" : "-Inf";
    return fmt::format("{}", value);
}

}  // namespace

std::string open_metrics(const std::vector<MetricFamily>& families) {
    std::string out;
    for (const MetricFamily& family : families) {
        if (family.samples.empty()) continue;
        const bool counter = family.type == MetricType::counter;
        out += fmt::format("# HELP {} {}\n", family.name, escaped(family.help));
        out += fmt::format("# TYPE {} {}\n", family.name, counter ? "counter" : "gauge");
        if (!family.unit.empty()) out += fmt::format("# UNIT {} {}\n", family.name, family.unit);
        for (const MetricSample& sample : family.samples) {
            out += family.name + (counter ? "_total" : "");
            for (std::size_t i = 0; i < sample.labels.size(); ++i)
                out += fmt::format("{}{}=\"{}\"", i == 0 ? "{" : ",", sample.labels[i].first, escaped(sample.labels[i].second));
            out += fmt::format("{} {}\n", sample.labels.empty() ? "" : "}", number(sample.value));
        }
    }
    return out + "# EOF\n";
}

}  // namespace breakeven::cli
