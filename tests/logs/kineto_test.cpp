// PyTorch traces as real versions and real accidents write them.
#include <breakeven/logs/kineto.hpp>

#include <doctest/doctest.h>

#include <string>

#include "logs/read_log.hpp"

using namespace breakeven;
using namespace breakeven::test;

namespace {

std::string kernel(const std::string& ts, const std::string& dur, const std::string& name = "gemm") {
    return R"({"ph":"X","cat":"kernel","name":")" + name + R"(","pid":0,"tid":7,"ts":)" + ts + R"(,"dur":)" + dur +
           R"(,"args":{"device":0,"stream":7,"correlation":1,"grid":[4,1,1],"block":[128,1,1]}})";
}

std::string trace_of(const std::string& events, const std::string& before = "", const std::string& after = "") {
    return "{" + before + "\"traceEvents\":[" + events + "]" + after + "}";
}

const DeviceEvidence& only_device(const KernelEvidence& evidence) {
    REQUIRE(evidence.devices.size() == 1);
    return evidence.devices[0];
}

}  // namespace

TEST_CASE("the base is added to every time, whether it stands before or after the events") {
    const std::string base = "\"baseTimeNanoseconds\":1711964646000000000";
    for (const std::string& text :
         {trace_of(kernel("5.125", "2"), base + ","), trace_of(kernel("5.125", "2"), "", "," + base)}) {
        const KernelEvidence evidence = audit_text(text);
        CHECK(only_device(evidence).time.first_start_ns == 1711964646000005125);
        CHECK(only_device(evidence).time.last_end_ns == 1711964646000007125);
    }
}

TEST_CASE("a bare array, string times, any spacing, key order and trailing commas are read") {
    const std::string spaced =
        "[\n { \"dur\" : \"10.0\" , \"ts\":\"3\", \"cat\" :\"Kernel\",\"args\":{\"device\":1,}, \"name\":\"k\", "
        "\"ph\":\"X\",\"pid\":0,},\r\n]";
    const KernelEvidence evidence = audit_text(spaced);
    CHECK(only_device(evidence).device == 1);
    CHECK(only_device(evidence).time.sum_ns == 10000);
    CHECK_FALSE(evidence.partial);
}

TEST_CASE("a byte order mark and UTF-16, as PowerShell writes it, change nothing") {
    const std::string text = trace_of(kernel("1", "2"));
    CHECK(only_device(audit_text("\xEF\xBB\xBF" + text)).time.sum_ns == 2000);
    std::string utf16 = "\xFF\xFE";
    for (const char c : text) utf16 += std::string{c, '\0'};
    CHECK(only_device(audit_text(utf16)).time.sum_ns == 2000);
}

TEST_CASE("the device is args.device, else pid; the stream is args.stream, else tid") {
    const std::string events = R"({"ph":"X","cat":"kernel","name":"a","pid":3,"tid":"stream 7","ts":1,"dur":1},)"
                               R"({"ph":"X","cat":"kernel","name":"a","pid":3,"tid":8,"ts":2,"dur":1},)"
                               R"({"ph":"X","cat":"kernel","name":"a","pid":"x","tid":8,"ts":2,"dur":1,"args":{"device":5}})";
    const KernelEvidence evidence = audit_text(trace_of(events));
    REQUIRE(evidence.devices.size() == 2);
    CHECK(evidence.devices[0].device == 3);
    REQUIRE(evidence.devices[0].streams.size() == 2);
    CHECK(evidence.devices[0].streams[0].stream.number == 7);
    CHECK(evidence.devices[1].device == 5);
}

