// Breakeven of curved costs: the same question where a cost is no straight line in the busy share, by bracketed roots.
//
// f(u) = L(u) - C(u) must be convex on [0, A]. Then it has at most two roots: the minimum is found first, and a root is
// bracketed on each side of it. Roots: TOMS 748 (Alefeld, Potra, Shi, 1995), minimum: Brent; both from Boost.Math.
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/breakeven.hpp>

#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/toms748_solve.hpp>

#include <cstdint>
#include <limits>

namespace breakeven {

namespace detail {
template <class Function>
[[nodiscard]] double bracketed_root(const Function& f, double low, double high, double f_low, double f_high) {
    if (f_low == 0.0) return low;
    if (f_high == 0.0) return high;
    std::uintmax_t iterations = 200;
    const auto close = boost::math::tools::eps_tolerance<double>(std::numeric_limits<double>::digits - 1);
    const auto [a, b] = boost::math::tools::toms748_solve(f, low, high, f_low, f_high, close, iterations);
    return std::abs(f(a)) <= std::abs(f(b)) ? a : b;
}
}  // namespace detail

/// Solves local(u) = cloud(u) on [0, reachable]. `local`, `cloud`: busy share -> CostRate; their difference is convex.
/// Throws InputError when a cost is not finite or `reachable` is no share above zero.
template <class Local, class Cloud>
[[nodiscard]] Breakeven breakeven_of_curves(const Local& local, const Cloud& cloud, double reachable = 1.0) {
    require_share(reachable, "reachable");
    require_positive(reachable, "reachable");
    const auto f = [&](double u) {
        const double difference = in(CostRate(local(u) - cloud(u)), money / hour);
        if (!(difference - difference == 0.0)) throw InputError("a cost is not finite", "check prices, powers and times");
        return difference;
    };
    const double at_zero = f(0.0);
    const double at_end = f(reachable);
    const auto [inner, f_inner] =
        boost::math::tools::brent_find_minima(f, 0.0, reachable, std::numeric_limits<double>::digits);
    double lowest = inner;
    double f_lowest = f_inner;
    if (at_zero <= f_lowest) lowest = 0.0, f_lowest = at_zero;
    if (at_end < f_lowest) lowest = reachable, f_lowest = at_end;

    Breakeven out;
    const bool starts_dear = at_zero > 0.0;
    const bool ends_dear = at_end > 0.0;
    if (f_lowest > 0.0) {
        out.outcome = Outcome::never;
        out.reason = "renting is cheaper at every share that can be reached";
    } else if (starts_dear && ends_dear) {
        out.outcome = Outcome::between;
        out.lines = {detail::bracketed_root(f, 0.0, lowest, at_zero, f_lowest),
                     detail::bracketed_root(f, lowest, reachable, f_lowest, at_end)};
        out.reason = "owning is cheaper between the two lines";
    } else if (starts_dear) {
        out.outcome = Outcome::line;
        out.line = detail::bracketed_root(f, 0.0, lowest, at_zero, f_lowest);
        out.lines = {*out.line};
        out.reason = "owning is cheaper at and above the line";
    } else if (ends_dear && (at_zero < 0.0 || f_lowest < 0.0)) {
        out.outcome = Outcome::only_below;
        out.line = detail::bracketed_root(f, lowest, reachable, f_lowest, at_end);
        out.lines = {*out.line};
        out.reason = "owning is cheaper below the line, renting above it";
    } else if (ends_dear) {
        out.outcome = Outcome::never;
        out.reason = "the cloud is cheaper per busy hour";
    } else {
        out.outcome = Outcome::always;
        out.line = 0.0;
        out.reason = "owning is no dearer even when idle";
    }
    return out;
}

}  // namespace breakeven
