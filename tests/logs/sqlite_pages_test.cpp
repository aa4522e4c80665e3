// Rows of numbers read from a file's pages are those that SQLite itself reads, in whatever way the table was filled.
#include <breakeven/logs/sqlite_table.hpp>

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <cstdint>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <breakeven/core/errors.hpp>
#include <breakeven/logs/temporary_folder.hpp>

using namespace breakeven;
using namespace breakeven::detail;

namespace {

/// A database made of SQL, in a folder of its own.
class Database {
public:
    explicit Database(const std::string& sql) : path_((folder_.path() / "made.sqlite").string()) {
        sqlite3* base = nullptr;
        REQUIRE(sqlite3_open(path_.c_str(), &base) == SQLITE_OK);
        REQUIRE(sqlite3_exec(base, ("PRAGMA journal_mode = off; PRAGMA synchronous = off;" + sql).c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
        sqlite3_close(base);
    }
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    TemporaryFolder folder_;
    std::string path_;
};

/// Values one after another, and whether each is there.
struct Numbers {
    std::vector<std::int64_t> values;
    std::vector<bool> there;
    friend bool operator==(const Numbers&, const Numbers&) = default;
};

const std::vector<std::string> columns{"a", "b", "none", "c"};

/// As SQLite steps through them.
Numbers stepped(const SqliteFile& file) {
    Numbers out;
    auto rows = file.rows("t", columns, {"none"});
    while (rows.next())
        for (int i = 0; i < 4; ++i) {
            out.values.push_back(rows.integer(i));
            out.there.push_back(rows.has(i));
        }
    return out;
}

struct Part : Numbers {
    void clear() {
        values.clear();
        there.clear();
    }
};

Numbers in_parts(const SqliteFile& file) {
    Numbers out;
    file.for_each_part<Part>(
        "t", columns, {"none"},
        [](Part& part, const SqliteNumbers& row) {
            for (int i = 0; i < 4; ++i) {
                part.values.push_back(row.integer(i));
                part.there.push_back(row.has(i));
            }
        },
        [&](const Part& part) {
            out.values.insert(out.values.end(), part.values.begin(), part.values.end());
            out.there.insert(out.there.end(), part.there.begin(), part.there.end());
        });
    return out;
}

void require_same(const std::string& sql, bool by_pages) {
    CAPTURE(sql.substr(0, 200));
    const Database made(sql);
    const SqliteFile file(made.path());
    const Numbers wanted = stepped(file);
    REQUIRE(!wanted.values.empty());
    CHECK(in_parts(file) == wanted);

    // And whether the pages alone could tell.
    sqlite3* base = nullptr;
    REQUIRE(sqlite3_open(made.path().c_str(), &base) == SQLITE_OK);
    sqlite3_stmt* root = nullptr;
    REQUIRE(sqlite3_prepare_v2(base, "SELECT rootpage FROM sqlite_master WHERE name = 't'", -1, &root, nullptr) == SQLITE_OK);
    REQUIRE(sqlite3_step(root) == SQLITE_ROW);
    const auto pages = SqlitePages::open(made.path(), sqlite3_column_int64(root, 0), {0, 1, -1, 2});
    sqlite3_finalize(root);
    sqlite3_close(base);
    bool all = pages.has_value();
    SqlitePages::Buffers buffers;
    std::size_t rows = 0;
    if (pages)
        for (const auto& part : pages->parts()) all = all && pages->read(part, buffers, [&](const std::int64_t*, std::uint64_t) { ++rows; });
    CHECK(all == by_pages);
    if (by_pages) CHECK(rows == wanted.values.size() / 4);
}

std::string filled(const std::string& table, std::size_t rows, const std::function<std::string(std::mt19937_64&)>& values, unsigned seed) {
    std::mt19937_64 random(seed);
    std::string sql = table + "; BEGIN;";
    for (std::size_t i = 0; i < rows; ++i) sql += "INSERT INTO t VALUES (" + values(random) + ");";
    return sql + "COMMIT;";
}

/// Whole numbers of every size that a record knows, and NULL.
std::string number(std::mt19937_64& random) {
    const auto bits = random() % 66;
    if (bits == 65) return "NULL";
    const auto value = static_cast<std::int64_t>(bits == 0 ? 0 : random() >> (64 - bits));
    return value == INT64_MIN ? "-9223372036854775808" : std::to_string(value);
}
std::string three(std::mt19937_64& random) {
    const std::string first = number(random), second = number(random);
    return first + ", " + second + ", " + number(random);
}

}  // namespace

TEST_CASE("numbers of every size, in tables of one page and of many, with small pages and large ones") {
    for (const char* page : {"512", "4096", "65536"})
        for (const std::size_t rows : {1, 9, 300, 6000})
            require_same(filled(std::string("PRAGMA page_size = ") + page + "; CREATE TABLE t (a INT, b INTEGER, c BIGINT)", rows, three, static_cast<unsigned>(rows)),
                         true);
}

TEST_CASE("rows that were deleted, changed, and put in between") {
    const std::string table = filled("PRAGMA page_size = 1024; CREATE TABLE t (a INT, b INT, c INT)", 4000, three, 5);
    require_same(table + "DELETE FROM t WHERE rowid % 3 = 0; UPDATE t SET a = 1 WHERE rowid % 7 = 0;", true);
    require_same(table + "INSERT INTO t (rowid, a) VALUES (-9223372036854775807, 5), (9223372036854775807, 6), (1000000, 7);", true);
}

TEST_CASE("what is out of the ordinary is left to SQLite, and reads the same") {
    const auto odd = [](const char* value) {
        return filled("CREATE TABLE t (a INT, b INT, c INT)", 3000, three, 6) + "UPDATE t SET b = " + value + " WHERE rowid = 1500;";
    };
    require_same(odd("1.5"), false);
    require_same(odd("'text'"), false);
    require_same(odd("x'00'"), false);
    // A long value beside the wanted ones, in pages of its own; one that fits does no harm.
    const std::string noted = filled("CREATE TABLE t (a INT, b INT, c INT, note)", 3000, [](auto& random) { return three(random) + ", 'a note'"; }, 8);
    require_same(noted, true);
    require_same(noted + "UPDATE t SET note = zeroblob(100000) WHERE rowid = 2;", false);
    // A column that older rows have not.
    const auto two = [](std::mt19937_64& random) { return number(random) + ", " + number(random); };
    require_same(filled("CREATE TABLE t (a INT, b INT)", 2000, two, 7) + "ALTER TABLE t ADD COLUMN c INT DEFAULT 42; INSERT INTO t VALUES (1, 2, 3);", false);
}

TEST_CASE("tables whose columns are not what they seem are read by SQLite") {
    const auto same = [](const std::string& sql) {
        const Database made(sql);
        const SqliteFile file(made.path());
        CHECK(in_parts(file) == stepped(file));
    };
    same(filled("CREATE TABLE t (a INTEGER PRIMARY KEY, b INT, c INT)", 500, [](auto& random) { return "NULL, " + number(random) + ", 3"; }, 1));
    same(filled("CREATE TABLE t (a INT, b REAL, c INT)", 500, [](auto& random) { return number(random) + ", 7, 3"; }, 2));
    same("CREATE TABLE t (a INT, more INT AS (a + 1), b INT, c INT); INSERT INTO t (a, b, c) VALUES (1, 2, 3), (3, 4, 5);");
    same("CREATE TABLE t (a INT, more INT AS (a + 1) STORED, b INT, c INT); INSERT INTO t (a, b, c) VALUES (1, 2, 3), (3, 4, 5);");
    same("CREATE TABLE t (rowid INT, a INT, b INT, c INT); INSERT INTO t VALUES (9, 1, 2, 3), (9, 4, 5, 6);");
    same("CREATE TABLE t (a INT, b INT, c INT, PRIMARY KEY (b)) WITHOUT ROWID; INSERT INTO t VALUES (1, 2, 3), (4, 5, 6);");
}

TEST_CASE("any byte of a table's pages may be wrong: the numbers SQLite reads, or an error") {
    const Database made(filled("PRAGMA page_size = 512; CREATE TABLE t (a INT, b INT, c INT)", 400, three, 9));
    std::string bytes;
    {
        std::ifstream file(made.path(), std::ios::binary);
        bytes.assign(std::istreambuf_iterator<char>(file), {});
    }
    const TemporaryFolder folder;
    const std::string path = (folder.path() / "damaged.sqlite").string();
    std::mt19937 random(11);
    const auto read = [&](auto reader) -> std::optional<Numbers> {
        try {
            return reader(SqliteFile(path));
        } catch (const InputError&) {
            return std::nullopt;
        }
    };
    std::size_t errors = 0, same = 0;
    for (int round = 0; round < 400; ++round) {
        std::string damaged = bytes;
        // The file's header and schema are SQLite's alone.
        const auto at = 512 + random() % (damaged.size() - 512);
        damaged[at] = static_cast<char>(random());
        std::ofstream(path, std::ios::binary) << damaged;
        const auto wanted = read(stepped), found = read(in_parts);
        CAPTURE(at);
        if (!wanted) {
            ++errors;
            CHECK(!found);
        } else if (found == wanted) {
            ++same;
        } else {
            // Row numbers out of order: SQLite finds rows by number or one after another, and they differ.
            CHECK((!found || found->values.size() <= wanted->values.size()));
        }
    }
    CHECK(errors > 0);
    CHECK(same > 250);
}
