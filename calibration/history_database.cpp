// See history_database.hpp. Messages are our own: neither SQLite's words nor the text of a query reach the user.
#include <breakeven/calibration/history_database.hpp>

#include <breakeven/calibration/history_schema.hpp>
#include <breakeven/core/errors.hpp>
#include <breakeven/core/http.hpp>

#include <sqlite3.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

namespace breakeven::detail {

namespace {
namespace fs = std::filesystem;

constexpr int patience_ms = 30'000;

[[noreturn]] void refuse(const std::string& path, std::string message, std::string hint = {}) {
    throw InputError(std::move(message), std::move(hint), Position{.file = path, .text = {}});
}

[[noreturn]] void fail(const std::string& path, int code) {
    switch (code & 0xFF) {
        case SQLITE_FULL:
            refuse(path, "there is no room left for the history; nothing was changed", "make room on the disk, or prune old windows");
        case SQLITE_IOERR:
            refuse(path, "the history cannot be read or written; nothing was changed", "check the disk, its quota and the limit on file sizes");
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            refuse(path, "another program has kept the history locked for half a minute; nothing was changed", "try again when it is done");
        case SQLITE_READONLY:
        case SQLITE_PERM:
        case SQLITE_AUTH:
            refuse(path, "the history cannot be written", "check the rights of the file and of its folder");
        case SQLITE_CANTOPEN:
            refuse(path, "the history cannot be opened", "check that its folder exists, and the rights of both");
        case SQLITE_NOMEM:
            refuse(path, "not enough memory for the history");
        default:
            refuse(path, "the history is damaged", "restore it from a copy, or rescue its rows with: sqlite3 FILE .recover");
    }
}

std::int64_t big_endian(const std::array<char, 100>& header, std::size_t at) {
    std::int64_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = (value << 8) | static_cast<unsigned char>(header[at + i]);
    return value;
}

[[noreturn]] void refuse_newer(const std::string& path, std::int64_t version) {
    refuse(path, "the history is of version " + std::to_string(version) + ", newer than this program knows (" + std::to_string(history_version) + ")",
           "use the breakeven that wrote it, or a newer one");
}

std::string as_uri(const std::string& path, const char* query) { return "file:" + percent_encoded(fs::absolute(path).string()) + query; }
}  // namespace

HistoryFileKind history_file_kind(const std::string& path) {
    std::error_code failure;
    const auto size = fs::file_size(path, failure);
    if (failure) return fs::exists(path, failure) ? HistoryFileKind::other : HistoryFileKind::missing;
    if (size == 0) return HistoryFileKind::missing;
    std::array<char, 100> header{};
    std::ifstream file(path, std::ios::binary);
    file.read(header.data(), header.size());
    if (!file || std::string_view(header.data(), 16) != std::string_view("SQLite format 3\0", 16)) return HistoryFileKind::other;
    return big_endian(header, 68) == history_application_id ? HistoryFileKind::ours : HistoryFileKind::other_database;
}

namespace {
bool just_written(const std::string& path) {
    std::error_code failure;
    const auto time = fs::last_write_time(path, failure);
    return !failure && fs::file_time_type::clock::now() - time < std::chrono::seconds(5);
}

/// The kind of a file that another process may be beginning at this very moment: its first page is there before it can be read whole.
HistoryFileKind settled_kind(const std::string& path) {
    constexpr int pause_ms = 20;
    constexpr int longest_ms = 1000;
    HistoryFileKind kind = history_file_kind(path);
    for (int waited_ms = 0; waited_ms < longest_ms; waited_ms += pause_ms) {
        const bool foreign = kind == HistoryFileKind::other || kind == HistoryFileKind::other_database;
        if (!foreign || !just_written(path)) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(pause_ms));
        kind = history_file_kind(path);
    }
    return kind;
}
}  // namespace

Statement::Statement(Statement&& other) noexcept : statement_(std::exchange(other.statement_, nullptr)), path_(other.path_) {}
Statement::~Statement() { sqlite3_finalize(statement_); }

void Statement::check(int code) const {
    if (code != SQLITE_OK) fail(*path_, code);
}
Statement& Statement::bind(int parameter, std::int64_t value) {
    check(sqlite3_bind_int64(statement_, parameter, value));
    return *this;
}
Statement& Statement::bind(int parameter, double value) {
    check(sqlite3_bind_double(statement_, parameter, value));
    return *this;
}
Statement& Statement::bind(int parameter, std::string_view value) {
    check(sqlite3_bind_text(statement_, parameter, value.data() == nullptr ? "" : value.data(), static_cast<int>(value.size()), SQLITE_STATIC));
    return *this;
}
Statement& Statement::bind_null(int parameter) {
    check(sqlite3_bind_null(statement_, parameter));
    return *this;
}

bool Statement::step() {
    const int code = sqlite3_step(statement_);
    if (code != SQLITE_ROW && code != SQLITE_DONE) fail(*path_, code);
    return code == SQLITE_ROW;
}
void Statement::reset() { sqlite3_reset(statement_); }

bool Statement::has(int column) const { return sqlite3_column_type(statement_, column) != SQLITE_NULL; }
std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_, column); }
double Statement::number(int column) const { return sqlite3_column_double(statement_, column); }
std::string_view Statement::text(int column) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return bytes == nullptr ? std::string_view() : std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
}

