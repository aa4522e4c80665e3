// A made-up log with known weights, as CSV: what `calibrate` reads, from a seed.
#pragma once

#include <breakeven/calibration/calibrate.hpp>
#include <breakeven/calibration/window_csv.hpp>
#include <breakeven/core/timestamp.hpp>

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace breakeven::test {

inline const std::string csv_header = "timestamp,gpu,task,driver,temperature_c,os,virtualization,network,window_s,effective_s,line\n";

struct MadeUpLog {
    std::size_t rows = 720;
    std::int64_t step_s = 3600;
    double noise = 0.002;        ///< standard deviation of the line
    double autocorrelation = 0.0;
    unsigned seed = 1;
    double temperature = 0.0087;
    double nlp = 0.233;
    double vgpu = 0.19;
    double base = 0.12;
};

/// One line of text for each window: the driver never changes, NLP for some hours at a time, a virtual GPU on some days.
[[nodiscard]] inline std::vector<std::string> lines_of(const MadeUpLog& log) {
    std::mt19937_64 random(log.seed);
    std::normal_distribution<double> normal;
    std::vector<std::string> out;
    double error = log.noise * normal(random);
    bool nlp = false;
    for (std::size_t i = 0; i < log.rows; ++i) {
        const auto time_s = 1'761'955'200 + static_cast<std::int64_t>(i) * log.step_s;  // 2025-11-01
        const double hours = static_cast<double>(time_s) / 3600.0;
        const double celsius = std::round(10.0 * (25.0 + 4.0 * std::sin(hours * 6.283185307179586 / 24.0) + normal(random))) / 10.0;
        if (random() % 6 == 0) nlp = !nlp;
        const bool vgpu = (time_s / 86400) % 3 == 0;
        const double line = log.base * (1.0 + log.temperature * (celsius - 25.0) + log.nlp * nlp + log.vgpu * vgpu) + error;
        error = log.autocorrelation * error + log.noise * std::sqrt(1.0 - log.autocorrelation * log.autocorrelation) * normal(random);
        out.push_back(fmt::format("{},0,{},525,{:.1f},linux,{},local,308.7,36.1,{:.12f}\n", timestamp_text(time_s * 1'000'000'000),
                                  nlp ? "nlp" : "vision", celsius, vgpu ? "vgpu" : "none", line));
    }
    return out;
}

[[nodiscard]] inline std::string joined(const std::vector<std::string>& lines) {
    std::string out = csv_header;
    for (const std::string& line : lines) out += line;
    return out;
}

[[nodiscard]] inline Calibration calibrated(const std::string& csv, const CalibrationOptions& options = {}) {
    return calibrate(Dataset(csv_windows_in_memory(csv, "log.csv")), options);
}

/// The reference in which the made-up weights hold; left out, the more frequent task would be it.
[[nodiscard]] inline CalibrationOptions relative_to_vision(bool published_priors = true) {
    CalibrationOptions out;
    out.reference.set("task", "vision");
    out.published_priors = published_priors;
    return out;
}

[[nodiscard]] inline const CalibrationTerm& term(const Calibration& calibration, const std::string& full_name) {
    for (const CalibrationTerm& t : calibration.terms)
        if (t.full_name() == full_name) return t;
    throw std::runtime_error("no term " + full_name);
}

}  // namespace breakeven::test
