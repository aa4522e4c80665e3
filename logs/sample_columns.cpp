// Names are cut into words; words that are units are taken out and kept; the rest is looked up.
#include <breakeven/logs/sample_columns.hpp>

#include <breakeven/core/decimal.hpp>
#include <breakeven/core/suggest.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace breakeven::detail {

namespace {
using namespace std::string_view_literals;

struct KnownName {
    std::string_view words;
    ColumnRole role;
    int rank;
};

// By rank, where a table has several: nvidia-smi's one-second power before its instant and average ones.
constexpr std::array known_names = {
    KnownName{"timestamp", ColumnRole::time, 3}, KnownName{"datetime", ColumnRole::time, 2},
    KnownName{"date time", ColumnRole::time, 2}, KnownName{"time stamp", ColumnRole::time, 2},
    KnownName{"time", ColumnRole::time, 1}, KnownName{"ts", ColumnRole::time, 1},
    KnownName{"epoch", ColumnRole::time, 1}, KnownName{"unix time", ColumnRole::time, 1},
    KnownName{"unix", ColumnRole::time, 1}, KnownName{"epoch time", ColumnRole::time, 1},
    KnownName{"unix timestamp", ColumnRole::time, 1}, KnownName{"yyyymmdd", ColumnRole::date, 1},
    KnownName{"date", ColumnRole::date, 1}, KnownName{"elapsed", ColumnRole::elapsed, 1},
    KnownName{"elapsed time", ColumnRole::elapsed, 1}, KnownName{"seconds", ColumnRole::elapsed, 1},
    KnownName{"uptime", ColumnRole::elapsed, 1},
    KnownName{"index", ColumnRole::index, 3}, KnownName{"gpu index", ColumnRole::index, 2},
    KnownName{"gpu id", ColumnRole::index, 2}, KnownName{"gpu idx", ColumnRole::index, 2},
    KnownName{"gpu", ColumnRole::index, 1}, KnownName{"idx", ColumnRole::index, 1},
    KnownName{"device", ColumnRole::index, 1}, KnownName{"device id", ColumnRole::index, 1},
    KnownName{"device index", ColumnRole::index, 1}, KnownName{"gpu number", ColumnRole::index, 1},
    KnownName{"minor number", ColumnRole::index, 0},
    KnownName{"uuid", ColumnRole::uuid, 2}, KnownName{"gpu uuid", ColumnRole::uuid, 1},
    KnownName{"host", ColumnRole::host, 1}, KnownName{"hostname", ColumnRole::host, 1},
    KnownName{"node", ColumnRole::host, 1}, KnownName{"machine", ColumnRole::host, 1}, KnownName{"server", ColumnRole::host, 1},
    KnownName{"mig id", ColumnRole::slice, 1}, KnownName{"gpu instance", ColumnRole::slice, 1},
    KnownName{"gpu instance id", ColumnRole::slice, 1},
    KnownName{"name", ColumnRole::name, 2}, KnownName{"gpu name", ColumnRole::name, 1},
    KnownName{"model", ColumnRole::name, 1}, KnownName{"gpu model", ColumnRole::name, 1}, KnownName{"product name", ColumnRole::name, 1},
    KnownName{"pci bus id", ColumnRole::bus, 2}, KnownName{"gpu bus id", ColumnRole::bus, 1}, KnownName{"bus id", ColumnRole::bus, 1},
    KnownName{"mig mode current", ColumnRole::mig_mode, 1},
    KnownName{"utilization gpu", ColumnRole::utilization, 4}, KnownName{"gpu utilization", ColumnRole::utilization, 3},
    KnownName{"gpu utilisation", ColumnRole::utilization, 3}, KnownName{"utilisation gpu", ColumnRole::utilization, 3},
    KnownName{"gpu util", ColumnRole::utilization, 3}, KnownName{"util gpu", ColumnRole::utilization, 3},
    KnownName{"gpu usage", ColumnRole::utilization, 2}, KnownName{"gpu load", ColumnRole::utilization, 2},
    KnownName{"gpu busy", ColumnRole::utilization, 2}, KnownName{"utilization", ColumnRole::utilization, 2},
    KnownName{"utilisation", ColumnRole::utilization, 2}, KnownName{"util", ColumnRole::utilization, 2},
    KnownName{"usage", ColumnRole::utilization, 1}, KnownName{"load", ColumnRole::utilization, 1},
    KnownName{"sm", ColumnRole::utilization, 1}, KnownName{"sm util", ColumnRole::utilization, 1},
    KnownName{"duty cycle", ColumnRole::utilization, 1},
    KnownName{"gr engine active", ColumnRole::engine_active, 2}, KnownName{"engine active", ColumnRole::engine_active, 1},
    KnownName{"power draw", ColumnRole::power, 4}, KnownName{"power draw average", ColumnRole::power, 3},
    KnownName{"power draw instant", ColumnRole::power, 2}, KnownName{"gpu power", ColumnRole::power, 2},
    KnownName{"power usage", ColumnRole::power, 2}, KnownName{"gpu power draw", ColumnRole::power, 2},
    KnownName{"power", ColumnRole::power, 1}, KnownName{"pwr", ColumnRole::power, 1},
    KnownName{"temperature gpu", ColumnRole::temperature, 4}, KnownName{"gpu temperature", ColumnRole::temperature, 3},
    KnownName{"gpu temp", ColumnRole::temperature, 3}, KnownName{"temp gpu", ColumnRole::temperature, 3},
    KnownName{"temperature", ColumnRole::temperature, 2}, KnownName{"temp", ColumnRole::temperature, 2},
    KnownName{"gtemp", ColumnRole::temperature, 1}, KnownName{"core temp", ColumnRole::temperature, 1},
    KnownName{"memory used", ColumnRole::memory, 4}, KnownName{"used memory", ColumnRole::memory, 3},
    KnownName{"gpu memory used", ColumnRole::memory, 3}, KnownName{"mem used", ColumnRole::memory, 3},
    KnownName{"memory usage", ColumnRole::memory, 2}, KnownName{"vram used", ColumnRole::memory, 2},
    KnownName{"fb used", ColumnRole::memory, 2}, KnownName{"fb", ColumnRole::memory, 1},
    KnownName{"total energy consumption", ColumnRole::energy, 2}, KnownName{"energy consumption", ColumnRole::energy, 1},
    KnownName{"energy", ColumnRole::energy, 1},
};

struct KnownUnit {
    std::string_view unit;
    ColumnRole role;
    double per_unit;  // a quotient by 100 is exact to the last bit, a product with 0.01 is not
};

constexpr double mebibyte = 1024.0 * 1024.0;
constexpr std::array known_units = {
    KnownUnit{"%", ColumnRole::utilization, 100.0}, KnownUnit{"percent", ColumnRole::utilization, 100.0},
    KnownUnit{"pct", ColumnRole::utilization, 100.0}, KnownUnit{"perc", ColumnRole::utilization, 100.0},
    KnownUnit{"ratio", ColumnRole::utilization, 1.0}, KnownUnit{"fraction", ColumnRole::utilization, 1.0},
    KnownUnit{"share", ColumnRole::utilization, 1.0},
    KnownUnit{"%", ColumnRole::engine_active, 100.0}, KnownUnit{"percent", ColumnRole::engine_active, 100.0},
    KnownUnit{"ratio", ColumnRole::engine_active, 1.0},
    KnownUnit{"w", ColumnRole::power, 1.0}, KnownUnit{"watt", ColumnRole::power, 1.0}, KnownUnit{"watts", ColumnRole::power, 1.0},
    KnownUnit{"mw", ColumnRole::power, 1000.0}, KnownUnit{"milliwatts", ColumnRole::power, 1000.0}, KnownUnit{"kw", ColumnRole::power, 0.001},
    KnownUnit{"c", ColumnRole::temperature, 1.0}, KnownUnit{"celsius", ColumnRole::temperature, 1.0},
    KnownUnit{"degc", ColumnRole::temperature, 1.0}, KnownUnit{"\xc2\xb0" "c", ColumnRole::temperature, 1.0},
    KnownUnit{"mib", ColumnRole::memory, 1.0 / mebibyte}, KnownUnit{"mb", ColumnRole::memory, 1.0 / mebibyte},  // the tools' MB are MiB
    KnownUnit{"gib", ColumnRole::memory, 1.0 / (1024.0 * mebibyte)}, KnownUnit{"gb", ColumnRole::memory, 1e-9},
    KnownUnit{"kib", ColumnRole::memory, 1.0 / 1024.0}, KnownUnit{"bytes", ColumnRole::memory, 1.0}, KnownUnit{"b", ColumnRole::memory, 1.0},
    KnownUnit{"mj", ColumnRole::energy, 1.0}, KnownUnit{"j", ColumnRole::energy, 0.001}, KnownUnit{"joules", ColumnRole::energy, 0.001},
    KnownUnit{"s", ColumnRole::time, 1.0}, KnownUnit{"sec", ColumnRole::time, 1.0}, KnownUnit{"ms", ColumnRole::time, 1.0},
    KnownUnit{"us", ColumnRole::time, 1.0}, KnownUnit{"ns", ColumnRole::time, 1.0}, KnownUnit{"utc", ColumnRole::time, 1.0},
    KnownUnit{"s", ColumnRole::elapsed, 1.0}, KnownUnit{"sec", ColumnRole::elapsed, 1.0},
};

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
        const bool other = is_digit(c) || c == '%' || (static_cast<unsigned char>(c) & 0x80U) != 0;  // also half of a degree sign
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
    const auto found = std::find_if(known_names.begin(), known_names.end(), [&](const KnownName& n) { return n.words == joined; });
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
        case ColumnRole::elapsed: return "the time";
        case ColumnRole::index: return "the GPU's number";
        case ColumnRole::uuid: return "the GPU's UUID";
        case ColumnRole::host: return "the host";
        case ColumnRole::slice: return "the MIG slice";
        case ColumnRole::name: return "the GPU's name";
        case ColumnRole::bus: return "the GPU's bus address";
        case ColumnRole::utilization: return "the GPU's utilisation";
        case ColumnRole::engine_active: return "the share of active cycles";
        case ColumnRole::power: return "the power in watts";
        case ColumnRole::temperature: return "the temperature in degrees Celsius";
        case ColumnRole::memory: return "the memory in use";
        case ColumnRole::energy: return "the energy counter";
        case ColumnRole::mig_mode:
        case ColumnRole::none: break;
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
    for (const std::string& name : names) {
        Column column = column_of(name);
        if (column.role != ColumnRole::none) {
            const auto other = map.find(column.role);
            if (other && map.columns[*other].rank >= column.rank) column = {};
            else if (other) map.columns[*other] = {};
        }
        map.columns.push_back(column);
    }
    const auto date = map.find(ColumnRole::date);
    const auto time = map.find(ColumnRole::time);
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
    if (field.size() > 16) return false;
    const std::string text = lower(field);
    constexpr std::array words = {"n/a"sv, "-"sv, "--"sv, "na"sv, "nan"sv, "null"sv, "none"sv, "not supported"sv, "unknown error"sv, "err!"sv};
    return std::find(words.begin(), words.end(), text) != words.end();
}

