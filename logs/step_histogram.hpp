// Steps between samples (internal), in classes a thirty-second of an octave wide: what is usual is known only at the end, and
// only then can be said which steps were outages. Memory does not grow with the log.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace breakeven::detail {

/// What happened in all the steps of one class.
struct StepClass {
    int number = 0;  ///< classes are in order of length
    std::uint64_t count = 0;
    std::int64_t sum_ns = 0;
    double running_s = 0.0;     ///< of sum_ns, with the GPU in use
    double busy_s = 0.0;        ///< step times the utilisation read at its end, where that was read
    double energy_j = 0.0;      ///< by the mean of the powers at both ends, where both were read
    double with_power_s = 0.0;  ///< of sum_ns, what energy_j covers
};

class StepHistogram {
public:
    /// The class of steps as long as `step_ns`, which must not be negative.
    StepClass& of(std::int64_t step_ns) {
        const int number = class_of(step_ns);
        if (last_ < classes_.size() && classes_[last_].number == number) return classes_[last_];
        const auto place = std::lower_bound(classes_.begin(), classes_.end(), number,
                                            [](const StepClass& c, int wanted) { return c.number < wanted; });
        last_ = static_cast<std::size_t>(place - classes_.begin());
        if (place == classes_.end() || place->number != number) {
            StepClass fresh;
            fresh.number = number;
            classes_.insert(place, fresh);
        }
        return classes_[last_];
    }

    [[nodiscard]] const std::vector<StepClass>& classes() const { return classes_; }

    /// The mean of the class in which the median lies; 0 without steps.
    [[nodiscard]] double median_s() const {
        std::uint64_t all = 0, seen = 0;
        for (const StepClass& c : classes_) all += c.count;
        for (const StepClass& c : classes_) {
            seen += c.count;
            if (2 * seen >= all) return static_cast<double>(c.sum_ns) / static_cast<double>(c.count) / 1e9;
        }
        return 0.0;
    }

    static int class_of(std::int64_t step_ns) {
        const auto value = static_cast<std::uint64_t>(step_ns);
        if (value < 64) return static_cast<int>(value);
        const auto octave = static_cast<int>(std::bit_width(value)) - 6;  // the highest six bits name the class
        return octave * 32 + static_cast<int>(value >> octave);
    }

private:
    std::vector<StepClass> classes_;
    std::size_t last_ = 0;
};

}  // namespace breakeven::detail
