// Depreciation schedules: what a named year of the life costs, where the straight line gives the mean.
//
//     declining balance      D_k = max(b d, (b - rho V0)/(N - k + 1)),  b = book value before year k, d = 2/N
//       without the switch   D_k = b d,  d = 1 - rho^(1/N) or 2/N
//     sum of years' digits   D_k = V0 (1 - rho) (N - k + 1)/(N (N + 1)/2)
//     MACRS, 5 years         20, 32, 19.2, 11.52, 11.52, 5.76 % of V0: half-year convention, six tax years, no residual
//     resale curve           V(t) = V0 e^(-delta t);  mean over H years V0 (1 - e^(-delta H))/H
//     units of production    V0 (1 - rho)/hours of life, per BUSY hour
//
// V0 = gpu_share * price, rho = residual share, N = life in years, k = 1, 2, …. Over a whole life every schedule but MACRS sums
// to V0 (1 - rho), so the mean is the straight line's; a schedule matters for a named year or an early sale only.
// Sources: IAS 16, 62; IRS Publication 946, table A-1; docs/method.md, "Depreciation".
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/hourly_cost.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace breakeven {

namespace detail {
/// The life in years as a whole number. Throws InputError when it is none, since these tables know whole years only.
template <class Real>
[[nodiscard]] int whole_years(const BasicTime<Real>& lifetime) {
    require_positive(lifetime, "lifetime");
    const double years = static_cast<double>(in(lifetime, year));
    const double whole = std::round(years);
    if (std::abs(years - whole) > 1e-9 || whole < 1.0 || whole > 100.0)
        throw InputError::about("lifetime", "must be a whole number of years for this schedule", "such as \"5 yr\"");
    return static_cast<int>(whole);
}
}  // namespace detail

/// What each year of the life costs, year 1 first: double declining balance that switches to the straight line when that is
/// more. A broken last year is prorated. `value`: V0. Throws InputError naming the field.
template <class Real>
[[nodiscard]] std::vector<BasicMoney<Real>> declining_balance(const BasicMoney<Real>& value, const Real& residual,
                                                              const BasicTime<Real>& lifetime) {
    require_not_negative(value, "price");
    require_share(residual, "residual");
    require_positive(lifetime, "lifetime");
    const Real life = in(lifetime, year);
    if (!(life <= Real(100.0))) throw InputError::about("lifetime", "must be at most 100 years", "such as \"5 yr\"");
    const Real rate = std::min(Real(1.0), Real(2.0) / life);
    const BasicMoney<Real> floor = residual * value;
    std::vector<BasicMoney<Real>> out;
    BasicMoney<Real> book = value;
    for (Real begun(0.0); begun < life; begun += Real(1.0)) {
        const Real left = life - begun;
        const Real part = std::min(Real(1.0), left);
        const BasicMoney<Real> straight = (book - floor) / left;  // a year's
        const BasicMoney<Real> spent = std::min(std::max(rate * book, straight) * part, book - floor);
        out.push_back(spent);
        book -= spent;
    }
    return out;
}

/// The same without the switch: a constant rate of the book value, `years` times; what is left stays on the books.
template <class Real>
[[nodiscard]] std::vector<BasicMoney<Real>> declining_balance_at_rate(const BasicMoney<Real>& value, const Real& rate, int years) {
    require_not_negative(value, "price");
    require_share(rate, "rate");
    std::vector<BasicMoney<Real>> out;
    BasicMoney<Real> book = value;
    for (int k = 0; k < years; ++k) {
        out.push_back(rate * book);
        book -= out.back();
    }
    return out;
}

/// The constant rate that leaves exactly `residual` after the life: 1 - residual^(1/N). Throws InputError unless residual > 0.
template <class Real>
[[nodiscard]] Real declining_rate(const Real& residual, const BasicTime<Real>& lifetime) {
    using std::pow;
    require_share(residual, "residual");
    require_positive(residual, "residual");
    require_positive(lifetime, "lifetime");
    return Real(1.0) - pow(residual, Real(1.0) / in(lifetime, year));
}

/// What each year of the life costs, year 1 first. Throws InputError unless the life is a whole number of years.
template <class Real>
[[nodiscard]] std::vector<BasicMoney<Real>> sum_of_years_digits(const BasicMoney<Real>& value, const Real& residual,
                                                                const BasicTime<Real>& lifetime) {
    require_not_negative(value, "price");
    require_share(residual, "residual");
    const int years = detail::whole_years(lifetime);
    const double digits = years * (years + 1) / 2.0;
    std::vector<BasicMoney<Real>> out;
    for (int k = 1; k <= years; ++k) out.push_back(value * (Real(1.0) - residual) * Real((years - k + 1) / digits));
    return out;
}

/// Share of V0 that each of the six tax years takes.
inline constexpr std::array macrs_5_shares = {0.20, 0.32, 0.192, 0.1152, 0.1152, 0.0576};

/// What each of the six tax years costs: a tax schedule, no economic cost.
template <class Real>
[[nodiscard]] std::vector<BasicMoney<Real>> macrs_5(const BasicMoney<Real>& value) {
    require_not_negative(value, "price");
    std::vector<BasicMoney<Real>> out;
    for (const double share : macrs_5_shares) out.push_back(Real(share) * value);
    return out;
}

/// A resale price that decays exponentially.
template <class Real>
struct BasicResaleCurve {
    BasicMoney<Real> value{};     ///< V0, when new
    BasicFrequency<Real> rate{};  ///< delta, per time

    /// What it sells for at `age`.
    [[nodiscard]] BasicMoney<Real> value_at(const BasicTime<Real>& age) const { return share_left(age) * value; }

    /// Share of V0 left at `age`.
    [[nodiscard]] Real share_left(const BasicTime<Real>& age) const {
        using std::exp;
        require_not_negative(value, "price");
        require_not_negative(rate, "resale_rate");
        require_not_negative(age, "lifetime");
        const Real decay = rate * age;
        return exp(-decay);
    }
    /// Mean loss per time when held from new for `held`.
    [[nodiscard]] BasicCostRate<Real> mean_cost(const BasicTime<Real>& held) const {
        using std::expm1;
        require_positive(held, "lifetime");
        (void)share_left(held);  // checks the fields
        const Real decay = rate * held;
        return -expm1(-decay) * value / held;
    }
    /// Loss per time at `age`: the figure for "keep or sell".
    [[nodiscard]] BasicCostRate<Real> marginal_cost(const BasicTime<Real>& age) const { return rate * value_at(age); }
};
using ResaleCurve = BasicResaleCurve<double>;

/// The published fit: ln(price/MSRP) through 1 over 44 monthly averages of GeForce cards, Dec 2022 to Aug 2023 (docs/method.md).
inline constexpr Frequency geforce_resale_rate = 0.205354 / year;

/// Wear by use: nothing per owned hour, V0 (1 - residual)/life per busy hour. Only for parts that wear with use.
template <class Real>
[[nodiscard]] BasicHourlyCost<Real> units_of_production(const BasicMoney<Real>& value, const Real& residual,
                                                        const BasicTime<Real>& busy_life) {
    require_not_negative(value, "price");
    require_share(residual, "residual");
    require_positive(busy_life, "lifetime");
    return {.busy = value * (Real(1.0) - residual) / busy_life};
}

}  // namespace breakeven
