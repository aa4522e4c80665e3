// What-if economics: a scenario's payback, net present value and cost per busy hour at a measured share.
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/decisions/economics.hpp>
#include <breakeven/models/breakeven.hpp>
#include <breakeven/models/scenario.hpp>

#include <optional>
#include <string_view>

namespace breakeven {

struct EconomicsAnswer {
    Fraction share = 0.0;                          ///< busy share of all owned hours, as asked
    Investment investment;
    std::optional<CostRate> own_per_busy_hour;     ///< none at share 0
    std::optional<CostRate> rent_per_busy_hour;    ///< of the same work, per local busy hour
    CostRate saving{};                             ///< by owning, before the investment; negative when renting costs less
    std::optional<Time> payback;                   ///< none when the savings never pay the price
    std::optional<Time> discounted_payback;
    Money net_present_value{};                     ///< over the whole life
    Outcome zero_outcome = Outcome::never;         ///< of the shares with a net present value of zero or above
    std::optional<Fraction> zero_share;            ///< the share with a net present value of zero
    std::string_view no_line;                      ///< why owning cannot do the job at all; empty otherwise
};

/// The economics of `scenario` at the busy share `share`. Throws InputError for a value out of its range.
[[nodiscard]] EconomicsAnswer economics_of(const Scenario& scenario, Fraction share);

}  // namespace breakeven
