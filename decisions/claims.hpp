// Claims: every published statement of the source article held against this engine, and where its line may come from.
#pragma once

#include <breakeven/decisions/claim.hpp>
#include <breakeven/decisions/claim_origin.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace breakeven {

/// One claim with what the engine makes of it.
struct JudgedClaim {
    Claim claim;      ///< its words filled with figures
    Finding finding;
    ClaimVerdict verdict = ClaimVerdict::empirical;
};

struct ClaimsAnswer {
    std::vector<JudgedClaim> claims;          ///< those asked for
    std::vector<std::size_t> counts;          ///< of all claims, by ClaimVerdict
    std::size_t all = 0;
    std::optional<LineOrigin> origin;         ///< with the line's own claim among those asked for

    [[nodiscard]] std::size_t count(ClaimVerdict verdict) const { return counts[static_cast<std::size_t>(verdict)]; }
};

/// Recomputes the claims that hold all of `words` (an id, words of the claim or of its verdict; none: all).
[[nodiscard]] ClaimsAnswer judge_claims(std::span<const std::string> words = {});

}  // namespace breakeven
