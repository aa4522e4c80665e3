// Line: where a scenario's breakeven line lies in a context, and what it is made of.
#pragma once

#include <breakeven/calibration/dynamic_line.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/breakeven.hpp>
#include <breakeven/models/cost_sheet.hpp>
#include <breakeven/models/scenario_file.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven {

/// One cost, in the branch in which the line lies, and the line without it.
struct LineComponent {
    std::string name;
    HourlyCost cost;
    Outcome outcome_without = Outcome::never;
    std::optional<Fraction> line_without;  ///< 0 for always; absent where there is none
};

struct LineAnswer {
    std::string scenario;
    Currency currency;
    Outcome outcome = Outcome::never;
    std::optional<Fraction> line;       ///< in the context; for `never` the root above what can be reached, if any
    std::optional<Fraction> base_line;  ///< in the reference context
    std::vector<Fraction> lines;        ///< every share at which the costs are equal: none, one or two
    std::string_view reason;
    bool stated_base = false;           ///< the base is a figure of the scenario's, not the models' result
    HourlyCost local;
    HourlyCost cloud;
    std::optional<CostRate> cost_at_line;  ///< what an owned hour's work costs rented, at the line
    Fraction reachable = 1.0;
    std::vector<LineComponent> components;
    Context context;                       ///< reference and what was asked for
    std::vector<Adjustment> adjustments;
    std::optional<Fraction> half_width;    ///< of the line's 95 % interval, where calibrated weights moved it
    std::vector<Input> inputs;
    std::vector<std::string> remarks;

    /// Owning is no dearer at this busy share.
    [[nodiscard]] bool owning_wins_at(Fraction share) const {
        switch (outcome) {
            case Outcome::always: return true;
            case Outcome::never: return false;
            case Outcome::line: return share >= *line;
            case Outcome::only_below: return share <= *line;
            case Outcome::between: return share >= lines[0] && share <= lines[1];
        }
        return false;
    }
};

/// The line of `loaded` in the context `asked`. Throws InputError for a value out of its range.
[[nodiscard]] LineAnswer line_of(const LoadedScenario& loaded, const Context& asked, bool kernel_log = false);

}  // namespace breakeven
