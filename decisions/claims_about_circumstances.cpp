// Claims C47 to C58, C107: what task, driver, temperature and moved work do to the line.
#include <breakeven/decisions/claim_source.hpp>

#include <breakeven/calibration/dynamic_line.hpp>
#include <breakeven/calibration/published_priors.hpp>
#include <breakeven/models/heat.hpp>

#include <cmath>

namespace breakeven::detail {

namespace {

Context at_temperature(const ClaimSource& s) {
    Context out;
    out.temperature = parse_temperature(s.table.text("C54"));
    return out;
}

/// The article's line in summer, by its form and a weight per kelvin.
Fraction summer_line(const ClaimSource& s, PerTemperature weight) {
    LineSettings settings = s.scenario.line;
    settings.temperature_weight = weight;
    return dynamic_line(s.table.share("C02"), settings, at_temperature(s)).line;
}

TemperatureDifference warmer(const ClaimSource& s) { return *at_temperature(s).temperature - *s.scenario.line.reference.temperature; }

/// The article's line for a task that has `weight`.
Fraction line_of_task(const ClaimSource& s, double weight) {
    LineSettings settings = s.scenario.line;
    settings.weights = {{{"task", "nlp"}, weight}};
    Context asked;
    asked.set("task", "nlp");
    return dynamic_line(s.table.share("C02"), settings, asked).line;
}

/// A loss of speed raises the line by its inverse, as far as the busy cost is nothing.
double line_after_loss(const ClaimSource& s, std::string_view loss) { return in_percent(s.table.share("C02") / (1.0 - s.table.share(loss))); }

Finding language_models(const ClaimSource& s) {
    double shipped = 0.0;
    for (const PublishedLevel& known : published_levels)
        if (known.level == "nlp") shipped = known.weight;
    return found(ClaimBasis::its_inputs, in_percent(line_of_task(s, s.table.share("C47"))), "%")
        .with("weight", shipped, "")
        .with("shipped", in_percent(line_of_task(s, shipped)), "%")
        .with("loss", line_after_loss(s, "C47"), "%");
}

Finding occupancy(const ClaimSource& s) {
    const Fraction convolution = s.table.share("C49.convolution");
    const Fraction product = s.table.share("C49");
    const Fraction drop = 1.0 - product / convolution;
    return found(ClaimBasis::its_own_words, in_percent(drop), "%")
        .holding(std::abs(drop - s.table.share("C47")) < 0.005)
        .with("inverse", in_percent(s.table.share("C02") * convolution / product), "%");
}

Finding driver_launches(const ClaimSource& s) {
    constexpr Time launch = 20e-6 * second;  // in all, measured by the maker
    return found(ClaimBasis::public_fact, in(launch, 1e-3 * second), "ms").holding(s.table.quantity<Time>("C50") < launch);
}

Time saved_by_launches(const ClaimSource& s) { return s.table.number("C34") * s.table.quantity<Time>("C50"); }

Finding driver_copies(const ClaimSource& s) {
    return found(ClaimBasis::nothing, in_percent(saved_by_launches(s) / s.table.quantity<Time>("C01")), "%");
}

Finding driver_in_all(const ClaimSource& s) {
    const Time needed = s.table.points("C52") * s.table.quantity<Time>("C01") + saved_by_launches(s);
    return found(ClaimBasis::nothing, std::round(needed / s.table.quantity<Time>("C51")), "copies");
}

Finding heat_loss(const ClaimSource& s) {
    constexpr Temperature limit = celsius(87.0);  // of the part's maker
    const Power power = s.scenario.electricity.active_power;
    Heat heat{limit, *at_temperature(s).temperature, (limit - *s.scenario.line.reference.temperature) / power, 3.0};
    const double cube = 1.0 - heat.speed_factor(power);
    heat.exponent = 2.0;
    return found(ClaimBasis::nothing, in_percent(cube), "%")
        .with("limit", limit.in_celsius(), "degC")
        .with("square", in_percent(1.0 - heat.speed_factor(power)), "%");
}

Finding summer(const ClaimSource& s) {
    return found(ClaimBasis::its_inputs, in_percent(summer_line(s, s.table.share("C55") / warmer(s))), "%")
        .with("loss", line_after_loss(s, "C55"), "%");
}

Finding degree(const ClaimSource& s) {
    const Fraction base = s.table.share("C02");
    const double each = s.table.share("C57.in_points") * in(warmer(s), kelvin);
    const PerTemperature needed = (s.table.share("C56") / base - 1.0) / warmer(s);
    return found(ClaimBasis::its_own_words, in_percent(in(needed, 1.0 / kelvin)), "%/K")
        .with("relative", in_percent(summer_line(s, *s.scenario.line.temperature_weight)), "%")
        .with("points", in_percent(base + each), "%");
}

Finding form(const ClaimSource& s) {
    const PerTemperature weight = *s.scenario.line.temperature_weight;
    const Fraction by_form = s.table.share("C02") * (1.0 + weight * warmer(s));
    const Fraction ours = summer_line(s, weight);
    return found(ClaimBasis::its_own_words, in_percent(ours), "%").holding(std::abs(ours - by_form) < 1e-15);
}

/// The speed ratio that puts the line at `share`.
double speed_ratio_for(const ClaimSource& s, Fraction share) {
    return (s.own().standing / share + s.own().busy) / s.sheet.cloud.busy;
}

Finding moved_work(const ClaimSource& s) {
    const Fraction before = s.table.share("C02");
    return found(ClaimBasis::its_own_words, in_percent(before), "%")
        .with("faster", speed_ratio_for(s, s.table.share("C107")) / speed_ratio_for(s, before), "times");
}

constexpr ClaimCheck checks[] = {
    {"C48", language_models},
    {"C49", occupancy},
    {"C50", driver_launches},
    {"C51", driver_copies},
    {"C52", driver_in_all},
    {"C53", [](const ClaimSource& s) { return found(ClaimBasis::its_inputs, s.scenario.line.reference.temperature->in_celsius(), "degC"); }},
    {"C54", [](const ClaimSource& s) { return found(ClaimBasis::its_inputs, in(warmer(s), kelvin), "K").holding(in(warmer(s), kelvin) > 0.0); }},
    {"C55", heat_loss},
    {"C56", summer},
    {"C57", degree},
    {"C58", form},
    {"C107", moved_work},
};

}  // namespace

std::span<const ClaimCheck> claims_about_circumstances() { return checks; }

}  // namespace breakeven::detail
