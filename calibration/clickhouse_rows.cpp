// The order of the checks is window_check.cpp's: a row has one reason, the first. NaN is how a missing number reads, and fails comparisons.
#include <breakeven/calibration/clickhouse_rows.hpp>

#include <fmt/format.h>

#include <utility>

namespace breakeven {

namespace {
constexpr int longest_level = 200;
constexpr std::int64_t year_2200_ns = 7'258'118'400'000'000'000;

constexpr WindowColumn column_of(std::size_t category) {
    return static_cast<WindowColumn>(static_cast<std::size_t>(WindowColumn::task) + category);
}

std::string ours(WindowColumn column) { return "be_" + std::string(to_string(column)); }

std::string text_of(const std::string& column) { return "ifNull(toString(" + column + "), '')"; }

/// Seconds or nanoseconds since 1970; -1 for what is no time.
std::string time_of(const ClickhouseTable& table) {
    const std::string& column = table[WindowColumn::timestamp];
    if (table.time == ClickhouseTime::seconds) return "toInt64(ifNull(toUInt32(" + column + "), 0))";
    if (table.time == ClickhouseTime::fraction) return "toInt64(ifNull(toUnixTimestamp64Nano(" + column + "), 0))";
    // Told by their digits, as parse_timestamp() does.
    const std::string value = "toInt64(ifNull(" + column + ", 0))";
    struct Unit {
        const char* from;
        const char* to;
        const char* factor;
    };
    std::string out = "multiIf(";
    for (const Unit& unit : {Unit{"100000000", "10000000000", "1000000000"}, Unit{"100000000000", "10000000000000", "1000000"},
                             Unit{"100000000000000", "10000000000000000", "1000"}})
        out += fmt::format("{0} >= {1} AND {0} < {2}, {0} * {3}, ", value, unit.from, unit.to, unit.factor);
    return out + fmt::format("{0} >= 100000000000000000, {0}, toInt64(-1))", value);
}

std::string numbered_text(const std::string& text, const std::vector<std::string>& names) {
    std::vector<std::uint64_t> numbers;
    for (std::size_t i = 0; i < names.size(); ++i) numbers.push_back(i + 1);
    return "transform(" + text + ", " + sql_list(names) + ", " + sql_list(numbers) + ", 0)";
}
}  // namespace

std::string sql_number(double value) {
    std::string out = fmt::format("{}", value);
    if (out.find_first_of(".en") == std::string::npos) out += '.';
    return out;
}

std::string sql_list(const std::vector<std::string>& texts) {
    std::string out;
    for (const std::string& text : texts) out.append(out.empty() ? "[" : ", ").append(clickhouse_text(text));
    return out.append(out.empty() ? "[]" : "]");
}

std::string sql_list(const std::vector<double>& numbers) {
    std::string out;
    for (const double number : numbers) out.append(out.empty() ? "[" : ", ").append(sql_number(number));
    return out.append(out.empty() ? "[]" : "]");
}

std::string sql_list(const std::vector<std::uint64_t>& numbers) {
    std::string out;
    for (const std::uint64_t number : numbers) out.append(out.empty() ? "[" : ", ").append(std::to_string(number));
    return out.append(out.empty() ? "[]" : "]");
}

std::string with_clause(const std::vector<SqlDefinition>& definitions) {
    std::string out;
    for (const SqlDefinition& definition : definitions)
        out.append(out.empty() ? "WITH\n    " : ",\n    ").append(definition.expression).append(" AS ").append(definition.name);
    return out;
}

ClickhouseRows::ClickhouseRows(const ClickhouseTable& table) : table_(table), target_(table.target()) {
    for (std::size_t c = 0; c < category_count; ++c)
        if (table_.has(column_of(c))) text_[c] = text_of(table_[column_of(c)]);
    if (table_.nullable[static_cast<std::size_t>(WindowColumn::timestamp)])
        judge("isNull(" + table_[WindowColumn::timestamp] + ")", "timestamp is missing");
    if (table_.time == ClickhouseTime::number) judge("be_time = -1", "timestamp is no date and time");
    if (table_.time != ClickhouseTime::seconds)
        judge(fmt::format("be_time < 0 OR be_time >= {}", year_2200_ns), "timestamp is before 1970 or after 2199");
    if (table_.has(WindowColumn::temperature_c)) {
        judge_number(WindowColumn::temperature_c, false);
        judge(fmt::format("be_temperature_c < {} OR be_temperature_c > {}", sql_number(coldest_c), sql_number(hottest_c)),
              "temperature_c is out of range (-60 to 150)");
    } else {
        figures_.push_back({"be_temperature_c", "toFloat64(0)"});
    }
    judge_texts();
    if (table_.has(WindowColumn::weight)) judge_number(WindowColumn::weight, true);
    judge_times();
    judge_target();
}

void ClickhouseRows::judge(std::string condition, std::string reason) {
    conditions_.push_back(std::move(condition));
    reasons_.push_back(std::move(reason));
}

void ClickhouseRows::judge_number(WindowColumn column, bool positive) {
    const std::string name(to_string(column));
    figures_.push_back({ours(column), "ifNull(toFloat64(" + table_[column] + "), nan)"});
    judge("isNaN(" + ours(column) + ")", name + " is missing");
    judge("isInfinite(" + ours(column) + ")", name + " is not finite");
    if (positive) judge(ours(column) + " <= 0", name + " is not above zero");
}

void ClickhouseRows::judge_texts() {
    for (std::size_t c = 0; c < category_count; ++c) {
        if (!has_category(c)) continue;
        const std::string name(to_string(column_of(c)));
        judge(ours(column_of(c)) + " = ''", name + " is missing");
        judge(fmt::format("length({}) > {}", ours(column_of(c)), longest_level), name + " is longer than 200 characters");
        unprintable_[c] = reasons_.size();
        judge("", name + " is no printable UTF-8 text");
    }
    if (!table_.has(WindowColumn::gpu)) return;
    gpu_reason_ = reasons_.size();
    judge(fmt::format("length(be_gpu) > {}", longest_level), "gpu is no printable UTF-8 text of at most 200 characters");
}

void ClickhouseRows::judge_times() {
    const bool window = table_.has(WindowColumn::window_s);
    const bool effective = table_.has(WindowColumn::effective_s);
    if (window) {
        figures_.push_back({"be_window_s", "ifNull(toFloat64(" + table_[WindowColumn::window_s] + "), nan)"});
        judge("isInfinite(be_window_s)", "window_s is not finite");
        judge("be_window_s <= 0", "window_s is not above zero");
    }
    if (effective) {
        figures_.push_back({"be_effective_s", "ifNull(toFloat64(" + table_[WindowColumn::effective_s] + "), nan)"});
        judge("isInfinite(be_effective_s)", "effective_s is not finite");
        judge("be_effective_s < 0", "effective_s is negative");
    }
    if (window && effective) judge("be_effective_s > be_window_s", "effective_s is above window_s");
}

void ClickhouseRows::judge_target() {
    std::string weight = table_.has(WindowColumn::weight) ? "be_weight" : "toFloat64(1)";
    if (target_ == CalibrationTarget::line) {
        judge_number(WindowColumn::line, false);
        judge("be_line < 0", "line is negative");
        judge("be_line > 1", "line is above 1 (12 % is 0.12)");
        figures_.push_back({"be_y", "be_line"});
        figures_.push_back({"be_w", weight});
        return;
    }
    judge("isNaN(be_effective_s)", "effective_s is missing");
    judge("be_effective_s <= 0", "effective_s is not above zero");
    if (target_ == CalibrationTarget::time_per_work) {
        judge_number(WindowColumn::work, true);
        figures_.push_back({"be_y", "be_effective_s / be_work"});
    } else {
        judge("isNaN(be_window_s)", "window_s is missing");
        figures_.push_back({"be_y", "be_window_s / be_effective_s"});
        figures_.push_back({"be_share", "be_effective_s / be_window_s"});
        weight += " * be_share * be_share * be_share * be_share";
    }
    figures_.push_back({"be_w", weight});
    judge("NOT isFinite(be_y) OR NOT isFinite(be_w) OR be_w <= 0", "effective_s is out of all proportion");
}

SqlDefinition ClickhouseRows::gpu() const {
    return {"be_gpu", table_.has(WindowColumn::gpu) ? text_of(table_[WindowColumn::gpu]) : std::string("''")};
}

std::vector<SqlDefinition> ClickhouseRows::judged(const ClickhouseKnown& known) const {
    std::vector<SqlDefinition> out;
    if (!table_.by.empty()) out.push_back({"be_by", text_of(table_.by)});
    out.push_back({"be_time", time_of(table_)});
    if (table_.has(WindowColumn::gpu)) out.push_back(gpu());
    for (std::size_t c = 0; c < category_count; ++c)
        if (has_category(c)) out.push_back({ours(column_of(c)), text_[c]});
    out.insert(out.end(), figures_.begin(), figures_.end());
    std::string cases;
    for (std::size_t i = 1; i < conditions_.size(); ++i) {
        if (conditions_[i].empty()) continue;
        std::string condition = conditions_[i];
        if (i == gpu_reason_ && !known.unprintable_gpus.empty()) condition += " OR has(" + sql_list(known.unprintable_gpus) + ", be_gpu)";
        cases += fmt::format("{}, {}, ", condition, i);
    }
    out.push_back({"be_reason", "multiIf(" + cases + "0)"});
    return out;
}

std::vector<SqlDefinition> ClickhouseRows::numbered(const ClickhouseKnown& known) const {
    std::vector<SqlDefinition> out = judged(known);
    out.push_back({"be_group", table_.by.empty() ? "toUInt64(0)" : "toUInt64(" + numbered_text("be_by", known.groups) + ")"});
    // Mixed radix, the group first: numbers in this order are levels in the order of their names.
    std::string cell = table_.by.empty() ? "toUInt64(1)" : "be_group";
    for (std::size_t c = 0; c < category_count; ++c) {
        if (!has_category(c)) continue;
        out.push_back({ours(column_of(c)) + "_n", numbered_text(ours(column_of(c)), known.levels[c])});
        cell = fmt::format("({}) * {} + {}_n", cell, known.levels[c].size() + 1, ours(column_of(c)));
    }
    out.push_back({"be_cell", cell});
    return out;
}

std::string ClickhouseRows::in_use() const {
    std::string out = "be_reason = 0";
    if (!table_.by.empty()) out += " AND be_group > 0";
    for (std::size_t c = 0; c < category_count; ++c)
        if (has_category(c)) out += " AND " + ours(column_of(c)) + "_n > 0";
    return out;
}

std::uint64_t ClickhouseRows::cell(const ClickhouseKnown& known, std::size_t group, const std::array<std::uint16_t, category_count>& level) {
    std::uint64_t out = group + 1;  // without groups: 1
    for (std::size_t c = 0; c < category_count; ++c)
        if (!known.levels[c].empty()) out = out * (known.levels[c].size() + 1) + level[c] + 1;
    return out;
}

}  // namespace breakeven
