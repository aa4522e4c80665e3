// Terms, what is entangled, cross-validation and influence, each from triangles.
#include <breakeven/calibration/conclusion.hpp>

#include <breakeven/calibration/cross_validation.hpp>
#include <breakeven/calibration/published_priors.hpp>
#include <breakeven/calibration/quantile.hpp>
#include <breakeven/calibration/weight_estimate.hpp>
#include <breakeven/core/timestamp.hpp>

#include <algorithm>
#include <cmath>

namespace breakeven::detail {

namespace {
std::vector<Prior> priors_of(const Design& design, bool published) {
    std::vector<Prior> out;
    for (std::size_t j = 1; j < design.columns().size(); ++j)
        out.push_back(published ? published_prior(design.columns()[j]).value_or(Prior{}) : Prior{});
    return out;
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

std::string date_of(std::int64_t day) { return timestamp_text(day * 86400LL * 1'000'000'000).substr(0, 10); }
}  // namespace

void conclude(const Design& design, const CalibrationOptions& options, const DayTriangles& days, const LeastSquares& fit,
              const Eigen::MatrixXd& moment, Calibration& out) {
    const std::vector<Prior> priors = priors_of(design, options.published_priors);
    out.published_priors = options.published_priors;
    out.errors = options.errors;
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
}

}  // namespace breakeven::detail
