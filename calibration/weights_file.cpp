// Written by hand, line by line, so that it reads like something a person wrote.
#include <breakeven/calibration/weights_file.hpp>

#include <breakeven/core/config_edit.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace breakeven {

namespace {
/// A comment's text: one line, whatever a level is called.
std::string one_line(std::string text) {
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == '\x7f') c = ' ';
    return text;
}

/// A TOML float: the fewest digits that give it back, and never an integer.
std::string number(double value) {
    std::string out = fmt::format("{}", value);
    return out.find_first_of(".en") == std::string::npos ? out + ".0" : out;
}

/// The terms that a scenario's line knows: the temperature and single levels.
std::vector<std::size_t> plain_terms(const Calibration& c) {
    std::vector<std::size_t> out;
    for (std::size_t j = 1; j < c.columns.size(); ++j) {
        const DesignColumn& column = c.columns[j];
        const bool plain = (column.temperature_power == 1 && column.levels.empty()) || (column.temperature_power == 0 && column.levels.size() == 1);
        if (plain && c.terms[j - 1].weight) out.push_back(j);
    }
    return out;
}

std::string provenance(const Calibration& c, const std::vector<std::size_t>& terms) {
    std::string out = "[calibration]\n";
    out += fmt::format("rows = {}\nrows_used = {}\ndays = {}\nfirst = {}\nlast = {}\ndata_hash = {}\n", c.rows, c.rows_used, number(c.days),
                       toml_quoted(c.first), toml_quoted(c.last), toml_quoted(c.hash));
    out += fmt::format("target = {}\nbase = {}\nbase_std_error = {}\nerrors = {}\nprior = {}\nresidual_sd = {}\nquantile = {}\n",
                       toml_quoted(to_string(c.target)), number(c.base), number(c.base_std_error), toml_quoted(to_string(c.errors)),
                       toml_quoted(c.published_priors ? "published" : "none"), number(c.residual_sd), number(c.quantile));
    if (c.has_temperature) out += fmt::format("temperature_seen = [{}, {}]  # degC\n", number(c.coldest.in_celsius()), number(c.hottest.in_celsius()));
    out += "terms = [";
    for (std::size_t i = 0; i < terms.size(); ++i) out += (i == 0 ? "" : ", ") + toml_quoted(c.columns[terms[i]].full_name());
    out += "]\ncovariance = [\n";
    for (const std::size_t i : terms) {
        out += "    [";
        for (const std::size_t j : terms)
            out += (j == terms.front() ? "" : ", ") + number(c.covariance(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)));
        out += "],\n";
    }
    out += "]\n";
    for (const std::string_view category : context_categories) {
        std::string levels;
        for (const ContextLevel& level : c.seen)
            if (level.category == category) levels += (levels.empty() ? "" : ", ") + toml_quoted(level.level);
        if (!levels.empty()) out += fmt::format("seen.{} = [{}]\n", category, levels);
    }
    return out;
}
}  // namespace

std::string write_weights_toml(const Calibration& c) {
    const std::vector<std::size_t> terms = plain_terms(c);
    std::string out = "# Weights of the breakeven line, as a machine's own log tells them. Include it in a scenario:\n"
                      "# [line]\n# include = \"weights.toml\"\n\n";
    out += provenance(c, terms) + "\n[line.reference]\n";
    if (c.reference.temperature) out += fmt::format("temperature = \"{} degC\"\n", number(c.reference.temperature->in_celsius()));
    for (const ContextLevel& level : c.reference.levels) out += fmt::format("{} = {}\n", level.category, toml_quoted(level.level));
    out += "\n[line.weights]\n";
    const auto write = [&](std::size_t j, std::string_view key, const std::string& value) {
        out += fmt::format("{} = {}  # {}\n", key, value, one_line(c.terms[j - 1].verdict));
    };
    for (const std::size_t j : terms)
        if (c.columns[j].levels.empty()) write(j, "temperature", fmt::format("\"{} /K\"", number(*c.terms[j - 1].weight)));
    for (const std::size_t j : terms)
        if (!c.columns[j].levels.empty())
            write(j, c.columns[j].levels[0].category + "." + toml_quoted(c.columns[j].levels[0].level), number(*c.terms[j - 1].weight));
    for (std::size_t i = 0; i < c.terms.size(); ++i) {
        if (std::find(terms.begin(), terms.end(), i + 1) != terms.end()) continue;
        const CalibrationTerm& term = c.terms[i];
        out += term.weight ? fmt::format("# {} = {}, which a scenario's line does not know\n", one_line(term.full_name()), number(*term.weight))
                           : fmt::format("# no weight for {}: {}\n", one_line(term.full_name()), one_line(term.verdict));
    }
    return out;
}

}  // namespace breakeven
