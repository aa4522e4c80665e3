// One GPU's samples, one after the other, become its figures (internal). Memory does not grow with their number.
#pragma once

#include <breakeven/logs/running_mean.hpp>
#include <breakeven/logs/sample_series.hpp>
#include <breakeven/logs/step_histogram.hpp>
#include <breakeven/logs/telemetry.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace breakeven::detail {

class SampleAccumulator {
public:
    explicit SampleAccumulator(const TelemetryOptions& options)
        : window_ns_(static_cast<std::int64_t>(options.window_s * 1e9)) {
        if (options.keep_series) series_.emplace(options.longest_series);
    }

    /// `timed`: the sample's time means something. `after_message`: the driver failed since the sample before. `line`: where
    /// the sample stands, for complaints.
    void add(const Sample& sample, bool timed, bool after_message, std::uint64_t line);

    /// Fills in everything but the identity. `device.samples` and the rest are what was added so far.
    void finish(TelemetryDevice& device) const;

private:
    struct Gap {
        std::int64_t step_ns = 0;
        std::int64_t start_ns = 0;
    };

    void add_step(const Sample& sample, std::int64_t step_ns, bool outage);
    void look_for_stuck(const Sample& sample);
    void add_energy(double energy_mj);
    void keep_gap(std::int64_t step_ns, std::int64_t start_ns);
    [[nodiscard]] int outage_class() const;
    void checks(TelemetryDevice& device) const;
    void find_energy(TelemetryDevice& device, double with_power_s, double power_energy_j) const;
    [[nodiscard]] std::vector<Outage> outages() const;

    std::int64_t window_ns_;
    std::uint64_t timed_rows_ = 0;
    std::uint64_t rows_ = 0;
    std::int64_t first_ns_ = 0;
    std::int64_t last_ns_ = 0;
    Sample previous_;

    RunningMean utilization_, engine_, power_, temperature_, memory_;
    double memory_peak_b_ = 0.0;
    CompensatedSum squares_, neighbours_;  // of the utilisation: its spread, and its likeness to the sample before
    std::uint64_t neighbour_count_ = 0;
    bool fine_resolution_ = false;  // some reading is no whole percent

    StepHistogram steps_;
    std::int64_t message_outage_ns_ = 0;
    std::vector<Outage> message_outages_;
    std::vector<Gap> longest_;  // a heap, the shortest on top

    std::optional<std::int64_t> active_ns_;  // the last sample with the GPU in use, unless an outage came after it
    std::uint64_t backward_steps_ = 0;
    std::uint64_t first_backward_line_ = 0;
    std::int64_t same_since_ns_ = 0;
    std::uint64_t same_count_ = 0;
    std::int64_t longest_same_ns_ = 0;

    std::optional<double> first_energy_mj_, last_energy_mj_;
    double energy_before_resets_mj_ = 0.0;
    std::uint64_t energy_readings_ = 0;
    std::uint64_t energy_resets_ = 0;

    std::optional<SampleSeries> series_;
};

}  // namespace breakeven::detail
