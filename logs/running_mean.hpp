// Sums that keep their last digits over ten million terms (internal).
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

namespace breakeven::detail {

/// Neumaier's compensated sum: the error does not grow with the number of terms.
class CompensatedSum {
public:
    void add(double term) {
        const double next = sum_ + term;
        lost_ += std::abs(sum_) >= std::abs(term) ? (sum_ - next) + term : (term - next) + sum_;
        sum_ = next;
    }
    [[nodiscard]] double value() const { return sum_ + lost_; }

private:
    double sum_ = 0.0;
    double lost_ = 0.0;
};

class RunningMean {
public:
    void add(double value) {
        sum_.add(value);
        ++count_;
    }
    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] std::optional<double> mean() const {
        if (count_ == 0) return std::nullopt;
        return sum_.value() / static_cast<double>(count_);
    }

private:
    CompensatedSum sum_;
    std::uint64_t count_ = 0;
};

}  // namespace breakeven::detail
