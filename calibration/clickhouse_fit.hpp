// ClickHouse fit: from a survey to calibrations, by the passes that it leaves.
#pragma once

#include <breakeven/calibration/clickhouse_calibration.hpp>
#include <breakeven/calibration/clickhouse_survey.hpp>

#include <cstddef>
#include <vector>

namespace breakeven {

/// One for each group of `surveyed`, in their order. A group's own faults, such as too few rows, are its `error`.
/// Throws InputError as ClickhouseClient::ask does, and for rows that change meanwhile.
[[nodiscard]] std::vector<GroupCalibration> fit_groups(ClickhouseClient& client, const ClickhouseRows& rows, const ClickhouseSurvey& surveyed,
                                                       const CalibrationOptions& options, std::size_t rows_at_once);

}  // namespace breakeven
