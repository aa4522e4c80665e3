// Claim origin: where the article's line may come from: a search over what its inputs can be read as, and how they can be put
// into a formula.
//
//     standing = value/(months * hours)        total = standing + electricity (+ lost hours at the rent)
//     standing/(rent - electricity)   total/rent   total/(rent - electricity)   total/(rent + total)
//
// A reading departs from the inputs once for each thing that the article does not say: the whole machine, a residual, another
// life, working hours instead of all hours, no electricity, a printed sum that its parts do not give.
#pragma once

#include <breakeven/core/units.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace breakeven {

struct ClaimSource;

/// One formula with its figures, and the line it gives.
struct LineReading {
    std::string formula;
    Fraction line = 0.0;
    int departures = 0;
    std::string remark;       ///< what it departs by, or what it says
    bool lost_hours = false;  ///< hours lost to crashes are in it, at the rent
};

struct LineOrigin {
    Fraction wanted = 0.0;
    std::size_t tried = 0;
    std::size_t tried_as_stated = 0;   ///< without any departure
    LineReading nearest_as_stated;
    std::vector<LineReading> hits;     ///< that print as the wanted line, rounded or cut: fewest departures first, then nearest
    std::vector<LineReading> readings; ///< what further readings give from first principles
    Fraction speed_ratio = 0.0;        ///< of the laptop over the rented GPU, with which the line would be the wanted one
};

[[nodiscard]] LineOrigin origin_of_line(const ClaimSource& source);

}  // namespace breakeven
