// Exports in shapes that versions and third parties make of them, written here table by table.
#include <breakeven/logs/nsys_sqlite.hpp>

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include <breakeven/logs/temporary_folder.hpp>

#include "logs/read_log.hpp"

using namespace breakeven;
using namespace breakeven::test;

namespace {

constexpr const char* minimal_kernels =
    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, globalPid INTEGER);";

/// A database made of `statements`, in a folder of its own.
class Export {
public:
    explicit Export(const std::string& statements) : path_((folder_.path() / "made.sqlite").string()) {
        sqlite3* database = nullptr;
        REQUIRE(sqlite3_open(path_.c_str(), &database) == SQLITE_OK);
        char* message = nullptr;
        REQUIRE_MESSAGE(sqlite3_exec(database, statements.c_str(), nullptr, nullptr, &message) == SQLITE_OK, message);
        sqlite3_close(database);
    }
    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] KernelEvidence audit() const { return audit_files({path_}); }

private:
    detail::TemporaryFolder folder_;
    std::string path_;
};

std::string pid(int process) {
    return std::to_string((1LL << 48) | (static_cast<std::int64_t>(process) << 24));
}

}  // namespace

TEST_CASE("two processes whose numbers the table maps to one GPU are one device") {
    const Export made(std::string(minimal_kernels) + "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 20, 0, " + pid(7) +
                      "), (15, 30, 1, " + pid(8) +
                      ");"
                      "CREATE TABLE TARGET_INFO_GPU (vmId INTEGER, id INTEGER, name TEXT, uuid TEXT, cuDevice INTEGER);"
                      "INSERT INTO TARGET_INFO_GPU VALUES (0, 0, 'A', 'aaaaaaaa-1', 0), (0, 1, 'B', 'bbbbbbbb-2', 1);"
                      "CREATE TABLE TARGET_INFO_CUDA_DEVICE (gpuId INTEGER, cudaId INTEGER, pid INTEGER);"
                      "INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES (1, 0, 7), (1, 1, 8);");
    const KernelEvidence evidence = made.audit();
    REQUIRE(evidence.devices.size() == 2);  // and GPU A, which is listed only
    CHECK(evidence.devices[0].name == "B");
    CHECK(evidence.devices[0].uuid == "GPU-bbbbbbbb-2");
    CHECK(evidence.devices[0].time.sum_ns == 25);
    CHECK(evidence.devices[0].time.union_ns == 20);
    CHECK(evidence.devices[1].listed_only);
    CHECK(evidence.devices[1].uuid == "GPU-aaaaaaaa-1");
}

TEST_CASE("two processes that each call their GPU 0, with no table to tell, are two devices") {
    const Export made(std::string(minimal_kernels) + "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 20, 0, " + pid(7) +
                      "), (15, 30, 0, " + pid(8) + ");");
    CHECK(made.audit().devices.size() == 2);
}

TEST_CASE("without a mapping several GPUs are matched by their CUDA number, and no UUID is claimed") {
    const Export made(std::string(minimal_kernels) +
                      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 20, 0, 0);"
                      "CREATE TABLE TARGET_INFO_GPU (vmId INTEGER, id INTEGER, name TEXT, uuid TEXT, cuDevice INTEGER);"
                      "INSERT INTO TARGET_INFO_GPU VALUES (0, 0, 'A', 'aaaaaaaa-1', 1), (0, 1, 'B', 'bbbbbbbb-2', 0);");
    const KernelEvidence evidence = made.audit();
    CHECK(evidence.devices.at(0).name == "B");
    CHECK(evidence.devices.at(0).uuid.empty());
    CHECK(has_text(evidence.remarks, "names follow each GPU's own CUDA number"));
}

TEST_CASE("renamed tables, integers as reals refused, and a missing column named") {
    const Export renamed(
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL_V3 (start INT, end INT, deviceId INT); INSERT INTO "
        "CUPTI_ACTIVITY_KIND_KERNEL_V3 VALUES (1, 5, 0);");
    CHECK(renamed.audit().devices.at(0).time.sum_ns == 4);
    const Export no_end("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, deviceId INT);");
    CHECK(message_of([&] { static_cast<void>(no_end.audit()); }) ==
          no_end.path() +
              ": error: table CUPTI_ACTIVITY_KIND_KERNEL has no column end\n"
              " hint: export the report again: nsys export --type sqlite --force-overwrite true REPORT.nsys-rep");
    const Export text(
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start TEXT, end INT, deviceId INT); INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL "
        "VALUES ('noon', 5, 0);");
    CHECK(message_of([&] { static_cast<void>(text.audit()); }).find("not a whole number of nanoseconds") != std::string::npos);
}

