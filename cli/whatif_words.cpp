#include "whatif_words.hpp"

#include "numbers.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace breakeven::cli {

namespace {

struct Words {
    std::string_view key;
    std::string_view noun;
    std::string_view phrase;  ///< with {} for the value
};
constexpr Words words[] = {
    {"ownership.price", "the machine's price", "a machine for {}"},
    {"ownership.gpu_share", "the GPU's share of the price", "a GPU share of {}"},
    {"ownership.lifetime", "the machine's life", "a life of {}"},
    {"ownership.residual", "the residual value", "a residual of {}"},
    {"ownership.capital_rate", "the interest rate", "interest of {}"},
    {"electricity.price", "the electricity price", "electricity at {}"},
    {"electricity.region", "the electricity's region", "electricity in {}"},
    {"electricity.active_power", "the busy power", "a busy power of {}"},
    {"electricity.idle_power", "the idle power", "an idle power of {}"},
    {"electricity.powered_on", "the powered-on share", "a powered-on share of {}"},
    {"cloud.price", "the rent", "a rent of {}"},
    {"cloud.reserved", "the reserved rent", "a reserved rent of {}"},
    {"cloud.instance", "the rented instance", "renting {}"},
    {"cloud.speed_ratio", "the speed ratio", "a speed ratio of {}"},
    {"cloud.busy_share", "the rented hours' busy share", "rented hours that are {} busy"},
    {"gpu.name", "the GPU", "the GPU {}"},
};

const Words* find(std::string_view key) {
    for (const Words& one : words)
        if (one.key == key) return &one;
    return nullptr;
}

/// `value` without the quotes that TOML wants.
std::string_view unquoted(std::string_view value) {
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"') return value.substr(1, value.size() - 2);
    return value;
}

}  // namespace

std::string noun_of(std::string_view key) {
    const Words* found = find(key);
    return std::string(found != nullptr ? found->noun : key);
}

std::string with_value(std::string_view key, std::string_view value) {
    const Words* found = find(key);
    if (found == nullptr) return fmt::format("{} = {}", key, unquoted(value));
    std::string out(found->phrase);
    out.replace(out.find("{}"), 2, unquoted(value));
    return out;
}

std::string six_digits(double value) {
    // Prices in yen or won are whole and long; "7.98e+09" is no price.
    const double size = std::abs(value);
    const bool whole = size < 1e15 && (size >= 1e6 || value == std::floor(value));
    return whole ? fmt::format("{:.0f}", value) : fmt::format("{:.6g}", value);
}

std::string value_in_words(const ScenarioKey& key, double in_system) {
    return six_digits(key.in_unit(in_system)) + (key.unit.empty() ? "" : " " + key.unit);
}

std::string changes_in_words(const Changes& changes) {
    if (!changes.name.empty()) return changes.name;
    std::vector<std::string> parts;
    for (const Override& set : changes.sets)
        if (!set.key.starts_with("exchange.")) parts.push_back(with_value(set.key, set.value));
    for (const Scaling& scaling : changes.scalings) {
        const std::string times = scaling.factor == 2.0 ? "twice" : scaling.factor == 0.5 ? "half" : six_digits(scaling.factor) + " times";
        parts.push_back(times + " " + noun_of(scaling.key));
    }
    if (parts.empty()) return "the change";
    if (parts.size() > 3) return fmt::format("the {} changes together", parts.size());
    std::string out;
    for (std::size_t i = 0; i < parts.size(); ++i) out += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
    return out;
}

std::string line_cell(const LinePoint& point) {
    switch (point.outcome) {
        case Outcome::line: return percent(point.line);
        case Outcome::always: return "always own";
        case Outcome::never: return point.line ? fmt::format("never ({})", percent(point.line)) : "never";
        case Outcome::only_below: return "below " + percent(point.line);
        case Outcome::between: return fmt::format("{} to {}", percent(point.lines[0]), percent(point.lines[1]));
    }
    return "";
}

std::string line_cell(const LineAnswer& line) { return line_cell(LinePoint{line.outcome, line.line, line.lines}); }

std::string from_to(double before, double after) {
    std::string a = percent(before);
    std::string b = percent(after);
    for (int digits = 3; a == b && before != after && digits <= 12; ++digits) {
        a = fmt::format("{:.{}f} %", 100.0 * before, digits);
        b = fmt::format("{:.{}f} %", 100.0 * after, digits);
    }
    return "from " + a + " to " + b;
}

std::string points_in_words(double points) {
    const double value = 100.0 * points;
    if (value == 0.0) return "0 pp";
    return fmt::format("{:+.{}f} pp", value, std::abs(value) >= 10.0 ? 1 : std::abs(value) >= 0.1 ? 2 : 4);
}

std::string duration_in_words(Time time) {
    const double months = in(time, month);
    if (months > 1200.0) return "more than 100 years";
    return months <= 24.0 ? fmt::format("{:.1f} months", months) : fmt::format("{:.1f} years", in(time, year));
}

std::string capitalized(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z' && text.find(" = ") == std::string::npos)
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

std::string picture_title(const std::string& scenario, std::string what) { return scenario.empty() ? capitalized(std::move(what)) : scenario + ": " + what; }

}  // namespace breakeven::cli
