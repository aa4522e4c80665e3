// What if: lines side by side. A scenario as it is and changed, or several scenarios.
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/decisions/line.hpp>
#include <breakeven/decisions/whatif_change.hpp>
#include <breakeven/decisions/whatif_economics.hpp>

#include <optional>
#include <string>
#include <vector>

namespace breakeven {

/// One scenario, perhaps changed, before it is asked for its line.
struct Candidate {
    std::string name;        ///< as the table shall call it
    LoadedScenario loaded;
    Changes changes;         ///< what was changed; empty for the scenario as it is
};

struct Variant {
    std::string name;
    Changes changes;
    LineAnswer line;
    std::optional<EconomicsAnswer> economics;  ///< at the share asked for, else at the change's own
    std::optional<bool> owning_wins;           ///< at that share
    std::optional<double> points;              ///< line less the first variant's line; none where one of them has none
};

struct WhatIfAnswer {
    std::vector<Variant> variants;  ///< the first is what the others are held against
    std::optional<Fraction> share;
    std::vector<std::string> remarks;  ///< of all of them, each once
};

/// The lines of `candidates`, one or more, in `asked`; their economics where a busy share is given. Throws InputError for a value
/// out of its range.
[[nodiscard]] WhatIfAnswer what_if(std::vector<Candidate> candidates, const Context& asked, std::optional<Fraction> share = {});

}  // namespace breakeven
