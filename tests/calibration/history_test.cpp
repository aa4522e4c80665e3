// The local history: nothing twice, nothing lost, nothing of a stranger's touched.
#include <breakeven/calibration/calibrate.hpp>
#include <breakeven/calibration/history.hpp>
#include <breakeven/calibration/history_database.hpp>
#include <breakeven/calibration/history_schema.hpp>
#include <breakeven/calibration/history_windows.hpp>
#include <breakeven/calibration/window_csv.hpp>
#include <breakeven/core/errors.hpp>

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace breakeven;
namespace fs = std::filesystem;

namespace {

class Folder {
public:
    Folder() {
        std::string pattern = (fs::temp_directory_path() / "breakeven-history-XXXXXX").string();
        REQUIRE(::mkdtemp(pattern.data()) != nullptr);
        path_ = pattern;
    }
    ~Folder() { fs::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    [[nodiscard]] std::string file(const char* name) const { return (path_ / name).string(); }

private:
    fs::path path_;
};

constexpr std::int64_t hour_ns = 3'600'000'000'000;
constexpr std::int64_t november_ns = 1'793'491'200'000'000'000;  // 2026-11-01T00:00:00Z

/// Window number `i` of a GPU: an hour after the one before, 11.7 % busy and a little more each time.
HistoryWindow window(std::int64_t i, const std::string& gpu = "GPU-1") {
    HistoryWindow out;
    out.gpu = gpu;
    out.gpu_name = "RTX 4060 Laptop GPU";
    out.time_ns = out.clock_ns = november_ns + i * hour_ns;
    out.length_ns = out.observed_ns = 308'700'000'000;
    out.effective_ns = out.kernels_ns = 36'100'000'000 + i;
    out.kernels = 470;
    out.context.set("task", i % 3 == 0 ? "nlp" : "vision");
    out.context.set("driver", "525");
    out.context.temperature = celsius(20.0 + static_cast<double>(i % 12));
    return out;
}

std::vector<HistoryWindow> log_of(std::int64_t first, std::int64_t count, const std::string& gpu = "GPU-1") {
    std::vector<HistoryWindow> out;
    for (std::int64_t i = first; i < first + count; ++i) out.push_back(window(i, gpu));
    return out;
}

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Runs statements by SQLite itself and returns the first value of the last one.
std::string by_sqlite(const std::string& path, const std::string& statements) {
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
    std::string out;
    const auto keep = [](void* to, int, char** values, char**) {
        *static_cast<std::string*>(to) = values[0] == nullptr ? "" : values[0];
        return 0;
    };
    char* message = nullptr;
    REQUIRE_MESSAGE(sqlite3_exec(database, statements.c_str(), keep, &out, &message) == SQLITE_OK, message);
    sqlite3_close(database);
    return out;
}

std::string refusal(const std::string& path, History::Open how = History::Open::existing) {
    try {
        const History history(path, how);
    } catch (const InputError& error) {
        return error.message();
    }
    return "";
}

/// Runs `work` in a process of its own; 0 when it ended well, 1 after an InputError.
template <class Work>
pid_t in_a_process(Work&& work) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child != 0) return child;
    try {
        work();
    } catch (const InputError&) {
        ::_exit(1);
    } catch (...) {
        ::_exit(2);
    }
    ::_exit(0);
}
int end_of(pid_t child) {
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace

TEST_CASE("a window comes back from the history as it went in") {
    const Folder folder;
    History history(folder.file("h.db"), History::Open::create);
    HistoryWindow one = window(1);
    one.context.set("os", "linux");
    one.context.set("virtualization", "none");
    one.context.set("network", "10gbe");
    one.power = 87.25 * watt;
    one.line = 0.1234567890123456;
    one.work = 128.0;
    one.framework = "torch 2.1";
    one.revision = "a1b2c3d";
    CHECK(history.record({one}).added == 1);
    const auto back = History(folder.file("h.db")).windows();
    REQUIRE(back.size() == 1);
    CHECK(back[0].gpu == one.gpu);
    CHECK(back[0].gpu_name == one.gpu_name);
    CHECK(back[0].time_ns == one.time_ns);
    CHECK(back[0].effective_ns == one.effective_ns);
    CHECK(back[0].kernels == one.kernels);
    CHECK(back[0].context.levels == one.context.levels);
    CHECK(*back[0].context.temperature == *one.context.temperature);
    CHECK(in(*back[0].power, watt) == 87.25);
    CHECK(*back[0].line == 0.1234567890123456);
    CHECK(*back[0].work == 128.0);
    CHECK(back[0].framework == "torch 2.1");
    CHECK(back[0].revision == "a1b2c3d");
}

TEST_CASE("the same log twice changes nothing, whatever context the second one is given") {
    const Folder folder;
    History history(folder.file("h.db"), History::Open::create);
    CHECK(history.record(log_of(0, 5)).added == 5);
    auto again = log_of(0, 5);
    again[2].context.set("driver", "535");
    const Recorded second_time = history.record(again);
    CHECK(second_time.added == 0);
    CHECK(second_time.already_there == 5);
    CHECK(second_time.other_context == 1);
    CHECK(history.count() == 5);
    CHECK(*history.windows()[2].context.level("driver") == "525");
    CHECK(history.totals().at(0).windows == 5);
}

TEST_CASE("the same time cut into windows of another length counts once") {
    const Folder folder;
    History history(folder.file("h.db"), History::Open::create);
    CHECK(history.record(log_of(0, 5)).added == 5);
    auto shorter = log_of(0, 5);
    for (HistoryWindow& one : shorter) one.length_ns = one.observed_ns = 60'000'000'000;
    const Recorded recorded = history.record(shorter);
    CHECK(recorded.added == 0);
    CHECK(recorded.already_there == 5);
    CHECK(recorded.other_length == 5);
    for (HistoryWindow& one : shorter) one.gpu = "GPU-2";
    CHECK(history.record(shorter).added == 5);
    auto later = log_of(50, 5);
    for (HistoryWindow& one : later) one.length_ns = one.observed_ns = 60'000'000'000;
    CHECK(history.record(later).added == 5);
}

TEST_CASE("undated windows are told apart by their log's own clock, not by the guessed time") {
    const Folder folder;
    History history(folder.file("h.db"), History::Open::create);
    HistoryWindow one = window(0);
    one.dated = false;
    one.clock_ns = 1000;
    CHECK(history.record({one}).added == 1);
    one.time_ns += hour_ns;  // the file was copied, so its time of change is another
    CHECK(history.record({one}).already_there == 1);
    one.clock_ns = 2000;
    CHECK(history.record({one}).added == 1);
}

TEST_CASE("a window from a log that could not be trusted is believed once it comes from a sound one") {
    const Folder folder;
    History history(folder.file("h.db"), History::Open::create);
    HistoryWindow one = window(0);
    one.trusted = false;
    CHECK(history.record({one}).added == 1);
    CHECK(history.count({.from_ns = {}, .until_ns = {}, .gpu = {}, .trusted_only = true}) == 0);
    CHECK(history.totals().empty());
    one.trusted = true;
    CHECK(history.record({one}).now_trusted == 1);
    CHECK(history.count({.from_ns = {}, .until_ns = {}, .gpu = {}, .trusted_only = true}) == 1);
    CHECK(history.totals().at(0).windows == 1);
    one.trusted = false;  // and stays believed
    CHECK(history.record({one}).now_trusted == 0);
    CHECK(history.windows()[0].trusted);
}

TEST_CASE("one bad window keeps the whole log out") {
    const Folder folder;
    History history(folder.file("h.db"), History::Open::create);
    auto log = log_of(0, 3);
    log[2].framework = "torch\n2.1";
    CHECK_THROWS_WITH_AS((void)history.record(log), doctest::Contains("framework must be printable text"), InputError);
    log = log_of(0, 3);
    log[1].effective_ns = log[1].observed_ns + 1;
    CHECK_THROWS_AS((void)history.record(log), InputError);
    log = log_of(0, 3);
    log[0].context.set("task", "\xff");
    CHECK_THROWS_AS((void)history.record(log), InputError);
    CHECK(history.count() == 0);
}

TEST_CASE("filters choose by time and GPU, and pruning does not lower what was ever recorded") {
    const Folder folder;
    History history(folder.file("h.db"), History::Open::create);
    (void)history.record(log_of(0, 10));
    (void)history.record(log_of(0, 4, "GPU-2"));
    CHECK(history.count({.from_ns = {}, .until_ns = {}, .gpu = "GPU-2"}) == 4);
    CHECK(history.count({.from_ns = {}, .until_ns = {}, .gpu = "RTX 4060 Laptop GPU"}) == 14);
    const HistoryFilter old{.from_ns = {}, .until_ns = november_ns + 3 * hour_ns, .gpu = {}};
    CHECK(history.count(old) == 6);  // three of each
    CHECK(history.prune(old) == 6);
    CHECK(history.count() == 8);
    REQUIRE(history.totals().size() == 2);
    CHECK(history.totals()[0].windows == 10);
    CHECK(history.totals()[0].observed_ns == 10 * 308'700'000'000);
    CHECK(history.totals()[0].effective_ns == 10 * 36'100'000'000 + 45);
    CHECK(history.prune({}) == 8);
    CHECK(history.totals()[0].gpu_name == "RTX 4060 Laptop GPU");
}

TEST_CASE("a file that is no history is refused and not touched") {
    const Folder folder;
    const std::string stranger = folder.file("stranger.sqlite");
    by_sqlite(stranger, "CREATE TABLE t (x); INSERT INTO t VALUES (1);");
    const std::string text = folder.file("notes.txt");
    std::ofstream(text) << "dear diary";
    for (const std::string& path : {stranger, text}) {
        const std::string before = bytes_of(path);
        for (const auto how : {History::Open::existing, History::Open::create}) CHECK(refusal(path, how).find("was not touched") != std::string::npos);
        CHECK(bytes_of(path) == before);
        CHECK(!is_history(path));
    }
    CHECK(refusal(folder.file("none.db")) == "there is no history here");
    CHECK(!fs::exists(folder.file("none.db")));
    CHECK(refusal(folder.file("no/such/folder.db"), History::Open::create) == "the history cannot be opened");
    CHECK(std::distance(fs::directory_iterator(fs::path(text).parent_path()), fs::directory_iterator()) == 2);
}

TEST_CASE("a history of a newer program is refused and not touched") {
    const Folder folder;
    const std::string path = folder.file("h.db");
    (void)History(path, History::Open::create).record(log_of(0, 2));
    by_sqlite(path, "PRAGMA user_version = 99");
    const std::string before = bytes_of(path);
    CHECK(refusal(path, History::Open::create) == "the history is of version 99, newer than this program knows (2)");
    CHECK(bytes_of(path) == before);
}

TEST_CASE("a history of version 1 keeps its windows and learns its totals") {
    const Folder folder;
    const std::string path = folder.file("h.db");
    by_sqlite(path, std::string(detail::history_steps[0]) + "PRAGMA user_version = 1; PRAGMA application_id = " +
                        std::to_string(detail::history_application_id) +
                        "; INSERT INTO windows (gpu, dated, clock_ns, length_ns, observed_ns, effective_ns, kernels_ns, kernels, trusted, time_ns)"
                        " VALUES ('A', 1, 5, 100, 100, 40, 40, 7, 1, 5), ('A', 1, 105, 100, 100, 20, 20, 7, 1, 105), ('A', 1, 205, 100, 50, 20, 20, 7, 0, 205)");
    History history(path);
    CHECK(history.count() == 3);
    REQUIRE(history.totals().size() == 1);
    CHECK(history.totals()[0].windows == 2);  // the trusted ones
    CHECK(history.totals()[0].effective_ns == 60);
    CHECK(by_sqlite(path, "PRAGMA user_version") == "2");
    CHECK(by_sqlite(path, "PRAGMA journal_mode") == "wal");
}

TEST_CASE("a damaged history is an error, not a crash") {
    const Folder folder;
    const std::string path = folder.file("h.db");
    (void)History(path, History::Open::create).record(log_of(0, 500));
    std::string bytes = bytes_of(path);
    std::mt19937 random(1);
    for (int round = 0; round < 50; ++round) {
        std::string spoiled = bytes;
        for (int i = 0; i < 200; ++i) spoiled[100 + random() % (spoiled.size() - 100)] = static_cast<char>(random());
        std::ofstream(path, std::ios::binary) << spoiled;
        try {
            History history(path);
            (void)history.windows();
            (void)history.record(log_of(490, 20));
        } catch (const InputError& error) {
            CHECK(std::string(error.what()).find("SELECT") == std::string::npos);
        }
    }
    std::ofstream(path, std::ios::binary) << bytes.substr(0, bytes.size() / 2);
    CHECK_THROWS_AS((void)History(path).windows(), InputError);
}

TEST_CASE("a window that could not have been recorded is not handed out") {
    // Each could be a flipped bit or another program's doing; CHECKs of the table are not asked when rows are read.
    for (const char* change : {"effective_ns = observed_ns + 1", "observed_ns = 0", "length_ns = -5", "clock_ns = 9223372036854775807, time_ns = 9223372036854775807",
                               "line = 1.5", "work = -1", "power_w = -3", "temperature_c = 9e999", "gpu = ''", "task = char(10)"}) {
        const Folder folder;
        const std::string path = folder.file("h.db");
        (void)History(path, History::Open::create).record(log_of(0, 3));
        (void)by_sqlite(path, std::string("PRAGMA ignore_check_constraints = 1; UPDATE windows SET ") + change + " WHERE id = 2");
        std::string said;
        try {
            (void)History(path).windows();
        } catch (const InputError& error) {
            said = error.what();
        }
        CHECK_MESSAGE(said.find(path + ": error: the history is damaged: of a window ") == 0, change << " gives " << said);
    }
}

TEST_CASE("a full disk is an error that leaves the history as it was") {
    const Folder folder;
    const std::string path = folder.file("h.db");
    (void)History(path, History::Open::create).record(log_of(0, 20));
    const pid_t child = in_a_process([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{200'000, 200'000};  // bytes: less than 5000 windows need
        REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
        History history(path);
        (void)history.record(log_of(100, 5000));
    });
    CHECK(end_of(child) == 1);  // an InputError
    CHECK(by_sqlite(path, "PRAGMA integrity_check") == "ok");
    History history(path);
    CHECK(history.count() == 20);
    CHECK(history.totals().at(0).windows == 20);
    CHECK(history.record(log_of(100, 50)).added == 50);  // and goes on once there is room
}

TEST_CASE("eight processes that record at once, from no history at all, lose nothing") {
    const Folder folder;
    const std::string path = folder.file("h.db");
    constexpr int writers = 8, logs = 20, windows = 5;
    std::vector<pid_t> children;
    for (int writer = 0; writer < writers; ++writer)
        children.push_back(in_a_process([&] {
            for (int log = 0; log < logs; ++log) {
                History history(path, History::Open::create);
                (void)history.record(log_of(log * windows, windows, "GPU-" + std::to_string(writer)));
            }
        }));
    for (const pid_t child : children) CHECK(end_of(child) == 0);
    CHECK(History(path).count() == writers * logs * windows);
    for (const HistoryTotals& total : History(path).totals()) CHECK(total.windows == logs * windows);
    CHECK(by_sqlite(path, "PRAGMA integrity_check") == "ok");
}

TEST_CASE("a writer killed at 200 random moments loses no committed window and leaves no half log") {
    const Folder folder;
    const std::string path = folder.file("h.db");
    constexpr std::int64_t windows = 7;
    std::mt19937 random(20261101);
    std::int64_t committed = 0;  // logs that a child said were recorded, before it was killed
    for (int round = 0; round < 200; ++round) {
        int ends[2];
        REQUIRE(::pipe(ends) == 0);
        const std::int64_t first_log = (round + 1) * 1000;  // hours; a round records less than a thousand
        const pid_t child = in_a_process([&] {
            for (std::int64_t log = 0;; ++log) {
                History history(path, History::Open::create);
                (void)history.record(log_of(first_log + log * windows, windows));
                if (::write(ends[1], "1", 1) != 1) ::_exit(3);
            }
        });
        ::close(ends[1]);
        ::usleep(static_cast<useconds_t>(random() % 80'000));
        REQUIRE(::kill(child, SIGKILL) == 0);
        CHECK(end_of(child) == -SIGKILL);
        for (char said = 0; ::read(ends[0], &said, 1) == 1;) ++committed;
        ::close(ends[0]);
    }
    REQUIRE(committed > 50);  // else nothing was shown
    const History history(path);
    const auto count = static_cast<std::int64_t>(history.count());
    CHECK(count % windows == 0);
    CHECK(count >= committed * windows);
    CHECK(count <= (committed + 200) * windows);  // at most one log for each kill was committed and not yet told
    CHECK(static_cast<std::int64_t>(history.totals().at(0).windows) == count);
    CHECK(by_sqlite(path, "PRAGMA integrity_check") == "ok");
}

TEST_CASE("a history at rest is read from a folder that cannot be written to") {
    const Folder folder;
    const std::string path = folder.file("h.db");
    (void)History(path, History::Open::create).record(log_of(0, 3));
    if (::geteuid() == 0) return;  // nothing is forbidden to root
    fs::permissions(fs::path(path).parent_path(), fs::perms::owner_read | fs::perms::owner_exec);
    CHECK(History(path).count() == 3);
    fs::permissions(fs::path(path).parent_path(), fs::perms::owner_all);
}

TEST_CASE("a history calibrates to the same digits as its export") {
    const Folder folder;
    const std::string path = folder.file("h.db");
    auto log = log_of(0, 300);
    for (std::size_t i = 0; i < log.size(); ++i) {
        const double kelvins = log[i].context.temperature->in_celsius() - 25.0;
        log[i].line = 0.12 * (1.0 + 0.0087 * kelvins + (log[i].context.levels[0].level == "nlp" ? 0.233 : 0.0)) + 1e-5 * static_cast<double>(i % 7);
        log[i].work = i % 10 == 0 ? std::optional(2.0) : std::nullopt;  // too few to be a column
        log[i].trusted = i != 17;
    }
    (void)History(path, History::Open::create).record(log);
    const auto source = history_windows(path);
    const std::string csv = windows_csv(*source);
    CHECK(csv.substr(0, csv.find('\n')) == "timestamp,gpu,task,driver,temperature_c,window_s,effective_s,line");
    const Dataset from_history(open_windows({path}));
    const Dataset from_csv(csv_windows_in_memory(csv, "export.csv"));
    CHECK(from_history.rows() == 299);
    CHECK(from_history.rejects().count == 0);
    CHECK(from_history.summary().hash() == from_csv.summary().hash());
    const Calibration found = calibrate(from_history);
    CHECK(found.base == calibrate(from_csv).base);
    REQUIRE(from_history.remarks().size() >= 2);
    CHECK(from_history.remarks()[0] == "only 30 of 299 windows know their work; it is not used");
    CHECK(from_history.remarks()[1] == "1 windows of logs that cannot be trusted are left out");
}

TEST_CASE("a history stands by itself among calibration data") {
    const Folder folder;
    const std::string path = folder.file("h.db");
    (void)History(path, History::Open::create).record(log_of(0, 3));
    CHECK_THROWS_WITH_AS((void)open_windows({"a.csv", path}), doctest::Contains("a history is calibrated by itself"), InputError);
}
