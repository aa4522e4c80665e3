// Quantiles of Student's t, for intervals.
#pragma once

namespace breakeven {

/// The value that Student's t with `freedom` degrees of freedom stays below with `probability`, both inside their open ranges
/// (freedom above 0). The 95 % interval of a coefficient is b +- t_quantile(0.975, n - k) * its standard error.
[[nodiscard]] double t_quantile(double probability, double freedom);

}  // namespace breakeven
