// Names are cut into words; words that are units are taken out and kept; the rest is looked up.
#include <breakeven/logs/sample_columns.hpp>

#include <breakeven/core/decimal.hpp>
#include <breakeven/core/suggest.hpp>
#include <breakeven/logs/sample_vocabulary.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace breakeven::detail {

namespace {
using namespace std::string_view_literals;

bool is_unit(std::string_view word) {
    return std::any_of(known_units.begin(), known_units.end(), [&](const KnownUnit& u) { return u.unit == word; });
}

/// Lower-case words: cut at anything that is no letter and no digit, and where a capital begins a new word (gpuTemp, powerW),
/// though not inside units (MiB, mW).
std::vector<std::string> words_of(std::string_view text) {
    const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
    const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
    std::vector<std::string> words(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool other =
            is_digit(c) || c == '%' || (static_cast<unsigned char>(c) & 0x80U) != 0;  // also half of a degree sign
        const bool begins = is_capital(c) && i > 0 && is_small(text[i - 1]) &&
                            (i + 1 < text.size() ? is_small(text[i + 1]) : words.back().size() >= 4);
        if (begins || c == '%' || !(is_small(c) || is_capital(c) || other)) words.emplace_back();
        if (is_small(c) || other) words.back() += c;
        if (is_capital(c)) words.back() += static_cast<char>(c - 'A' + 'a');
    }
    words.erase(std::remove(words.begin(), words.end(), ""), words.end());
    return words;
}

const KnownName* look_up(const std::vector<std::string>& words) {
    std::string joined;
    for (const std::string& word : words) joined.append(joined.empty() ? "" : " ").append(word);
    const auto found =
        std::find_if(known_names.begin(), known_names.end(), [&](const KnownName& n) { return n.words == joined; });
    return found == known_names.end() ? nullptr : &*found;
}

std::optional<double> per_unit_of(std::string_view unit, ColumnRole role) {
    for (const KnownUnit& u : known_units)
        if (u.role == role && u.unit == unit) return u.per_unit;
    return std::nullopt;
}

/// Of a column whose name holds no unit: as nvidia-smi and DCGM write it.
double usual_per_unit(ColumnRole role) {
    if (role == ColumnRole::utilization) return 100.0;
    if (role == ColumnRole::memory) return 1.0 / mebibyte;
    return 1.0;
}

std::string_view role_text(ColumnRole role) {
    switch (role) {
        case ColumnRole::time:
        case ColumnRole::date:
        case ColumnRole::time_of_day:
        case ColumnRole::elapsed:
            return "the time";
        case ColumnRole::index:
            return "the GPU's number";
        case ColumnRole::uuid:
            return "the GPU's UUID";
        case ColumnRole::host:
            return "the host";
        case ColumnRole::slice:
            return "the MIG slice";
        case ColumnRole::name:
            return "the GPU's name";
        case ColumnRole::bus:
            return "the GPU's bus address";
        case ColumnRole::utilization:
            return "the GPU's utilisation";
        case ColumnRole::engine_active:
            return "the share of active cycles";
        case ColumnRole::power:
            return "the power in watts";
        case ColumnRole::temperature:
            return "the temperature in degrees Celsius";
        case ColumnRole::memory:
            return "the memory in use";
        case ColumnRole::energy:
            return "the energy counter";
        case ColumnRole::mig_mode:
        case ColumnRole::none:
            break;
    }
    return "";
}
}  // namespace

Column column_of(std::string_view header_name) {
    std::vector<std::string> words = words_of(header_name);
    std::vector<std::string> units;
    const KnownName* name = look_up(words);
    while (name == nullptr && words.size() > 1 && is_unit(words.back())) {
        units.push_back(words.back());
        words.pop_back();
        name = look_up(words);
    }
    if (name == nullptr) return {};
    Column column;
    column.role = name->role;
    column.rank = name->rank;
    column.per_unit = usual_per_unit(name->role);
    bool unit_known = units.empty();
    for (const std::string& unit : units)
        if (const auto per_unit = per_unit_of(unit, column.role)) {
            column.per_unit = *per_unit;
            unit_known = true;
        }
    if (!unit_known) return {};  // "power_limit %" is no power
    if (column.role == ColumnRole::utilization && units.empty()) column.unit_is_guess = true;
    return column;
}

std::optional<std::size_t> ColumnMap::find(ColumnRole role) const {
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i].role == role) return i;
    return std::nullopt;
}