HistoryDatabase::HistoryDatabase(std::string path, bool create) : path_(std::move(path)) {
    switch (settled_kind(path_)) {
        case HistoryFileKind::missing:
            if (!create) refuse(path_, "there is no history here", "breakeven record LOG --history FILE begins one");
            break;
        case HistoryFileKind::ours: break;
        case HistoryFileKind::other_database: refuse(path_, "this database is no history of ours; it was not touched", "name another file for the history");
        case HistoryFileKind::other: refuse(path_, "this file is no history, or cannot be read; it was not touched", "name another file for the history");
    }
    try {
        open(create);
        bring_up_to_date();
    } catch (...) {
        sqlite3_close_v2(std::exchange(database_, nullptr));
        throw;
    }
}

HistoryDatabase::~HistoryDatabase() { sqlite3_close_v2(database_); }

void HistoryDatabase::open(bool create) {
    const auto attempt = [&](const std::string& name, int flags) {
        sqlite3_close_v2(std::exchange(database_, nullptr));
        const int code = sqlite3_open_v2(name.c_str(), &database_, flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
        if (code != SQLITE_OK) return code;
        sqlite3_busy_timeout(database_, patience_ms);
        // Defence against a file made to look like ours: nothing in its schema may run.
        sqlite3_db_config(database_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
        sqlite3_db_config(database_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
        return sqlite3_exec(database_, "SELECT count(*) FROM sqlite_master", nullptr, nullptr, nullptr);
    };
    const int code = attempt(as_uri(path_, create ? "?mode=rwc" : "?mode=rw"), SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0));
    if (code == SQLITE_OK) {
        read_only_ = sqlite3_db_readonly(database_, "main") == 1;
        return;
    }
    // From a folder that cannot be written to, a history at rest can still be read.
    const bool denied = (code & 0xFF) == SQLITE_CANTOPEN || (code & 0xFF) == SQLITE_READONLY || (code & 0xFF) == SQLITE_PERM;
    std::error_code ignored;
    if (create || !denied || fs::exists(path_ + "-wal", ignored)) fail(path_, code);
    const int second_code = attempt(as_uri(path_, "?mode=ro&immutable=1"), SQLITE_OPEN_READONLY);
    if (second_code != SQLITE_OK) fail(path_, second_code);
    read_only_ = true;
}

void HistoryDatabase::bring_up_to_date() {
    const auto version = [&] { return pragma("user_version"); };
    if (version() > history_version) refuse_newer(path_, version());
    if (version() < history_version) {
        if (read_only_) refuse(path_, "the history is of an older version and cannot be written", "check the rights of the file and of its folder");
        Transaction transaction(*this);
        // Looked at again now that nobody else can write: another process may have done it meanwhile.
        const std::int64_t now = version();
        if (now > history_version) refuse_newer(path_, now);
        if (now == 0) run("PRAGMA application_id = " + std::to_string(history_application_id));
        for (auto step = static_cast<std::size_t>(now); step < static_cast<std::size_t>(history_version); ++step) run(history_steps[step]);
        if (now < history_version) run("PRAGMA user_version = " + std::to_string(history_version));
        transaction.commit();
    }
    if (read_only_) return;
    write_ahead();
    run("PRAGMA synchronous = FULL");  // what is said to be recorded outlives a power cut
}

void HistoryDatabase::write_ahead() {
    // The switch needs the file for itself for a moment and does not queue for it, so it is tried again.
    constexpr int pause_ms = 20;
    for (int waited_ms = 0;; waited_ms += pause_ms) {
        const int code = sqlite3_exec(database_, "PRAGMA journal_mode = WAL", nullptr, nullptr, nullptr);
        if (code == SQLITE_OK) return;  // a file system without shared memory stays with a rollback journal, which is as safe
        if ((code & 0xFF) != SQLITE_BUSY && (code & 0xFF) != SQLITE_LOCKED) fail(path_, code);
        if (waited_ms >= patience_ms) fail(path_, code);
        std::this_thread::sleep_for(std::chrono::milliseconds(pause_ms));
    }
}

std::int64_t HistoryDatabase::pragma(const char* name) const {
    Statement statement = prepare(std::string("PRAGMA ") + name);
    return statement.step() ? statement.integer(0) : 0;
}

Statement HistoryDatabase::prepare(const std::string& query) const {
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v2(database_, query.c_str(), static_cast<int>(query.size()), &statement, nullptr);
    if (code != SQLITE_OK) fail(path_, code);
    return Statement(statement, path_);
}

void HistoryDatabase::run(const std::string& statements) const {
    const int code = sqlite3_exec(database_, statements.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) fail(path_, code);
}

std::size_t HistoryDatabase::changes() const { return static_cast<std::size_t>(sqlite3_changes64(database_)); }

void Transaction::commit() {
    database_->run("COMMIT");
    open_ = false;
}

Transaction::~Transaction() {
    if (!open_) return;
    try {
        database_->run("ROLLBACK");
    } catch (const InputError&) {  // NOLINT(bugprone-empty-catch): SQLite has rolled back by itself, or will when the file is next opened
    }
}

}  // namespace breakeven::detail