TEST_CASE("device names come from deviceProperties or computeProperties, and an unused GPU is listed") {
    for (const char* key : {"deviceProperties", "computeProperties"}) {
        const KernelEvidence evidence = audit_text(
            trace_of(kernel("1", "2"), "\"" + std::string(key) + R"(":[{"id":0,"name":"NVIDIA A10"},{"id":1,"name":""}],)"));
        REQUIRE(evidence.devices.size() == 2);
        CHECK(evidence.devices[0].name == "NVIDIA A10");
        CHECK(evidence.devices[1].listed_only);
    }
}

TEST_CASE("a negative duration counts as zero and is said; a kernel at 0 for 0 was not measured") {
    const KernelEvidence evidence = audit_text(trace_of(kernel("10", "-3") + "," + kernel("0", "0") + "," + kernel("20", "5")));
    CHECK(only_device(evidence).kernels == 3);
    CHECK(only_device(evidence).kernels_without_time == 1);
    CHECK(only_device(evidence).time.sum_ns == 5000);
    CHECK(only_device(evidence).time.first_start_ns == 10000);
    CHECK(has_text(evidence.remarks, "1 event with a negative duration, counted as zero long"));
}

TEST_CASE("control characters in strings are taken as they stand, and said") {
    const KernelEvidence evidence = audit_text(trace_of(kernel("1", "2", "two\nlines\tof") + "," + kernel("5", "2")));
    CHECK(only_device(evidence).kernels == 2);
    CHECK(has_text(evidence.remarks, "2 raw control characters in strings"));
}

TEST_CASE("integers above 2^63 in arguments are no fault") {
    const std::string event =
        R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":0,"ts":1,"dur":1,"args":{"Comms Id":10159970886766084423}})";
    CHECK(only_device(audit_text(trace_of(event))).kernels == 1);
}

TEST_CASE("events of another accelerator count as nothing, and that is said") {
    const std::string event = R"({"ph":"X","cat":"mtia_ccp_events","name":"k","pid":0,"tid":0,"ts":1,"dur":1})";
    const KernelEvidence evidence = audit_text(trace_of(event + "," + kernel("1", "2")));
    CHECK(only_device(evidence).kernels == 1);
    CHECK(has_text(evidence.remarks, "1 events of another kind of accelerator"));
}

TEST_CASE("a quote inside a string that is not escaped is an error with its place, never a guess") {
    const std::string text = "{\"traceEvents\":[\n" + kernel("1", "2") + ",\n" + kernel("5", "2", "a \"quoted\" name") + "\n]}";
    const std::string message = message_of([&] { static_cast<void>(audit_text(text)); });
    CHECK(message.starts_with(
        "test:3:37: error: a word stands where a value belongs; perhaps a quote inside a string is not escaped"));
    // Also in an event that no figure needs: what follows it could be read wrongly.
    const std::string other =
        "{\"traceEvents\":[\n{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"odd \" one\"},\n" + kernel("1", "2") + "]}";
    CHECK(message_of([&] { static_cast<void>(audit_text(other)); }).starts_with("test:2:"));
}

TEST_CASE("a time that is no number is an error with its place where it is needed, and nothing where it is not") {
    CHECK(message_of([] {
              static_cast<void>(audit_text(trace_of("\n" + kernel("nan", "2"))));
          }).starts_with("test:2:61: error: ts is no number"));
    CHECK(message_of([] {
              static_cast<void>(audit_text(trace_of("\n" + kernel("1", "inf"))));
          }).starts_with("test:2:69: error: dur is no number"));
    const std::string unneeded = R"({"ph":"X","cat":"cpu_op","name":"k","ts":nan,"dur":inf,"args":{"x":-nan}},)";
    CHECK(only_device(audit_text(trace_of(unneeded + kernel("1", "2")))).kernels == 1);
}

TEST_CASE("nanoseconds in the place of microseconds do not fit, and that is said") {
    const std::string message =
        message_of([] { static_cast<void>(audit_text(trace_of(kernel("1762000000000000000", "2000")))); });
    CHECK(message.find("a time past the year 2262; Kineto's times are microseconds, perhaps these are nanoseconds") !=
          std::string::npos);
}

TEST_CASE("a trace that ends inside an event yields the whole ones and is marked") {
    const std::string text = trace_of(kernel("1", "2") + "," + kernel("5", "2"));
    const KernelEvidence evidence = audit_text(text.substr(0, text.size() - 20));
    CHECK(evidence.partial);
    CHECK(evidence.partial_reason == "the trace ends in the middle; 1 whole events were read");
    CHECK(only_device(evidence).kernels == 1);
    CHECK_FALSE(evidence.trusted());
}

TEST_CASE("a bare array without its bracket after a whole event is read with a remark") {
    const KernelEvidence evidence = audit_text("[" + kernel("1", "2") + ",\n" + kernel("5", "2"));
    CHECK_FALSE(evidence.partial);
    CHECK(has_text(evidence.remarks, "no closing bracket"));
    CHECK(only_device(evidence).kernels == 2);
}

TEST_CASE("broken notes after the events cost no figure, and the base is still found in them") {
    const std::string after = R"(,"INFO":["a "quoted" word"],"other":N/A,"baseTimeNanoseconds":1000000000000000000)";
    const KernelEvidence evidence = audit_text(trace_of(kernel("1", "2"), "", after));
    CHECK(only_device(evidence).time.first_start_ns == 1000000000000001000);
    CHECK(has_text(evidence.remarks, "the notes after the events are no JSON"));
    CHECK_FALSE(evidence.partial);
}

TEST_CASE("launch calls are counted, delays matched by correlation, and other calls are neither") {
    const std::string calls =
        R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","ts":0.5,"dur":4,"args":{"correlation":1}},)"
        R"({"ph":"X","cat":"cuda_driver","name":"cuLaunchKernel","ts":0.5,"dur":4,"args":{"correlation":2}},)"
        R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchHostFunc","ts":0.5,"dur":4,"args":{"correlation":3}},)"
        R"({"ph":"X","cat":"cuda_runtime","name":"cudaMemcpyAsync","ts":0.5,"dur":4,"args":{"correlation":4}},)";
    const KernelEvidence evidence = audit_text(trace_of(calls + kernel("7", "2")));
    CHECK(evidence.launches == 2);
    REQUIRE(only_device(evidence).launch_delay.has_value());
    CHECK(only_device(evidence).launch_delay->count == 1);
    CHECK(only_device(evidence).launch_delay->median_ns == 6500);
}

TEST_CASE("the profiler's own span is the capture") {
    const std::string span =
        R"-({"ph":"X","cat":"Trace","name":"PyTorch Profiler (0)","pid":"Spans","tid":"PyTorch Profiler","ts":0,"dur":100},)-";
    const KernelEvidence evidence = audit_text(trace_of(span + kernel("20", "30")));
    CHECK(*only_device(evidence).capture_ratio == doctest::Approx(0.3));
    CHECK(only_device(evidence).window->observed_ns == 80000);
    CHECK(only_device(evidence).window->observed_to == ObservedTo::capture);
}

TEST_CASE("equal names with escapes are one kernel") {
    const Trace trace = read_trace_bytes(trace_of(kernel("1", "2", "a\\u003cb\\/c") + "," + kernel("5", "2", "a<b/c")), "test");
    CHECK(trace.names.size() == 1);
    CHECK(trace.names[0] == "a<b/c");
}

TEST_CASE("an event of 3 MiB crosses the buffer and is read") {
    const std::string large = R"({"ph":"X","cat":"cpu_op","name":")" + std::string(3U << 20U, 'x') + R"("},)";
    CHECK(only_device(audit_text(trace_of(large + kernel("1", "2") + "," + large + kernel("5", "2")))).kernels == 2);
}

TEST_CASE("brackets nested without end are an error and no crash") {
    CHECK(message_of([] { static_cast<void>(audit_text("{\"traceEvents\":[" + std::string(1000000, '['))); }).find("error") !=
          std::string::npos);
    CHECK(message_of([] {
              static_cast<void>(audit_text(trace_of("{\"ph\":" + std::string(1000000, '['))));
          }).find("nested too deeply") != std::string::npos);
}

TEST_CASE("profiler steps, waits of the host and occupancy are read, on the clock of the base") {
    const std::string host =
        R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":0,"dur":10},)"
        R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#2","pid":1,"tid":1,"ts":10,"dur":30},)"
        R"({"ph":"X","cat":"user_annotation","name":"optimizer","pid":1,"tid":1,"ts":0,"dur":40},)"
        R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","ts":18,"dur":1,"args":{"correlation":2}},)"
        R"({"ph":"X","cat":"cuda_runtime","name":"cudaDeviceSynchronize","ts":6,"dur":6,"args":{"correlation":3}},)";
    const auto with_occupancy = [](const char* ts, const char* dur, const char* correlation, const char* occupancy) {
        return std::string(R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":)") + ts + R"(,"dur":)" + dur +
               R"(,"args":{"device":0,"stream":7,"correlation":)" + correlation + R"(,"est. achieved occupancy %":)" + occupancy + "}}";
    };
    const std::string text = trace_of(host + with_occupancy("5", "3", "1", "75") + "," + with_occupancy("20", "9", "2", "25.0"), "",
                                      ",\"baseTimeNanoseconds\":1711964646000000000");
    const DeviceEvidence device = only_device(audit_text(text));
    REQUIRE(device.steps.size() == 1);
    CHECK(device.steps[0].name == "ProfilerStep");
    CHECK(device.steps[0].count == 2);
    CHECK(device.steps[0].total_effective_ns == 12000);
    CHECK(device.steps[0].median_effective_ns == 3000);
    CHECK(*device.occupancy == doctest::Approx((0.75 * 3 + 0.25 * 9) / 12));
    REQUIRE(device.idle_causes.has_value());
    CHECK(device.idle_causes->synchronisation_ns == 4000);   // 8 to 12
    CHECK(device.idle_causes->waiting_for_host_ns == 6000);  // 12 to the call at 18
    CHECK(device.idle_causes->launch_ns == 2000);
}
