// Claims C01, C24 to C46: the captured window, what it is made of, and how the article computes a share from it.
#include <breakeven/decisions/claim_source.hpp>

#include <breakeven/logs/outliers.hpp>

#include <boost/math/constants/constants.hpp>
#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace breakeven::detail {

namespace {

constexpr Time nanosecond = 1e-9 * second;
constexpr Time millisecond = 1e-3 * second;

Time window(const ClaimSource& s) { return s.table.quantity<Time>("C01"); }

Finding steady_work(const ClaimSource& s) {
    const Time steady = window(s) - s.table.quantity<Time>("C26") - s.table.quantity<Time>("C28") - s.table.quantity<Time>("C30");
    return found(ClaimBasis::its_own_words, seconds_of(steady), "s").with("share", in_percent(steady / window(s)), "%");
}

Finding initialisation_in_points(const ClaimSource& s) {
    const Time start = s.table.quantity<Time>("C24");
    return found(ClaimBasis::its_own_words, in_percent(start / window(s)), "pp")
        .with("window", seconds_of(start / s.table.points("C25")), "s");
}

Finding spread_of_median(const ClaimSource& s) {
    using boost::math::double_constants::half_pi;
    return found(ClaimBasis::nothing, in_percent(std::sqrt(half_pi / s.table.number("C27"))), "%");
}

Finding sum_of_parts(const ClaimSource& s) {
    Time sum{};
    for (const char* part : {"C26", "C28", "C32", "C30"}) sum += s.table.quantity<Time>(part);
    return found(ClaimBasis::its_own_words, seconds_of(sum), "s");
}

Finding launches(const ClaimSource& s) {
    // ResNet-50: its convolutions forwards, twice as many backwards but for the first, its normalisations both ways.
    constexpr double step = 53.0 + 105.0 + 106.0;
    const double counted = s.table.number("C34");
    const double needed = s.table.number("C29") * step;
    return found(ClaimBasis::public_fact, needed, "launches")
        .holding(counted >= needed)
        .with("step", step, "kernels")
        .with("mean", in(s.table.share("C02") * window(s) / counted, millisecond), "ms");
}

Finding trimming(const ClaimSource&) {
    std::vector<std::int64_t> even(1000);
    std::iota(even.begin(), even.end(), 1);
    std::vector<std::int64_t> shuffled = even;
    const DurationRange kept = tukey_range(shuffled);
    const auto dropped = std::count_if(even.begin(), even.end(), [&](std::int64_t duration) { return !kept.holds(duration); });
    return found(ClaimBasis::its_own_words, in_percent(static_cast<double>(dropped) / static_cast<double>(even.size())), "%");
}

/// What Tukey's rule drops of lognormal durations, of their number and of their time.
std::pair<double, double> dropped_of_lognormal(double sigma, double factor) {
    const boost::math::normal z;
    const double upper = std::exp(sigma * quantile(z, 0.75));
    const double limit = std::log(upper + factor * (upper - 1.0 / upper)) / sigma;
    return {cdf(complement(z, limit)), cdf(complement(z, limit - sigma))};
}

Finding outliers(const ClaimSource& s) {
    const double factor = s.table.number("C42");
    const double limit = std::log(4.0) + factor * std::log(3.0);  // of an exponential with mean 1
    const auto [heavy, heavy_time] = dropped_of_lognormal(2.0, factor);
    return found(ClaimBasis::nothing, in_percent(std::exp(-limit)), "%")
        .with("time", in_percent(std::exp(-limit) * (1.0 + limit)), "%")
        .with("heavy", in_percent(heavy), "%")
        .with("heavy_time", in_percent(heavy_time), "%");
}

Finding filtered(const ClaimSource& s) {
    const Fraction all = s.table.share("C45.unfiltered");
    return found(ClaimBasis::its_inputs, in_percent(all), "%").with("lost", in_percent(1.0 - s.table.share("C45") / all), "%");
}

Finding rounding(const ClaimSource& s) {
    const double line = s.table.number("C02");
    const double step = s.table.number("C46");
    Finding out = found(ClaimBasis::its_own_words, 0.5 * step, "pp");
    const auto read = [&](double share) { return std::round(share / step); };
    out.rounded_away = read(line - 0.49 * step) == read(line) && read(line + 0.49 * step) == read(line);
    return out.with("low", line - 0.5 * step, "%").with("high", line + 0.5 * step, "%");
}

constexpr ClaimCheck checks[] = {
    {"C01", steady_work},
    {"C24", [](const ClaimSource& s) { return found(ClaimBasis::its_own_words, seconds_of(s.table.quantity<Time>("C26")), "s"); }},
    {"C25", initialisation_in_points},
    {"C27", spread_of_median},
    {"C29", [](const ClaimSource& s) {
         return found(ClaimBasis::its_own_words, std::floor(s.table.quantity<Time>("C32") / s.table.quantity<Time>("C33") + 1e-9), "batches");
     }},
    {"C31", sum_of_parts},
    {"C32", [](const ClaimSource& s) {
         return found(ClaimBasis::its_own_words, seconds_of(s.table.number("C29") * s.table.quantity<Time>("C33")), "s");
     }},
    {"C34", launches},
    {"C35", [](const ClaimSource& s) { return found(ClaimBasis::nothing, in_percent(window(s) / s.table.quantity<Time>("C35") - 1.0), "%"); }},
    {"C37", [](const ClaimSource& s) { return found(ClaimBasis::public_fact, in(s.table.number("C37") * second, millisecond), "ms").slipped(1000.0); }},
    {"C39", [](const ClaimSource& s) { return found(ClaimBasis::its_own_words, std::round(in(window(s), nanosecond)), "ns"); }},
    {"C40", [](const ClaimSource& s) { return found(ClaimBasis::its_own_words, in(window(s), millisecond), "ms"); }},
    {"C41", trimming},
    {"C42", outliers},
    {"C43", [](const ClaimSource&) { return found(ClaimBasis::public_fact, std::round(in(millisecond, nanosecond)), "ns"); }},
    {"C45", filtered},
    {"C46", rounding},
};

}  // namespace

std::span<const ClaimCheck> claims_about_windows() { return checks; }

}  // namespace breakeven::detail
