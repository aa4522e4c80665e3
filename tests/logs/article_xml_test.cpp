#include <breakeven/logs/article_xml.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include <breakeven/logs/temporary_folder.hpp>

#include "logs/read_log.hpp"

using namespace breakeven;
using namespace breakeven::test;

namespace {

std::string event(const std::string& start, const std::string& duration) {
    return "<event name=\"cudaLaunchKernel\" timestamp=\"" + start + "\" duration=\"" + duration + "\" kernelName=\"k\"/>";
}

}  // namespace

TEST_CASE("both spellings, both quotes, entities and any order of attributes are read") {
    const KernelEvidence evidence = audit_text(
        "<trace>\n<event duration='5' kernelName='a&lt;b&gt;' timestamp='1762000000000000000' name='cudaLaunchKernel'/>"
        "<event name=\"cudaLaunchKernel\" timestamp=\"1762000000000000010\" duration=\"7\">"
        "<attributes kernelName=\"a&#60;b>\"/></event></trace>");
    REQUIRE(evidence.devices.size() == 1);
    CHECK(evidence.devices[0].kernels == 2);
    CHECK(evidence.devices[0].time.sum_ns == 12);
    CHECK(evidence.devices[0].time.first_start_ns == 1762000000000000000);
    const Trace trace = read_trace_bytes(
        "<t><event name='cudaLaunchKernel' timestamp='1' duration='1'><attributes kernelName='x'/></event></t>", "test");
    CHECK(trace.names.at(0) == "x");
}

TEST_CASE("other events are no kernels, and an XML without kernels is refused") {
    CHECK(
        audit_text("<t>" + event("5", "5") + "<event name='cudaMemcpyAsync' timestamp='1' duration='3'/><event name='x'/></t>")
            .devices.at(0)
            .kernels == 1);
    CHECK(message_of([] {
              static_cast<void>(audit_text("<html><body/></html>"));
          }).find("no <event name=\"cudaLaunchKernel\"") != std::string::npos);
}

TEST_CASE("times are whole nanoseconds, with the place of one that is not") {
    CHECK(message_of([] {
              static_cast<void>(audit_text("<t>\n" + event("1.5", "5") + "</t>"));
          }).starts_with("test:2:1: error: timestamp is no whole number of nanoseconds"));
    CHECK(message_of([] {
              static_cast<void>(audit_text("<t><event name='cudaLaunchKernel' timestamp='5'/></t>"));
          }).find("an event has no duration") != std::string::npos);
    CHECK(message_of([] {
              static_cast<void>(audit_text("<t>" + event("9223372036854775807", "5") + "</t>"));
          }).find("past the year 2262") != std::string::npos);
}

TEST_CASE("microseconds in the place of nanoseconds are noticed") {
    CHECK_FALSE(audit_text("<t>" + event("1762000000000000", "5") + event("1762000000000100", "5") + "</t>").trusted());
    CHECK(audit_text("<t>" + event("1762000000000000000", "5") + event("1762000000000000100", "5") + "</t>").trusted());
}

TEST_CASE("an XML that ends in the middle is partial") {
    const KernelEvidence evidence = audit_text("<t>" + event("10", "5") + event("20", "5") + "<event name=\"cudaLau");
    CHECK(evidence.partial);
    CHECK(evidence.devices.at(0).kernels == 2);
    CHECK(message_of([] { static_cast<void>(audit_text("<t><event na")); }).find("ends before its first whole kernel event") !=
          std::string::npos);
}

TEST_CASE("entities that grow without end are refused") {
    const std::string bomb = "<!DOCTYPE t [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><t>" + event("1", "2") + "&b;</t>";
    CHECK(message_of([&] { static_cast<void>(audit_text(bomb)); }).find("an entity of its own") != std::string::npos);
}

TEST_CASE("a long log in a file, for which room is made ahead, gives what the same bytes in memory give") {
    // Gaps widen and copies set in late, so the first events promise another number than there is.
    std::string text = "<t>\n";
    for (int i = 0; i < 150'000; ++i) {
        text += event(std::to_string(1'000'000 + 100 * i), std::to_string(i % 150)) + (i > 100'000 ? std::string(60, ' ') : "") + "\n";
        if (i > 110'000) text += "<event name='cudaMemcpy' timestamp='" + std::to_string(100 * i) + "' duration='7'/>";
    }
    text += "</t>\n";
    const detail::TemporaryFolder folder;
    const std::string path = (folder.path() / "long.xml").string();
    std::ofstream(path, std::ios::binary) << text;
    const Trace from_file = read_files({path});
    const Trace from_memory = read_trace_bytes(text, "no such file");
    REQUIRE(from_file.devices.size() == 1);
    REQUIRE(from_file.devices[0].kernels.size() == 150'000);
    for (const Trace* trace : {&from_file, &from_memory}) {
        const std::vector<Kernel>& kernels = trace->devices[0].kernels;
        bool as_written = kernels.size() == 150'000;
        for (std::size_t i = 0; as_written && i < kernels.size(); ++i) {
            const auto number = static_cast<std::int64_t>(i);
            as_written = kernels[i].start_ns == 1'000'000 + 100 * number && kernels[i].duration_ns() == number % 150;
        }
        CHECK(as_written);
        CHECK(trace->devices[0].copies.size() == 39'999);
    }
}
