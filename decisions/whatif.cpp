#include <breakeven/decisions/whatif.hpp>

#include <algorithm>
#include <utility>

namespace breakeven {

WhatIfAnswer what_if(std::vector<Candidate> candidates, const Context& asked, std::optional<Fraction> share) {
    if (candidates.empty()) throw InputError("there is no scenario to look at", "name a scenario file");
    WhatIfAnswer out;
    out.share = share;
    for (Candidate& candidate : candidates) {
        Variant variant{.name = std::move(candidate.name), .changes = std::move(candidate.changes),
                        .line = line_of(candidate.loaded, asked), .economics = {}, .owning_wins = {}, .points = {}};
        const std::optional<Fraction> at = share ? share : variant.changes.share.after;
        if (at) {
            Scenario scenario = candidate.loaded.scenario;
            if (scenario.heat && asked.temperature) scenario.heat->ambient = *asked.temperature;
            variant.economics = economics_of(scenario, *at);
            variant.owning_wins = variant.line.owning_wins_at(*at);
        }
        const auto& first = out.variants.empty() ? variant.line : out.variants.front().line;
        if (variant.line.line && first.line) variant.points = *variant.line.line - *first.line;
        for (const std::vector<std::string>* remarks : {&variant.line.remarks, &variant.changes.notes})
            for (const std::string& remark : *remarks)
                if (std::find(out.remarks.begin(), out.remarks.end(), remark) == out.remarks.end()) out.remarks.push_back(remark);
        out.variants.push_back(std::move(variant));
    }
    return out;
}

}  // namespace breakeven
