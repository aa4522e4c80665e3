// Verdict: a measured share held against a line: above, within the margin, below, or none, with the reason.
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/decisions/line.hpp>

#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace breakeven {

enum class Standing { above, within_margin, below };
enum class Winner { own, rent };

[[nodiscard]] constexpr std::string_view to_string(Standing standing) {
    switch (standing) {
        case Standing::above: return "above";
        case Standing::within_margin: return "within-margin";
        case Standing::below: return "below";
    }
    return "";
}
[[nodiscard]] constexpr std::string_view to_string(Winner winner) { return winner == Winner::own ? "own" : "rent"; }

/// What was measured, and whether it may be held against a line at all.
struct Measured {
    std::optional<Fraction> share;        ///< of the observed time in which the GPU computed
    std::optional<Fraction> lower_bound;  ///< where `share` is only an upper bound (CUDA graphs traced as a whole)
    bool trusted = true;
    std::string_view why_not;             ///< one clause, where it is not trusted
};

struct Verdict {
    std::optional<Standing> standing;  ///< none where the outcome is no single line, or the log carries no verdict
    std::optional<Winner> winner;      ///< whichever costs less at the measured share; none without a trusted share
    std::optional<Time> hours_needed;  ///< a day, running like this, for owning to pay: 24 h * line / share, when above
    std::string_view reason;           ///< why there is no standing; empty where there is one
};

/// Holds `measured` against `line`. `margin`: points around the line within which it stays undecided, zero or above.
[[nodiscard]] inline Verdict verdict_of(const Measured& measured, const LineAnswer& line, Fraction margin = 0.0) {
    Verdict out;
    if (!measured.trusted || !measured.share) {
        out.reason = measured.why_not.empty() ? "nothing was measured" : measured.why_not;
        return out;
    }
    const Fraction share = *measured.share;
    const bool wins = line.owning_wins_at(share);
    if (measured.lower_bound && line.owning_wins_at(*measured.lower_bound) != wins) {
        out.reason = "the line lies between the kernels' share and the bound that whole CUDA graphs give; trace graph nodes";
        return out;
    }
    out.winner = wins ? Winner::own : Winner::rent;
    if (line.outcome != Outcome::line || !line.line) {
        out.reason = "the outcome is no single line to stand above or below";
        return out;
    }
    const Fraction at = *line.line;
    if (margin > 0.0 && std::abs(share - at) <= margin)
        out.standing = Standing::within_margin;
    else
        out.standing = share >= at ? Standing::above : Standing::below;
    if (out.standing == Standing::above && share > 0.0) out.hours_needed = (at / share) * day;
    return out;
}

}  // namespace breakeven