TEST_CASE("a SQLite file of somebody else is refused") {
    const Export other("CREATE TABLE customers (name TEXT);");
    CHECK(message_of([&] { static_cast<void>(other.audit()); }).find("no Nsight Systems export") != std::string::npos);
}

TEST_CASE("rows in a write-ahead log beside the file count, and both files stay as they are") {
    const detail::TemporaryFolder folder;
    const std::string path = (folder.path() / "live.sqlite").string();
    sqlite3* writer = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &writer) == SQLITE_OK);
    const std::string statements = "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0;" + std::string(minimal_kernels) +
                                   "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 20, 0, 0); PRAGMA wal_checkpoint(FULL);"
                                   "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (30, 45, 0, 0);";
    REQUIRE(sqlite3_exec(writer, statements.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
    REQUIRE(std::filesystem::file_size(path + "-wal") > 0);
    const auto size = std::filesystem::file_size(path);
    const KernelEvidence evidence = audit_files({path});
    CHECK(evidence.devices.at(0).kernels == 2);
    CHECK(evidence.devices.at(0).time.sum_ns == 25);
    CHECK(has_text(evidence.remarks, "a write-ahead log lies beside the export"));
    CHECK(std::filesystem::file_size(path) == size);
    sqlite3_close(writer);
}

TEST_CASE("a file shorter than its header says is refused, though its tables could still be read") {
    const detail::TemporaryFolder folder;
    const std::string path = (folder.path() / "cut.sqlite").string();
    std::filesystem::copy_file(data_path("cases/C03.sqlite"), path);
    std::filesystem::resize_file(path, 57344);
    CHECK(message_of([&] {
              static_cast<void>(audit_files({path}));
          }).starts_with(path + ": error: the SQLite file is cut off: 57344 of 61440 bytes are there"));
}

TEST_CASE("lost CUDA events in the diagnostics leave the log untrusted; lost CPU samples do not") {
    const std::string begin = std::string(minimal_kernels) +
                              "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 20, 0, 0), (30, 40, 0, 0);"
                              "CREATE TABLE DIAGNOSTIC_EVENT (timestamp INTEGER, severity INTEGER, text TEXT);";
    const Export lost(begin + "INSERT INTO DIAGNOSTIC_EVENT VALUES (0, 2, 'Not all CUDA events might have been collected.');");
    CHECK_FALSE(lost.audit().trusted());
    CHECK(has_text(lost.audit().incomplete, "CUDA events were lost"));
    const Export harmless(begin +
                          "INSERT INTO DIAGNOSTIC_EVENT VALUES (0, 2, 'Some CPU samples were dropped.'), (0, 1, 'Number of "
                          "CUDA events collected: 4639, none lost.');");
    CHECK(harmless.audit().trusted());
}

TEST_CASE("the capture is what another program says it cut out, and unknown after --times") {
    const std::string begin =
        std::string(minimal_kernels) +
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (100, 200, 0, 0);"
        "CREATE TABLE ANALYSIS_DETAILS (globalVid INTEGER, duration INTEGER, startTime INTEGER, stopTime INTEGER);"
        "INSERT INTO ANALYSIS_DETAILS VALUES (0, 100000, 0, 100000);"
        "CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT);";
    const Export whole(begin);
    CHECK(*whole.audit().devices.at(0).capture_ratio == doctest::Approx(100.0 / 100000.0));
    const Export cut(begin + "INSERT INTO META_DATA_EXPORT VALUES ('DERIVED_WINDOW_NS', '50-550');");
    CHECK(*cut.audit().devices.at(0).capture_ratio == doctest::Approx(100.0 / 500.0));
    const Export by_times(begin + "INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PARAM_TIMES_TO_EXPORT', '0s/1s');");
    CHECK_FALSE(by_times.audit().devices.at(0).capture_ratio.has_value());
    CHECK(has_text(by_times.audit().remarks, "--times"));
}

TEST_CASE("graph launches without executions or nodes are said to be missing") {
    const Export made(
        std::string(minimal_kernels) +
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (100, 200, 0, 0);"
        "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
        "INSERT INTO StringIds VALUES (1, 'cudaGraphLaunch_v10000'), (2, 'cudaLaunchKernel_v7000'), (3, "
        "'cudaLaunchHostFunc_v10000');"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, correlationId INTEGER, nameId INTEGER);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1, 2, 1, 1), (3, 4, 2, 2), (3, 4, 3, 3);");
    const KernelEvidence evidence = made.audit();
    CHECK(evidence.launches == 1);
    CHECK(evidence.graph_launches == 1);
    CHECK(has_text(evidence.incomplete, "1 launches of CUDA graphs"));
}

