// How far the mean of sampled utilisation may lie from the truth: half-width of a 95 % interval.
//
//     half_width = 1.96 * s * sqrt((1 - seen) * (1 + r) / (1 - r) / n)  +  resolution  +  longest_period / observed
//     seen       = min(1, shortest_period / step)
//
// The counter looks back over a period of its own, 1/6 s to 1 s (NVML), and is read every `step`. Of the time between two
// readings it has seen at least `seen`; what lies between is unknown, and that part of the samples' spread s (lag-one
// correlation r) enters as the error of a mean. A kernel of length L leaves no trace in a reading with probability
// 1 - (L + shortest_period) / step, where that is above zero: it is then missing in this sample and counted too long in
// another, which is what the first term says. Readings are whole percents (`resolution`), and the first one reaches back
// to before the log begins (last term). It says nothing about how hard the GPU works while it is busy: the counter calls a
// period busy in which any kernel ran.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace breakeven {

inline constexpr double shortest_counter_period_s = 1.0 / 6.0;
inline constexpr double longest_counter_period_s = 1.0;

/// What the formula needs of one device's samples.
struct SampledUtilization {
    std::uint64_t count = 0;          ///< n, samples with a known utilisation
    double standard_deviation = 0.0;  ///< s
    double correlation = 0.0;         ///< r, of each sample with the next, -1 to 1
    double step_s = 0.0;              ///< median time between samples
    double observed_s = 0.0;
    double resolution = 0.005;  ///< half the unit of a reading; 0 for counters with decimals
};

/// The half-width, at most 1. None for fewer than two samples or no observed time.
[[nodiscard]] inline std::optional<double> utilization_half_width(const SampledUtilization& sampled) {
    if (sampled.count < 2 || !(sampled.observed_s > 0.0) || !(sampled.step_s > 0.0)) return std::nullopt;
    const double seen = std::min(1.0, shortest_counter_period_s / sampled.step_s);
    // A negative correlation would shrink the error; it is not trusted to.
    const double r = std::clamp(sampled.correlation, 0.0, 0.99);
    const double sampling = 1.96 * sampled.standard_deviation *
                            std::sqrt((1.0 - seen) * (1.0 + r) / (1.0 - r) / static_cast<double>(sampled.count));
    return std::min(1.0, sampling + sampled.resolution + longest_counter_period_s / sampled.observed_s);
}

/// The probability that a kernel of `length_s` leaves no trace in readings every `step_s` of a counter that looks back
/// `period_s`.
[[nodiscard]] inline double untraced_probability(double length_s, double period_s, double step_s) {
    return std::clamp(1.0 - (length_s + period_s) / step_s, 0.0, 1.0);
}

}  // namespace breakeven
