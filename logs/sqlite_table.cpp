// See sqlite_table.hpp. Messages are our own: neither SQLite's words nor the text of a query reach the user.
#include <breakeven/logs/sqlite_table.hpp>

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <fstream>
#include <utility>

#include <breakeven/core/errors.hpp>
#include <breakeven/core/http.hpp>
#include <breakeven/logs/temporary_folder.hpp>
#include <breakeven/logs/where.hpp>

namespace breakeven::detail {
namespace {

namespace fs = std::filesystem;

constexpr const char* export_again =
    "export the report again: nsys export --type sqlite --force-overwrite true REPORT.nsys-rep";

[[noreturn]] void throw_damaged(const std::string& path, int code, const std::string& table = {}) {
    const std::string where = table.empty() ? "" : " in table " + table;
    switch (code & 0xFF) {
        case SQLITE_NOTADB:
            throw InputError("the file is no SQLite database, though it begins like one", export_again, in_file(path));
        case SQLITE_CANTOPEN:
        case SQLITE_PERM:
            throw InputError("the database cannot be opened", "check that the file can be read", in_file(path));
        case SQLITE_NOMEM:
            throw InputError("not enough memory to read the database" + where, {}, in_file(path));
        case SQLITE_IOERR:
            throw InputError("the database cannot be read to its end" + where, export_again, in_file(path));
        default:
            throw InputError("the database is damaged" + where, export_again, in_file(path));
    }
}

[[noreturn]] void throw_no_time(const std::string& table, const std::string& path) {
    throw InputError("table " + table + " holds a time that is not a whole number of nanoseconds", export_again, in_file(path));
}

std::uint32_t big_endian(const std::array<char, 100>& header, std::size_t at, std::size_t bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) value = (value << 8U) | static_cast<unsigned char>(header[at + i]);
    return value;
}

/// The header says how many pages the file has; fewer mean that a copy or a download ended early, whatever can still be read.
void require_whole(const std::string& path) {
    std::array<char, 100> header{};
    std::ifstream file(path, std::ios::binary);
    file.read(header.data(), static_cast<std::streamsize>(header.size()));
    std::error_code failure;
    const auto size = fs::file_size(path, failure);
    if (!file || failure) throw InputError("the SQLite file ends within its header", export_again, in_file(path));
    const std::uint32_t stored = big_endian(header, 16, 2);
    const std::uint64_t page_bytes = stored == 1 ? 65536 : stored;
    const bool count_is_current = big_endian(header, 24, 4) == big_endian(header, 92, 4);
    if (count_is_current && size < page_bytes * big_endian(header, 28, 4))
        throw InputError("the SQLite file is cut off: " + std::to_string(size) + " of " +
                             std::to_string(page_bytes * big_endian(header, 28, 4)) + " bytes are there",
                         "copy it again, or " + std::string(export_again), in_file(path));
}

std::string as_uri(const fs::path& path, bool immutable) {
    return "file:" + percent_encoded(fs::absolute(path).string()) + (immutable ? "?mode=ro&immutable=1" : "?mode=rw");
}

/// Calls `on_row(count, values)` for each row of `query`, which hands them to each_row(): an aggregate function sees each row inside of
/// one step, which costs half of what stepping from row to row does.
template <class OnRow>
void visit_rows(sqlite3* database, const std::string& query, const std::string& table, const std::string& path, OnRow& on_row) {
    struct Visitor {
        OnRow& on_row;
        std::exception_ptr failure;
    } visitor{on_row, nullptr};
    const auto step = [](sqlite3_context* context, int count, sqlite3_value** values) {
        auto& to = *static_cast<Visitor*>(sqlite3_user_data(context));
        try {
            to.on_row(count, values);
        } catch (...) {
            to.failure = std::current_exception();  // no exception may pass through SQLite
            sqlite3_result_error_code(context, SQLITE_ABORT);
        }
    };
    const auto end = [](sqlite3_context* context) { sqlite3_result_null(context); };
    int code = sqlite3_create_function_v2(database, "each_row", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, &visitor, nullptr, step, end, nullptr);
    sqlite3_stmt* statement = nullptr;
    if (code == SQLITE_OK) code = sqlite3_prepare_v2(database, query.c_str(), static_cast<int>(query.size()), &statement, nullptr);
    if (code != SQLITE_OK) throw_damaged(path, code, table);
    code = sqlite3_step(statement);
    sqlite3_finalize(statement);
    if (visitor.failure) std::rethrow_exception(visitor.failure);
    if (code != SQLITE_ROW && code != SQLITE_DONE) throw_damaged(path, code, table);
}

std::string quoted_name(std::string_view name) {
    std::string out = "\"";
    for (const char c : name) {
        out += c;
        if (c == '"') out += c;
    }
    return out + '"';
}

}  // namespace