TEST_CASE("a graph execution on the host's clock belongs to no GPU") {
    const Export made(std::string(minimal_kernels) +
                      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (100, 200, 0, 0);"
                      "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start INTEGER, end INTEGER, deviceId INTEGER);"
                      "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (150, 900, 2147483647);");
    const KernelEvidence evidence = made.audit();
    REQUIRE(evidence.devices.size() == 1);
    CHECK(evidence.devices[0].time.busy_ns == 100);
    CHECK(has_text(evidence.remarks, "1 graph executions carry the host's clock"));
}

TEST_CASE("two exports of one GPU are put on one clock by the time each began") {
    const auto part = [](const char* start, const char* utc) {
        return Export(std::string(minimal_kernels) + "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (" + start +
                      ", 0);"
                      "CREATE TABLE TARGET_INFO_GPU (vmId INTEGER, id INTEGER, name TEXT, uuid TEXT, cuDevice INTEGER);"
                      "INSERT INTO TARGET_INFO_GPU VALUES (0, 0, 'A', 'aaaaaaaa-1', 0);"
                      "CREATE TABLE TARGET_INFO_SESSION_START_TIME (utcEpochNs INTEGER); INSERT INTO "
                      "TARGET_INFO_SESSION_START_TIME VALUES (" +
                      utc + ");");
    };
    const Export early = part("100, 200, 0", "1000");
    const Export late = part("100, 200, 0", "5000");
    const Export undated = part("100, 200, 0", "NULL");
    const KernelEvidence merged = audit_files({early.path(), late.path()});
    REQUIRE(merged.devices.size() == 1);
    CHECK(merged.devices[0].time.union_ns == 200);
    CHECK(merged.devices[0].time.first_start_ns == 1100);
    CHECK(merged.devices[0].window->observed_ns == 200);  // between the two nobody watched
    const KernelEvidence apart = audit_files({early.path(), undated.path()});
    CHECK(apart.devices.size() == 2);
    CHECK(has_text(apart.remarks, "stay apart"));
}

