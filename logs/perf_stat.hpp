// perf stat: the CPU's counters beside a GPU job, as `perf stat -o FILE` writes them (plain, -x separated, or -j JSON lines).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace breakeven {

struct PerfStat {
    std::optional<double> cache_references;
    std::optional<double> cache_misses;

    /// 0 to 1; none unless both were counted.
    [[nodiscard]] std::optional<double> miss_share() const {
        if (!cache_references || !cache_misses || !(*cache_references > 0.0)) return std::nullopt;
        return *cache_misses / *cache_references;
    }
};

/// Throws InputError: cannot be read, or no event of perf stat in it.
[[nodiscard]] PerfStat read_perf_stat(const std::string& path);
[[nodiscard]] PerfStat read_perf_stat_text(std::string_view text, const std::string& file_name);

}  // namespace breakeven
