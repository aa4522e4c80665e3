// SQLite files, read only: tables and columns are found by name, and no file appears beside the one that is read.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <breakeven/core/in_order.hpp>

struct sqlite3;
struct sqlite3_stmt;
struct sqlite3_value;

namespace breakeven::detail {

class TemporaryFolder;

/// One row, while it is visited. Columns count from 0 in the order asked for.
class SqliteRow {
public:
    SqliteRow(sqlite3_value** values, const std::string& table, const std::string& path) : values_(values), table_(table), path_(path) {}

    /// A NULL is 0; has() tells it apart.
    [[nodiscard]] std::int64_t integer(int column) const;
    /// Throws InputError when the value is neither a whole number nor NULL.
    [[nodiscard]] std::int64_t time_ns(int column) const;
    [[nodiscard]] bool has(int column) const;
    /// A view that lives as long as the visit. NUL bytes are part of it.
    [[nodiscard]] std::string_view text(int column) const;

private:
    sqlite3_value** values_;
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

/// Row numbers from `first` to `last`.
struct SqliteRowRange {
    std::int64_t first = 0;
    std::int64_t last = 0;
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
    /// The same on as many threads as there are cores: `add(part, row)` is called for rows that follow one
    /// another, beside other parts, and `use(part)` for one part after the other, in order and by this thread. A Part has clear();
    /// how the rows are cut into parts is not told. Nothing else may use the file until all is done.
    template <class Part, class Add, class Use>
    void for_each_part(const std::string& table, const std::vector<std::string>& columns, const std::vector<std::string>& optional, Add add,
                       Use use) const;
    /// An upper bound of the number of rows, without counting them; 0 where it cannot be told.
    [[nodiscard]] std::uint64_t rows_at_most(const std::string& table) const;

private:
    [[nodiscard]] sqlite3_stmt* prepare(const std::string& query) const;
    [[nodiscard]] std::string column_list(const std::string& table, const std::vector<std::string>& columns,
                                          const std::vector<std::string>& optional) const;
    /// The table's first and last row number, where nearly every number between them is a row's; none where that is not known.
    [[nodiscard]] std::optional<SqliteRowRange> dense_rows(const std::string& table) const;
    /// As for_each, of those rows alone whose numbers are in `range`.
    void for_each_in(const std::string& table, const std::vector<std::string>& columns, const std::vector<std::string>& optional,
                     const std::optional<SqliteRowRange>& range, const std::function<void(const SqliteRow&)>& visit) const;

    std::string path_;
    std::unique_ptr<TemporaryFolder> copy_;
    sqlite3* database_ = nullptr;
    std::vector<std::string> tables_;
};

template <class Part, class Add, class Use>
void SqliteFile::for_each_part(const std::string& table, const std::vector<std::string>& columns, const std::vector<std::string>& optional, Add add,
                               Use use) const {
    constexpr std::int64_t rows_in_part = 16384;
    static_cast<void>(column_list(table, columns, optional));  // throws where one is missing
    const std::optional<SqliteRowRange> all = copy_ == nullptr ? dense_rows(table) : std::nullopt;  // a copy has one reader, which keeps its log
    if (!all || all->last - all->first < 4 * rows_in_part || working_threads() == 1) {
        Part part;
        std::int64_t number = 0;
        for_each_in(table, columns, optional, std::nullopt, [&](const SqliteRow& row) {
            add(part, row);
            if (++number % rows_in_part != 0) return;
            use(part);
            part.clear();
        });
        return use(part);
    }
    // SQLite's connections are for one thread each.
    struct Slot {
        std::unique_ptr<SqliteFile> file;
        SqliteRowRange rows;
        Part part;
    };
    std::int64_t done = all->first - 1;
    in_order<Slot>(
        working_threads(), 0,
        [&](Slot& slot) {
            if (done == all->last) return false;
            slot.rows = {done + 1, done + std::min(rows_in_part, all->last - done)};
            done = slot.rows.last;
            return true;
        },
        [&](Slot& slot) {
            if (slot.file == nullptr) slot.file = std::make_unique<SqliteFile>(path_);
            slot.part.clear();
            slot.file->for_each_in(table, columns, optional, slot.rows, [&](const SqliteRow& row) { add(slot.part, row); });
        },
        [&](Slot& slot) { use(slot.part); });
}

}  // namespace breakeven::detail
