// Every real trace and every case in tests/data against figures that tests/tools/reference_kernel_times.py computed.
#include <breakeven/logs/reader.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "logs/read_log.hpp"

using namespace breakeven;
using namespace breakeven::test;

namespace {

std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    return cells;
}

std::string folder_of(const std::string& file) {
    if (file.starts_with("C")) return "cases/";
    return file.ends_with(".sqlite") ? "nsys-sqlite/" : "kineto/";
}

const DeviceEvidence* find_device(const KernelEvidence& evidence, std::int64_t number) {
    const auto found = std::find_if(evidence.devices.begin(), evidence.devices.end(),
                                    [&](const DeviceEvidence& device) { return device.device == number; });
    return found == evidence.devices.end() ? nullptr : &*found;
}

std::string as_text(const std::optional<std::int64_t>& value) {
    return value ? std::to_string(*value) : std::string();
}

}  // namespace

TEST_CASE("every real kernel log gives the figures of the independent computation, to the nanosecond") {
    std::ifstream table(data_path("expected_kernel_logs.csv"));
    std::string line;
    REQUIRE(std::getline(table, line));
    std::string open_file;
    KernelEvidence evidence;
    int rows = 0;
    while (std::getline(table, line)) {
        const auto cells = cells_of(line);
        REQUIRE(cells.size() == 13);
        CAPTURE(line);
        if (cells[0] != open_file) {
            open_file = cells[0];
            evidence = audit_data(folder_of(open_file) + open_file);
        }
        const DeviceEvidence* device = find_device(evidence, std::stoll(cells[1]));
        REQUIRE(device != nullptr);
        CHECK(std::to_string(device->kernels) == cells[2]);
        CHECK(std::to_string(device->kernels_without_time) == cells[3]);
        CHECK(std::to_string(device->copies) == cells[4]);
        CHECK(std::to_string(device->sets) == cells[5]);
        CHECK(std::to_string(device->time.sum_ns) == cells[6]);
        CHECK(std::to_string(device->time.union_ns) == cells[7]);
        CHECK(std::to_string(device->time.busy_ns) == cells[8]);
        CHECK(as_text(device->time.first_start_ns) == cells[9]);
        CHECK(as_text(device->time.last_end_ns) == cells[10]);
        CHECK(std::to_string(device->graph_executions) == cells[11]);
        CHECK(std::to_string(device->graph_without_time) == cells[12]);
        ++rows;
    }
    CHECK(rows >= 100);
}

TEST_CASE("a GPU that only the device table names is listed with no kernels and is not judged") {
    const KernelEvidence evidence = audit_data("nsys-sqlite/2024.5.1_schema3.13.2_a100_cloverleaf.sqlite");
    REQUIRE(evidence.devices.size() == 4);
    CHECK(std::count_if(evidence.devices.begin(), evidence.devices.end(),
                        [](const DeviceEvidence& device) { return device.listed_only; }) == 3);
    CHECK(evidence.trusted());
    for (const DeviceEvidence& device : evidence.devices) {
        CHECK(device.name == "NVIDIA A100-SXM4-80GB");
        CHECK(device.uuid.empty());  // nothing in this export says for certain which of the four it was
    }
}

TEST_CASE("the same log renamed gives the same answer") {
    const auto folder = std::filesystem::temp_directory_path() / "breakeven-renamed-test";
    std::filesystem::create_directories(folder);
    const auto renamed = folder / "photo.jpeg";
    std::filesystem::copy_file(data_path("cases/C15.json"), renamed, std::filesystem::copy_options::overwrite_existing);
    const KernelEvidence evidence = audit_files({renamed.string()});
    std::filesystem::remove_all(folder);
    REQUIRE(evidence.devices.size() == 1);
    CHECK(evidence.devices[0].kernels == 4);
}

TEST_CASE("several files are one log, and devices without a UUID stay apart unless told to be one") {
    const std::vector<std::string> both{data_path("cases/C15.json"), data_path("cases/C25.json")};
    CHECK(audit_files(both).devices.size() == 2);
    EvidenceOptions options;
    options.same_gpu = true;
    const KernelEvidence merged = audit_files(both, options);
    REQUIRE(merged.devices.size() == 1);
    CHECK(merged.devices[0].kernels == 14);
    CHECK(merged.devices[0].time.sum_ns == 8000822 + 20000855);
}

TEST_CASE("a folder is one log; what is no log in it is passed over with a remark") {
    const KernelEvidence evidence = audit_files({data_path("nsys-sqlite")});
    CHECK(has_text(evidence.remarks, "SOURCES.md in the folder was passed over"));
    CHECK(evidence.files.size() == 4);
}

TEST_CASE("logs that hold no kernel times are refused by name, with the way out") {
    CHECK(message_of([] { static_cast<void>(audit_data("not-a-trace/pytorch_execution_trace.json.gz")); }) ==
          data_path("not-a-trace/pytorch_execution_trace.json.gz") +
              ": error: a PyTorch execution trace: it holds operators and tensors, and no times\n"
              " hint: export the profiler's trace of the same run: prof.export_chrome_trace(\"trace.json.gz\")");
    CHECK(message_of([] { static_cast<void>(audit_data("nowhere.json")); }).find("nowhere.json: error: ") != std::string::npos);
}
