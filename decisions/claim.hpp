// Claim: one published statement of the source article, what the engine makes of it, and the verdict that follows.
//
//     a definition or bound that holds, or an equal figure       reproduces
//     equal once rounded, or cut, to the published digits        rounding
//     equal but for the factor between two units                 unit slip
//     anything else, by what it was held against:                its inputs, its own words, a public fact
//     nothing to hold it against                                 empirical
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace breakeven {

enum class ClaimVerdict { reproduces, rounding, unit_slip, contradicts_itself, contradicts_public_fact, empirical, does_not_follow };

inline constexpr std::string_view claim_verdict_names[] = {"reproduces", "rounding", "unit slip", "contradicts itself",
                                                           "contradicts public fact", "empirical, cannot be checked",
                                                           "does not follow from its inputs"};
[[nodiscard]] constexpr std::string_view to_string(ClaimVerdict verdict) { return claim_verdict_names[static_cast<int>(verdict)]; }

/// One row of data/claims.csv.
struct Claim {
    std::string id;         ///< "C02"
    std::string section;    ///< of the article
    std::string published;  ///< the figure as published, with its unit; empty where the claim is none
    std::vector<std::pair<std::string, std::string>> also;  ///< further published figures of the same claim
    std::string expected;   ///< the verdict that tests assert
    std::string claim;      ///< what is claimed, in our words; names in braces stand for figures
    std::string why;        ///< the same for our answer
    std::string becomes;    ///< what it becomes here: a key, a test, a rule; empty for nothing
};

/// A figure with its unit, under the name by which words refer to it.
struct ClaimFigure {
    std::string name;
    double value = 0.0;  ///< counted in `unit`
    std::string unit;

    /// "6.30529 %": six significant digits, whole numbers whole.
    [[nodiscard]] std::string shown() const;
};

/// "12.0 %" as a figure; none where the text begins with no number.
[[nodiscard]] std::optional<ClaimFigure> figure_in(std::string_view text);

/// What a claim was held against.
enum class ClaimBasis { nothing, its_inputs, its_own_words, public_fact };

/// What the engine found.
struct Finding {
    ClaimBasis basis = ClaimBasis::nothing;
    std::optional<ClaimFigure> ours;    ///< compared with the published figure where the units agree
    std::optional<bool> holds;          ///< where a definition or a bound decides, and not the figures' equality
    bool rounded_away = false;          ///< it holds only for rounded figures
    double slip = 1.0;                  ///< a factor between units that may explain a difference: ours is near published * slip
    std::vector<ClaimFigure> figures;   ///< further ones, for the words

    Finding& with(std::string name, double value, std::string unit) {
        figures.push_back({std::move(name), value, std::move(unit)});
        return *this;
    }
    Finding& holding(bool does) {
        holds = does;
        return *this;
    }
    Finding& slipped(double factor) {
        slip = factor;
        return *this;
    }
};

/// A finding that rests on `basis`, with our figure.
[[nodiscard]] inline Finding found(ClaimBasis basis, double value, std::string unit) {
    return {basis, ClaimFigure{"ours", value, std::move(unit)}, {}, false, 1.0, {}};
}

[[nodiscard]] ClaimVerdict judged(const Claim& claim, const Finding& finding);

}  // namespace breakeven
