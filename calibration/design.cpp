// Columns are named once and compiled to comparisons of small numbers, because millions of rows pass through them.
#include <breakeven/calibration/design.hpp>

#include <breakeven/core/decimal.hpp>
#include <breakeven/core/errors.hpp>
#include <breakeven/core/suggest.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace breakeven {

namespace {
constexpr int highest_power = 10;
constexpr double default_reference_c = 25.0;

std::size_t category_number(std::string_view name) {
    const auto* found = std::find(std::begin(context_categories), std::end(context_categories), name);
    return static_cast<std::size_t>(found - std::begin(context_categories));
}

/// One factor of a term into `term`.
void add_factor(std::string_view factor, ExtraTerm& term) {
    const std::size_t caret = factor.find('^');
    const std::string_view name = trimmed(factor.substr(0, caret));
    if (name == "temperature") {
        const auto power = caret == std::string_view::npos ? 1 : parse_integer<int>(trimmed(factor.substr(caret + 1))).value_or(0);
        if (power < 1 || power > highest_power || term.temperature_power + power > highest_power)
            throw InputError("\"" + std::string(factor) + "\": a power of the temperature is a whole number from 1 to 10", "write it as in temperature^2");
        term.temperature_power += power;
        return;
    }
    const std::size_t category = category_number(name);
    if (category == category_count) {
        std::vector<std::string> known(std::begin(context_categories), std::end(context_categories));
        known.emplace_back("temperature");
        const std::string meant = did_you_mean(name, known);
        throw InputError("\"" + std::string(name.substr(0, 60)) + "\" is no circumstance that a term can be made of",
                         meant.empty() ? "known are temperature, task, driver, os, virtualization and network" : meant);
    }
    if (caret != std::string_view::npos || std::find(term.categories.begin(), term.categories.end(), category) != term.categories.end())
        throw InputError("\"" + std::string(name) + "\" holds or does not: it has no powers", "name it once in a term");
    term.categories.push_back(category);
}
}  // namespace

std::string DesignColumn::name() const {
    std::string out;
    if (temperature_power > 0) out = temperature_power == 1 ? "temperature" : "temperature^" + std::to_string(temperature_power);
    for (const ContextLevel& l : levels) out.append(out.empty() ? "" : "*").append(l.category);
    return out.empty() ? "base" : out;
}

std::optional<std::string> DesignColumn::level() const {
    if (levels.empty()) return std::nullopt;
    std::string out;
    for (const ContextLevel& l : levels) out.append(out.empty() ? "" : "*").append(l.level);
    return out;
}

std::string DesignColumn::full_name() const {
    const std::optional<std::string> held = level();
    return held ? name().append(".").append(*held) : name();
}

double DesignColumn::value_in(const Context& context, double kelvins) const {
    for (const ContextLevel& wanted : levels) {
        const std::string* held = context.level(wanted.category);
        if (held == nullptr || *held != wanted.level) return 0.0;
    }
    return temperature_power == 0 ? 1.0 : std::pow(kelvins, temperature_power);
}

std::vector<ExtraTerm> parse_terms(std::string_view text) {
    std::vector<ExtraTerm> out;
    while (!(text = trimmed(text)).empty()) {
        const std::size_t end = std::min(text.find_first_of(",+"), text.size());
        std::string_view factors = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (factors.empty()) continue;
        ExtraTerm term;
        const std::string whole(factors);
        while (!factors.empty()) {
            const std::size_t star = std::min(factors.find('*'), factors.size());
            add_factor(trimmed(factors.substr(0, star)), term);
            factors.remove_prefix(std::min(star + 1, factors.size()));
        }
        std::sort(term.categories.begin(), term.categories.end());
        if (term.temperature_power + static_cast<int>(term.categories.size()) < 2)
            throw InputError("\"" + whole + "\" is in the model anyway", "terms add products and powers, such as temperature*task or temperature^2");
        out.push_back(std::move(term));
    }
    return out;
}

DesignFacts facts_of(const Dataset& data) {
    DesignFacts out;
    out.has_temperature = data.columns().has(WindowColumn::temperature_c);
    for (std::size_t c = 0; c < category_count; ++c) {
        out.levels[c] = data.levels(c);
        for (std::size_t i = 0; i < out.levels[c].size(); ++i) out.rows[c].push_back(data.rows_with(c, i));
    }
    return out;
}

Context reference_of(const DesignFacts& data, const Context& given) {
    Context out = given;
    if (!out.temperature) out.temperature = celsius(default_reference_c);
    for (std::size_t c = 0; c < category_count; ++c) {
        const std::vector<std::string>& levels = data.levels[c];
        if (out.level(context_categories[c]) != nullptr || levels.empty()) continue;
        std::size_t most = 0;
        for (std::size_t i = 1; i < levels.size(); ++i)
            // Of two that are equally frequent the one in which the published line holds, since weights are usually told from there.
            if (data.rows[c][i] > data.rows[c][most] ||
                (data.rows[c][i] == data.rows[c][most] && levels[i] == published_reference[c]))
                most = i;
        out.set(context_categories[c], levels[most]);
    }
    return out;
}

