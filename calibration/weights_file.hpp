// Weights file: a calibration as the [line] table that a scenario includes, and its uncertainty back out of that file.
#pragma once

#include <breakeven/calibration/calibration.hpp>
#include <breakeven/calibration/line_interval.hpp>

#include <optional>
#include <string>

namespace breakeven {

/// TOML: [calibration] says where the weights come from and how sure they are, [line.reference] and [line.weights] are what a
/// scenario includes. Keys of levels are quoted: a bare 525.10 would be two keys. Products and powers, which a scenario's line
/// does not know, and terms without a figure stand in comments.
[[nodiscard]] std::string write_weights_toml(const Calibration& calibration);

/// The uncertainty that a weights file carries; none where it has no [calibration] table with a covariance. Throws InputError:
/// cannot be read, no valid TOML, a covariance that does not fit its terms.
[[nodiscard]] std::optional<WeightUncertainty> read_weight_uncertainty(const std::string& path);

}  // namespace breakeven
