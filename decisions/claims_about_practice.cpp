// Claims C85 to C87, C100 to C110: workflows that were changed, how often to capture, and when to trust a log.
#include <breakeven/decisions/claim_source.hpp>

#include <breakeven/logs/health.hpp>

namespace breakeven::detail {

namespace {

Finding decoding_moved(const ClaimSource& s) {
    const Fraction before = s.table.share("C85");
    const Fraction after = s.table.share("C87");
    const Fraction bound = before / (1.0 - s.table.share("C86"));  // Amdahl: all of decoding's time is saved
    return found(ClaimBasis::its_own_words, in_percent(bound), "%")
        .holding(after <= bound)
        .with("left", in_percent(before / after), "%")
        .with("saved", 100.0 * (1.0 - before / after), "points");
}

Finding preprocessing_moved(const ClaimSource& s) {
    const Fraction before = s.table.share("C106.before");
    const Fraction after = s.table.share("C106");
    return found(ClaimBasis::nothing, after / before, "times").with("saved", in_percent(1.0 - before / after), "%");
}

Finding spread_limit(const ClaimSource&) {
    const HealthLimits limits;
    return found(ClaimBasis::nothing, in_percent(limits.widely_spread), "%")
        .with("half", in_percent(limits.kernel_duration_spread), "%")
        .with("exponential", 100.0, "%");
}

constexpr ClaimCheck checks[] = {
    {"C87", decoding_moved},
    {"C100", [](const ClaimSource& s) {
         return found(ClaimBasis::its_own_words, seconds_of(3.0 * s.table.quantity<Time>("C100.warm_up")), "s");
     }},
    {"C101", [](const ClaimSource& s) {
         constexpr Memory megabyte = 1e6 * byte;
         return found(ClaimBasis::nothing, in(s.table.quantity<Memory>("C101") / day, megabyte / second), "MB/s");
     }},
    {"C102", [](const ClaimSource&) { return found(ClaimBasis::nothing, in_percent(HealthLimits{}.zero_duration_share), "%"); }},
    {"C103", spread_limit},
    {"C104", [](const ClaimSource&) { return found(ClaimBasis::nothing, HealthLimits{}.copies_per_kernel, "copies"); }},
    {"C106", preprocessing_moved},
    {"C110", [](const ClaimSource& s) {
         return found(ClaimBasis::nothing, in(s.table.number("C110.batch") * s.table.quantity<Time>("C33"), hour), "h");
     }},
};

}  // namespace

std::span<const ClaimCheck> claims_about_practice() { return checks; }

}  // namespace breakeven::detail
