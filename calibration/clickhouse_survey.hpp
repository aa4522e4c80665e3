// ClickHouse survey: what a table's rows are, group by group: levels, means, times, steps, and what cannot be used and why.
#pragma once

#include <breakeven/calibration/clickhouse_client.hpp>
#include <breakeven/calibration/clickhouse_queries.hpp>
#include <breakeven/calibration/clickhouse_rows.hpp>
#include <breakeven/calibration/dataset.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace breakeven {

/// The rows of a group that have the same levels.
struct SurveyedCell {
    std::uint64_t number = 0;                           ///< be_cell
    std::array<std::uint16_t, category_count> level{};  ///< from 0, into ClickhouseKnown::levels
    std::size_t rows = 0;
    double mean_c = 0.0;
    double coldest_c = 0.0;
    double hottest_c = 0.0;
    double mean_target = 0.0;
};

struct SurveyedGroup {
    std::string name;
    std::vector<SurveyedCell> cells;
    std::size_t rows = 0;  ///< in use, the same window twice where it is there twice
    Rejects rejects;
    std::vector<std::pair<std::string, std::size_t>> gpus;  ///< with rows in use, and how many; by name
    std::vector<std::string> gpu_names;                     ///< those without a usable row too
    std::vector<std::string> remarks;
    std::int64_t first_ns = std::numeric_limits<std::int64_t>::max();
    std::int64_t last_ns = std::numeric_limits<std::int64_t>::min();
    double coldest_c = std::numeric_limits<double>::infinity();
    double hottest_c = -std::numeric_limits<double>::infinity();
    std::int64_t spacing_ns = 0;  ///< median step of a GPU; 0: none steps forward
    std::size_t gaps = 0;
    std::int64_t longest_gap_ns = 0;
    std::size_t ties = 0;  ///< rows that share time and GPU with the one before

    [[nodiscard]] std::int64_t gap_ns() const { return spacing_ns + spacing_ns / 2; }
};

struct ClickhouseSurvey {
    ClickhouseKnown known;
    std::vector<SurveyedGroup> groups;  ///< in the order of known.groups; one where there are none
    std::vector<std::string> remarks;

    [[nodiscard]] bool has_ties() const;
    /// Parts of at most `rows` rows each where GPUs allow it; a single one that names nothing where all fit.
    [[nodiscard]] std::vector<ClickhousePart> parts(std::size_t rows, const std::vector<std::size_t>& groups) const;
};

/// Throws InputError as ClickhouseClient::ask does, for too many names, and for rows that change meanwhile.
[[nodiscard]] ClickhouseSurvey survey(ClickhouseClient& client, const ClickhouseRows& rows, std::size_t rows_at_once);

/// What to throw when passes over the table do not see the same rows.
[[noreturn]] void refuse_changed_rows();

}  // namespace breakeven
