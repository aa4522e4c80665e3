// History database: our own SQLite file, opened for writing. Whatever is not ours, or newer than we know, is refused untouched.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace breakeven::detail {

enum class HistoryFileKind : std::uint8_t {
    missing,  ///< there is no such file, or it is empty
    ours,
    other_database,  ///< SQLite, and not a history
    other            ///< no database at all, or not readable
};

/// Told from the first 100 bytes; SQLite does not touch the file.
[[nodiscard]] HistoryFileKind history_file_kind(const std::string& path);

/// A prepared statement. Columns count from 0, parameters from 1.
class Statement {
public:
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
    Statement(Statement&& other) noexcept;
    Statement& operator=(Statement&&) = delete;
    ~Statement();

    Statement& bind(int parameter, std::int64_t value);
    Statement& bind(int parameter, double value);
    Statement& bind(int parameter, std::string_view value);  ///< the text must live until the statement has run
    Statement& bind_null(int parameter);
    template <class Value>
    Statement& bind(int parameter, const std::optional<Value>& value) {
        return value ? bind(parameter, *value) : bind_null(parameter);
    }

    /// Whether there is a row. Throws InputError.
    bool step();
    /// Ready to run again; parameters keep their values.
    void reset();

    [[nodiscard]] bool has(int column) const;
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] double number(int column) const;
    [[nodiscard]] std::string_view text(int column) const;  ///< until the next step

private:
    friend class HistoryDatabase;
    Statement(sqlite3_stmt* statement, const std::string& path) : statement_(statement), path_(&path) {}
    void check(int code) const;
    sqlite3_stmt* statement_;
    const std::string* path_;
};

class HistoryDatabase {
public:
    /// Opens the history at `path` and brings it to the newest schema; `create` makes it where there is none.
    /// Throws InputError: not ours, newer than this program, damaged, no permission, no room, held by another program for half a minute.
    HistoryDatabase(std::string path, bool create);
    ~HistoryDatabase();
    HistoryDatabase(const HistoryDatabase&) = delete;
    HistoryDatabase& operator=(const HistoryDatabase&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] Statement prepare(const std::string& query) const;
    void run(const std::string& statements) const;
    /// Rows that the last statement inserted, changed or deleted.
    [[nodiscard]] std::size_t changes() const;

private:
    void open(bool create);
    void bring_up_to_date();
    void write_ahead();
    [[nodiscard]] std::int64_t pragma(const char* name) const;

    std::string path_;
    sqlite3* database_ = nullptr;
    bool read_only_ = false;
};

/// All of it or nothing: what is not committed is undone. Begins as a writer, so that two of them queue instead of failing midway.
class Transaction {
public:
    explicit Transaction(const HistoryDatabase& database) : database_(&database) { database.run("BEGIN IMMEDIATE"); }
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit();

private:
    const HistoryDatabase* database_;
    bool open_ = true;
};

}  // namespace breakeven::detail
