// The best checkpoint interval: where checkpoint.hpp's w is least. Apart from it because of what Lambert's W costs whoever includes it.
//
//     tau = M (1 + W(-exp(-C/M - 1)))         W: Lambert's, principal branch
//
// Symbols as in checkpoint.hpp. Source: Daly, FGCS 22, 2006.
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/models/checkpoint.hpp>

#include <boost/math/special_functions/lambert_w.hpp>

#include <cmath>

namespace breakeven {

/// The interval that loses least. Throws InputError naming the field.
[[nodiscard]] inline Time best_interval(const Checkpoint& checkpoint) {
    (void)checkpoint.young_interval();  // checks the fields
    const Fraction relative_cost = checkpoint.cost / checkpoint.time_between_failures;
    return checkpoint.time_between_failures * (1.0 + boost::math::lambert_w0(-std::exp(-relative_cost - 1.0)));
}

}  // namespace breakeven
