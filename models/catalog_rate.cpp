// Rates between currencies from the table of rates to the dollar: the period that fits the day best.
#include <breakeven/models/catalog.hpp>

#include <breakeven/models/catalog_age.hpp>

#include <chrono>
#include <tuple>
#include <utility>

namespace breakeven {

namespace {

using std::chrono::sys_days;

/// First and last day of a rate's period: its id's "2023" or "2024-06"; the last day alone for any other.
std::pair<sys_days, sys_days> days_of(const ExchangeRate& rate) {
    const auto last = parse_date(rate.origin.date);
    if (rate.period.size() == 4)
        if (const auto first = parse_date(rate.period + "-01-01"))
            return {*first, parse_date(rate.period + "-12-31").value_or(*first)};
    if (rate.period.size() == 7)
        if (const auto first = parse_date(rate.period + "-01")) return {*first, last.value_or(*first + std::chrono::days(30))};
    const sys_days day = parse_date(rate.period).value_or(last.value_or(sys_days{}));
    return {day, day};
}

}  // namespace

std::optional<CatalogRate> Catalog::rate(const Currency& from, const Currency& into, std::string_view date) const {
    const Currency usd("USD");
    const auto wanted = parse_date(date);
    /// The rate to the dollar that fits best: own rows, then the period nearest to the date, then the shortest of those.
    const auto best = [&](const Currency& currency) {
        const ExchangeRate* found = nullptr;
        std::tuple<bool, std::chrono::days, std::chrono::days> least{};
        for (const ExchangeRate& rate : rates()) {
            if (rate.currency != currency) continue;
            const auto [first, last] = days_of(rate);
            const std::chrono::days away = !wanted           ? sys_days{} - last
                                           : *wanted < first ? first - *wanted
                                           : *wanted > last  ? *wanted - last
                                                             : std::chrono::days{};
            const std::tuple rank{!rate.origin.own, away, last - first};
            if (found == nullptr || rank < least) {
                found = &rate;
                least = rank;
            }
        }
        return found;
    };
    if (from == into) return CatalogRate{1.0, {}, {}, {}};
    const ExchangeRate* const of_from = from == usd ? nullptr : best(from);
    const ExchangeRate* const of_into = into == usd ? nullptr : best(into);
    if ((of_from == nullptr && from != usd) || (of_into == nullptr && into != usd)) return std::nullopt;
    const ExchangeRate* older = of_from == nullptr ? of_into : of_from;
    if (of_from != nullptr && of_into != nullptr && of_into->origin.date < of_from->origin.date) older = of_into;
    return CatalogRate{(of_from == nullptr ? 1.0 : of_from->usd_per_unit) / (of_into == nullptr ? 1.0 : of_into->usd_per_unit),
                       older->period, older->origin.date, older->origin.source};
}

}  // namespace breakeven