Design::Design(const DesignFacts& data, Context reference, const std::vector<ContextLevel>& expected, const std::vector<ExtraTerm>& extra)
    : reference_(std::move(reference)), has_temperature_(data.has_temperature) {
    // The levels of each category that need a column.
    std::array<std::vector<std::string>, category_count> levels;
    for (std::size_t c = 0; c < category_count; ++c) {
        const std::string* held = reference_.level(context_categories[c]);
        const auto add = [&](const std::string& level) {
            if ((held == nullptr || *held != level) && std::find(levels[c].begin(), levels[c].end(), level) == levels[c].end())
                levels[c].push_back(level);
        };
        for (const std::string& level : data.levels[c]) add(level);
        for (const ContextLevel& level : expected)
            if (level.category == context_categories[c]) add(level.level);
    }
    columns_.push_back({});
    columns_.push_back({1, {}});
    for (std::size_t c = 0; c < category_count; ++c)
        for (const std::string& level : levels[c]) columns_.push_back({0, {{std::string(context_categories[c]), level}}});
    for (const ExtraTerm& term : extra) {
        std::vector<DesignColumn> made = {{term.temperature_power, {}}};
        for (const std::size_t c : term.categories) {
            std::vector<DesignColumn> longer;
            for (const DesignColumn& column : made)
                for (const std::string& level : levels[c]) {
                    longer.push_back(column);
                    longer.back().levels.push_back({std::string(context_categories[c]), level});
                }
            made = std::move(longer);
            if (made.size() > most_columns) break;
        }
        columns_.insert(columns_.end(), made.begin(), made.end());
    }
    if (columns_.size() > most_columns)
        throw InputError("the terms make " + std::to_string(columns_.size()) + " columns, more than " + std::to_string(most_columns),
                         "ask for fewer products of categories");
    for (const DesignColumn& column : columns_) {
        Compiled compiled{column.temperature_power, {}, false};
        for (const ContextLevel& level : column.levels) {
            const std::size_t c = category_number(level.category);
            const auto found = std::find(data.levels[c].begin(), data.levels[c].end(), level.level);
            compiled.never = compiled.never || found == data.levels[c].end();
            compiled.tests.push_back({c, static_cast<std::uint16_t>(found - data.levels[c].begin())});
        }
        highest_power_ = std::max(highest_power_, compiled.power);
        compiled_.push_back(std::move(compiled));
    }
}

void Design::fill(const CalibrationRow& row, double* x, double* low) const {
    std::array<DoubleDouble, highest_power + 1> powers;
    powers[0] = 1.0;
    const DoubleDouble kelvins = has_temperature_ ? row.temperature_c - DoubleDouble(reference_.temperature->in_celsius()) : DoubleDouble();
    for (int p = 1; p <= highest_power_; ++p) powers[static_cast<std::size_t>(p)] = powers[static_cast<std::size_t>(p) - 1] * kelvins;
    for (std::size_t j = 0; j < compiled_.size(); ++j) {
        const Compiled& column = compiled_[j];
        const bool holds = !column.never && std::all_of(column.tests.begin(), column.tests.end(),
                                                        [&](const Test& test) { return row.level[test.category] == test.level; });
        const DoubleDouble entry = holds ? powers[static_cast<std::size_t>(column.power)] : DoubleDouble();
        x[j] = entry.value;
        low[j] = entry.low;
    }
}

Eigen::VectorXd Design::row_of(const Context& context) const {
    Context whole = reference_;
    for (const ContextLevel& level : context.levels) whole.set(level.category, level.level);
    const double kelvins = context.temperature ? in(*context.temperature - *reference_.temperature, kelvin) : 0.0;
    Eigen::VectorXd out(static_cast<Eigen::Index>(columns_.size()));
    for (std::size_t j = 0; j < columns_.size(); ++j) out[static_cast<Eigen::Index>(j)] = columns_[j].value_in(whole, kelvins);
    return out;
}

void DesignRows::visit(const Visit& visit) const {
    constexpr Eigen::Index block_rows = 1024;
    const double mean_weight = data_->summary().mean_weight();
    RowBlock block;
    Eigen::Index used = 0;
    const auto make = [&] {
        block.x.resize(block_rows, columns());
        block.x_low.resize(block_rows, columns());
        block.y.resize(block_rows);
        block.y_low.resize(block_rows);
        block.weight.resize(block_rows);
        block.time_ns.resize(block_rows);
        block.series.resize(block_rows);
    };
    const auto hand_on = [&] {
        block.x.conservativeResize(used, Eigen::NoChange);
        block.x_low.conservativeResize(used, Eigen::NoChange);
        block.y.conservativeResize(used);
        block.y_low.conservativeResize(used);
        block.weight.conservativeResize(used);
        block.time_ns.resize(static_cast<std::size_t>(used));
        block.series.resize(static_cast<std::size_t>(used));
        visit(block);
        used = 0;
    };
    make();
    data_->visit([&](const CalibrationRow& row) {
        design_->fill(row, block.x.row(used).data(), block.x_low.row(used).data());
        block.y[used] = row.target.value;
        block.y_low[used] = row.target.low;
        block.weight[used] = row.weight / mean_weight;
        block.time_ns[static_cast<std::size_t>(used)] = row.time_ns;
        block.series[static_cast<std::size_t>(used)] = row.gpu;
        if (++used < block_rows) return;
        visit(block);
        used = 0;
    });
    if (used > 0) hand_on();
}

}  // namespace breakeven