SqliteRows::SqliteRows(sqlite3_stmt* statement, std::string table, std::string path)
    : statement_(statement), table_(std::move(table)), path_(std::move(path)) {}
SqliteRows::SqliteRows(SqliteRows&& other) noexcept
    : statement_(std::exchange(other.statement_, nullptr)), table_(std::move(other.table_)), path_(std::move(other.path_)) {}
SqliteRows::~SqliteRows() {
    sqlite3_finalize(statement_);
}

bool SqliteRows::next() {
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) throw_damaged(path_, code, table_);
    return false;
}

std::int64_t SqliteRows::integer(int column) const {
    return sqlite3_column_int64(statement_, column);
}

std::int64_t SqliteRows::time_ns(int column) const {
    const int type = sqlite3_column_type(statement_, column);
    if (type != SQLITE_INTEGER && type != SQLITE_NULL) throw_no_time(table_, path_);
    return sqlite3_column_int64(statement_, column);
}

bool SqliteRows::has(int column) const {
    return sqlite3_column_type(statement_, column) != SQLITE_NULL;
}

std::string_view SqliteRows::text(int column) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return bytes == nullptr ? std::string_view{}
                            : std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
}

std::int64_t SqliteRow::integer(int column) const {
    return sqlite3_value_int64(values_[column]);
}

std::int64_t SqliteRow::time_ns(int column) const {
    const int type = sqlite3_value_type(values_[column]);
    if (type != SQLITE_INTEGER && type != SQLITE_NULL) throw_no_time(table_, path_);
    return sqlite3_value_int64(values_[column]);
}

bool SqliteRow::has(int column) const {
    return sqlite3_value_type(values_[column]) != SQLITE_NULL;
}

std::string_view SqliteRow::text(int column) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_value_text(values_[column]));
    return bytes == nullptr ? std::string_view{}
                            : std::string_view(bytes, static_cast<std::size_t>(sqlite3_value_bytes(values_[column])));
}

