// SQLite files, read only: tables and columns are found by name, and no file appears beside the one that is read.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;
struct sqlite3_value;

namespace breakeven::detail {

class TemporaryFolder;

/// A value that is a whole number, nothing, or something else.
struct SqliteCell {
    enum class Kind : std::uint8_t { nothing, whole, other };
    std::int64_t value = 0;
    Kind kind = Kind::nothing;
};

/// One row, while it is visited. Columns count from 0 in the order asked for.
class SqliteRow {
public:
    SqliteRow(sqlite3_value** values, const std::string& table, const std::string& path) : values_(values), table_(table), path_(path) {}
    SqliteRow(const SqliteCell* cells, const std::string& table, const std::string& path) : cells_(cells), table_(table), path_(path) {}

    /// A NULL is 0; has() tells it apart.
    [[nodiscard]] std::int64_t integer(int column) const;
    /// Throws InputError when the value is neither a whole number nor NULL.
    [[nodiscard]] std::int64_t time_ns(int column) const;
    [[nodiscard]] bool has(int column) const;
    /// A view that lives as long as the visit. NUL bytes are part of it. Empty in rows of numbers.
    [[nodiscard]] std::string_view text(int column) const;

    [[nodiscard]] SqliteCell cell(int column) const;

private:
    sqlite3_value** values_ = nullptr;
    const SqliteCell* cells_ = nullptr;
    const std::string& table_;
    const std::string& path_;
};

/// One pass over some columns of a table, in the order of the file.
class SqliteRows {
public:
    ~SqliteRows();
    SqliteRows(SqliteRows&& other) noexcept;
    SqliteRows(const SqliteRows&) = delete;
    SqliteRows& operator=(const SqliteRows&) = delete;
    SqliteRows& operator=(SqliteRows&&) = delete;

    /// Whether there is a next row. Throws InputError when the file is damaged.
    [[nodiscard]] bool next();
    /// Columns count from 0 in the order asked for. A NULL is 0; has() tells it apart.
    [[nodiscard]] std::int64_t integer(int column) const;
    /// Throws InputError when the value is neither a whole number nor NULL.
    [[nodiscard]] std::int64_t time_ns(int column) const;
    [[nodiscard]] bool has(int column) const;
    /// A view that lives until the next call of next(). NUL bytes are part of it.
    [[nodiscard]] std::string_view text(int column) const;

private:
    friend class SqliteFile;
    SqliteRows(sqlite3_stmt* statement, std::string table, std::string path);
    sqlite3_stmt* statement_;
    std::string table_;
    std::string path_;
};

/// An open SQLite file.
class SqliteFile {
public:
    /// Opens `path` without touching it. Rows in a write-ahead log beside it count: both are then copied to a temporary folder
    /// and read there. Throws InputError: damaged, cut off, not SQLite.
    explicit SqliteFile(std::string path);
    ~SqliteFile();
    SqliteFile(const SqliteFile&) = delete;
    SqliteFile& operator=(const SqliteFile&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] bool read_from_copy() const { return copy_ != nullptr; }
    [[nodiscard]] const std::vector<std::string>& tables() const { return tables_; }
    [[nodiscard]] bool has_table(std::string_view table) const;
    [[nodiscard]] bool is_empty(const std::string& table) const;
    [[nodiscard]] std::vector<std::string> columns(const std::string& table) const;

    /// The rows of `table` with `columns`; those named in `optional` may be missing and are then NULL. Throws InputError naming
    /// the table and the column when another one is missing.
    [[nodiscard]] SqliteRows rows(const std::string& table, const std::vector<std::string>& columns,
                                  const std::vector<std::string>& optional = {}) const;
    /// The same rows, each handed to `visit`: for tables of millions, since no row is carried out of SQLite and back.
    void for_each(const std::string& table, const std::vector<std::string>& columns, const std::vector<std::string>& optional,
                  const std::function<void(const SqliteRow&)>& visit) const;
    /// The same for columns of numbers alone. A large table is read by a thread of its own, some rows ahead; the file may not be
    /// used otherwise until all are visited.
    void for_each_of_numbers(const std::string& table, const std::vector<std::string>& columns, const std::vector<std::string>& optional,
                             const std::function<void(const SqliteRow&)>& visit) const;
    /// An upper bound of the number of rows, without counting them; 0 where it cannot be told.
    [[nodiscard]] std::uint64_t rows_at_most(const std::string& table) const;

private:
    [[nodiscard]] sqlite3_stmt* prepare(const std::string& query) const;
    [[nodiscard]] std::string column_list(const std::string& table, const std::vector<std::string>& columns,
                                          const std::vector<std::string>& optional) const;

    std::string path_;
    std::unique_ptr<TemporaryFolder> copy_;
    sqlite3* database_ = nullptr;
    std::vector<std::string> tables_;
};

}  // namespace breakeven::detail
