#include <breakeven/logs/nsys_jsonl.hpp>

#include <doctest/doctest.h>

#include <string>

#include "logs/read_log.hpp"

using namespace breakeven;
using namespace breakeven::test;

namespace {

const std::string strings = "{\"data\":[\"[Unknown]\",\"cudaLaunchKernel_v7000\",\"gemm<float>\"]}\n";
const std::string launch =
    R"({"Type":48,"TraceProcessEvent":{"startNs":"90","endNs":"95","correlationId":745,"eventClass":0,"name":"1"}})"
    "\n";
const std::string kernel =
    R"({"Type":79,"CudaEvent":{"startNs":"100","endNs":"150","correlationId":745,"deviceId":1,"contextId":"1","streamId":"7",)"
    R"("eventClass":3,"globalPid":"292568055152640","kernel":{"demangledName":"2","gridX":4,"gridY":1,"gridZ":1,"blockX":128}}})"
    "\n";
const std::string copy =
    R"({"Type":80,"CudaEvent":{"startNs":"160","endNs":"170","deviceId":1,"globalPid":"292568055152640","eventClass":1,"memcpy":{"sizebytes":"4096","copyKind":"1"}}})"
    "\n";
const std::string wait = R"({"Type":106,"CudaEvent":{"startNs":"100","endNs":"900","deviceId":0,"sync":{"syncType":1}}})"
                         "\n";

}  // namespace

TEST_CASE("kernels and copies are told by what is inside, numbers may be strings, the table may come last") {
    for (const std::string& text : {strings + launch + kernel + copy + wait, launch + kernel + copy + wait + strings}) {
        const Trace trace = read_trace_bytes(text, "test");
        REQUIRE(trace.devices.size() == 1);
        CHECK(trace.devices[0].number == 1);
        CHECK(trace.launches == 1);
        CHECK(trace.names.at(trace.groups.at(0).name) == "gemm<float>");
        CHECK(trace.groups[0].grid[0] == 4);
        const KernelEvidence evidence = gather_evidence(trace);
        CHECK(evidence.devices[0].kernels == 1);
        CHECK(evidence.devices[0].time.sum_ns == 50);
        CHECK(evidence.devices[0].copies == 1);
        CHECK(evidence.devices[0].copy_totals[static_cast<std::size_t>(CopyKind::host_to_device)].bytes == 4096);
    }
}

TEST_CASE("a kernel's delay begins at the launch call of its correlation number, wherever the names stand") {
    const auto call = [](const char* name, int correlation, int start_ns) {
        return R"({"Type":48,"TraceProcessEvent":{"startNs":")" + std::to_string(start_ns) + R"(","globalTid":"292568055152641","correlationId":)" +
               std::to_string(correlation) + R"(,"name":")" + name + "\"}}\n";
    };
    // Its own launch at 40, a call of another name with its number at 5, and a launch of a kernel that was not recorded.
    const std::string calls = call("0", 745, 5) + call("1", 745, 40) + call("1", 746, 50);
    for (const std::string& text : {strings + calls + kernel, calls + kernel + strings, kernel + strings + calls}) {
        const Trace trace = read_trace_bytes(text, "test");
        REQUIRE(trace.devices.at(0).launch_delays.size() == 1);
        CHECK(trace.devices[0].launch_delays[0].delay_ns == 60);
        CHECK(trace.devices[0].launch_delays[0].kernel == 1);
        CHECK(gather_evidence(trace).devices[0].launch_delay->median_ns == 60);
    }
}

TEST_CASE("single strings are a table too, and an id beyond it is a remark") {
    const std::string single = R"({"type":"String","id":"2","value":"k2"})"
                               "\n";
    CHECK(read_trace_bytes(single + kernel, "test").names.at(0) == "k2");
    const KernelEvidence evidence = audit_text(kernel);
    CHECK(has_text(evidence.remarks, "the names of 1 kernels are not in the export"));
}

TEST_CASE("a line of an unknown layout is refused with its number, and not repeated") {
    const std::string message = message_of([] {
        static_cast<void>(audit_text(strings + R"({"table":"CUPTI","secret":1})"
                                               "\n"));
    });
    CHECK(message ==
          "test:2: error: a line of a layout that is not known; a newer version may have written it\n"
          " hint: export SQLite instead: nsys export --type sqlite REPORT.nsys-rep");
}

TEST_CASE("a last line without its end is a cut-off log") {
    const KernelEvidence evidence = audit_text(strings + kernel + copy.substr(0, 50));
    CHECK(evidence.partial);
    CHECK(evidence.devices.at(0).kernels == 1);
}
