// Claims C88 to C95: what the two GPUs are, and a line carried from one to the other.
#include <breakeven/decisions/claim_source.hpp>

#include <breakeven/decisions/align.hpp>

namespace breakeven::detail {

namespace {

constexpr Frequency tera = 1e12 / second;
constexpr Frequency gigahertz = 1e9 / second;
constexpr const char* teraflops = "TFLOPS";

Finding laptop_width(const ClaimSource& s) {
    return found(ClaimBasis::public_fact, *s.laptop.sms, "SMs").with("cores", *s.laptop.cores, "cores");
}

Finding a10_width(const ClaimSource& s) {
    return found(ClaimBasis::public_fact, *s.a10.sms, "SMs").with("cores", *s.a10.cores, "cores").with("other", *s.a100.cores, "");
}

Finding a10_peak(const ClaimSource& s) {
    return found(ClaimBasis::public_fact, in(*s.a10.tensor, tera), teraflops)
        .with("fp32", in(*s.a10.fp32, tera), teraflops)
        .with("other", in(*s.a100.tensor, tera), teraflops);
}

Finding laptop_peak(const ClaimSource& s) {
    constexpr Frequency slowest = 1.47 * gigahertz;  // the low end of the maker's range; the catalog has the high end
    const Frequency said = s.table.number("C91") * tera;
    const double per_clock = *s.laptop.fp32 / *s.laptop.boost;
    const Frequency least = per_clock * slowest;
    return found(ClaimBasis::public_fact, in(*s.laptop.fp32, tera), teraflops)
        .holding(said >= least && said <= *s.laptop.fp32)
        .with("clock", in(said / per_clock, gigahertz), "GHz")
        .with("slow", in(least, tera), teraflops)
        .with("fast", in(*s.laptop.fp32, tera), teraflops);
}

Finding carried(const ClaimSource& s) {
    const SourceFigures published{s.table.share("C02"), s.table.number("C88"), s.table.number("C89"), s.table.number("C91"),
                                  s.table.number("C90"), 0.0};
    SourceFigures other = published;
    other.tflops_this = in(*s.a100.fp32, tera);
    const SourceFigures right{published.line, static_cast<double>(*s.laptop.sms), static_cast<double>(*s.a10.sms), in(*s.laptop.fp32, tera),
                              in(*s.a10.fp32, tera), 0.0};
    return found(ClaimBasis::its_own_words, in_percent(aligned_by_source(published)), "%")
        .with("right", in_percent(aligned_by_source(right)), "%")
        .with("other", in_percent(aligned_by_source(other)), "%");
}

Finding formula(const ClaimSource& s) {
    const Power power = s.scenario.electricity.active_power;
    const Fraction now = s.line_at(power);
    const Fraction twice = s.line_at(2.0 * power);
    return Finding{ClaimBasis::its_inputs, {}, now == twice, false, 1.0, {}}
        .with("line", in_percent(now), "%")
        .with("twice", in_percent(twice), "%");
}

constexpr ClaimCheck checks[] = {
    {"C88", laptop_width},
    {"C89", a10_width},
    {"C90", a10_peak},
    {"C91", laptop_peak},
    {"C92", carried},
    {"C93", formula},
    {"C95", [](const ClaimSource&) { return found(ClaimBasis::nothing, in(10e9 * bit / second, gigabyte / second), "GB/s"); }},
};

}  // namespace

std::span<const ClaimCheck> claims_about_gpus() { return checks; }

}  // namespace breakeven::detail
