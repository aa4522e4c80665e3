// The passes in their order; each is a header of its own.
#include <breakeven/calibration/clickhouse_calibration.hpp>

#include <breakeven/calibration/clickhouse_client.hpp>
#include <breakeven/calibration/clickhouse_fit.hpp>
#include <breakeven/calibration/clickhouse_queries.hpp>
#include <breakeven/calibration/clickhouse_survey.hpp>
#include <breakeven/core/errors.hpp>

#include <algorithm>

namespace breakeven {

namespace {
constexpr int longest_lag = 2000;  // a query's text grows with it

void refuse_what_needs_rows(const CalibrationOptions& options) {
    const char* hint = "export the rows as CSV, by SELECT … FORMAT CSVWithNames, and calibrate the file";
    if (options.robust) throw InputError("Huber's estimator weighs single rows again and again, which a server cannot be asked for", hint);
    if (options.refine.value_or(false)) throw InputError("refinement in twice the precision needs the rows themselves", hint);
    if (options.lag.value_or(0) > longest_lag) throw InputError("--lag: a server can be asked to look back 2000 rows at most", "give a smaller one");
}

InputError at_table(const InputError& error, const ClickhouseAddress& address) {
    if (!error.position().file.empty()) return error;
    return error.placed(Position{.file = address.text, .text = {}});
}
}  // namespace

ClickhouseCalibration calibrate(const ClickhouseSource& source, const CalibrationOptions& options) {
    try {
        refuse_what_needs_rows(options);
        ClickhouseClient client(source.address, source.credentials, source.timeout);
        const ClickhouseTable table = table_of(source.address, source.columns, source.by, client.ask(describe_query(source.address)));
        const ClickhouseRows rows(table);
        const ClickhouseSurvey surveyed = survey(client, rows, source.rows_at_once);
        ClickhouseCalibration out;
        out.groups = fit_groups(client, rows, surveyed, options, source.rows_at_once);
        out.remarks = surveyed.remarks;
        if (!source.by && !out.groups.front().error.empty()) throw InputError(out.groups.front().error, out.groups.front().hint);
        out.bytes_received = client.bytes_received();
        out.bytes_sent = client.bytes_sent();
        return out;
    } catch (const InputError& error) {
        throw at_table(error, source.address);
    }
}

std::vector<ExplainedQuery> explain(const ClickhouseSource& source, const CalibrationOptions& options) {
    refuse_what_needs_rows(options);
    const ClickhouseTable table = usual_table(source.address, source.columns, source.by);
    const ClickhouseRows rows(table);
    const ClickhouseQueries queries(rows, false);
    ClickhouseKnown known;
    if (source.by) known.groups = {"a", "b"};
    for (std::size_t c = 0; c < category_count; ++c)
        if (rows.has_category(c)) known.levels[c] = {std::string(published_reference[c])};
    std::vector<ClickhouseCell> cells(1);
    ClickhouseCell& cell = cells.front();
    cell.number = ClickhouseRows::cell(known, 0, {});
    int power = 1;
    for (const ExtraTerm& term : options.terms) power = std::max(power, term.temperature_power);
    cell.frame = cell_frame(table.has(WindowColumn::temperature_c) ? power : 0, 24.5, 18.0, 32.0, 0.12);
    cell.prediction = Eigen::VectorXd::Constant(cell.frame.powers, 0.5);
    cell.scores = Eigen::MatrixXd::Constant(2, cell.frame.powers, 0.25);
    std::vector<ExplainedQuery> out = {{"the table's columns and their types", describe_query(source.address)}};
    if (table.has(WindowColumn::gpu)) out.push_back({"the GPUs' names", queries.gpus()});
    out.push_back({"for each combination of levels: rows, means, extremes, and what is wrong with rows", queries.levels(known)});
    out.push_back({"how many rows each GPU has", queries.members(known)});
    out.push_back({"steps in time within each GPU: their median, gaps, rows that share a time", queries.steps(known, {})});
    out.push_back({"for each combination of levels and each day: centred sums of squares and products", queries.moments(known, {}, cells, true)});
    if (options.errors == ErrorKind::hc3) out.push_back({"the middle of HC3 errors", queries.hc3(known, {}, cells)});
    if (options.errors == ErrorKind::newey_west)
        out.push_back({"the middle of Newey-West errors, here of two coefficients and " + std::to_string(options.lag.value_or(4)) + " lags",
                       queries.scores(known, {}, cells, options.lag.value_or(4), {{source.by ? 1U : 0U, 90.0}})});
    return out;
}

}  // namespace breakeven
