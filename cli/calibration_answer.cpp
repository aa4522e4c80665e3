#include "calibration_answer.hpp"

#include "json_numbers.hpp"
#include "numbers.hpp"
#include "writer.hpp"

#include <breakeven/core/units.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace breakeven::cli {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t rejects_in_text = 5;

std::string target_name(CalibrationTarget target) { return std::string(to_string(target)); }

ordered_json json_of(const CalibrationTerm& term) {
    ordered_json out{{"name", term.name}, {"level", or_null(term.level)}, {"weight", or_null(term.weight)},
                     {"std_error", or_null(term.std_error)}, {"ci95", or_null(term.ci95)}, {"prior", or_null(term.prior)},
                     {"identified", term.identified}, {"vif", or_null(term.vif)}};
    out["verdict"] = term.verdict;
    return out;
}

ordered_json json_of(const Context& reference) {
    ordered_json out = ordered_json::object();
    for (const ContextLevel& level : reference.levels) out[level.category] = level.level;
    if (reference.temperature) out["temperature_c"] = reference.temperature->in_celsius();
    return out;
}

ordered_json rejects_json(const Rejects& rejects) {
    ordered_json out = ordered_json::array();
    for (const RejectedRow& row : rejects.first) {
        if (row.line != 0) out.push_back({{"file", row.file}, {"line", row.line}, {"reason", row.reason}});
        else out.push_back({{"table", row.file}, {"time", or_null(row.time)}, {"reason", row.reason}});
    }
    return out;
}

ordered_json json_of(const Calibration& c) {
    ordered_json out{{"schema", "breakeven.calibration/1"}, {"rows", c.rows}, {"rows_used", c.rows_used}, {"days", c.days},
                     {"target", target_name(c.target)}, {"base", c.base}, {"base_std_error", c.base_std_error},
                     {"errors", to_string(c.errors)}, {"lag", or_null(c.lag)}, {"prior", c.published_priors ? "published" : "none"},
                     {"refined", c.refined}, {"robust", c.robust}, {"r_squared", or_null(c.r_squared)}, {"residual_sd", c.residual_sd},
                     {"condition", c.condition}, {"autocorrelation", or_null(c.autocorrelation)}};
    out["reference"] = json_of(c.reference);
    out["terms"] = ordered_json::array();
    for (const CalibrationTerm& term : c.terms) out["terms"].push_back(json_of(term));
    out["entangled"] = ordered_json::array();
    for (const EntangledTerms& group : c.entangled)
        out["entangled"].push_back({{"terms", group.terms}, {"sum", or_null(group.sum)}, {"words", group.words}});
    out["cross_validation"] = c.cross_validation ? ordered_json{{"folds", c.cross_validation->folds}, {"rmse", c.cross_validation->rmse}}
                                                 : ordered_json(nullptr);
    out["influential_days"] = ordered_json::array();
    for (const CalibrationDay& one : c.influential_days) out["influential_days"].push_back({{"date", one.date}, {"distance", one.distance}});
    out["rejected"] = c.rejects.count;
    out["rejects_by_reason"] = c.rejects.by_reason;
    out["rejects"] = rejects_json(c.rejects);
    out["provenance"] = {{"first", c.first}, {"last", c.last}, {"gpus", c.gpus}, {"hash", or_null(c.hash)}};
    out["advice"] = c.advice;
    out["remarks"] = c.remarks;
    return out;
}

/// Where a row that was left out stands: a line of a file, or a time in a table.
std::string place_of(const RejectedRow& row) {
    if (row.line != 0) return fmt::format("{}:{}", row.file, row.line);
    return row.time.empty() ? row.file : fmt::format("{} at {}", row.file, row.time);
}

std::string interval_text(const std::optional<std::array<double, 2>>& interval, bool per_kelvin) {
    return interval ? fmt::format("{} to {}{}", percent((*interval)[0]), percent((*interval)[1]), per_kelvin ? "/K" : "") : "–";
}

Table term_table(const Calibration& c) {
    Table out{.title = "", .columns = {"term", "weight", "95 % interval", "prior", ""}, .right_aligned = {false, true, true, true, false}, .rows = {}};
    for (const CalibrationTerm& term : c.terms) {
        const bool per_kelvin = term.name == "temperature";
        const auto figure = [&](const std::optional<double>& value) { return value ? percent(*value) + (per_kelvin ? "/K" : "") : std::string("–"); };
        out.rows.push_back({term.full_name(), figure(term.weight), interval_text(term.ci95, per_kelvin), figure(term.prior), term.verdict});
    }
    return out;
}

Table csv_table(const Calibration& c) {
    Table out{.title = "", .columns = {"term", "level", "weight", "std_error", "ci95_low", "ci95_high", "prior", "identified", "vif"},
              .right_aligned = {}, .rows = {}};
    for (const CalibrationTerm& term : c.terms)
        out.rows.push_back({term.name, term.level.value_or(""), exact(term.weight), exact(term.std_error), term.ci95 ? exact((*term.ci95)[0]) : "",
                            term.ci95 ? exact((*term.ci95)[1]) : "", exact(term.prior), term.identified ? "true" : "false", exact(term.vif)});
    return out;
}

