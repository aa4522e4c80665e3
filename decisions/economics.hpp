// Economics: an owned GPU as an investment that saves rent.
//
//     cost per busy hour   S/u + B
//     saving               C(u) - B u - operating standing            a rate; depreciation and capital are left out: they are the investment
//     payback              V0/saving;   discounted: -ln(1 - V0 i/saving)/ln(1 + i) months, none when V0 i >= saving
//     NPV                  -V0 + sum over months of saving/(1 + i)^m + residual/(1 + r)^N
//
// i = (1 + r)^(1/12) - 1 is the rate of a month. Savings arrive at each month's end; a broken last month saves its part at the
// life's end. The share with NPV 0 is not the line unless r = 0: it is the annuity's, up to month against year compounding.
// Source: docs/method.md, "Decisions".
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/hourly_cost.hpp>

#include <cmath>
#include <optional>

namespace breakeven {

/// What is paid at the start, and what comes back at the end.
struct Investment {
    Money price{};           ///< the GPU's part of the machine's price, V0
    Money residual{};        ///< its value at the end
    Time lifetime{};         ///< N, above zero
    Frequency rate{};        ///< interest, zero or above, a year's compounding: r = in(rate, 1.0 / year)

    /// Throws InputError naming the field.
    void check() const {
        require_not_negative(price, "price");
        require_not_negative(residual, "residual");
        require_positive(lifetime, "lifetime");
        require_not_negative(rate, "capital_rate");
    }
};

/// i, the interest of one month that compounds to a year's `rate`.
[[nodiscard]] inline double monthly_rate(Frequency rate) { return std::expm1(std::log1p(in(rate, 1.0 / year)) * in(month, year)); }

/// Cost of one busy hour at the busy share `share`, above zero: S/u + B. Throws InputError naming the field.
[[nodiscard]] inline CostRate cost_per_busy_hour(const HourlyCost& cost, Fraction share) {
    require_share(share, "share");
    require_positive(share, "share");
    return cost.standing / share + cost.busy;
}

/// Time until the savings have paid the price, without interest; none when nothing is saved.
[[nodiscard]] inline std::optional<Time> simple_payback(Money price, CostRate saving) {
    if (!(saving > CostRate{})) return std::nullopt;
    return price / saving;
}

/// The same with interest; none when the savings do not even pay that.
[[nodiscard]] inline std::optional<Time> discounted_payback(Money price, CostRate saving, Frequency rate) {
    const double i = monthly_rate(rate);
    if (i == 0.0) return simple_payback(price, saving);
    const Money saved = saving * month;
    if (!(saved > i * price)) return std::nullopt;
    return -std::log1p(-i * price / saved) / std::log1p(i) * month;
}

namespace detail {
/// What saving 1 a month over the life is worth today, in months.
[[nodiscard]] inline double worth_of_months(const Investment& investment) {
    const double i = monthly_rate(investment.rate);
    const double months = in(investment.lifetime, month);
    const double whole = std::floor(months + 1e-9);  // 2 yr are 24 months, whatever the last bit of the quotient says
    const double broken = std::max(0.0, months - whole) * std::exp(-months * std::log1p(i));
    if (i == 0.0) return months;
    return -std::expm1(-whole * std::log1p(i)) / i + broken;
}
[[nodiscard]] inline Money residual_today(const Investment& investment) {
    return investment.residual * std::exp(-in(investment.lifetime, year) * std::log1p(in(investment.rate, 1.0 / year)));
}
}  // namespace detail

/// Worth today of owning for the whole life at this saving. Throws InputError naming the field.
[[nodiscard]] inline Money net_present_value(const Investment& investment, CostRate saving) {
    investment.check();
    return detail::worth_of_months(investment) * (saving * month) + detail::residual_today(investment) - investment.price;
}

/// The saving at which owning is worth nothing more and nothing less than renting. Throws InputError naming the field.
[[nodiscard]] inline CostRate saving_needed(const Investment& investment) {
    investment.check();
    return (investment.price - detail::residual_today(investment)) / (detail::worth_of_months(investment) * month);
}

}  // namespace breakeven