TEST_CASE("a packed export is unpacked and read") {
    const detail::TemporaryFolder folder;
    const std::string plain = data_path("cases/C03.sqlite");
    const std::string packed = (folder.path() / "C03.sqlite.gz").string();
    REQUIRE(std::system(("gzip -c '" + plain + "' > '" + packed + "'").c_str()) == 0);
    CHECK(audit_files({packed}).devices.at(0).time.union_ns == 1'800'000'000);
}

TEST_CASE("nothing of the environment, users, hosts or paths in an export is repeated") {
    const Export made(
        std::string(minimal_kernels) +
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES ('secret-token', 2, 0, 0);"
        "CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT);"
        "INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_SCHEMA_VERSION', 'secret token!'), ('EXPORT_USER', 'secret');"
        "CREATE TABLE DIAGNOSTIC_EVENT (timestamp INTEGER, severity INTEGER, text TEXT);"
        "INSERT INTO DIAGNOSTIC_EVENT VALUES (0, 3, 'CUDA events lost for /home/secret');");
    CHECK(message_of([&] { static_cast<void>(made.audit()); }).find("secret") == std::string::npos);
}

TEST_CASE("NVTX ranges are steps by name, their text in the row or among the strings, of their own process alone") {
    const Export made(std::string(minimal_kernels) + "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 20, 0, " + pid(7) +
                      "), (30, 60, 0, " + pid(7) + "), (5, 95, 1, " + pid(8) +
                      ");"
                      "CREATE TABLE StringIds (id INTEGER, value TEXT);"
                      "INSERT INTO StringIds VALUES (1, 'step 2'), (2, '/home/somebody/secret');"
                      "CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, text TEXT, textId INTEGER, globalTid INTEGER);"
                      "INSERT INTO NVTX_EVENTS VALUES (0, 25, 59, 'step 1', NULL, " + pid(7) + "), (25, 70, 60, NULL, 1, " + pid(7) +
                      "), (0, NULL, 59, 'open', NULL, " + pid(7) + "), (3, 4, 34, 'mark', NULL, " + pid(7) + "), (0, 9, 59, 'other 1', NULL, " +
                      pid(8) + "), (0, 9, 59, 'nobody', NULL, " + pid(9) + ");");
    const KernelEvidence evidence = made.audit();
    REQUIRE(evidence.devices.size() == 2);
    REQUIRE(evidence.devices[0].steps.size() == 1);
    CHECK(evidence.devices[0].steps[0].name == "step");
    CHECK(evidence.devices[0].steps[0].count == 2);
    CHECK(evidence.devices[0].steps[0].total_effective_ns == 40);
    CHECK(evidence.devices[0].steps[0].median_effective_ns == 10);
    REQUIRE(evidence.devices[1].steps.size() == 1);
    CHECK(evidence.devices[1].steps[0].name == "other");
    CHECK(evidence.devices[1].steps[0].total_effective_ns == 4);
}

TEST_CASE("the host's waits are told by the names of calls") {
    const Export made("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, correlationId INTEGER, globalPid INTEGER);"
                      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 20, 0, 1, " + pid(7) + "), (60, 70, 0, 2, " + pid(7) +
                      ");"
                      "CREATE TABLE StringIds (id INTEGER, value TEXT);"
                      "INSERT INTO StringIds VALUES (1, 'cudaLaunchKernel_v7000'), (2, 'cudaStreamSynchronize_v3020');"
                      "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, nameId INTEGER, correlationId INTEGER, globalTid INTEGER);"
                      "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (5, 6, 1, 1, " + pid(7) + "), (15, 32, 2, 9, " + pid(7) + "), (50, 51, 1, 2, " +
                      pid(7) + ");");
    const KernelEvidence evidence = made.audit();
    CHECK(evidence.launches == 2);
    const auto& causes = evidence.devices.at(0).idle_causes;
    REQUIRE(causes.has_value());
    CHECK(causes->synchronisation_ns == 12);
    CHECK(causes->waiting_for_host_ns == 18);
    CHECK(causes->launch_ns == 10);
}

namespace {
/// 250,000 kernels of 10 ns, 20 ns apart; `start_of_last_but_one` stands in place of a start near the end.
std::string many_kernels(const std::string& start_of_last_but_one) {
    return std::string(minimal_kernels) +
           "WITH RECURSIVE row(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM row WHERE i < 249999) INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL "
           "SELECT CASE i WHEN 249998 THEN " + start_of_last_but_one + " ELSE 1000 + 20 * i END, 1010 + 20 * i, i % 2, " + pid(7) + " FROM row;";
}
}  // namespace

TEST_CASE("a table that is read by a thread of its own gives every row, in order") {
    const Export made(many_kernels("1000 + 20 * i"));
    const KernelEvidence evidence = made.audit();
    REQUIRE(evidence.devices.size() == 2);
    for (std::int64_t device : {0, 1}) {
        const DeviceEvidence& one = evidence.devices[static_cast<std::size_t>(device)];
        CHECK(one.kernels == 125'000);
        CHECK(one.time.sum_ns == 1'250'000);
        CHECK(one.time.first_start_ns == 1000 + 20 * device);
        CHECK(one.time.last_end_ns == 1010 + 20 * (249'998 + device));
    }
}

TEST_CASE("what is wrong in a table that a thread reads is told as it is in a small one, and the thread ends") {
    CHECK(message_of([] { static_cast<void>(Export(many_kernels("'yesterday'")).audit()); }).find("holds a time that is not a whole number") !=
          std::string::npos);
    // Too many GPUs end the visit in the middle.
    const Export crowded(std::string(minimal_kernels) +
                         "WITH RECURSIVE row(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM row WHERE i < 249999) "
                         "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT i, i + 1, i, " + pid(7) + " FROM row;");
    CHECK(message_of([&] { static_cast<void>(crowded.audit()); }).find("more than 4096 GPUs") != std::string::npos);
}
