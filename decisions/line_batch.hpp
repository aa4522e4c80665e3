// Line batch: the line at many values of one key, without the story. What embedders call in bulk.
#pragma once

#include <breakeven/decisions/whatif_line.hpp>
#include <breakeven/models/context.hpp>
#include <breakeven/models/scenario_file.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

namespace breakeven {

/// Calls `visit(i, point)` with the line of `loaded` in `asked` once `key` is `values[i]`, counted in `unit` ("" for plain numbers;
/// money of another currency goes through the scenario's own rates). Throws InputError: no such key (with the nearest), a unit of
/// another dimension, a stated line, a value out of its range, which is named by its number from 0.
void each_line_over(const LoadedScenario& loaded, std::string_view key, std::string_view unit, std::span<const double> values,
                    const Context& asked, const std::function<void(std::size_t, const LinePoint&)>& visit);

}  // namespace breakeven
