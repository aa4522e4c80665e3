// The kernel-log cases of tests/data/cases: the right answer or the right refusal, beyond the figures of reader_test.cpp.
#include <breakeven/logs/evidence.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "logs/read_log.hpp"

using namespace breakeven;
using namespace breakeven::test;

namespace {

const HealthCheck& check_named(const DeviceEvidence& device, std::string_view name) {
    const auto found = std::find_if(device.health.checks.begin(), device.health.checks.end(),
                                    [&](const HealthCheck& check) { return check.name == name; });
    REQUIRE(found != device.health.checks.end());
    return *found;
}

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

}  // namespace

TEST_CASE("C01: three launches without a kernel table are no 0 %") {
    const KernelEvidence evidence = audit_data("cases/C01.sqlite");
    CHECK(evidence.launches == 3);
    REQUIRE(evidence.devices.size() == 1);
    CHECK(evidence.devices[0].launches == 3);
    CHECK(evidence.devices[0].kernels == 0);
    CHECK_FALSE(evidence.devices[0].window.has_value());
    CHECK_FALSE(evidence.trusted());
    CHECK(has_text(evidence.incomplete,
                   "3 kernel launches and no kernel were recorded: table CUPTI_ACTIVITY_KIND_KERNEL does not exist"));
    CHECK(has_text(evidence.incomplete, "permission"));
}

