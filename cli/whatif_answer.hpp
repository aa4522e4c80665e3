// What-if answers: the printed forms and the pictures of sweeps, tornados, Monte Carlo, goals and changes side by side.
#pragma once

#include "answer.hpp"

#include <breakeven/decisions/goal.hpp>
#include <breakeven/decisions/line.hpp>
#include <breakeven/decisions/monte_carlo.hpp>
#include <breakeven/decisions/sweep.hpp>
#include <breakeven/decisions/tornado.hpp>
#include <breakeven/decisions/whatif.hpp>
#include <breakeven/decisions/whatif_curves.hpp>

#include <string>
#include <vector>

namespace breakeven::cli {

// `base`: the line of the scenario as it is, in the same context.
[[nodiscard]] Answer present(const WhatIfAnswer& answer);
[[nodiscard]] Answer present(const SweepAnswer& answer, const LineAnswer& base);
[[nodiscard]] Answer present(const TornadoAnswer& answer, const LineAnswer& base);
[[nodiscard]] Answer present(const MonteCarloAnswer& answer, const LineAnswer& base);
[[nodiscard]] Answer present(const GoalAnswer& answer, const LineAnswer& base);

// The same as SVG.
[[nodiscard]] std::string picture(const SweepAnswer& answer, const LineAnswer& base);
[[nodiscard]] std::string picture(const TornadoAnswer& answer, const LineAnswer& base);
[[nodiscard]] std::string picture(const MonteCarloAnswer& answer, const LineAnswer& base);
/// What an owned hour costs on both sides, by busy share; curves of one scenario or of several.
[[nodiscard]] std::string picture_of_crossover(const std::vector<CostCurves>& curves, const std::vector<LineAnswer>& lines);
/// What the owned hour's cost is made of.
[[nodiscard]] std::string picture_of_costs(const LineAnswer& line);

}  // namespace breakeven::cli