std::optional<double> field_value(std::string_view field, Column& column, char point) {
    // The number ends at the first blank or at the first letter behind it.
    std::size_t size = 0;
    while (size < field.size() && (is_digit(field[size]) || field[size] == point || field[size] == '-' || field[size] == '+')) ++size;
    if (size + 1 < field.size() && (field[size] == 'e' || field[size] == 'E') && (is_digit(field[size + 1]) || field[size + 1] == '+' || field[size + 1] == '-')) {
        size += 2;
        while (size < field.size() && is_digit(field[size])) ++size;
    }
    const auto number = size == 0 ? std::nullopt : parse_decimal(field.substr(0, size), point);
    if (!number) return is_missing(field) ? std::optional<double>(not_read) : std::nullopt;
    std::string_view unit = field.substr(size);
    if (unit.empty()) return *number / column.per_unit;
    while (unit.starts_with(' ')) unit.remove_prefix(1);
    if (unit == column.seen_unit) return *number / column.seen_per_unit;
    const auto per_unit = per_unit_of(lower(unit), column.role);
    if (!per_unit) return std::nullopt;
    column.seen_unit = unit;
    column.seen_per_unit = *per_unit;
    return *number / *per_unit;
}

bool put(Sample& sample, ColumnRole role, double value) {
    const auto within = [&](double low, double high, double& member) {
        const bool possible = value >= low && value <= high;
        if (possible) member = value;
        return possible || !was_read(value);
    };
    constexpr double most_power_w = 10'000.0;    // no one device draws more
    constexpr double most_memory_b = 1e14;       // 100 TB
    constexpr double most_energy_mj = 9.0e15;    // 10 kW for 28 years
    switch (role) {
        case ColumnRole::utilization: return within(0.0, 1.0, sample.utilization);
        case ColumnRole::engine_active: return within(0.0, 1.0, sample.engine_active);
        case ColumnRole::power: return within(0.0, most_power_w, sample.power_w);
        case ColumnRole::temperature: return within(-60.0, 200.0, sample.temperature_c);
        case ColumnRole::memory: return within(0.0, most_memory_b, sample.memory_b);
        case ColumnRole::energy: return within(0.0, most_energy_mj, sample.energy_mj);
        default: return true;
    }
}

}  // namespace breakeven::detail
