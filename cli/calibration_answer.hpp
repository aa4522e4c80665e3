// Calibration answer: the printed form of a calibration.
#pragma once

#include "answer.hpp"

#include <breakeven/calibration/calibration.hpp>

namespace breakeven::cli {

[[nodiscard]] Answer present(const Calibration& calibration);

}  // namespace breakeven::cli