ColumnMap map_columns(const std::vector<std::string>& names) {
    ColumnMap map;
    map.names = names;
    map.columns.resize(names.size());
    std::array<std::optional<std::size_t>, column_roles> taken{};
    for (std::size_t i = 0; i < names.size(); ++i) {
        Column column = column_of(names[i]);
        if (column.role == ColumnRole::none) continue;
        std::optional<std::size_t>& other = taken[static_cast<std::size_t>(column.role)];
        if (other && map.columns[*other].rank >= column.rank) continue;
        if (other) map.columns[*other] = {};
        other = i;
        map.columns[i] = std::move(column);
    }
    const auto date = taken[static_cast<std::size_t>(ColumnRole::date)];
    const auto time = taken[static_cast<std::size_t>(ColumnRole::time)];
    if (date && time) map.columns[*time].role = ColumnRole::time_of_day;
    if (date && !time) map.columns[*date].role = ColumnRole::time;
    return map;
}

std::string columns_text(const ColumnMap& map) {
    std::string out;
    for (std::size_t i = 0; i < map.columns.size(); ++i) {
        const Column& column = map.columns[i];
        const std::string_view meaning = role_text(column.role);
        if (meaning.empty()) continue;
        out.append(out.empty() ? "columns: " : ", ").append(map.names[i].substr(0, 60)).append(" as ").append(meaning);
        if (column.role == ColumnRole::utilization) out.append(column.per_unit == 1.0 ? " (0 to 1)" : " in percent");
    }
    return out;
}

bool is_missing(std::string_view field) {
    if (field.empty() || field.front() == '[') return true;
    if (field.size() > 16 || is_digit(field.front())) return false;
    const std::string text = lower(field);
    constexpr std::array words = {"n/a"sv,           "-"sv,   "--"sv, "na"sv, "nan"sv, "null"sv, "none"sv, "not supported"sv,
                                  "unknown error"sv, "err!"sv};
    return std::find(words.begin(), words.end(), text) != words.end();
}

namespace {
/// As decimal_prefix; short plain numbers, which nearly all values are, need no second look at their digits.
DecimalPrefix number_in(std::string_view field, char point) {
    constexpr double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
    constexpr std::size_t most_digits = 9;
    std::uint32_t digits = 0;
    std::size_t size = 0, decimals = 0;
    const auto take_digits = [&](std::size_t most) {
        const std::size_t first = size;
        while (size < field.size() && size < most && is_digit(field[size])) digits = 10 * digits + static_cast<std::uint32_t>(field[size++] - '0');
        return size - first;
    };
    if (take_digits(most_digits) == 0) return decimal_prefix(field, point);
    if (size < field.size() && field[size] == point) {
        ++size;
        decimals = take_digits(most_digits + 1);
    }
    // Both are exact, so their quotient is correctly rounded.
    if (size == field.size() || field[size] == ' ') return {decimals == 0 ? digits : static_cast<double>(digits) / powers[decimals], size};
    return decimal_prefix(field, point);
}

double in_units(double value, double per_unit) {
    return per_unit == 1.0 ? value : value / per_unit;
}
}  // namespace

std::optional<double> field_value(std::string_view field, Column& column, char point) {
    const DecimalPrefix number = number_in(field, point);
    if (number.size == 0) return is_missing(field) ? std::optional<double>(not_read) : std::nullopt;
    std::string_view unit = field.substr(number.size);
    if (unit.empty()) return in_units(number.value, column.per_unit);
    if (unit.front() == ' ') unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
    if (unit == column.seen_unit) return in_units(number.value, column.seen_per_unit);
    const auto per_unit = per_unit_of(lower(unit), column.role);
    if (!per_unit) return std::nullopt;
    column.seen_unit = unit;
    column.seen_per_unit = *per_unit;
    return in_units(number.value, *per_unit);
}

bool put(Sample& sample, ColumnRole role, double value) {
    const auto within = [&](double low, double high, double& member) {
        const bool possible = value >= low && value <= high;
        if (possible) member = value;
        return possible || !was_read(value);
    };
    constexpr double most_power_w = 10'000.0;  // no one device draws more
    constexpr double most_memory_b = 1e14;     // 100 TB
    constexpr double most_energy_mj = 9.0e15;  // 10 kW for 28 years
    switch (role) {
        case ColumnRole::utilization:
            return within(0.0, 1.0, sample.utilization);
        case ColumnRole::engine_active:
            return within(0.0, 1.0, sample.engine_active);
        case ColumnRole::power:
            return within(0.0, most_power_w, sample.power_w);
        case ColumnRole::temperature:
            return within(-60.0, 200.0, sample.temperature_c);
        case ColumnRole::memory:
            return within(0.0, most_memory_b, sample.memory_b);
        case ColumnRole::energy:
            return within(0.0, most_energy_mj, sample.energy_mj);
        default:
            return true;
    }
}

}  // namespace breakeven::detail