SqliteFile::SqliteFile(std::string path) : path_(std::move(path)) {
    fs::path to_open = path_;
    std::error_code ignored;
    const fs::path log = path_ + "-wal";
    const bool newer_rows_beside = fs::exists(log, ignored) && fs::file_size(log, ignored) > 0;
    if (newer_rows_beside) {
        // Reading a write-ahead log makes SQLite write beside the file, so it happens on a copy.
        copy_ = std::make_unique<TemporaryFolder>();
        to_open = copy_->path() / "export.sqlite";
        std::error_code failure;
        fs::copy_file(path_, to_open, failure);
        if (!failure) fs::copy_file(log, copy_->path() / "export.sqlite-wal", failure);
        if (failure)
            throw InputError("the database and its write-ahead log cannot be copied", "make room in the temporary folder",
                             in_file(path_));
    } else {
        require_whole(path_);
    }
    const int flags =
        (newer_rows_beside ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    const int code = sqlite3_open_v2(as_uri(to_open, !newer_rows_beside).c_str(), &database_, flags, nullptr);
    if (code != SQLITE_OK) {
        sqlite3_close(std::exchange(database_, nullptr));
        throw_damaged(path_, code);
    }
    try {
        // The file is a stranger's: nothing in its schema may run.
        sqlite3_db_config(database_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
        sqlite3_db_config(database_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
        sqlite3_db_config(database_, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
        sqlite3_exec(database_, "PRAGMA cache_size = -256", nullptr, nullptr, nullptr);  // KiB: pages are read once, one after the other
        SqliteRows names(prepare("SELECT name FROM sqlite_master WHERE type = 'table'"), "sqlite_master", path_);
        while (names.next()) tables_.emplace_back(names.text(0));
    } catch (...) {
        sqlite3_close(database_);
        throw;
    }
}

SqliteFile::~SqliteFile() {
    sqlite3_close(database_);
}

sqlite3_stmt* SqliteFile::prepare(const std::string& query) const {
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v2(database_, query.c_str(), static_cast<int>(query.size()), &statement, nullptr);
    if (code != SQLITE_OK) throw_damaged(path_, code);
    return statement;
}

bool SqliteFile::has_table(std::string_view table) const {
    return std::find(tables_.begin(), tables_.end(), table) != tables_.end();
}

bool SqliteFile::is_empty(const std::string& table) const {
    SqliteRows rows(prepare("SELECT 1 FROM " + quoted_name(table) + " LIMIT 1"), table, path_);
    return !rows.next();
}

std::vector<std::string> SqliteFile::columns(const std::string& table) const {
    SqliteRows rows(prepare("PRAGMA table_info(" + quoted_name(table) + ")"), table, path_);
    std::vector<std::string> names;
    while (rows.next()) names.emplace_back(rows.text(1));
    return names;
}

std::string SqliteFile::column_list(const std::string& table, const std::vector<std::string>& wanted,
                                    const std::vector<std::string>& optional) const {
    const auto present = columns(table);
    const auto is_in = [](const std::vector<std::string>& list, const std::string& item) {
        return std::find(list.begin(), list.end(), item) != list.end();
    };
    std::string list;
    for (const std::string& column : wanted) {
        if (!list.empty()) list += ", ";
        if (is_in(present, column)) {
            list += quoted_name(column);
        } else if (is_in(optional, column)) {
            list += "NULL";
        } else {
            throw InputError("table " + table + " has no column " + column, export_again, in_file(path_));
        }
    }
    return list;
}

SqliteRows SqliteFile::rows(const std::string& table, const std::vector<std::string>& columns,
                            const std::vector<std::string>& optional) const {
    return {prepare("SELECT " + column_list(table, columns, optional) + " FROM " + quoted_name(table)), table, path_};
}

void SqliteFile::for_each(const std::string& table, const std::vector<std::string>& columns, const std::vector<std::string>& optional,
                          const std::function<void(const SqliteRow&)>& visit) const {
    for_each_in(table, columns, optional, std::nullopt, visit);
}

void SqliteFile::for_each_in(const std::string& table, const std::vector<std::string>& columns, const std::vector<std::string>& optional,
                             const std::optional<SqliteRowRange>& range, const std::function<void(const SqliteRow&)>& visit) const {
    const auto on_row = [&](int, sqlite3_value** values) { visit(SqliteRow(values, table, path_)); };
    std::string query = "SELECT each_row(" + column_list(table, columns, optional) + ") FROM " + quoted_name(table);
    if (range) query += " WHERE rowid BETWEEN " + std::to_string(range->first) + " AND " + std::to_string(range->last);
    visit_rows(database_, query, table, path_, on_row);
}

std::optional<SqliteRowRange> SqliteFile::dense_rows(const std::string& table) const {
    constexpr std::uint64_t least_row_bytes = 6;
    for (const std::string& column : columns(table))
        if (sqlite3_stricmp(column.c_str(), "rowid") == 0) return std::nullopt;  // a column of that name hides the row's number
    // Each is a walk down one edge of the table. A table without row numbers cannot be asked.
    const std::string of = "(rowid) FROM " + quoted_name(table) + ")";
    const std::string query = "SELECT (SELECT min" + of + ", (SELECT max" + of;
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(database_, query.c_str(), static_cast<int>(query.size()), &statement, nullptr) != SQLITE_OK) return std::nullopt;
    SqliteRows edges(statement, table, path_);
    if (!edges.next() || !edges.has(0)) return std::nullopt;
    const SqliteRowRange out{edges.integer(0), edges.integer(1)};
    std::error_code failure;
    const auto size = fs::file_size(path_, failure);
    std::int64_t width = 0;
    if (failure || __builtin_sub_overflow(out.last, out.first, &width) || static_cast<std::uint64_t>(width) > size / least_row_bytes) return std::nullopt;
    return out;
}

std::uint64_t SqliteFile::rows_at_most(const std::string& table) const {
    // Tables are filled once and in order, so the last row's number is their size; tables without row numbers have none.
    sqlite3_stmt* statement = nullptr;
    const std::string query = "SELECT max(rowid) FROM " + quoted_name(table);
    if (sqlite3_prepare_v2(database_, query.c_str(), static_cast<int>(query.size()), &statement, nullptr) != SQLITE_OK)
        return 0;
    SqliteRows rows(statement, table, path_);
    return rows.next() ? static_cast<std::uint64_t>(std::max<std::int64_t>(0, rows.integer(0))) : 0;
}

}  // namespace breakeven::detail
