// Fleet answer: many GPUs as groups, the least busy first.
#pragma once

#include "answer.hpp"

#include <breakeven/decisions/fleet.hpp>
#include <breakeven/decisions/fleet_lines.hpp>

#include <vector>

namespace breakeven::cli {

/// Puts the fleet before what `into` says of each GPU: its first line, its tables, its rows, and `fleet` in the JSON.
void add_fleet(const Fleet& fleet, Answer& into);

/// Puts the groups' lines before what `into` says of the scenario's own, and `fleet` into its JSON.
void add_fleet(const std::vector<FleetLine>& lines, FleetKey by, Answer& into);

}  // namespace breakeven::cli
