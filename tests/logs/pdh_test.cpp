// Windows performance counters: the busiest engine of a GPU, its processes added, other engines never.
#include <logs/read_samples.hpp>

using namespace breakeven;
using namespace breakeven::test;
using doctest::Approx;

namespace {
std::string column(int pid, int engine, const std::string& type, int phys = 0,
                   const std::string& counter = "Utilization Percentage") {
    return ",\"\\\\HOST\\GPU Engine(pid_" + std::to_string(pid) + "_luid_0x00000000_0x00015A31_phys_" + std::to_string(phys) +
           "_eng_" + std::to_string(engine) + "_engtype_" + type + ")\\" + counter + "\"";
}
}  // namespace

TEST_CASE("processes on one engine add up, the busiest engine counts, copies and video do not") {
    const std::string text = "\"(PDH-CSV 4.0)\"" + column(1, 0, "3D") + column(2, 0, "3D") + column(1, 1, "Compute_0") +
                             column(1, 2, "Copy") + column(1, 3, "VideoDecode") +
                             "\n\"09/30/2026 04:50:00.000\",\" \",\" \",\" \",\" \",\" \"\n"
                             "\"09/30/2026 04:50:01.000\",\"12.5\",\"30.25\",\"20\",\"99\",\"99\"\n"
                             "\"09/30/2026 04:50:02.000\",\"10\",\"\",\"55.5\",\"99\",\"99\"\n"
                             "\"09/30/2026 04:50:03.000\",\"80\",\"70\",\"0\",\"0\",\"0\"\n"
                             "\nExiting, please wait...\nThe command completed successfully.\n";
    const Telemetry log = telemetry_of(text);
    REQUIRE(log.devices.size() == 1);
    const TelemetryDevice& device = log.devices.front();
    CHECK(device.rows == 4);
    CHECK(device.samples.count == 3);  // the first sample of a rate has no value
    CHECK(device.samples.missing_utilization == 1);
    CHECK(*device.samples.utilization_mean == Approx((0.4275 + 0.555 + 1.0) / 3.0).epsilon(1e-12));
    CHECK(device.samples.observed_s == 3.0);
    CHECK(device.gpu.host == "HOST");
    CHECK(log.times == SampleTimes::local);
    CHECK(log.rejected == 0);
    CHECK(has_text(log.remarks, "1 utilisations above 100 %"));
    CHECK(has_text(log.remarks, "a low utilisation proves nothing"));
}

TEST_CASE("the zone in the header puts times on UTC") {
    const std::string text = "\"(PDH-CSV 4.0) (Romance Standard Time)(-60)\"" + column(1, 0, "Cuda") +
                             "\n\"09/30/2026 04:50:00.000\",\"5\"\n\"09/30/2026 04:50:01.000\",\"5\"\n";
    const Telemetry log = telemetry_of(text);
    CHECK(log.times == SampleTimes::utc);
    CHECK(log.devices.front().span->start_ns == (1'790'743'800LL - 3600) * 1'000'000'000);
}

TEST_CASE("two adapters are two devices, a repeated instance is the same engine") {
    const std::string text =
        "\"(PDH-CSV 4.0)\"" + column(1, 0, "3D", 0) + column(1, 0, "3D#1", 0) + column(1, 0, "3D", 1) +
        "\n\"09/30/2026 04:50:00.000\",\"10\",\"20\",\"50\"\n\"09/30/2026 04:50:01.000\",\"10\",\"20\",\"50\"\n";
    const Telemetry log = telemetry_of(text);
    REQUIRE(log.devices.size() == 2);
    CHECK(*log.devices[0].samples.utilization_mean == Approx(0.3));
    CHECK(*log.devices[1].samples.utilization_mean == Approx(0.5));
}

TEST_CASE("translated counters, other counters and cut headers are refused kindly") {
    const auto refused = [](const std::string& text) { return message_of([&] { static_cast<void>(telemetry_of(text)); }); };
    CHECK(
        refused("\"(PDH-CSV 4.0)\"" + column(1, 0, "3D", 0, "Prozentuale Auslastung") + "\n\"09/30/2026 04:50:00.000\",\"5\"\n")
            .find("may be translated") != std::string::npos);
    CHECK(refused("\"(PDH-CSV 4.0)\",\"\\\\HOST\\Processor(_Total)\\% Processor Time\"\n\"09/30/2026 04:50:00.000\",\"5\"\n")
              .find("no column is a GPU engine") != std::string::npos);
    CHECK(refused("\"(PDH-CSV 4.0)\",\"\\\\HOST\\GPU Eng").find("cut off") != std::string::npos);
}

TEST_CASE("rows of another length, of no date and of words are named") {
    const std::string text = "\"(PDH-CSV 4.0)\"" + column(1, 0, "3D") +
                             "\n\"09/30/2026 04:50:00.000\",\"5\"\n\"09/30/2026 04:50:01.000\"\n\"30/09/2026 "
                             "04:50:02.000\",\"5\"\n\"09/30/2026 04:50:03.000\",\"five\"\n\"09/30/2026 04:50:04.000\",\"5\"\n";
    const Telemetry log = telemetry_of(text);
    CHECK(rejected_lines(log) == std::vector<std::size_t>{3, 4, 5});
    CHECK(log.devices.front().rows == 2);
}
