// Claims C02, C03, C10 to C22: what an hour costs, owned and rented, and the line that follows.
#include <breakeven/decisions/claim_source.hpp>

#include <algorithm>

namespace breakeven::detail {

namespace {

// The year of the article's other figures.
constexpr std::string_view rate_date = "2023-06-30";

/// In dollars what `value` is in yuan.
double in_dollars(const ClaimSource& source, double value) {
    return value * source.catalog.rate(Currency("CNY"), Currency("USD"), rate_date)->units_of_into;
}

struct Range {
    double low = 1e300;
    double high = 0.0;
    void add(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

/// Catalogued prices of one GPU, per hour.
Range offers(const ClaimSource& s, std::string_view gpu, std::optional<Amount> CloudOffer::*price) {
    Range out;
    for (const CloudOffer& offer : s.catalog.clouds())
        if (offer.gpu_ref == gpu && offer.*price) out.add(offer.for_one_gpu(*(offer.*price)).value);
    return out;
}

Finding line(const ClaimSource& s) {
    return found(ClaimBasis::its_inputs, in_percent(s.line()), "%").with("seconds", in(s.line() * hour, second), "s");
}

Finding dearer_hour(const ClaimSource& s) {
    const CostRate wanted = (1.0 + s.table.share("C03")) * s.sheet.cloud.busy;
    const CostRate total = 0.01 * s.table.quantity<CostRate>("C20");
    return found(ClaimBasis::nothing, in_percent(s.own().standing / (wanted - s.own().busy)), "%")
        .with("by_total", in_percent(total / wanted), "%");
}

Finding depreciation(const ClaimSource& s) {
    Depreciation whole{s.scenario.ownership.price, 1.0, s.scenario.ownership.lifetime, 0.2};
    return found(ClaimBasis::its_own_words, in(s.part("depreciation").standing, money / month), "CNY/month")
        .with("whole", in(whole.cost().standing, money / month), "CNY/month");
}

Finding electricity_price(const ClaimSource& s) {
    Range reported;
    for (const ElectricityTariff& row : s.catalog.electricity())
        if (row.iso3 == "CHN" && row.sector == "industrial" && row.usd) reported.add(row.usd->value);
    return found(ClaimBasis::nothing, in_dollars(s, s.table.number("C15")), "USD/kWh")
        .with("low", reported.low, "USD")
        .with("high", reported.high, "USD");
}

Finding crashes(const ClaimSource&) {
    // A public report of one large training run: 419 interruptions in 54 days.
    constexpr double gpus = 16384.0;
    constexpr Time run = 54.0 * day;
    return found(ClaimBasis::nothing, 419.0 / gpus / in(run, year), "").with("gpus", gpus, "");
}

Finding recovery(const ClaimSource& s) {
    const Crash crash{s.scenario.crash.rate, s.scenario.crash.recovery, {}, {}, {}};
    return found(ClaimBasis::nothing, in(crash.lost_share() * year, hour), "h").with("share", in_percent(crash.lost_share()), "%");
}

Finding total(const ClaimSource& s) {
    const CostRate read = 0.01 * s.table.quantity<CostRate>("C20");
    const CostRate stated = s.part("depreciation").standing + s.part("electricity").busy;
    return found(ClaimBasis::its_inputs, hourly(s.own().at(1.0)), "CNY/h")
        .slipped(0.01)
        .with("read", hourly(read), "CNY/h")
        .with("rest", hourly(read - stated), "CNY/h");
}

Finding rent(const ClaimSource& s) {
    const Range a10 = offers(s, "A10", &CloudOffer::on_demand);
    return found(ClaimBasis::nothing, in_dollars(s, s.table.number("C21")), "USD/h")
        .with("low", a10.low, "USD/h")
        .with("high", a10.high, "USD/h")
        .with("spot", offers(s, "A10G", &CloudOffer::spot).low, "USD/h");
}

Finding condition(const ClaimSource& s) {
    const auto owned_at = [&](double factor) {
        return breakeven<double>(HourlyCost{.standing = factor * s.table.quantity<CostRate>("C20")}, s.sheet.cloud);
    };
    const Breakeven as_printed = owned_at(1.0);
    return found(ClaimBasis::its_own_words, in_percent(as_printed.line.value_or(0.0)), "%")
        .holding(as_printed.outcome == Outcome::line)
        .with("fen", in_percent(owned_at(0.01).line.value_or(0.0)), "%");
}

constexpr ClaimCheck checks[] = {
    {"C02", line},
    {"C03", dearer_hour},
    {"C10", [](const ClaimSource& s) { return found(ClaimBasis::nothing, in(s.scenario.ownership.lifetime, hour), "h"); }},
    {"C11", depreciation},
    {"C13", [](const ClaimSource& s) {
         return found(ClaimBasis::nothing, in(s.scenario.ownership.gpu_share * s.scenario.ownership.price, money), "CNY");
     }},
    {"C14", [](const ClaimSource& s) { return found(ClaimBasis::public_fact, in(*s.laptop.tdp, watt), "W"); }},
    {"C15", electricity_price},
    {"C16", [](const ClaimSource& s) { return found(ClaimBasis::its_inputs, hourly(s.part("electricity").busy), "CNY/h"); }},
    {"C17", crashes},
    {"C18", recovery},
    {"C19", [](const ClaimSource& s) { return stated_fact(s.laptop.kind == "workstation"); }},
    {"C20", total},
    {"C21", rent},
    {"C22", condition},
    {"C23", [](const ClaimSource& s) { return found(ClaimBasis::its_own_words, seconds_of(s.table.share("C22") * hour), "s"); }},
};

}  // namespace

std::span<const ClaimCheck> claims_about_costs() { return checks; }

}  // namespace breakeven::detail
