// The steps of a calibration, in order; each is a header of its own.
#include <breakeven/calibration/calibrate.hpp>

#include <breakeven/calibration/calibration_words.hpp>
#include <breakeven/calibration/conclusion.hpp>
#include <breakeven/calibration/day_triangles.hpp>
#include <breakeven/calibration/huber.hpp>
#include <breakeven/calibration/published_priors.hpp>
#include <breakeven/calibration/refinement.hpp>
#include <breakeven/core/timestamp.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace breakeven {

namespace {
// Refinement is some hundred operations for each pair of columns of each row: so many take about ten seconds.
constexpr std::size_t most_refined_rows = 1'000'000;
constexpr std::size_t most_refined_products = 500'000'000;

bool refines(const CalibrationOptions& options, std::size_t rows, std::size_t columns) {
    return options.refine.value_or(rows <= most_refined_rows && rows * columns * columns <= most_refined_products);
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
}  // namespace

Calibration calibrate(const Dataset& data, const CalibrationOptions& options) {
    Calibration out;
    describe_data(data, out);
    const DesignFacts facts = facts_of(data);
    out.reference = reference_of(facts, options.reference);
    const Design design(facts, out.reference, options.published_priors ? levels_with_priors() : std::vector<ContextLevel>(), options.terms);
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
    if (data.summary().in_order()) out.autocorrelation = residual_autocorrelation(fit, rows, errors.gap_ns);
    detail::conclude(design, options, days, fit, moment, out);
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
