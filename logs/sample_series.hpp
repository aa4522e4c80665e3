// A series of samples in bounded memory (internal): when it is full, neighbours are averaged in pairs and it goes on at half
// the resolution.
#pragma once

#include <breakeven/logs/telemetry.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace breakeven::detail {

/// Averages samples column by column, over those that were read.
class SampleMean {
public:
    void add(const Sample& sample) {
        // The mean of times near 2^62 must not overflow.
        time_ns_ += (sample.time_ns - time_ns_) / static_cast<std::int64_t>(++samples_);
        const auto columns = values(sample);
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (!was_read(columns[i])) continue;
            sums_[i] += columns[i];
            ++counts_[i];
        }
    }
    [[nodiscard]] std::size_t samples() const { return samples_; }
    [[nodiscard]] Sample mean() const {
        const auto of = [&](std::size_t i) { return counts_[i] == 0 ? not_read : sums_[i] / static_cast<double>(counts_[i]); };
        return {time_ns_, of(0), of(1), of(2), of(3), of(4), of(5)};
    }

private:
    static std::array<double, 6> values(const Sample& s) {
        return {s.utilization, s.engine_active, s.power_w, s.temperature_c, s.memory_b, s.energy_mj};
    }
    std::int64_t time_ns_ = 0;
    std::size_t samples_ = 0;
    std::array<double, 6> sums_{};
    std::array<std::size_t, 6> counts_{};
};

class SampleSeries {
public:
    explicit SampleSeries(std::size_t longest) : longest_(std::max<std::size_t>(longest, 2)) {}

    void add(const Sample& sample) {
        open_.add(sample);
        if (open_.samples() < per_point_) return;
        points_.push_back(open_.mean());
        open_ = {};
        if (points_.size() < longest_) return;
        for (std::size_t i = 0; 2 * i + 1 < points_.size(); ++i) {
            SampleMean pair;
            pair.add(points_[2 * i]);
            pair.add(points_[2 * i + 1]);
            points_[i] = pair.mean();
        }
        points_.resize(points_.size() / 2);
        per_point_ *= 2;
    }
    /// The points, with a last one of the samples that did not fill a whole one.
    [[nodiscard]] std::vector<Sample> points() const {
        std::vector<Sample> out = points_;
        if (open_.samples() > 0) out.push_back(open_.mean());
        return out;
    }
    [[nodiscard]] std::size_t samples_per_point() const { return per_point_; }

private:
    std::size_t longest_;
    std::size_t per_point_ = 1;
    std::vector<Sample> points_;
    SampleMean open_;
};

}  // namespace breakeven::detail
