// Calibration in words: a verdict for each term, what is entangled, and what to log next.
#pragma once

#include <breakeven/calibration/calibration.hpp>

#include <string>

namespace breakeven::detail {

/// Fills `verdict` of every term, `words` of every entangled group, and `advice`; adds remarks about what the figures mean.
void put_into_words(Calibration& calibration);

/// 0.0087 as "0.87 %": as many digits as its size calls for.
[[nodiscard]] std::string percent_text(double share);

}  // namespace breakeven::detail
