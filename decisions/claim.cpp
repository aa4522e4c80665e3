#include <breakeven/decisions/claim.hpp>

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace breakeven {

namespace {

/// One step of the last published digit: 0.1 for "12.0 %".
double last_digit_of(std::string_view published) {
    const std::size_t end = published.find_first_not_of("0123456789.");
    const std::string_view number = published.substr(0, end);
    const std::size_t point = number.find('.');
    return point == std::string_view::npos ? 1.0 : std::pow(10.0, -static_cast<double>(number.size() - point - 1));
}

ClaimVerdict failing(ClaimBasis basis) {
    switch (basis) {
        case ClaimBasis::its_inputs: return ClaimVerdict::does_not_follow;
        case ClaimBasis::its_own_words: return ClaimVerdict::contradicts_itself;
        case ClaimBasis::public_fact: return ClaimVerdict::contradicts_public_fact;
        case ClaimBasis::nothing: break;
    }
    return ClaimVerdict::empirical;
}

}  // namespace

std::string ClaimFigure::shown() const {
    const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
    const std::string number = whole ? fmt::format("{:.0f}", value) : fmt::format("{:.6g}", value);
    return unit.empty() ? number : number + " " + unit;
}

std::optional<ClaimFigure> figure_in(std::string_view text) {
    ClaimFigure out;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out.value);
    if (error != std::errc()) return std::nullopt;
    std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    while (unit.starts_with(' ')) unit.remove_prefix(1);
    out.name = "published";
    out.unit = unit;
    return out;
}

ClaimVerdict judged(const Claim& claim, const Finding& finding) {
    if (finding.basis == ClaimBasis::nothing) return ClaimVerdict::empirical;
    if (finding.rounded_away) return ClaimVerdict::rounding;
    if (finding.holds) return *finding.holds ? ClaimVerdict::reproduces : failing(finding.basis);
    const auto published = figure_in(claim.published);
    if (!published || !finding.ours || published->unit != finding.ours->unit) return failing(finding.basis);
    const double said = published->value;
    const double ours = finding.ours->value;
    const double noise = 1e-9 * std::abs(said);
    if (std::abs(ours - said) <= noise) return ClaimVerdict::reproduces;
    const double step = last_digit_of(claim.published);
    const bool rounded = std::abs(ours - said) <= 0.5 * step + noise;
    const bool cut = ours > said && ours < said + step;
    if (rounded || cut) return ClaimVerdict::rounding;
    // Two units' factor leaves the figures as near as a remainder without a name allows: a fifth.
    const bool near = std::abs(said * finding.slip - ours) <= 0.2 * std::abs(ours);
    if (finding.slip != 1.0 && near) return ClaimVerdict::unit_slip;
    return failing(finding.basis);
}

}  // namespace breakeven
