// Compare reasons: why a line lies above the best one, from the costs themselves.
//
//     u* = a/D:   ln(u/u_best) = ln(a/a_best) + ln(D_best/D);   the larger of the two is the reason
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/decisions/line.hpp>

#include <string>

namespace breakeven {

/// One clause, such as "owning costs 0.31 CNY/h whatever happens, 2.4 times as much". Empty when `line` loses nothing.
[[nodiscard]] std::string why_it_loses(const LineAnswer& best, const LineAnswer& line);

/// "2.1 times as dear".
[[nodiscard]] std::string why_dearer(CostRate best, CostRate cost);

}  // namespace breakeven
