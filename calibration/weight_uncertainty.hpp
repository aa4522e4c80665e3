// Weight uncertainty: what a weights file says about how sure its weights are. Reading a line needs this much of a calibration.
#pragma once

#include <breakeven/calibration/line_interval.hpp>

#include <optional>
#include <string>

namespace breakeven {

/// The uncertainty that a weights file carries; none where it has no [calibration] table with a covariance. Throws InputError:
/// cannot be read, no valid TOML, a covariance that does not fit its terms.
[[nodiscard]] std::optional<WeightUncertainty> read_weight_uncertainty(const std::string& path);

}  // namespace breakeven
