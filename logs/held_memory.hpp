// How long which amount of memory was held (internal): levels with weights, in bounded memory.
#pragma once

#include <breakeven/logs/running_mean.hpp>
#include <breakeven/logs/torch_memory.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace breakeven::detail {

class HeldLevels {
public:
    void add(double bytes, double weight) {
        if (!(weight > 0.0)) return;
        total_ += weight;
        weighted_.add(bytes * weight);
        if (!levels_.empty() && levels_.back().bytes == bytes) {
            levels_.back().weight += weight;
            return;
        }
        levels_.push_back({bytes, weight});
        if (levels_.size() == most_levels) coarsen();
    }

    [[nodiscard]] std::optional<double> mean() const {
        if (!(total_ > 0.0)) return std::nullopt;
        return weighted_.value() / total_;
    }

    /// The level reached or exceeded during each share of the weight.
    [[nodiscard]] std::vector<HeldMemory> held() const {
        std::vector<Level> sorted = levels_;
        std::sort(sorted.begin(), sorted.end(), [](const Level& a, const Level& b) { return a.bytes > b.bytes; });
        std::vector<HeldMemory> out;
        if (sorted.empty()) return out;
        for (const double share : {1.0, 0.95, 0.9, 0.75, 0.5, 0.25, 0.1, 0.05}) {
            double above = 0.0, bytes = sorted.back().bytes;
            for (const Level& level : sorted) {
                above += level.weight;
                // The weights' rounding must not cost a level.
                if (above >= share * total_ * (1.0 - 1e-12)) {
                    bytes = level.bytes;
                    break;
                }
            }
            out.push_back({share, bytes});
        }
        return out;
    }

private:
    struct Level {
        double bytes = 0.0;
        double weight = 0.0;
    };
    static constexpr std::size_t most_levels = 1U << 18;

    /// Neighbours in size become one, at their mean.
    void coarsen() {
        std::sort(levels_.begin(), levels_.end(), [](const Level& a, const Level& b) { return a.bytes < b.bytes; });
        for (std::size_t i = 0; 2 * i + 1 < levels_.size(); ++i) {
            const Level& a = levels_[2 * i];
            const Level& b = levels_[2 * i + 1];
            const double weight = a.weight + b.weight;
            levels_[i] = {(a.bytes * a.weight + b.bytes * b.weight) / weight, weight};
        }
        levels_.resize(levels_.size() / 2);
    }

    std::vector<Level> levels_;
    double total_ = 0.0;
    CompensatedSum weighted_;
};

}  // namespace breakeven::detail
