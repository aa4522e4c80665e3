// Any values in the tables of an Nsight Systems export: figures that hold together, or an InputError.
//
// The file is always sound SQLite; what stands in its cells is not.
#include <breakeven/core/errors.hpp>
#include <breakeven/logs/nsys_sqlite.hpp>

#include <fuzzer/FuzzedDataProvider.h>
#include <sqlite3.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "evidence_holds.hpp"

namespace {

struct TableShape {
    const char* name;
    std::vector<const char*> columns;
};

const std::vector<TableShape>& shapes() {
    static const std::vector<TableShape> all{
        {"CUPTI_ACTIVITY_KIND_KERNEL",
         {"start", "end", "deviceId", "contextId", "streamId", "correlationId", "globalPid", "demangledName", "gridX", "gridY",
          "gridZ", "blockX", "blockY", "blockZ", "graphNodeId"}},
        {"CUPTI_ACTIVITY_KIND_MEMCPY", {"start", "end", "deviceId", "globalPid", "bytes", "copyKind"}},
        {"CUPTI_ACTIVITY_KIND_MEMSET", {"start", "end", "deviceId", "globalPid", "bytes"}},
        {"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", {"start", "end", "deviceId", "globalPid"}},
        {"CUPTI_ACTIVITY_KIND_RUNTIME", {"nameId", "start", "end", "correlationId", "globalTid"}},
        {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", {"start", "end", "deviceId", "globalPid"}},
        {"StringIds", {"id", "value"}},
        {"TARGET_INFO_GPU", {"id", "name", "uuid", "cuDevice"}},
        {"TARGET_INFO_CUDA_DEVICE", {"gpuId", "cudaId", "pid"}},
        {"TARGET_INFO_SESSION_START_TIME", {"utcEpochNs"}},
        {"ANALYSIS_DETAILS", {"duration", "startTime", "stopTime"}},
        {"DIAGNOSTIC_EVENT", {"timestamp", "severity", "text"}},
        {"META_DATA_EXPORT", {"name", "value"}},
        {"NVTX_EVENTS", {"start", "end", "eventType", "text", "textId", "globalTid"}},
    };
    return all;
}

std::string cell(FuzzedDataProvider& bytes) {
    constexpr std::array<std::int64_t, 8> corners{0, 1, -1, std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min() + 1,
                                                  2147483647, 59, 1'000'000'000};
    switch (bytes.ConsumeIntegralInRange<int>(0, 7)) {
        case 0: return "NULL";
        case 1: return std::to_string(corners[bytes.ConsumeIntegralInRange<std::size_t>(0, corners.size() - 1)]);
        case 2: return "1.5e300";
        case 3: {
            constexpr std::array<const char*, 6> texts{"'cudaLaunchKernel_v7000'", "'EXPORT_PARAM_TIME_NORMALIZE'", "'true'",
                                                       "'EXPORT_PARAM_TIME_SHIFT'", "'step 7'", "'-9223372036854775808'"};
            return texts[bytes.ConsumeIntegralInRange<std::size_t>(0, texts.size() - 1)];
        }
        case 4: return std::to_string(bytes.ConsumeIntegral<std::int64_t>());
        default: return std::to_string(bytes.ConsumeIntegral<std::uint8_t>());
    }
}

/// What fills a file of that many rows and values, as one text of SQL.
std::string sql_of(FuzzedDataProvider& bytes) {
    std::string sql = "PRAGMA journal_mode = off; PRAGMA synchronous = off; BEGIN;";
    for (const TableShape& shape : shapes()) {
        const auto rows = bytes.ConsumeIntegralInRange<int>(0, 5);
        if (rows == 0) continue;
        std::string columns;
        for (const char* column : shape.columns) columns += (columns.empty() ? "\"" : ", \"") + std::string(column) + "\"";
        sql += "CREATE TABLE " + std::string(shape.name) + "(" + columns + ");";
        for (int row = 1; row < rows; ++row) {
            std::string values;
            for (std::size_t i = 0; i < shape.columns.size(); ++i) values += (i == 0 ? "" : ", ") + cell(bytes);
            sql += "INSERT INTO " + std::string(shape.name) + " VALUES (" + values + ");";
        }
    }
    return sql + "COMMIT;";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::string path = (std::filesystem::temp_directory_path() / ("nsys_rows_fuzz_" + std::to_string(getpid()))).string();
    FuzzedDataProvider bytes(data, size);
    std::filesystem::remove(path);
    sqlite3* database = nullptr;
    if (sqlite3_open(path.c_str(), &database) != SQLITE_OK) std::abort();
    if (sqlite3_exec(database, sql_of(bytes).c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) std::abort();
    sqlite3_close(database);
    try {
        breakeven::Trace trace;
        breakeven::read_nsys_sqlite(path, "fuzz", trace);
        breakeven::fuzz::require_holds(std::move(trace), size % 2 == 0);
    } catch (const breakeven::InputError&) {
    }
    return 0;
}
