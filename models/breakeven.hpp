// Breakeven: the busy share at which an owned hour costs what the same work costs rented.
//
//     L(u) = S_l + B_l u   against   C(u) = S_c + B_c u;      a = S_l - S_c,  D = B_c - B_l:   owning is no dearer where a <= D u
//
//     D > 0   a <= 0 always;   0 < a <= D A: the line u* = a/D;   a > D A: never
//     D = 0   a <= 0 always, else never
//     D < 0   a >= 0 never;    a/D >= A: always;   else only below a/D (a reserved instance, costly storage)
//
// A is the highest share that can be reached. Where L has kinks (powered-on hours, tariff tiers) it is convex and linear in each
// branch: every branch is solved in closed form, and owning may win between two roots. breakeven_root.hpp solves curved costs.
// Source: docs/method.md, "The line".
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/hourly_cost.hpp>

#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven {

enum class Outcome {
    line,        ///< owning is no dearer at and above the line
    always,      ///< owning is no dearer at every share, even idle
    never,       ///< renting is cheaper at every share that can be reached
    only_below,  ///< owning is no dearer at and below the line
    between,     ///< owning is no dearer between two lines
};

[[nodiscard]] constexpr std::string_view to_string(Outcome outcome) {
    switch (outcome) {
        case Outcome::line: return "line";
        case Outcome::always: return "always";
        case Outcome::never: return "never";
        case Outcome::only_below: return "only-below";
        case Outcome::between: return "between";
    }
    return "";
}

/// The local cost in one branch of busy shares.
template <class Real>
struct BasicCostBranch {
    Real from{};
    Real to = Real(1.0);
    BasicHourlyCost<Real> local{};
};
using CostBranch = BasicCostBranch<double>;

/// Where the two costs meet, and what that means.
template <class Real>
struct BasicBreakeven {
    Outcome outcome = Outcome::never;
    std::optional<Real> line{}; ///< the line; 0 for always; for never the root above what can be reached, if there is one
    std::vector<Real> lines{};  ///< every share in [0, A] where the costs are equal: none, one or two
    std::string_view reason{};  ///< one clause
    std::size_t branch = 0;     ///< in which the (first) root lies, or the last one looked at
};
using Breakeven = BasicBreakeven<double>;

namespace detail {
/// f(u) = L(u) - C(u) = a - D u in one branch; D is 0 when it is within the rounding of its parts.
template <class Real>
struct Difference {
    BasicCostRate<Real> a{};
    BasicCostRate<Real> d{};

    Difference(const BasicHourlyCost<Real>& local, const BasicHourlyCost<Real>& cloud)
        : a(local.standing - cloud.standing), d(cloud.busy - local.busy) {
        const auto size = [](const BasicCostRate<Real>& rate) { return rate < BasicCostRate<Real>{} ? -rate : rate; };
        if (size(d) <= Real(1e-12) * (size(local.busy) + size(cloud.busy))) d = BasicCostRate<Real>{};
    }
    [[nodiscard]] BasicCostRate<Real> at(const Real& u) const { return a - u * d; }
    [[nodiscard]] bool has_root() const { return d != BasicCostRate<Real>{}; }
    [[nodiscard]] Real root() const { return a / d; }
};
}  // namespace detail

