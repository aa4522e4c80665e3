// calibrate: what do task, driver, temperature, OS, virtualization and network do to my line?
#include "../calibration_answer.hpp"
#include "../commands.hpp"

#include <breakeven/calibration/calibrate.hpp>
#include <breakeven/calibration/clickhouse_calibration.hpp>
#include <breakeven/calibration/dataset.hpp>
#include <breakeven/calibration/history_windows.hpp>
#include <breakeven/calibration/weights_file.hpp>
#include <breakeven/core/http.hpp>
#include <breakeven/models/scenario_file.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace breakeven::cli {

namespace {

struct Options {
    std::vector<std::string> data;
    std::string scenario;
    std::string prior = "published";
    std::string errors = "newey-west";
    std::optional<int> lag;
    std::string terms;
    std::string weights_out;
    bool refine = false;
    bool robust = false;
    unsigned threads = 1;
    std::string columns;
    std::string by;
    std::string credentials;
    int timeout_s = 600;
    std::size_t rows_at_once = ClickhouseSource().rows_at_once;
    bool explain = false;
};

CalibrationOptions how_of(const Options& options, const ScenarioFlags& flags) {
    CalibrationOptions how;
    if (!options.scenario.empty()) how.reference = read_scenario(options.scenario, flags.options()).scenario.line.reference;
    how.published_priors = options.prior == "published";
    how.errors = options.errors == "hc3" ? ErrorKind::hc3 : options.errors == "ols" ? ErrorKind::ols : ErrorKind::newey_west;
    how.lag = options.lag;
    if (!options.terms.empty()) how.terms = parse_terms(options.terms);
    if (options.refine) how.refine = true;
    how.robust = options.robust;
    how.threads = options.threads;
    return how;
}

/// Rows in a table: they stay there.
Answer calibrate_table(const Options& options, const CalibrationOptions& how) {
    if (options.data.size() > 1) throw InputError("a ClickHouse table is calibrated by itself", "make a view of what belongs together");
    if (!options.weights_out.empty() && !options.by.empty()) throw InputError("--weights-out holds one calibration, and --by makes several", "give one of them");
    ClickhouseSource source;
    source.address = parse_clickhouse_address(options.data.front());
    source.columns = value_of("--columns", [&] { return parse_column_names(options.columns); });
    if (!options.by.empty()) source.by = options.by;
    source.timeout = std::chrono::seconds(options.timeout_s);
    source.rows_at_once = options.rows_at_once;
    if (options.explain) return present(explain(source, how));
    source.credentials = http_credentials(options.credentials.empty() ? std::nullopt : std::optional(options.credentials));
    const ClickhouseCalibration found = breakeven::calibrate(source, how);
    if (source.by) return present(found, options.by);
    if (!options.weights_out.empty()) write_file(options.weights_out, write_weights_toml(*found.groups.front().calibration));
    return present(*found.groups.front().calibration);
}

Answer calibrate(const Options& options, const ScenarioFlags& flags) {
    const CalibrationOptions how = how_of(options, flags);
    if (std::any_of(options.data.begin(), options.data.end(), is_clickhouse_address)) return calibrate_table(options, how);
    for (const auto& [flag, given] : {std::pair{"--columns", !options.columns.empty()}, std::pair{"--by", !options.by.empty()}, std::pair{"--explain", options.explain}})
        if (given) throw InputError(std::string(flag) + " is for a ClickHouse table", "give one, as clickhouse://HOST:8123/DATABASE.TABLE");
    const Calibration found = breakeven::calibrate(Dataset(open_windows(options.data)), how);
    if (!options.weights_out.empty()) write_file(options.weights_out, write_weights_toml(found));
    return present(found);
}

}  // namespace

Run set_up_calibrate(CLI::App& app) {
    auto options = std::make_shared<Options>();
    app.add_option("data", options->data, "CSV files or folders of windows, gzipped or not, or a history; \"-\" is standard input; or clickhouse://HOST:8123/DATABASE.TABLE")->type_name("DATA")->required();
    app.add_option("-s,--scenario", options->scenario, "whose [line.reference] the weights are to be relative to")->type_name("FILE");
    app.add_option("--prior", options->prior, "published or none (plain least squares) [published]")
        ->check(CLI::IsMember({"published", "none"}))
        ->type_name("PRIOR");
    app.add_option("--errors", options->errors, "newey-west, hc3 or ols [newey-west]")
        ->check(CLI::IsMember({"newey-west", "hc3", "ols"}))
        ->type_name("KIND");
    app.add_option("--lag", options->lag, "how many rows Newey-West errors look back [by the number of rows]")
        ->check(CLI::Range(0, 5000))
        ->type_name("ROWS");
    app.add_option("--terms", options->terms, "products and powers beside the plain terms, such as \"temperature*task\"")->type_name("TERMS");
    app.add_option("--weights-out", options->weights_out, "write a [line] table that a scenario can include")->type_name("FILE");
    app.add_flag("--robust", options->robust, "Huber's estimator: single bad windows weigh less");
    app.add_flag("--refine", options->refine, "refine in twice the precision beyond a million rows too");
    app.add_option("--threads", options->threads, "threads for the reduction [1]")->check(CLI::Range(1U, 64U))->type_name("N");
    app.add_option("--columns", options->columns, "the table's names of our columns, such as temperature_c=gpu_temp,line=share")->type_name("OURS=THEIRS,…");
    app.add_option("--by", options->by, "one calibration for each value of this column of the table, such as gpu, task or node")->type_name("COLUMN");
    app.add_option("--credentials", options->credentials, "TOML with user and password for the table [BREAKEVEN_USER, BREAKEVEN_PASSWORD]")->type_name("FILE");
    app.add_option("--timeout", options->timeout_s, "of each query to the table [600]")->check(CLI::Range(1, 86400))->type_name("SECONDS");
    app.add_option("--rows-at-once", options->rows_at_once, "that the table's server orders by time in one query [8000000]")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000'000}))
        ->type_name("ROWS");
    app.add_flag("--explain", options->explain, "print the queries to the table and run none");
    const auto flags = add_scenario_flags(app);
    const auto output = add_output_options(app);
    return [=] { return write(calibrate(*options, *flags), *output); };
}

}  // namespace breakeven::cli
