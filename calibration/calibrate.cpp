// The steps of a calibration, in order; each is a header of its own.
#include <breakeven/calibration/calibrate.hpp>

#include <breakeven/calibration/calibration_words.hpp>
#include <breakeven/calibration/cross_validation.hpp>
#include <breakeven/calibration/day_triangles.hpp>
#include <breakeven/calibration/huber.hpp>
#include <breakeven/calibration/published_priors.hpp>
#include <breakeven/calibration/quantile.hpp>
#include <breakeven/calibration/refinement.hpp>
#include <breakeven/calibration/weight_estimate.hpp>
#include <breakeven/core/timestamp.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace breakeven {

namespace {
// Refinement is some hundred operations for each pair of columns of each row: so many take about ten seconds.
constexpr std::size_t most_refined_rows = 1'000'000;
constexpr std::size_t most_refined_products = 500'000'000;

std::vector<Prior> priors_of(const Design& design, bool published) {
    std::vector<Prior> out;
    for (std::size_t j = 1; j < design.columns().size(); ++j)
        out.push_back(published ? published_prior(design.columns()[j]).value_or(Prior{}) : Prior{});
    return out;
}

bool refines(const CalibrationOptions& options, std::size_t rows, std::size_t columns) {
    return options.refine.value_or(rows <= most_refined_rows && rows * columns * columns <= most_refined_products);
}

/// The coefficients that an estimator finds in a triangle, for cross-validation.
Estimator estimator_of(const std::vector<Prior>& priors, bool published) {
    return [&priors, published](const Triangle& triangle) -> Eigen::VectorXd {
        const LeastSquares fit = solve(triangle);
        if (!published || fit.rows <= fit.kept.size() || !(fit.coefficients[0] > 0.0)) return fit.coefficients;
        const WeightEstimate found = estimate_weights(fit, std::nullopt, priors);
        Eigen::VectorXd b(fit.coefficients.size());
        b << found.base, found.base * found.weights;
        return b;
    };
}

std::vector<CalibrationTerm> terms_of(const Design& design, const LeastSquares& fit, const WeightEstimate& found,
                                      const std::vector<Prior>& priors, double quantile) {
    std::vector<CalibrationTerm> out;
    for (std::size_t j = 1; j < design.columns().size(); ++j) {
        const auto column = static_cast<Eigen::Index>(j);
        CalibrationTerm term;
        term.name = design.columns()[j].name();
        term.level = design.columns()[j].level();
        term.identified = fit.identified(column);
        term.vif = fit.variance_inflation(column);
        if (priors[j - 1].says_something()) {
            term.prior = priors[j - 1].mean;
            term.prior_sd = priors[j - 1].sd;
        }
        if (found.known[j - 1]) {
            term.weight = found.weights[column - 1];
            term.std_error = std::sqrt(std::max(0.0, found.covariance(column, column)));
            term.ci95 = {*term.weight - quantile * *term.std_error, *term.weight + quantile * *term.std_error};
        }
        out.push_back(std::move(term));
    }
    return out;
}

/// A term without a level for each category of which the model has none: a driver that never changes.
void add_constant_categories(const Design& design, bool published, std::vector<CalibrationTerm>& terms) {
    for (const std::string_view category : context_categories) {
        const auto of_category = [&](const DesignColumn& column) { return column.levels.size() == 1 && column.levels[0].category == category; };
        if (std::any_of(design.columns().begin(), design.columns().end(), of_category)) continue;
        CalibrationTerm term;
        term.name = category;
        if (published) {
            if (const auto prior = published_prior({0, {{std::string(category), ""}}})) {
                term.prior = prior->mean;
                term.prior_sd = prior->sd;
            }
        }
        terms.push_back(std::move(term));
    }
}

/// Groups of columns that take part in each other's combinations, and the sum of their weights where it is one coefficient's.
std::vector<EntangledTerms> entangled_of(const Design& design, const LeastSquares& fit) {
    std::vector<std::vector<Eigen::Index>> groups;
    for (const Dependence& d : fit.dependent) {
        std::vector<Eigen::Index> members = {d.column};
        for (Eigen::Index j = 1; j < d.combination.size(); ++j)
            if (d.combination[j] != 0.0) members.push_back(j);
        if (members.size() == 1) continue;
        // Groups that share a member are one.
        for (std::size_t g = 0; g < groups.size();) {
            const bool shared = std::any_of(members.begin(), members.end(), [&](Eigen::Index m) {
                return std::find(groups[g].begin(), groups[g].end(), m) != groups[g].end();
            });
            if (!shared) {
                ++g;
                continue;
            }
            members.insert(members.end(), groups[g].begin(), groups[g].end());
            groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(g));
        }
        std::sort(members.begin(), members.end());
        members.erase(std::unique(members.begin(), members.end()), members.end());
        groups.push_back(std::move(members));
    }
    std::sort(groups.begin(), groups.end());
    std::vector<EntangledTerms> out;
    for (const std::vector<Eigen::Index>& group : groups) {
        EntangledTerms entangled;
        Eigen::Index in_use = -1;
        std::size_t used = 0;
        bool equal = true;
        for (const Eigen::Index j : group) {
            entangled.terms.push_back(design.columns()[static_cast<std::size_t>(j)].full_name());
            const auto d = std::find_if(fit.dependent.begin(), fit.dependent.end(), [&](const Dependence& x) { return x.column == j; });
            if (d == fit.dependent.end()) {
                in_use = j;
                ++used;
            } else {
                equal = equal && d->combination[0] == 0.0 && std::fabs(d->combination.sum() - 1.0) < 1e-8;
            }
        }
        if (used == 1 && equal) entangled.sum = fit.coefficients[in_use] / fit.coefficients[0];
        out.push_back(std::move(entangled));
    }
    return out;
}

