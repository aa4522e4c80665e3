// One voice: what moves what, by how much of itself; and where the data are silent, why.
#include <breakeven/calibration/calibration_words.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace breakeven::detail {

namespace {
constexpr double month_days = 30.0;

std::string subject(CalibrationTarget target) {
    switch (target) {
        case CalibrationTarget::line: return "your line";
        case CalibrationTarget::time_per_work: return "the time of a unit of work";
        case CalibrationTarget::window_per_effective: return "the wall time of an effective second";
    }
    return "";
}

const DesignColumn* column_of(const Calibration& c, const CalibrationTerm& term) {
    const auto found = std::find_if(c.columns.begin() + 1, c.columns.end(), [&](const DesignColumn& column) { return column.full_name() == term.full_name(); });
    return found == c.columns.end() ? nullptr : &*found;
}

std::string what_changes(const Calibration& c, const CalibrationTerm& term) {
    if (term.name == "temperature") return "1 K hotter";
    const std::string* reference = c.reference.level(term.name);
    if (term.level && reference != nullptr) return fmt::format("{} {} instead of {}", term.name, *term.level, *reference);
    return term.full_name();
}

std::string known_verdict(const Calibration& c, const CalibrationTerm& term) {
    const double weight = *term.weight;
    const std::string what = what_changes(c, term);
    if ((*term.ci95)[0] <= 0.0 && (*term.ci95)[1] >= 0.0)
        return fmt::format("no effect of {} can be told: between {} and {} of {}", what, percent_text((*term.ci95)[0]),
                           percent_text((*term.ci95)[1]), subject(c.target));
    return fmt::format("{} moves {} {} {} of itself", what, subject(c.target), weight > 0.0 ? "up" : "down", percent_text(std::fabs(weight)));
}

std::string what_is_kept(const CalibrationTerm& term) {
    if (!term.weight) return "";
    return fmt::format("; the published {} is kept", percent_text(*term.weight));
}

bool seen(const Calibration& c, const ContextLevel& level) { return std::find(c.seen.begin(), c.seen.end(), level) != c.seen.end(); }

std::string only_level(const Calibration& c, const std::string& category) {
    std::string out;
    for (const ContextLevel& level : c.seen)
        if (level.category == category) out = level.level;
    return out;
}

const EntangledTerms* group_of(const Calibration& c, const std::string& name) {
    for (const EntangledTerms& group : c.entangled)
        if (std::find(group.terms.begin(), group.terms.end(), name) != group.terms.end()) return &group;
    return nullptr;
}

std::string listed(const std::vector<std::string>& names) {
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i) out += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return out;
}

std::string unknown_verdict(const Calibration& c, const CalibrationTerm& term) {
    if (const EntangledTerms* group = group_of(c, term.full_name())) return group->words;
    if (term.name == "temperature") {
        if (!c.has_temperature) return "the data have no column temperature_c" + what_is_kept(term);
        return fmt::format("the temperature was always {:g} degC{}", c.coldest.in_celsius(), what_is_kept(term));
    }
    if (!term.level) {
        const std::string only = only_level(c, term.name);
        return only.empty() ? fmt::format("the data have no column {}", term.name)
                            : fmt::format("{} was always {}: what another one does, these data cannot tell", term.name, only);
    }
    const DesignColumn* column = column_of(c, term);
    const bool occurs = column != nullptr && std::all_of(column->levels.begin(), column->levels.end(), [&](const ContextLevel& l) { return seen(c, l); });
    if (!occurs) return fmt::format("{} never occurs{}", term.full_name(), what_is_kept(term));
    return fmt::format("{} follows from the other terms and cannot be told from them{}", term.full_name(), what_is_kept(term));
}

