#include <breakeven/decisions/compare_reasons.hpp>

#include <fmt/format.h>

#include <cmath>

namespace breakeven {

namespace {

double hourly(CostRate rate) { return in(rate, money / hour); }

std::string times(double ratio) { return fmt::format("{:.{}f} times", ratio, ratio < 10.0 ? 2 : 0); }

}  // namespace

std::string why_it_loses(const LineAnswer& best, const LineAnswer& line) {
    if (line.outcome == Outcome::never || line.outcome == Outcome::only_below || line.outcome == Outcome::between) return std::string(line.reason);
    if (best.outcome != Outcome::line || line.outcome != Outcome::line || !(*line.line > *best.line)) return {};
    const std::string unit = " " + std::string(line.currency.code()) + "/h";
    const double standing = hourly(line.local.standing - line.cloud.standing);
    const double best_standing = hourly(best.local.standing - best.cloud.standing);
    const double saved = hourly(line.cloud.busy - line.local.busy);
    const double best_saved = hourly(best.cloud.busy - best.local.busy);
    const bool same_money = line.currency == best.currency;
    if (same_money && standing > 0.0 && best_standing > 0.0 && standing / best_standing >= best_saved / saved)
        return fmt::format("owning costs {:.3g}{} whatever happens, {} as much", standing, unit, times(standing / best_standing));
    if (!same_money || !(saved > 0.0)) return "a busy hour saves less rent";
    // What is saved in a busy hour is rent less power; name the one that differs more.
    const double rent_less = hourly(best.cloud.busy - line.cloud.busy);
    const double power_more = hourly(line.local.busy - best.local.busy);
    if (rent_less >= power_more)
        return fmt::format("the work of a busy hour is rented for {:.3g}{}, not {:.3g}", hourly(line.cloud.busy), unit, hourly(best.cloud.busy));
    return fmt::format("a busy hour costs {:.3g}{} in power, not {:.3g}", hourly(line.local.busy), unit, hourly(best.local.busy));
}

std::string why_dearer(CostRate best, CostRate cost) {
    if (!(cost > best)) return {};
    if (!(best > CostRate{})) return "dearer";
    return times(cost / best) + " as dear";
}

}  // namespace breakeven