void describe_data(const Dataset& data, Calibration& out) {
    out.rows = data.rows();
    out.rows_used = data.summary().rows();
    out.days = data.days();
    out.target = data.target();
    out.rejects = data.rejects();
    out.remarks = data.remarks();
    out.gpus = data.gpus();
    out.first = timestamp_text(data.summary().first_ns());
    out.last = timestamp_text(data.summary().last_ns());
    out.hash = fmt::format("{:016x}", data.summary().hash());
    out.has_temperature = data.columns().has(WindowColumn::temperature_c);
    out.coldest = celsius(data.summary().coldest_c());
    out.hottest = celsius(data.summary().hottest_c());
    for (std::size_t c = 0; c < category_count; ++c)
        for (const std::string& level : data.levels(c)) out.seen.push_back({std::string(context_categories[c]), level});
}

std::string date_of(std::int64_t day) { return timestamp_text(day * 86400LL * 1'000'000'000).substr(0, 10); }
}  // namespace

Calibration calibrate(const Dataset& data, const CalibrationOptions& options) {
    Calibration out;
    describe_data(data, out);
    out.reference = reference_of(data, options.reference);
    out.published_priors = options.published_priors;
    out.errors = options.errors;
    const Design design(data, out.reference, options.published_priors ? levels_with_priors() : std::vector<ContextLevel>(), options.terms);
    const std::vector<Prior> priors = priors_of(design, options.published_priors);
    const DesignRows plain_rows(data, design);

    HuberFit robust;
    if (options.robust) {
        robust = huber(plain_rows, {.threads = options.threads});
        if (robust.exact) out.remarks.push_back("more than half of the windows fit exactly, so Huber's scale is 0: the last step before that is given");
        else if (!robust.converged) out.remarks.push_back(fmt::format("Huber's estimate did not come to rest in {} steps", robust.steps));
        out.robust = true;
    }
    const ReweightedRows weighted_rows(plain_rows, robust.weights);
    const RowSource& rows = options.robust ? static_cast<const RowSource&>(weighted_rows) : plain_rows;

    const DayTriangles days = reduce_by_day(rows, data.summary().first_ns(), data.summary().last_ns(), options.threads);
    LeastSquares fit = solve(merged(days.triangles));
    (void)fit.freedom();  // too few rows: said before anything else is tried
    out.refined = refines(options, fit.rows, fit.kept.size());
    if (out.refined) fit = refine(fit, rows);

    const std::int64_t gap_ns = data.summary().gap_ns();
    ErrorOptions errors{.kind = options.errors, .lag = options.lag, .gap_ns = gap_ns > 0 ? std::optional(gap_ns) : std::nullopt};
    if (options.errors == ErrorKind::newey_west) out.lag = options.lag ? *options.lag : automatic_lag(fit.rows);
    const Eigen::MatrixXd moment = error_moment(fit, rows, errors);
    const bool classical = options.errors == ErrorKind::ols;
    const WeightEstimate found = options.published_priors
                                     ? estimate_weights(fit, classical ? std::nullopt : std::optional(moment), priors)
                                     : estimate_weights(fit, moment);

    out.quantile = t_quantile(0.975, fit.freedom());
    out.base = found.base;
    out.base_std_error = std::sqrt(std::max(0.0, found.covariance(0, 0)));
    out.residual_sd = std::sqrt(found.residual_ss / fit.freedom());
    const Eigen::Index last = fit.triangle.cols() - 1;
    const double total_ss = fit.triangle.col(last).tail(fit.triangle.rows() - 1).squaredNorm();
    if (total_ss > 0.0) out.r_squared = 1.0 - found.residual_ss / total_ss;
    out.condition = fit.condition();
    if (data.summary().in_order()) out.autocorrelation = residual_autocorrelation(fit, rows, errors.gap_ns);
    out.cross_validation = cross_validate(days.triangles, estimator_of(priors, options.published_priors), options.folds);
    for (const DayInfluence& influence : influential_days(days.triangles, fit))
        out.influential_days.push_back({date_of(days.day[influence.day]), influence.distance});

    out.terms = terms_of(design, fit, found, priors, out.quantile);
    add_constant_categories(design, options.published_priors, out.terms);
    out.entangled = entangled_of(design, fit);
    out.columns = design.columns();
    out.weights = found.weights;
    out.covariance = found.covariance;
    out.dependent = fit.dependent;
    if (!out.refined && !options.refine)
        out.remarks.push_back("so many rows are not refined in twice the precision unless --refine asks for it");
    detail::put_into_words(out);
    return out;
}

CalibratedLine predict(const Calibration& calibration, const Context& context) {
    CalibratedLine out;
    Context whole = calibration.reference;
    for (const ContextLevel& level : context.levels) whole.set(level.category, level.level);
    const double kelvins = context.temperature ? in(*context.temperature - *calibration.reference.temperature, kelvin) : 0.0;
    Eigen::VectorXd x(static_cast<Eigen::Index>(calibration.columns.size()));
    for (std::size_t j = 0; j < calibration.columns.size(); ++j)
        x[static_cast<Eigen::Index>(j)] = calibration.columns[j].value_in(whole, kelvins);
    const Eigen::Index weights = calibration.weights.size();
    const double relative = 1.0 + x.tail(weights).dot(calibration.weights);
    out.value = calibration.base * relative;
    Eigen::VectorXd gradient(weights + 1);
    gradient << relative, calibration.base * x.tail(weights);
    const double variance = std::max(0.0, gradient.dot(calibration.covariance * gradient));
    out.mean_half_width = calibration.quantile * std::sqrt(variance);
    out.half_width = calibration.quantile * std::sqrt(variance + calibration.residual_sd * calibration.residual_sd);

    if (context.temperature && calibration.has_temperature &&
        (*context.temperature < calibration.coldest || calibration.hottest < *context.temperature))
        out.remarks.push_back(fmt::format("{:g} degC lies outside what the log saw ({:g} to {:g} degC)", context.temperature->in_celsius(),
                                          calibration.coldest.in_celsius(), calibration.hottest.in_celsius()));
    for (const ContextLevel& level : whole.levels)
        if (std::find(calibration.seen.begin(), calibration.seen.end(), level) == calibration.seen.end())
            out.remarks.push_back("the log never saw " + level.category + " " + level.level);
    if (calibration.published_priors) return out;
    for (const Dependence& d : calibration.dependent) {
        const double made_up = d.combination.dot(x);
        if (std::fabs(x[d.column] - made_up) <= 1e-8 * std::max(1.0, std::fabs(x[d.column]))) continue;
        out.known = false;
        out.remarks.push_back("these data cannot tell what " + calibration.columns[static_cast<std::size_t>(d.column)].full_name() +
                              " does by itself, and this context needs it");
    }
    return out;
}

}  // namespace breakeven
