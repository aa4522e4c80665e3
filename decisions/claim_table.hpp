// Claim table: the published statements as data/claims.csv has them, and their figures as typed quantities.
//
// Figures are called by their claim: "C02" is the published one, "C09.waiting" a further one of the same claim.
#pragma once

#include <breakeven/core/money.hpp>
#include <breakeven/core/parse.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/decisions/claim.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace breakeven {

class ClaimTable {
public:
    ClaimTable();

    [[nodiscard]] const std::vector<Claim>& rows() const { return rows_; }
    /// Throws InputError when there is none.
    [[nodiscard]] const Claim& row(std::string_view id) const;

    /// The figure as written. Throws InputError when there is none of this name.
    [[nodiscard]] const std::string& text(std::string_view figure) const;
    /// Counted in its own unit.
    [[nodiscard]] double number(std::string_view figure) const;
    template <class Quantity>
    [[nodiscard]] Quantity quantity(std::string_view figure) const {
        return parse<Quantity>(text(figure), &door_);
    }
    [[nodiscard]] Fraction share(std::string_view figure) const { return parse<Fraction>(text(figure)); }
    [[nodiscard]] Fraction points(std::string_view figure) const { return parse_points(text(figure)); }

    /// `words` of `claim` with every {name} replaced: by a figure of `finding`, of the claim itself, or of another claim.
    [[nodiscard]] std::string filled(std::string_view words, const Claim& claim, const Finding& finding) const;

private:
    std::vector<Claim> rows_;
    Exchange door_{Currency("CNY")};
};

}  // namespace breakeven
