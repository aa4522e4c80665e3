// Types are told by their names, without Nullable() and LowCardinality() around them.
#include <breakeven/calibration/clickhouse_table.hpp>

#include <breakeven/calibration/printable.hpp>
#include <breakeven/core/decimal.hpp>
#include <breakeven/core/errors.hpp>
#include <breakeven/core/suggest.hpp>

#include <algorithm>
#include <map>

namespace breakeven {

namespace {
/// Names that the queries give to what they compute begin so.
constexpr std::string_view our_prefix = "be_";

std::size_t index_of(WindowColumn column) { return static_cast<std::size_t>(column); }

std::optional<std::size_t> our_column(std::string_view name) {
    const auto found = std::find(window_column_names.begin(), window_column_names.end(), name);
    if (found == window_column_names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - window_column_names.begin());
}

/// The type inside of Nullable and LowCardinality.
std::string_view inner_type(std::string_view type) {
    for (const std::string_view wrapper : {"LowCardinality(", "Nullable("})
        if (type.starts_with(wrapper) && type.ends_with(')')) type = type.substr(wrapper.size(), type.size() - wrapper.size() - 1);
    return type;
}

bool is_integer(std::string_view type) { return type.starts_with("Int") ? !type.starts_with("Interval") : type.starts_with("UInt"); }
bool is_number(std::string_view type) { return is_integer(type) || type.starts_with("Float") || type.starts_with("Decimal"); }
bool is_text(std::string_view type) {
    return type == "String" || type.starts_with("FixedString") || type.starts_with("Enum") || is_integer(type) || type.starts_with("Decimal") ||
           type == "UUID" || type == "Bool";
}

std::optional<ClickhouseTime> time_kind(std::string_view type) {
    if (type.starts_with("DateTime64")) return ClickhouseTime::fraction;
    if (type.starts_with("DateTime")) return ClickhouseTime::seconds;
    if (is_integer(type)) return ClickhouseTime::number;
    return std::nullopt;
}

bool is_category(std::size_t column) { return column >= index_of(WindowColumn::task) && column <= index_of(WindowColumn::network); }

/// What `type` cannot be where it is `column`'s; empty: it can.
std::string_view wrong_type(std::size_t column, std::string_view type) {
    if (column == index_of(WindowColumn::timestamp)) return time_kind(type) ? "" : "a time (DateTime, DateTime64, or whole seconds since 1970)";
    if (column == index_of(WindowColumn::gpu) || is_category(column)) return is_text(type) ? "" : "a name (String, Enum, or a whole number)";
    return is_number(type) ? "" : "a number (Float, Int, UInt or Decimal)";
}

Position at_address(const ClickhouseAddress& address) { return Position{.file = address.text, .text = {}}; }

std::string table_name(const ClickhouseAddress& address) {
    return address.database.empty() ? clickhouse_name(address.table) : clickhouse_name(address.database) + "." + clickhouse_name(address.table);
}

/// The table's column that tells groups apart.
std::string by_column(const ClickhouseColumnNames& names, const std::string& by) {
    const auto ours = our_column(by);
    if (by.empty() || !is_printable(by)) throw InputError("--by names no column", "give gpu, task or a column such as node or team");
    if (ours && *ours != index_of(WindowColumn::gpu) && !is_category(*ours))
        throw InputError("--by " + by + ": groups are told apart by a name, and this is a figure", "give gpu, task or a column such as node or team");
    return ours ? names.name[*ours] : by;
}
}  // namespace

ClickhouseColumnNames::ClickhouseColumnNames() { std::copy(window_column_names.begin(), window_column_names.end(), name.begin()); }

ClickhouseColumnNames parse_column_names(std::string_view text) {
    ClickhouseColumnNames out;
    while (!(text = trimmed(text)).empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        const std::string_view pair = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t equals = std::min(pair.find('='), pair.size());
        const std::string ours(trimmed(pair.substr(0, equals)));
        const std::string_view theirs = trimmed(pair.substr(std::min(equals + 1, pair.size())));
        const auto column = our_column(ours);
        if (!column) {
            const std::string meant = did_you_mean(ours, std::vector<std::string>(window_column_names.begin(), window_column_names.end()));
            throw InputError("\"" + (is_printable(ours) ? ours.substr(0, 60) : "?") + "\" is no column of a calibration",
                             meant.empty() ? "write OURS=THEIRS, as in temperature_c=gpu_temp,line=breakeven_line" : meant);
        }
        if (theirs.empty() || !is_printable(theirs)) throw InputError(ours + " is given no column of the table", "write it as in " + ours + "=NAME");
        if (out.given[*column]) throw InputError(ours + " is given two columns", "name the one to use");
        out.name[*column] = theirs;
        out.given[*column] = true;
    }
    return out;
}

CalibrationTarget ClickhouseTable::target() const {
    if (has(WindowColumn::line)) return CalibrationTarget::line;
    if (has(WindowColumn::work) && has(WindowColumn::effective_s)) return CalibrationTarget::time_per_work;
    if (has(WindowColumn::window_s) && has(WindowColumn::effective_s)) return CalibrationTarget::window_per_effective;
    throw InputError("no column says how the GPU did", "have line, or effective_s and work, or effective_s and window_s, or map names by --columns");
}

std::string describe_query(const ClickhouseAddress& address) { return "DESCRIBE TABLE " + table_name(address); }

ClickhouseTable table_of(const ClickhouseAddress& address, const ClickhouseColumnNames& names, const std::optional<std::string>& by,
                         const ClickhouseAnswer& described) {
    std::map<std::string, std::string, std::less<>> types;
    std::vector<std::string> known;
    for (std::size_t row = 0; row < described.rows(); ++row) {
        types[described.text(row, 0)] = described.text(row, 1);
        if (is_printable(described.text(row, 0))) known.push_back(described.text(row, 0));
        if (described.text(row, 0).starts_with(our_prefix))
            throw InputError("the table's columns have names that begin with be_, which the queries use for their own",
                             "make a view that gives them other names", at_address(address));
    }
    const auto require = [&](const std::string& wanted, const std::string& what) {
        if (const auto found = types.find(wanted); found != types.end()) return found->second;
        const std::string meant = did_you_mean(wanted, known);
        throw InputError("the table has no column " + clickhouse_name(wanted) + what, meant.empty() ? "map the names of the columns by --columns" : meant,
                         at_address(address));
    };
    ClickhouseTable out;
    out.name = table_name(address);
    for (std::size_t c = 0; c < window_column_count; ++c) {
        const bool must = names.given[c] || c == index_of(WindowColumn::timestamp);
        if (!must && !types.contains(names.name[c])) continue;
        const std::string type = require(names.name[c], names.given[c] ? ", which was to be " + std::string(window_column_names[c]) : ", when each window began");
        const std::string_view inner = inner_type(type);
        if (const std::string_view wanted = wrong_type(c, inner); !wanted.empty())
            throw InputError("column " + clickhouse_name(names.name[c]) + " is " + type + ", and " + std::string(window_column_names[c]) + " must be " +
                                 std::string(wanted),
                             "name another one by --columns, or make a view that converts it", at_address(address));
        out.column[c] = clickhouse_name(names.name[c]);
        out.nullable[c] = type.find("Nullable(") != std::string::npos;
        if (c == index_of(WindowColumn::timestamp)) out.time = *time_kind(inner);
        if (c == index_of(WindowColumn::gpu)) out.plain_gpu = type == "String";
    }
    if (by) {
        const std::string column = by_column(names, *by);
        const std::string type = require(column, ", by which groups were to be told apart");
        if (!is_text(inner_type(type)))
            throw InputError("--by: column " + clickhouse_name(column) + " is " + type + ", and groups are told apart by a name",
                             "give gpu, task or a column such as node or team", at_address(address));
        out.by = clickhouse_name(column);
        out.by_name = *by;
    }
    (void)out.target();
    return out;
}

ClickhouseTable usual_table(const ClickhouseAddress& address, const ClickhouseColumnNames& names, const std::optional<std::string>& by) {
    ClickhouseTable out;
    out.name = table_name(address);
    out.plain_gpu = true;
    const bool by_times = names.given[index_of(WindowColumn::effective_s)] && !names.given[index_of(WindowColumn::line)];
    for (std::size_t c = 0; c < window_column_count; ++c) {
        const bool usual = c <= index_of(WindowColumn::temperature_c) || (c == index_of(WindowColumn::line) && !by_times) ||
                           (c == index_of(WindowColumn::window_s) && by_times && !names.given[index_of(WindowColumn::work)]);
        if (usual || names.given[c]) out.column[c] = clickhouse_name(names.name[c]);
    }
    if (by) {
        out.by = clickhouse_name(by_column(names, *by));
        out.by_name = *by;
    }
    return out;
}

}  // namespace breakeven