/// Solves L(u) = C(u). `branches` cover [0, 1] in order without gaps, their costs meet at the seams and never bend down
/// (convex); `reachable` is A. Throws InputError when `branches` is empty, a cost is not finite, or `reachable` is no share.
template <class Real>
[[nodiscard]] BasicBreakeven<Real> breakeven(std::span<const BasicCostBranch<Real>> branches, const BasicHourlyCost<Real>& cloud,
                                             const Real& reachable = Real(1.0)) {
    using Rate = BasicCostRate<Real>;
    const Real zero(0.0);
    const Real one(1.0);
    const Rate nothing{};
    require_share(reachable, "reachable");
    if (branches.empty()) throw InputError("a line needs at least one branch of costs");
    for (const auto& branch : branches)
        for (const Rate& rate : {branch.local.standing, branch.local.busy, cloud.standing, cloud.busy})
            // A year of it must be countable too: answers give costs per hour, month and year.
            if (!detail::is_below_infinity(rate * BasicTime<Real>(year))) throw InputError("a cost is not finite", "check prices, powers and times");

    BasicBreakeven<Real> out;
    bool owning_wins = false;   // at the share looked at so far
    std::optional<Real> begin;  // where it began to
    for (std::size_t i = 0; i < branches.size(); ++i) {
        const auto& branch = branches[i];
        if (i > 0 && !(branch.from < reachable)) break;
        out.branch = i;
        const detail::Difference<Real> f(branch.local, cloud);
        // At u = 0 alone: a tie is decided by where it goes from there.
        if (i == 0) owning_wins = f.a < nothing || (f.a == nothing && f.d >= nothing);
        const Real end = branch.to < reachable ? branch.to : reachable;
        if (!f.has_root()) continue;
        const Real root = f.root();
        // A root in a seam belongs to the branch it closes; rounding may put it a hair outside of both.
        const Real slack = Real(4.0 * std::numeric_limits<double>::epsilon());
        const bool inside = root >= branch.from - slack && root <= end + slack && root >= zero && root <= one + slack;
        if (!inside) continue;
        if (!owning_wins && f.d > nothing && root > zero) {
            out.lines.push_back(root);
            begin = root;
            owning_wins = true;
        } else if (owning_wins && f.d < nothing && root < reachable) {
            out.lines.push_back(root);
            out.outcome = begin ? Outcome::between : Outcome::only_below;
            out.reason = begin ? "owning is cheaper between the two lines" : "owning is cheaper below the line, renting above it";
            if (!begin) out.line = root;
            return out;
        }
    }
    if (begin) {
        out.outcome = Outcome::line;
        out.line = begin;
        out.reason = "owning is cheaper at and above the line";
        for (std::size_t i = 0; i < branches.size(); ++i)
            if (*begin >= branches[i].from && *begin <= branches[i].to) {
                out.branch = i;
                break;
            }
    } else if (owning_wins) {
        out.outcome = Outcome::always;
        out.line = zero;
        out.reason = "owning is no dearer even when idle";
    } else {
        out.outcome = Outcome::never;
        // What is reached may end before the branch that holds the root; the last branch's root may lie above every share.
        for (std::size_t i = out.branch; i < branches.size() && !out.line; ++i) {
            const detail::Difference<Real> f(branches[i].local, cloud);
            if (!(f.d > nothing)) continue;
            const Real root = f.root();  // infinite where the costs hardly differ: then there is none to name
            if (root >= branches[i].from && (root <= branches[i].to || i + 1 == branches.size()) && detail::is_below_infinity(root))
                out.line = root;
        }
        const detail::Difference<Real> f(branches[out.branch].local, cloud);
        if (out.line && *out.line > reachable) {
            out.reason = "the line lies above what can be reached";
        } else {
            out.line.reset();
            out.reason = f.d < nothing   ? "the cloud is cheaper per busy hour"
                         : f.d > nothing ? "renting is cheaper at every share that can be reached"
                                         : "a busy hour costs the same, and standing costs decide";
        }
    }
    return out;
}

/// The same for a local cost without kinks.
template <class Real>
[[nodiscard]] BasicBreakeven<Real> breakeven(const BasicHourlyCost<Real>& local, const BasicHourlyCost<Real>& cloud,
                                             const Real& reachable = Real(1.0)) {
    const BasicCostBranch<Real> branch{Real(0.0), Real(1.0), local};
    return breakeven<Real>(std::span<const BasicCostBranch<Real>>(&branch, 1), cloud, reachable);
}

}  // namespace breakeven
