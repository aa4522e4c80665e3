// Logs cut off anywhere: a clear error, or an answer marked partial, and never a wrong figure that looks whole.
#include <breakeven/logs/evidence.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>

#include <breakeven/core/byte_source.hpp>
#include <breakeven/logs/temporary_folder.hpp>

#include "logs/read_log.hpp"

using namespace breakeven;
using namespace breakeven::test;

namespace {

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

std::string unpacked(const std::string& path) {
    const auto source = open_bytes(path, TextEncoding::bytes);
    std::string all, chunk(1U << 20U, '\0');
    for (std::size_t count = source->read(chunk); count != 0; count = source->read(chunk)) all.append(chunk, 0, count);
    return all;
}

std::uint64_t kernels_of(const KernelEvidence& evidence) {
    std::uint64_t kernels = 0;
    for (const DeviceEvidence& device : evidence.devices) kernels += device.kernels;
    return kernels;
}

/// What the first `bytes` of `text` say: less than `whole` only when marked so.
template <class Audit>
void check_cut(std::size_t bytes, const KernelEvidence& whole, Audit audit) {
    CAPTURE(bytes);
    try {
        const KernelEvidence evidence = audit(bytes);
        if (evidence.partial) {
            CHECK_FALSE(evidence.trusted());
            CHECK(kernels_of(evidence) <= kernels_of(whole));
        } else {
            CHECK(kernels_of(evidence) == kernels_of(whole));
            CHECK(evidence.launches == whole.launches);
        }
    } catch (const InputError& error) {
        CHECK_FALSE(error.hint().empty());
    }
}

void check_all_cuts(const std::string& text, unsigned seed) {
    const KernelEvidence whole = audit_text(text);
    const auto audit = [&](std::size_t bytes) { return audit_text(std::string_view(text).substr(0, bytes)); };
    for (std::size_t percent = 0; percent < 100; ++percent) check_cut(text.size() * percent / 100, whole, audit);
    std::mt19937 random(seed);
    for (int i = 0; i < 200; ++i) check_cut(random() % text.size(), whole, audit);
}

}  // namespace

TEST_CASE("a PyTorch trace cut anywhere, plain or packed") {
    for (const char* file :
         {"kineto/2026_kineto_h100_one_kernel.json", "kineto/a100_triton_2024.json.gz", "kineto/mi250_rocm62.json.gz",
          "kineto/two_letter_case_Kernel_inference.json.gz", "kineto/u64_integer_in_args.json.gz", "cases/C23.json"}) {
        CAPTURE(file);
        check_all_cuts(unpacked(data_path(file)), 7);
        check_all_cuts(bytes_of(data_path(file)), 8);
    }
}

TEST_CASE("the article's XML and JSON lines cut anywhere") {
    std::string xml = "<?xml version=\"1.0\"?>\n<trace>\n";
    std::string lines = "{\"data\":[\"k\"]}\n";
    for (int i = 0; i < 30; ++i) {
        const std::string start = std::to_string(1762000000000000000 + i * 1000);
        xml += "<event name=\"cudaLaunchKernel\" timestamp=\"" + start +
               "\" duration=\"500\"><attributes kernelName=\"k&lt;1&gt;\"/></event>\n";
        lines += R"({"Type":79,"CudaEvent":{"startNs":")" + start +
                 R"(","endNs":"1772000000000000000","deviceId":1,"kernel":{"demangledName":"0"}}})"
                 "\n";
    }
    check_all_cuts(xml + "</trace>\n", 9);
    const KernelEvidence whole = audit_text(lines);
    CHECK(kernels_of(whole) == 30);
    for (std::size_t bytes = 0; bytes < lines.size(); ++bytes) {
        // Between two lines nothing tells that a third is missing; everywhere else the last line does.
        if (bytes > 0 && (lines[bytes - 1] == '\n' || lines[bytes] == '\n')) continue;
        check_cut(bytes, whole, [&](std::size_t count) { return audit_text(std::string_view(lines).substr(0, count)); });
    }
}

TEST_CASE("an nsys export cut anywhere is refused") {
    const detail::TemporaryFolder folder;
    for (const char* file : {"cases/C03.sqlite", "nsys-sqlite/2025.5.2_schema3.24.0_rtx3060_cuda_graph.sqlite"}) {
        const std::string whole = bytes_of(data_path(file));
        for (std::size_t percent = 0; percent < 100; ++percent) {
            CAPTURE(percent);
            const std::string path = (folder.path() / "cut.sqlite").string();
            std::ofstream(path, std::ios::binary)
                .write(whole.data(), static_cast<std::streamsize>(whole.size() * percent / 100));
            CHECK_THROWS_AS(static_cast<void>(audit_files({path})), InputError);
        }
    }
}

TEST_CASE("single bytes changed at random never crash a reader, and give an answer or an error") {
    std::mt19937 random(11);
    const detail::TemporaryFolder folder;
    for (const char* file : {"kineto/mi250_rocm62.json.gz", "cases/C15.json", "cases/C05.sqlite", "cases/C09.sqlite"}) {
        const std::string whole = std::string(file).ends_with(".gz") ? unpacked(data_path(file)) : bytes_of(data_path(file));
        for (int i = 0; i < 150; ++i) {
            std::string changed = whole;
            for (int k = 0; k < 3; ++k) changed[random() % changed.size()] = static_cast<char>(random());
            try {
                static_cast<void>(audit_text(changed));
            } catch (const InputError& error) {
                CHECK_FALSE(std::string(error.what()).empty());
            }
        }
    }
}
