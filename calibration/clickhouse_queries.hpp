// ClickHouse queries: the passes over the table, each as one text. Nothing is read here and nothing is sent.
//
//     gpus      the GPUs' names
//     levels    for each combination of levels: rows, means, extremes; rejects by their reason
//     members   which GPU has rows in which group
//     steps     how often each step in time occurs within a GPU: the median, the gaps, rows that share a time
//     moments   for each cell and day: centred sums of powers and products
//     hc3       for each cell: the same powers, weighted by e^2 / (1 - h)^2
//     scores    within each GPU's rows in order of time: products of neighbouring scores, for Newey-West
//
// Bartlett's weights are those of a running sum: sum_l (1 - l/(L+1)) (G_l + G_l') and G_0 together are
// 1/(L+1) sum_m W_m W_m', W_m = s_m + .. + s_(m-L), with zeros before and after a block. So the work does not grow with L, and a
// block ends by L rows of zeros. Source: Newey and West, Econometrica 55, 1987, proof of theorem 1.
//
// Only what ClickHouse 18.16 and today's versions both know is used: no window functions, no arraySplit, no WITH of subqueries.
#pragma once

#include <breakeven/calibration/cell_moments.hpp>
#include <breakeven/calibration/clickhouse_rows.hpp>

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace breakeven {

/// What a query needs to know of a cell.
struct ClickhouseCell {
    std::uint64_t number = 0;  ///< be_cell
    CellFrame frame;
    double weight_scale = 1.0;        ///< 1 / the mean weight of its group
    Eigen::VectorXd prediction;       ///< of the target less the frame's, by powers of z
    Eigen::MatrixXd scores;           ///< F'B: coefficients in use × powers of z
};

/// Which rows a query is about: of all, those of some groups and of some GPUs.
struct ClickhousePart {
    std::vector<std::uint64_t> groups;  ///< be_group; empty: all
    std::vector<std::string> gpus;      ///< empty: all
};

/// Of one group: how its series are cut into blocks.
struct ClickhouseBlocks {
    std::uint64_t group = 0;
    double longest_step = 0.0;  ///< in the table's unit of time; a longer one is a gap
};

class ClickhouseQueries {
public:
    /// Longer texts are refused by a server with usual settings (max_query_size).
    static constexpr std::size_t most_bytes = 250'000;
    static constexpr std::size_t most_names = 100'000;

    ClickhouseQueries(const ClickhouseRows& rows, bool distinct) : rows_(&rows), distinct_(distinct) {}

    [[nodiscard]] std::string gpus() const;
    [[nodiscard]] std::string levels(const ClickhouseKnown& known) const;
    [[nodiscard]] std::string members(const ClickhouseKnown& known) const;
    [[nodiscard]] std::string steps(const ClickhouseKnown& known, const ClickhousePart& part) const;
    [[nodiscard]] std::string moments(const ClickhouseKnown& known, const ClickhousePart& part, const std::vector<ClickhouseCell>& cells, bool by_day) const;
    [[nodiscard]] std::string hc3(const ClickhouseKnown& known, const ClickhousePart& part, const std::vector<ClickhouseCell>& cells) const;
    [[nodiscard]] std::string scores(const ClickhouseKnown& known, const ClickhousePart& part, const std::vector<ClickhouseCell>& cells, int lag,
                                     const std::vector<ClickhouseBlocks>& blocks) const;

private:
    [[nodiscard]] std::string select(const ClickhouseKnown& known, const ClickhousePart& part, std::vector<SqlDefinition> more,
                                     const std::string& what) const;
    [[nodiscard]] std::string keys(const std::vector<std::string>& wanted) const;

    const ClickhouseRows* rows_;
    bool distinct_;
};

}  // namespace breakeven
