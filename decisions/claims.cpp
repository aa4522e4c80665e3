#include <breakeven/decisions/claims.hpp>

#include <breakeven/decisions/claim_source.hpp>

#include <algorithm>
#include <cctype>

namespace breakeven {

namespace {

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// "C2" is meant as "C02".
bool is_id(const Claim& claim, const std::string& word) {
    const std::string id = lower(claim.id);
    return word == id || (word.size() == 2 && word[0] == 'c' && id == "c0" + word.substr(1));
}

bool looks_like_id(const std::string& word) {
    return word.size() >= 2 && word[0] == 'c' && std::all_of(word.begin() + 1, word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool holds_all(const JudgedClaim& judged_claim, const std::vector<std::string>& words) {
    const Claim& claim = judged_claim.claim;
    const std::string text = lower(claim.published + " " + claim.claim + " " + claim.why + " " + claim.becomes + " " + std::string(to_string(judged_claim.verdict)));
    return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
        return looks_like_id(word) ? is_id(claim, word) : text.find(word) != std::string::npos;
    });
}

Finding recomputed(const ClaimSource& source, const std::string& id) {
    using namespace detail;
    for (const auto checks : {claims_about_costs(), claims_about_small_costs(), claims_about_windows(), claims_about_circumstances(),
                              claims_about_gpus(), claims_about_tools(), claims_about_practice()})
        for (const ClaimCheck& one : checks)
            if (one.id == id) return one.check(source);
    return {};
}

}  // namespace

ClaimsAnswer judge_claims(std::span<const std::string> words) {
    const ClaimSource source;
    std::vector<std::string> wanted;
    for (const std::string& word : words) wanted.push_back(lower(word));
    // Several ids name several claims; no claim holds two of them.
    const bool ids_alone = !wanted.empty() && std::all_of(wanted.begin(), wanted.end(), looks_like_id);

    ClaimsAnswer out;
    out.counts.resize(std::size(claim_verdict_names));
    out.all = source.table.rows().size();
    for (const Claim& row : source.table.rows()) {
        JudgedClaim one{row, recomputed(source, row.id), ClaimVerdict::empirical};
        one.verdict = judged(row, one.finding);
        one.claim.claim = source.table.filled(row.claim, row, one.finding);
        one.claim.why = source.table.filled(row.why, row, one.finding);
        one.claim.becomes = source.table.filled(row.becomes, row, one.finding);
        ++out.counts[static_cast<std::size_t>(one.verdict)];
        const bool asked = ids_alone ? std::any_of(wanted.begin(), wanted.end(), [&](const std::string& id) { return is_id(row, id); })
                                     : holds_all(one, wanted);
        if (!asked) continue;
        if (row.id == "C02") out.origin = origin_of_line(source);
        out.claims.push_back(std::move(one));
    }
    return out;
}

}  // namespace breakeven
