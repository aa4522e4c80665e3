// Goal: which value of one key puts the line where it is wanted.
//
// The line is evaluated over the key's sensible range, every crossing of the goal is bracketed and solved (TOMS 748).
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/decisions/whatif_key.hpp>
#include <breakeven/decisions/whatif_line.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace breakeven {

/// "line=10%", "line=0.1" or "hours=2.4" (a day): the wanted line. Throws InputError, placed in the text.
[[nodiscard]] Fraction parse_goal(std::string_view text);

struct GoalAnswer {
    Fraction wanted = 0.0;
    ScenarioKey key;
    std::optional<double> present;   ///< the key's value in the scenario, in the one system's units
    LinePoint base;                  ///< the line at it
    std::vector<double> solutions;   ///< values that give the wanted line, the nearest to the present one first
    double from = 0.0;               ///< the range that was searched
    double to = 0.0;
    std::optional<Fraction> lowest;  ///< of the lines in that range; none when there is none at all
    std::optional<Fraction> highest;
};

/// Searches `key` from a thousandth to a thousandfold of its present value (a share: from 0 to 1; zero: that of its unit).
/// Throws InputError: the wanted line is no share above 0, the key is unknown.
[[nodiscard]] GoalAnswer solve_for(const LoadedScenario& loaded, Fraction wanted, std::string_view key, const Context& asked);

}  // namespace breakeven
