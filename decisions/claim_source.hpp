// Claim source: what claims are recomputed from: the published inputs as a scenario, and the catalog's facts.
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/decisions/claim_table.hpp>
#include <breakeven/models/catalog.hpp>
#include <breakeven/models/cost_sheet.hpp>
#include <breakeven/models/scenario.hpp>

#include <span>

namespace breakeven {

/// The article's scenario, from its own figures alone: without speed ratio, idle power or residual.
[[nodiscard]] Scenario published_scenario(const ClaimTable& table, const GpuFacts& laptop);

struct ClaimSource {
    ClaimTable table;
    Catalog catalog = Catalog::shipped();
    const GpuFacts& laptop = catalog.gpu("GeForce RTX 4060 Laptop");
    const GpuFacts& a10 = catalog.gpu("A10");
    const GpuFacts& a100 = catalog.gpu("A100 PCIe 40 GB");
    Scenario scenario = published_scenario(table, laptop);
    CostSheet sheet = cost_sheet(scenario);

    [[nodiscard]] const HourlyCost& own() const { return sheet.branches.front().local; }
    /// Of one component: "depreciation", "electricity" …
    [[nodiscard]] const HourlyCost& part(std::string_view component) const;
    /// The line from first principles.
    [[nodiscard]] Fraction line() const { return *sheet.solve().line; }
    /// The line when the GPU draws `active` and nothing beside it draws any.
    [[nodiscard]] Fraction line_at(Power active) const;
};

/// How one claim is recomputed.
struct ClaimCheck {
    std::string_view id;
    Finding (*check)(const ClaimSource& source);
};

namespace detail {
// By topic. Claims without a check have nothing to be held against.
[[nodiscard]] std::span<const ClaimCheck> claims_about_costs();
[[nodiscard]] std::span<const ClaimCheck> claims_about_small_costs();
[[nodiscard]] std::span<const ClaimCheck> claims_about_windows();
[[nodiscard]] std::span<const ClaimCheck> claims_about_circumstances();
[[nodiscard]] std::span<const ClaimCheck> claims_about_gpus();
[[nodiscard]] std::span<const ClaimCheck> claims_about_tools();
[[nodiscard]] std::span<const ClaimCheck> claims_about_practice();

[[nodiscard]] inline double in_percent(double share) { return 100.0 * share; }
[[nodiscard]] inline double hourly(const CostRate& rate) { return in(rate, money / hour); }
[[nodiscard]] inline double seconds_of(const Time& time) { return in(time, second); }

/// A statement that is true or false by a public fact or by definition, without a figure of ours.
[[nodiscard]] inline Finding stated_fact(bool holds) { return Finding{ClaimBasis::public_fact, {}, holds, false, 1.0, {}}; }
}  // namespace detail

}  // namespace breakeven
