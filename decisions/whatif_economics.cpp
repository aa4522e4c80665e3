#include <breakeven/decisions/whatif_economics.hpp>
#include <breakeven/models/cost_sheet.hpp>

#include <algorithm>

namespace breakeven {

EconomicsAnswer economics_of(const Scenario& scenario, Fraction share) {
    require_share(share, "share");
    const CostSheet sheet = cost_sheet(scenario);
    const auto& own = scenario.ownership;
    const Money value = own.gpu_share * own.price;

    EconomicsAnswer out;
    out.share = share;
    out.investment = {.price = value, .residual = detail::residual_share<double>(own) * value, .lifetime = own.lifetime,
                      .rate = own.capital_rate};
    out.no_line = sheet.no_line;
    if (!sheet.no_line.empty()) return out;

    // What stays of the local costs once the purchase is an investment.
    CostSheet operating = sheet;
    std::erase_if(operating.components, [](const auto& part) { return part.name == "depreciation" || part.name == "capital"; });
    operating.sum();

    const std::size_t branch = sheet.branch_of(share);
    if (share > 0.0) {
        out.own_per_busy_hour = cost_per_busy_hour(sheet.branches[branch].local, share);
        out.rent_per_busy_hour = cost_per_busy_hour(sheet.cloud, share);
    }
    out.saving = sheet.cloud.at(share) - operating.branches[branch].local.at(share);
    out.payback = simple_payback(out.investment.price, out.saving);
    out.discounted_payback = discounted_payback(out.investment.price, out.saving, out.investment.rate);
    out.net_present_value = net_present_value(out.investment, out.saving);

    // NPV 0 is a line of its own: the purchase costs, every hour, the saving that would just pay it.
    operating.add("investment", HourlyCost{.standing = saving_needed(out.investment)});
    const Breakeven zero = operating.solve();
    out.zero_outcome = zero.outcome;
    out.zero_share = zero.line;
    return out;
}

}  // namespace breakeven
