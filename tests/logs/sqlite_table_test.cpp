// Rows of numbers read in parts are those that one pass reads, in its order, in whatever way the table was filled.
#include <breakeven/logs/sqlite_table.hpp>

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <cstdint>
#include <fstream>
#include <functional>
#include <optional>
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
        [](Part& part, const SqliteRow& row) {
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

void require_same(const std::string& sql) {
    CAPTURE(sql.substr(0, 200));
    const Database made(sql);
    const SqliteFile file(made.path());
    const Numbers wanted = stepped(file);
    REQUIRE(!wanted.values.empty());
    CHECK(in_parts(file) == wanted);
}

/// Enough rows for several parts, made by SQLite itself from their numbers.
std::string many(const std::string& table, const std::string& values = "n * 7919 % 1000003, CASE WHEN n % 5 THEN -n END, n << (n % 40)") {
    return table + "; WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 150000) INSERT INTO t (a, b, c) SELECT " + values + " FROM i;";
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
    for (const char* page : {"512", "4096", "65536"}) {
        const std::string table = std::string("PRAGMA page_size = ") + page + "; CREATE TABLE t (a INT, b INTEGER, c BIGINT)";
        for (const std::size_t rows : {1U, 9U, 300U, 6000U}) require_same(filled(table, rows, three, static_cast<unsigned>(rows)));
        require_same(many(table));
    }
}

TEST_CASE("rows that were deleted, changed, and put in between or far away") {
    const std::string table = many("CREATE TABLE t (a INT, b INT, c INT)");
    require_same(table + "DELETE FROM t WHERE rowid % 3 = 0 OR rowid BETWEEN 30000 AND 90000; UPDATE t SET a = 1 WHERE rowid % 7 = 0;");
    require_same(table + "INSERT INTO t (rowid, a) VALUES (-9223372036854775807, 5), (9223372036854775807, 6), (1000000, 7);");
    require_same("CREATE TABLE t (a INT, b INT, c INT); INSERT INTO t (rowid, a) VALUES (-9223372036854775808, 5), (9223372036854775807, 6);");
}

TEST_CASE("values that are no whole numbers, long ones beside them, and a column that older rows have not") {
    const std::string table = many("CREATE TABLE t (a INT, b INT, c INT, note)");
    for (const char* value : {"1.5", "'text'", "x'00'"}) require_same(table + "UPDATE t SET b = " + value + " WHERE rowid = 150000 / 2;");
    require_same(table + "UPDATE t SET note = zeroblob(100000) WHERE rowid % 40000 = 2;");
    const auto two = [](std::mt19937_64& random) { return number(random) + ", " + number(random); };
    require_same(filled("CREATE TABLE t (a INT, b INT)", 2000, two, 7) + "ALTER TABLE t ADD COLUMN c INT DEFAULT 42; INSERT INTO t VALUES (1, 2, 3);");
}

TEST_CASE("columns that are the row's number, hide it, are computed, or tables that have none") {
    require_same(many("CREATE TABLE t (a INTEGER PRIMARY KEY, b INT, c INT)", "NULL, n, 3"));
    require_same(many("CREATE TABLE t (a INT, b REAL, c INT)"));
    require_same(many("CREATE TABLE t (a INT, more INT AS (a + 1) STORED, b INT, c INT)"));
    require_same(many("CREATE TABLE t (RowId INT, a INT, b INT, c INT)"));
    require_same(many("CREATE TABLE t (a INT, b INT, c INT, PRIMARY KEY (c)) WITHOUT ROWID", "n, n, n"));
}

TEST_CASE("a value that stops the reading is an error, once what stands before it was used") {
    const Database made(many("CREATE TABLE t (a INT, b INT, c INT)") + "UPDATE t SET a = 'late' WHERE rowid = 100000;");
    const SqliteFile file(made.path());
    struct Times {
        std::vector<std::int64_t> values;
        void clear() { values.clear(); }
    };
    std::size_t used = 0;
    const auto read = [&] {
        file.for_each_part<Times>(
            "t", {"a"}, {}, [](Times& part, const SqliteRow& row) { part.values.push_back(row.time_ns(0)); },
            [&](const Times& part) { used += part.values.size(); });
    };
    CHECK_THROWS_AS(read(), InputError);
    CHECK(used < 100000);
    CHECK(used > 100000 - 2 * 16384);
}

TEST_CASE("any byte of a table's pages may be wrong: numbers that SQLite reads, or an error") {
    const Database made(many("PRAGMA page_size = 512; CREATE TABLE t (a INT, b INT, c INT)"));
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
    std::size_t errors = 0;
    for (int round = 0; round < 12; ++round) {
        std::string damaged = bytes;
        // The file's header and schema are left whole. A quarter of all pages, so that most rounds meet an error.
        for (std::size_t at = 512 + random() % 2048; at < damaged.size(); at += 2048 + random() % 100) damaged[at] = static_cast<char>(random());
        std::ofstream(path, std::ios::binary) << damaged;
        const auto wanted = read(stepped), found = read(in_parts);
        errors += !found;
        // Where row numbers are out of order, rows that are looked for by number and rows one after another differ.
        if (wanted && found) CHECK(found->values.size() <= wanted->values.size());
    }
    CHECK(errors > 0);
}
