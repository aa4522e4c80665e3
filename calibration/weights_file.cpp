// Written by hand, line by line, so that it reads like something a person wrote; read through core's Config.
#include <breakeven/calibration/weights_file.hpp>

#include <breakeven/core/config.hpp>
#include <breakeven/core/errors.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace breakeven {

namespace {
/// A TOML string: quoted, with what TOML wants escaped. Levels of a log hold no control characters, a scenario's reference may.
std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out.append("\\").push_back(c);
        else if (static_cast<unsigned char>(c) < 0x20 || c == '\x7f') out += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
        else out.push_back(c);
    }
    return out + '"';
}

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
                       quoted(c.first), quoted(c.last), quoted(c.hash));
    out += fmt::format("target = {}\nbase = {}\nbase_std_error = {}\nerrors = {}\nprior = {}\nresidual_sd = {}\nquantile = {}\n",
                       quoted(to_string(c.target)), number(c.base), number(c.base_std_error), quoted(to_string(c.errors)),
                       quoted(c.published_priors ? "published" : "none"), number(c.residual_sd), number(c.quantile));
    if (c.has_temperature) out += fmt::format("temperature_seen = [{}, {}]  # degC\n", number(c.coldest.in_celsius()), number(c.hottest.in_celsius()));
    out += "terms = [";
    for (std::size_t i = 0; i < terms.size(); ++i) out += (i == 0 ? "" : ", ") + quoted(c.columns[terms[i]].full_name());
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
            if (level.category == category) levels += (levels.empty() ? "" : ", ") + quoted(level.level);
        if (!levels.empty()) out += fmt::format("seen.{} = [{}]\n", category, levels);
    }
    return out;
}

const std::string* text_in(const ConfigNode& node) { return node.kind == ConfigNode::Kind::string ? &node.text : nullptr; }

[[noreturn]] void refuse(const ConfigNode& node, const std::string& message) {
    throw InputError(message, "write the file again with calibrate --weights-out", node.position);
}
}  // namespace

std::string write_weights_toml(const Calibration& c) {
    const std::vector<std::size_t> terms = plain_terms(c);
    std::string out = "# Weights of the breakeven line, as a machine's own log tells them. Include it in a scenario:\n"
                      "# [line]\n# include = \"weights.toml\"\n\n";
    out += provenance(c, terms) + "\n[line.reference]\n";
    if (c.reference.temperature) out += fmt::format("temperature = \"{} degC\"\n", number(c.reference.temperature->in_celsius()));
    for (const ContextLevel& level : c.reference.levels) out += fmt::format("{} = {}\n", level.category, quoted(level.level));
    out += "\n[line.weights]\n";
    const auto write = [&](std::size_t j, std::string_view key, const std::string& value) {
        out += fmt::format("{} = {}  # {}\n", key, value, one_line(c.terms[j - 1].verdict));
    };
    for (const std::size_t j : terms)
        if (c.columns[j].levels.empty()) write(j, "temperature", fmt::format("\"{} /K\"", number(*c.terms[j - 1].weight)));
    for (const std::size_t j : terms)
        if (!c.columns[j].levels.empty())
            write(j, c.columns[j].levels[0].category + "." + quoted(c.columns[j].levels[0].level), number(*c.terms[j - 1].weight));
    for (std::size_t i = 0; i < c.terms.size(); ++i) {
        if (std::find(terms.begin(), terms.end(), i + 1) != terms.end()) continue;
        const CalibrationTerm& term = c.terms[i];
        out += term.weight ? fmt::format("# {} = {}, which a scenario's line does not know\n", one_line(term.full_name()), number(*term.weight))
                           : fmt::format("# no weight for {}: {}\n", one_line(term.full_name()), one_line(term.verdict));
    }
    return out;
}

std::optional<WeightUncertainty> read_weight_uncertainty(const std::string& path) {
    const Config config = Config::from_file(path);
    const ConfigNode* terms = config.find("calibration.terms");
    const ConfigNode* covariance = config.find("calibration.covariance");
    if (terms == nullptr || covariance == nullptr) return std::nullopt;
    WeightUncertainty out;
    for (const ConfigNode& term : terms->items) {
        if (text_in(term) == nullptr) refuse(term, "a term's name is a string");
        out.terms.push_back(*text_in(term));
    }
    if (covariance->items.size() != out.terms.size()) refuse(*covariance, "the covariance has not one row for each term");
    for (const ConfigNode& row : covariance->items) {
        if (row.items.size() != out.terms.size()) refuse(row, "the covariance has not one column for each term");
        for (const ConfigNode& entry : row.items) {
            if (entry.kind != ConfigNode::Kind::number) refuse(entry, "a covariance is a number");
            out.covariance.push_back(entry.number);
        }
    }
    if (const ConfigNode* quantile = config.find("calibration.quantile")) {
        if (quantile->kind != ConfigNode::Kind::number || !(quantile->number > 0.0)) refuse(*quantile, "the quantile is a number above zero");
        out.quantile = quantile->number;
    }
    if (const ConfigNode* range = config.find("calibration.temperature_seen"); range != nullptr && range->items.size() == 2) {
        out.coldest = celsius(range->items[0].number);
        out.hottest = celsius(range->items[1].number);
    }
    for (const auto& [category, levels] : config.open_table("calibration.seen"))
        for (const ConfigNode& level : levels->items)
            if (text_in(level) != nullptr) out.seen.push_back({category, *text_in(level)});
    return out;
}

}  // namespace breakeven