std::string base_text(const Calibration& c) {
    switch (c.target) {
        case CalibrationTarget::line: return percent(c.base);
        case CalibrationTarget::time_per_work: return four_digits(c.base) + " s for a unit of work";
        case CalibrationTarget::window_per_effective: break;
    }
    return four_digits(c.base) + " s of the window for a computed second";
}

}  // namespace

Answer present(const Calibration& c) {
    Answer out;
    out.json = json_of(c);
    out.rows = csv_table(c);
    out.tables = {term_table(c)};
    out.remarks = c.remarks;
    const auto known = static_cast<std::size_t>(
        std::count_if(c.terms.begin(), c.terms.end(), [](const CalibrationTerm& term) { return term.identified; }));
    out.text = fmt::format("{} of {} weights are this machine's own, from {} windows over {:.3g} days; its base is {}.\n\n", known, c.terms.size(),
                           c.rows_used, c.days, base_text(c));
    out.text += aligned(out.tables.front());
    // What is left of made-up windows without noise is rounding, and its digits say nothing.
    const bool exact_fit = c.residual_sd <= 1e-12 * std::abs(c.base);
    if (exact_fit)
        out.text += "\nThe windows lie on the fit to the last digit.\n";
    else if (c.r_squared)
        out.text += fmt::format("\nThe windows spread by {} around the fit (R2 {:.4f}); errors are {}.\n", four_digits(c.residual_sd), *c.r_squared,
                                to_string(c.errors));
    if (c.cross_validation && !exact_fit)
        out.text += fmt::format("Left-out days are missed by {} (root mean square, {} folds).\n", four_digits(c.cross_validation->rmse),
                                c.cross_validation->folds);
    for (const EntangledTerms& group : c.entangled) out.text += group.words + "\n";
    if (!c.advice.empty()) out.text += "\nTo learn the rest:\n";
    for (const std::string& advice : c.advice) out.text += "  " + advice + "\n";
    if (c.rejects.count != 0) {
        out.text += fmt::format("\n{} rows were left out:\n", c.rejects.count);
        for (std::size_t i = 0; i < std::min(rejects_in_text, c.rejects.first.size()); ++i)
            out.text += fmt::format("  {}: {}\n", place_of(c.rejects.first[i]), c.rejects.first[i].reason);
        if (c.rejects.count > rejects_in_text) out.text += fmt::format("  and {} more\n", c.rejects.count - rejects_in_text);
    }
    return out;
}

Answer present(const ClickhouseCalibration& calibrations, const std::string& by) {
    Answer out;
    out.json = {{"schema", "breakeven.calibrations/1"}, {"by", by}};
    out.json["groups"] = ordered_json::array();
    out.remarks = calibrations.remarks;
    Table table{.title = "", .columns = {by, "windows", "days", "base", "1 K hotter", ""}, .right_aligned = {false, true, true, true, true, false}, .rows = {}};
    std::size_t known = 0;
    for (const GroupCalibration& group : calibrations.groups) {
        ordered_json entry{{"group", group.name}};
        const std::string name = group.name.empty() ? std::string("without a name") : group.name;
        if (!group.calibration) {
            entry["error"] = group.error;
            entry["hint"] = or_null(group.hint);
            entry["calibration"] = nullptr;
            table.rows.push_back({name, "", "", "", "", group.error});
        } else {
            const Calibration& c = *group.calibration;
            ++known;
            entry["error"] = nullptr;
            entry["hint"] = nullptr;
            entry["calibration"] = json_of(c);
            const auto temperature = std::find_if(c.terms.begin(), c.terms.end(), [](const CalibrationTerm& term) { return term.name == "temperature"; });
            const bool told = temperature != c.terms.end() && temperature->identified && temperature->weight;
            table.rows.push_back({name, std::to_string(c.rows_used), fmt::format("{:.3g}", c.days), base_text(c), told ? percent(*temperature->weight) : "–", ""});
            Table one = csv_table(c);
            one.columns.insert(one.columns.begin(), by);
            for (std::vector<std::string>& row : one.rows) row.insert(row.begin(), group.name);
            if (out.rows.columns.empty()) out.rows = std::move(one);
            else out.rows.rows.insert(out.rows.rows.end(), one.rows.begin(), one.rows.end());
        }
        out.json["groups"].push_back(std::move(entry));
    }
    out.json["remarks"] = out.remarks;
    out.tables = {table};
    out.text = fmt::format("{} of {} groups have a calibration of their own.\n\n", known, calibrations.groups.size()) + aligned(table);
    return out;
}

Answer present(const std::vector<ExplainedQuery>& queries) {
    Answer out;
    out.json = {{"schema", "breakeven.queries/1"}, {"queries", ordered_json::array()}};
    out.rows = {.title = "", .columns = {"purpose", "sql"}, .right_aligned = {}, .rows = {}};
    for (const ExplainedQuery& query : queries) {
        out.json["queries"].push_back({{"purpose", query.purpose}, {"sql", query.sql}});
        out.rows.rows.push_back({query.purpose, query.sql});
        out.text += fmt::format("{}-- {}\n{};\n", out.text.empty() ? "" : "\n", query.purpose, query.sql);
    }
    out.tables = {out.rows};
    return out;
}

}  // namespace breakeven::cli
