// Costs as users write them, with every value a quantity. Held against plain.cpp, instruction by instruction.
#include <breakeven/core/units.hpp>
#include <breakeven/models/hourly_cost.hpp>

using namespace breakeven;

double depreciation(double price, double gpu_share, double lifetime_s, double residual) {
    const Money paid = price * money;
    const Time lifetime = lifetime_s * second;
    const CostRate standing = gpu_share * paid * (1.0 - residual) / lifetime;
    return standing.value();
}

double electricity(double active_w, double idle_w, double price_per_joule, double u) {
    const Power active = active_w * watt;
    const Power idle = idle_w * watt;
    const EnergyPrice price = price_per_joule * (money / joule);
    const HourlyCost cost{.standing = idle * price, .busy = (active - idle) * price};
    return cost.at(u).value();
}

double line(double local_standing, double local_busy, double cloud_busy) {
    const CostRate rate = money / second;
    const HourlyCost local{.standing = local_standing * rate, .busy = local_busy * rate};
    const HourlyCost cloud{.busy = cloud_busy * rate};
    return (local.standing - cloud.standing) / (cloud.busy - local.busy);
}
