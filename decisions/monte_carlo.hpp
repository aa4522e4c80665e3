// Monte Carlo: the distribution of the line when its inputs are uncertain.
//
// Inputs are drawn, never the line. A draw without a line is an outcome (always, never, …), no outlier: quantiles are those of
// the lines among the draws, and the shares of the other outcomes stand beside them. Draws go by counter (random_draws.hpp) and
// sums in their order, so the digits do not depend on the number of threads.
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/decisions/whatif_key.hpp>
#include <breakeven/decisions/whatif_line.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace breakeven {

struct MonteCarloOptions {
    std::uint64_t draws = 100000;  ///< 1 to most_draws
    std::uint64_t seed = 1;
    std::optional<Fraction> share; ///< the measured busy share at which owning may win
    unsigned threads = 0;          ///< 0: as many as there are cores
};
inline constexpr std::uint64_t most_draws = 50'000'000;  ///< lines are kept for the quantiles: 9 bytes a draw

/// One input's part in the line's spread, by the delta method: standard deviation times the exact derivative.
struct Contribution {
    ScenarioKey key;
    UncertainInput::Kind kind = UncertainInput::Kind::normal;
    double mean = 0.0;                ///< of the distribution as written, in the one system's units
    double standard_deviation = 0.0;
    double mass_cut = 0.0;            ///< probability that lies where the models take no value, and was cut off
    std::optional<double> spread;     ///< of the line by this input alone; none where there is no single line
};

/// Lines among the draws.
struct LineDistribution {
    std::uint64_t count = 0;
    double mean = 0.0;
    double standard_deviation = 0.0;
    double standard_error = 0.0;          ///< of the mean
    std::array<double, 3> quantiles{};    ///< 5, 50 and 95 %; linear between the two neighbours in rank
    double lowest = 0.0;
    double highest = 0.0;
    double histogram_from = 0.0;          ///< the 0.1 % and 99.9 % quantiles: a far tail would flatten all the rest
    double histogram_to = 0.0;
    std::vector<std::uint64_t> histogram; ///< equal bins between them; the bins at the ends hold what lies beyond
};

struct MonteCarloAnswer {
    MonteCarloOptions options;
    LinePoint base;                                ///< with every value as the scenario has it
    std::array<std::uint64_t, 5> outcomes{};       ///< draws by Outcome
    std::optional<LineDistribution> lines;         ///< of the draws whose outcome is a line; none when there are none
    std::optional<double> own_wins;                ///< share of draws in which owning is no dearer at options.share
    std::optional<double> own_wins_standard_error;
    std::vector<Contribution> inputs;
    std::optional<double> delta_spread;            ///< of the line by all inputs, correlations included, to the first order

    [[nodiscard]] double share_of(Outcome outcome) const {
        return static_cast<double>(outcomes[static_cast<std::size_t>(outcome)]) / static_cast<double>(options.draws);
    }
};

/// Throws InputError: no draws or too many, no uncertain value, correlations that cannot hold, a draw outside the models' range.
[[nodiscard]] MonteCarloAnswer monte_carlo(const LoadedScenario& loaded, const MonteCarloOptions& options, const Context& asked);

}  // namespace breakeven
