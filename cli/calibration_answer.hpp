// Calibration answer: the printed form of a calibration.
#pragma once

#include "answer.hpp"

#include <breakeven/calibration/calibration.hpp>
#include <breakeven/calibration/clickhouse_calibration.hpp>

#include <string>
#include <vector>

namespace breakeven::cli {

[[nodiscard]] Answer present(const Calibration& calibration);

/// One calibration for each value of the column `by`.
[[nodiscard]] Answer present(const ClickhouseCalibration& calibrations, const std::string& by);

/// The queries of a calibration.
[[nodiscard]] Answer present(const std::vector<ExplainedQuery>& queries);

}  // namespace breakeven::cli