TEST_CASE("C03: two overlapping streams count once, and no ratio passes 1") {
    const KernelEvidence evidence = audit_data("cases/C03.sqlite");
    const DeviceEvidence& device = evidence.devices.at(0);
    REQUIRE(device.window.has_value());
    CHECK(device.window->effective_ns == 1'800'000'000);
    CHECK(*device.window->effective_ratio() <= 1.0);
    CHECK(*device.capture_ratio <= 1.0);
    CHECK(device.window->observed_to == ObservedTo::capture);
    CHECK(device.window->observed_ns == 2'100'000'000);  // first start 1.0 s to the capture's end at 3.1 s
    REQUIRE(device.streams.size() == 2);
    CHECK(device.streams[0].sum_ns + device.streams[1].sum_ns == 2'500'000'000);
}

TEST_CASE("C05: graph executions make the busy time an upper bound") {
    const KernelEvidence evidence = audit_data("cases/C05.sqlite");
    const DeviceEvidence& device = evidence.devices.at(0);
    CHECK(device.time.union_ns == 10'000'000);
    CHECK(device.time.busy_ns == 810'000'000);
    CHECK(device.graph_executions == 20);
    CHECK(device.graph_without_time == 1);
    CHECK(device.window->upper_bound);
    CHECK(device.window->kernels_ns == 10'000'000);
    CHECK(has_text(evidence.remarks, "--cuda-graph-trace=node"));
}

TEST_CASE("C07: reading leaves no file beside the export and does not change it") {
    const auto folder = std::filesystem::temp_directory_path() / "breakeven-c07-test";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    const std::string copy = (folder / "C07.sqlite").string();
    std::filesystem::copy_file(data_path("cases/C07.sqlite"), copy);
    const std::string before = bytes_of(copy);
    const KernelEvidence evidence = audit_files({copy});
    CHECK(evidence.devices.at(0).kernels == 30);
    CHECK(bytes_of(copy) == before);
    CHECK(std::distance(std::filesystem::directory_iterator(folder), {}) == 1);
    std::filesystem::remove_all(folder);
}

TEST_CASE("C09: an export without a version is read by its columns, with a remark") {
    const KernelEvidence evidence = audit_data("cases/C09.sqlite");
    CHECK(has_text(evidence.remarks, "schema version is unknown"));
    CHECK(evidence.devices.at(0).name.empty());
    CHECK(evidence.devices.at(0).device == 0);
}

TEST_CASE("C11: a bare < in an attribute is an error with line, column and remedy") {
    const std::string message = message_of([] { static_cast<void>(audit_data("cases/C11.xml")); });
    CHECK(message.starts_with(data_path("cases/C11.xml") + ":6:110: error: a < may not stand in an attribute value"));
    CHECK(message.find("hint: write &lt; in its place") != std::string::npos);
}

TEST_CASE("C13: a short capture is divided by what was observed, and the article's figure by the whole window") {
    const KernelEvidence evidence = audit_data("cases/C13.sqlite");
    const DeviceEvidence& device = evidence.devices.at(0);
    REQUIRE(device.window.has_value());
    CHECK(device.window->observed_ns == 5'000'000'000);  // from the first kernel at 1.0 s to the capture's end at 6.0 s
    CHECK(*device.window->effective_ratio() == doctest::Approx(3.6 / 5.0).epsilon(1e-15));
    CHECK(*device.capture_ratio == doctest::Approx(3.6 / 6.0).epsilon(1e-15));
    CHECK(device.window->kernels == 45);
    REQUIRE(device.article.has_value());
    CHECK(device.article->kernels == 45);
    CHECK(device.article->kept_kernels == 45);
    CHECK(device.article->effective_ns == 3'600'000'000);
    CHECK(device.article->effective_ratio == doctest::Approx(0.011661807580174927).epsilon(1e-15));
    CHECK(has_text(evidence.remarks, "5.0 s were observed, far below 300 s"));
}

TEST_CASE("C15: bad escapes are repaired, counted once a string, and change no figure") {
    const KernelEvidence evidence = audit_data("cases/C15.json");
    CHECK(has_text(evidence.remarks, "2 strings with bad escapes were repaired"));
}

TEST_CASE("C17: bare inf and nan are accepted where they are not needed") {
    const KernelEvidence evidence = audit_data("cases/C17.json");
    CHECK(evidence.devices.at(0).kernels == 5);
    CHECK(evidence.devices.at(0).copies == 2);
}

TEST_CASE("C19: a gzip stream that ends early is partial, with its whole events") {
    const KernelEvidence evidence = audit_data("cases/C19.json.gz");
    CHECK(evidence.partial);
    CHECK(evidence.partial_reason.find("the gzip stream ends early") != std::string::npos);
    CHECK_FALSE(evidence.trusted());
    CHECK(evidence.devices.at(0).kernels == 232);
    CHECK(evidence.devices.at(0).time.sum_ns == 57'048'663);
}

TEST_CASE("C21: kernels without a time fail the first check and stay out of the window") {
    const KernelEvidence evidence = audit_data("cases/C21.json");
    const DeviceEvidence& device = evidence.devices.at(0);
    const HealthCheck& zero = check_named(device, "zero_duration_share");
    CHECK(*zero.value == 0.25);
    CHECK(zero.limit == 0.15);
    CHECK_FALSE(zero.ok);
    CHECK_FALSE(evidence.trusted());
    CHECK(device.time.first_start_ns == 1762000000000000000);
    CHECK(device.window->start_ns == 1762000000000000000);
}

TEST_CASE("C25: annotations and waits on the GPU's row are no work") {
    const KernelEvidence evidence = audit_data("cases/C25.json");
    CHECK(evidence.devices.at(0).copies == 0);
    CHECK(evidence.devices.at(0).sets == 1);
}

TEST_CASE("C27: launches without one GPU event are refused with what to check") {
    const KernelEvidence evidence = audit_data("cases/C27.json");
    CHECK(evidence.launches == 25);
    CHECK(evidence.devices.at(0).kernels == 0);
    CHECK_FALSE(evidence.devices.at(0).window.has_value());
    CHECK_FALSE(evidence.trusted());
    CHECK(has_text(evidence.incomplete, "25 kernel launches and no kernel were recorded"));
    CHECK(has_text(evidence.incomplete, "permission"));
    CHECK(has_text(evidence.incomplete, "warms up"));
}

TEST_CASE("real traces are trusted, or say why not") {
    struct Real {
        const char* file;
        bool trusted;
    };
    // 15 copies for 5 kernels are exactly three each, which is not above the limit. The last two hold no kernel.
    for (const Real& real :
         {Real{"kineto/2020_array_v100_resnet50.json.gz", true}, Real{"kineto/a100_nccl_2024.json.gz", true},
          Real{"kineto/h100_bert_small_2025.json.gz", true}, Real{"kineto/mi300_normalization.json.gz", true},
          Real{"nsys-sqlite/2022.2.1_schema2.9.1_a100_saxpy_mpi.sqlite", true},
          Real{"nsys-sqlite/2026.2.1_schema3.25.0_h100x2_1s.sqlite", true}, Real{"kineto/cpu_only_no_gpu.json.gz", false},
          Real{"kineto/mtia_no_kernel_category.json.gz", false}}) {
        CAPTURE(real.file);
        const KernelEvidence evidence = audit_data(real.file);
        for (const auto& device : evidence.devices)
            for (const auto& check : device.health.checks)
                if (!check.ok) MESSAGE(real.file << " " << check.name << " " << check.value.value_or(-1));
        CHECK(evidence.trusted() == real.trusted);
    }
}
