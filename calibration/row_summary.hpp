// Row summary: what the rows span, in one pass over them.
#pragma once

#include <breakeven/calibration/calibration_row.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace breakeven {

class RowSummary {
public:
    /// `content_hash`: of the row's texts and figures.
    void add(const CalibrationRow& row, std::uint64_t content_hash);
    /// To be called once all rows are in.
    void finish();

    [[nodiscard]] std::size_t rows() const { return rows_; }
    [[nodiscard]] std::int64_t first_ns() const { return first_ns_; }
    [[nodiscard]] std::int64_t last_ns() const { return last_ns_; }
    [[nodiscard]] std::int64_t spacing_ns() const { return spacing_ns_; }  ///< median step of a GPU; 0: none steps forward
    [[nodiscard]] std::int64_t gap_ns() const { return spacing_ns_ + spacing_ns_ / 2; }  ///< a longer step is a gap
    [[nodiscard]] std::size_t gaps() const { return gaps_; }
    [[nodiscard]] std::int64_t longest_gap_ns() const { return longest_ns_; }
    [[nodiscard]] bool in_order() const { return in_order_; }  ///< within each GPU
    [[nodiscard]] double coldest_c() const { return coldest_c_; }
    [[nodiscard]] double hottest_c() const { return hottest_c_; }
    [[nodiscard]] double mean_weight() const { return rows_ == 0 ? 1.0 : weight_sum_ / static_cast<double>(rows_); }
    [[nodiscard]] std::uint64_t hash() const { return hash_; }  ///< the same whatever the order of the rows

private:
    static constexpr std::size_t most_steps = 1'000'000;  // different ones; the median of these is the median

    std::size_t rows_ = 0;
    std::int64_t first_ns_ = std::numeric_limits<std::int64_t>::max();
    std::int64_t last_ns_ = std::numeric_limits<std::int64_t>::min();
    double coldest_c_ = std::numeric_limits<double>::infinity();
    double hottest_c_ = -std::numeric_limits<double>::infinity();
    double weight_sum_ = 0.0;
    std::uint64_t hash_ = 0;
    bool in_order_ = true;
    std::vector<std::optional<std::int64_t>> latest_ns_;           // of each GPU
    std::unordered_map<std::int64_t, std::size_t> steps_ns_;       // how often each was taken: most logs know a handful
    std::pair<const std::int64_t, std::size_t>* last_step_ = nullptr;
    std::int64_t spacing_ns_ = 0;
    std::size_t gaps_ = 0;
    std::int64_t longest_ns_ = 0;
};

/// FNV-1a, 64 bits, of `size` bytes, continuing from `hash`. Public domain (Fowler, Noll, Vo).
[[nodiscard]] inline std::uint64_t fnv1a(const void* bytes, std::size_t size, std::uint64_t hash = 0xcbf29ce484222325ULL) {
    for (std::size_t i = 0; i < size; ++i) hash = (hash ^ static_cast<const unsigned char*>(bytes)[i]) * 0x100000001b3ULL;
    return hash;
}

}  // namespace breakeven
