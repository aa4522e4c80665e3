// ClickHouse calibration: a table's rows stay on its cluster, and only sums come here; the fit is the local one.
//
// The answer is that of the same rows in a file, to about 1e-9; where rounding of the sums forbids that, a remark says so. Rows are
// judged by the same rules. What needs the rows themselves is not had: Huber's estimator and refinement are refused when they are
// asked for, and rows have no hash.
#pragma once

#include <breakeven/calibration/calibrate.hpp>
#include <breakeven/calibration/clickhouse_address.hpp>
#include <breakeven/calibration/clickhouse_table.hpp>
#include <breakeven/core/http.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace breakeven {

struct ClickhouseSource {
    ClickhouseAddress address;
    HttpCredentials credentials;
    ClickhouseColumnNames columns;
    std::optional<std::string> by;        ///< a column that tells groups apart, each of which gets a calibration of its own
    std::chrono::seconds timeout{600};    ///< of one query
    std::size_t rows_at_once = 8'000'000; ///< that a server orders by time in one query
};

struct GroupCalibration {
    std::string name;
    std::optional<Calibration> calibration;
    std::string error;  ///< why there is none
    std::string hint;   ///< and what to do about it
};

struct ClickhouseCalibration {
    std::vector<GroupCalibration> groups;  ///< by name; without `by` one without a name
    std::vector<std::string> remarks;      ///< about the table as a whole
    std::uint64_t bytes_received = 0;
    std::uint64_t bytes_sent = 0;
};

/// Throws InputError: a connection, a table or columns that are not as they should be, rows that change meanwhile, `options` that
/// need the rows; without `by` also as calibrate() of a Dataset does.
[[nodiscard]] ClickhouseCalibration calibrate(const ClickhouseSource& source, const CalibrationOptions& options = {});

struct ExplainedQuery {
    std::string purpose;
    std::string sql;
};

/// The queries for a table with the usual columns, in their order, without asking a server. What earlier answers tell later queries
/// stands in them as an example.
[[nodiscard]] std::vector<ExplainedQuery> explain(const ClickhouseSource& source, const CalibrationOptions& options = {});

}  // namespace breakeven
