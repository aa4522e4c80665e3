// Weights file: a calibration as the [line] table that a scenario includes, and its uncertainty back out of that file.
#pragma once

#include <breakeven/calibration/calibration.hpp>
#include <breakeven/calibration/weight_uncertainty.hpp>

#include <string>

namespace breakeven {

/// TOML: [calibration] says where the weights come from and how sure they are, [line.reference] and [line.weights] are what a
/// scenario includes. Keys of levels are quoted: a bare 525.10 would be two keys. Products and powers, which a scenario's line
/// does not know, and terms without a figure stand in comments.
[[nodiscard]] std::string write_weights_toml(const Calibration& calibration);

}  // namespace breakeven
