// Claims C05 to C09, C38, C59 to C81: counters, profilers and frameworks.
#include <breakeven/decisions/claim_source.hpp>

#include <breakeven/core/interval.hpp>
#include <breakeven/decisions/verdict.hpp>
#include <breakeven/logs/sample_uncertainty.hpp>

namespace breakeven::detail {

namespace {

Finding missed_kernel(const ClaimSource& s) {
    const double missed = untraced_probability(seconds_of(s.table.quantity<Time>("C05")), shortest_counter_period_s, 1.0);
    return found(ClaimBasis::public_fact, in_percent(missed), "%").holding(missed > 0.0);
}

Finding redundant_polls(const ClaimSource& s) {
    const double step = seconds_of(s.table.quantity<Time>("C06"));
    const double least = shortest_counter_period_s / step;
    return found(ClaimBasis::public_fact, least, "").holding(least > 1.0).with("most", longest_counter_period_s / step, "");
}

Finding copies_in_the_counter(const ClaimSource&) {
    constexpr std::int64_t observed_ns = 1'000'000'000;
    const std::vector<Interval> kernels;  // ten copies are none
    return found(ClaimBasis::public_fact, in_percent(static_cast<double>(union_length_ns(kernels)) / static_cast<double>(observed_ns)), "%");
}

Finding busy_and_idle(const ClaimSource& s) {
    const Fraction waiting = s.table.share("C09.waiting");
    return found(ClaimBasis::its_own_words, in_percent(1.0 - waiting), "%").with("sum", in_percent(s.table.share("C09") + waiting), "%");
}

Finding alert(const ClaimSource& s) {
    LineAnswer line;
    line.outcome = Outcome::line;
    line.line = s.table.share("C81");
    const auto standing = [&](double share) { return verdict_of({.share = share, .lower_bound = {}, .trusted = true, .why_not = {}}, line).standing; };
    const double at = *line.line;
    return found(ClaimBasis::its_own_words, in_percent(at), "%")
        .holding(standing(at - 1e-9) == Standing::below && standing(at) == Standing::above);
}

constexpr ClaimCheck checks[] = {
    {"C05", missed_kernel},
    {"C06", redundant_polls},
    {"C07", copies_in_the_counter},
    {"C08", [](const ClaimSource&) { return found(ClaimBasis::public_fact, static_cast<double>(Interval{0, 1}.length_ns()), "ns"); }},
    {"C09", busy_and_idle},
    {"C38", [](const ClaimSource&) { return stated_fact(false); }},
    {"C59", [](const ClaimSource&) { return stated_fact(false); }},
    {"C61", [](const ClaimSource& s) {
         constexpr Time documented = 0.5e-6 * second;
         return found(ClaimBasis::public_fact, in(documented, 1e-6 * second), "us").holding(documented <= s.table.quantity<Time>("C61"));
     }},
    {"C76", [](const ClaimSource&) { return stated_fact(false); }},
    {"C78", [](const ClaimSource&) { return stated_fact(false); }},
    {"C80", [](const ClaimSource& s) { return found(ClaimBasis::nothing, 1.0 + s.table.share("C80"), "times"); }},
    {"C81", alert},
};

}  // namespace

std::span<const ClaimCheck> claims_about_tools() { return checks; }

}  // namespace breakeven::detail