void advise(Calibration& c, const CalibrationTerm& term) {
    if (term.identified || group_of(c, term.full_name()) != nullptr) return;
    if (term.name == "temperature") {
        c.advice.push_back(c.has_temperature ? "log hours of different temperature: mornings and afternoons, or another season"
                                             : "log temperature_c with every window");
    } else if (!term.level && only_level(c, term.name).empty()) {
        c.advice.push_back(fmt::format("log {} with every window", term.name));
    } else if (!term.level) {
        c.advice.push_back(fmt::format("to learn what {} does, log some windows with another one than {}", term.name, only_level(c, term.name)));
    } else {
        c.advice.push_back(fmt::format("to learn {}, log some windows with it and some without", term.full_name()));
    }
}

void remark_on_constants(Calibration& c) {
    for (const Dependence& d : c.dependent) {
        if (d.combination[0] == 0.0) continue;
        const bool constant = d.combination.tail(d.combination.size() - 1).isZero();
        const DesignColumn& column = c.columns[static_cast<std::size_t>(d.column)];
        if (!constant) continue;
        if (column.levels.empty())
            c.remarks.push_back(fmt::format("the temperature was always {:g} degC and never {:g}: the base rests on {}", c.coldest.in_celsius(),
                                            c.reference.temperature->in_celsius(),
                                            c.published_priors ? "the published weight" : "those windows, not on the reference"));
        else
            c.remarks.push_back(fmt::format("every window has {}, none the reference: the base rests on {}", column.full_name(),
                                            c.published_priors ? "the published weight" : "those windows, not on the reference"));
    }
}
}  // namespace

std::string percent_text(double share) {
    const double percent = 100.0 * share;
    const double size = std::fabs(percent);
    return fmt::format("{:.{}f} %", percent, size >= 0.5 || size == 0.0 ? 1 : size >= 0.05 ? 2 : 4);
}

void put_into_words(Calibration& c) {
    for (EntangledTerms& group : c.entangled) {
        if (group.sum)
            group.words = fmt::format("{} always occur together: only the sum of their weights, {}, is known", listed(group.terms), percent_text(*group.sum));
        else
            group.words = fmt::format("{} cannot be told apart: each follows from the others", listed(group.terms));
        c.advice.push_back(fmt::format("to tell {} apart, log some windows with one and without the other", listed(group.terms)));
    }
    for (CalibrationTerm& term : c.terms) {
        term.verdict = term.identified && term.weight ? known_verdict(c, term) : unknown_verdict(c, term);
        advise(c, term);
    }
    remark_on_constants(c);
    // Window starts are whole seconds as a rule, so 30 days may come out a little short.
    if (c.days < month_days - 0.05) {
        c.remarks.push_back(fmt::format("the log spans {:.1f} days; 30 make a calibration, so take these weights as a first look", c.days));
        c.advice.push_back(fmt::format("go on logging: {:.0f} more days make 30", std::ceil(month_days - c.days)));
    }
    if (c.target == CalibrationTarget::window_per_effective)
        c.remarks.push_back("the data have no observed line and no work: a low share may be idleness and not slowness");
    for (const CalibrationTerm& term : c.terms)
        if (term.vif && *term.vif > 10.0)
            c.remarks.push_back(fmt::format("{} nearly follows from the other terms (variance inflation {:.0f}): its interval is wide for that", term.full_name(), *term.vif));
    if (c.autocorrelation && *c.autocorrelation > 0.7)
        c.remarks.push_back(fmt::format("neighbouring windows resemble each other (residual correlation {:.2f}): even Newey-West intervals may be too narrow", *c.autocorrelation));
    if (c.errors == ErrorKind::ols && c.autocorrelation && *c.autocorrelation > 0.2)
        c.remarks.push_back(fmt::format("residuals of neighbouring windows correlate ({:.2f}): classical intervals are too narrow, use --errors newey-west", *c.autocorrelation));
    if (!c.influential_days.empty() && c.influential_days.front().distance > 1.0)
        c.remarks.push_back(fmt::format("{} alone moves the result by more than its spread; look at that day's rows", c.influential_days.front().date));
}

}  // namespace breakeven::detail
