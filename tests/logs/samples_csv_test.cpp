// nvidia-smi's own CSV and home-made ones: every way in which a value is missing, a header changes or a row is none.
#include <logs/read_samples.hpp>

#include <breakeven/logs/local_clock.hpp>
#include <breakeven/logs/sample_columns.hpp>

using namespace breakeven;
using namespace breakeven::test;
using detail::ColumnRole;
using doctest::Approx;

namespace {
/// One row of utilisation and power under nvidia-smi's header.
TelemetryDevice one_row(const std::string& utilization, const std::string& power) {
    const Telemetry log = telemetry_of("timestamp, index, utilization.gpu [%], power.draw [W]\n2026/01/05 10:00:00.000, 0, " +
                                       utilization + ", " + power + "\n");
    REQUIRE(log.devices.size() == 1);
    return log.devices.front();
}
}  // namespace

TEST_CASE("whatever nvidia-smi writes for a missing value is unknown") {
    for (const char* missing :
         {"[N/A]", "N/A", "[Not Supported]", "[Unknown Error]", "[Function Not Found]", "[GPU requires reset]",
          "[Requested functionality has been deprecated]", "[Insufficient Permissions]", "", "[anything at all]", "-"}) {
        CAPTURE(missing);
        const TelemetryDevice device = one_row(missing, "10 W");
        CHECK(device.samples.count == 0);
        CHECK(device.samples.missing_utilization == 1);
        CHECK_FALSE(device.samples.utilization_mean.has_value());
        CHECK(*device.samples.power_mean_w == 10.0);
    }
}

TEST_CASE("a value counts with its unit, without it, and in another one") {
    CHECK(*one_row("57 %", "71.30 W").samples.utilization_mean == 0.57);
    CHECK(*one_row("57", "71.30").samples.utilization_mean == 0.57);
    CHECK(*one_row("57%", "71300 mW").samples.power_mean_w == Approx(71.3));
    CHECK(*one_row("0 %", "0.5 kW").samples.power_mean_w == 500.0);
}

TEST_CASE("a value that no GPU has is unknown, a word in its place rejects the row") {
    const std::string head = "timestamp, index, utilization.gpu [%], power.draw [W]\n2026/01/05 10:00:00.000, 0, 10 %, 10 W\n";
    const Telemetry impossible =
        telemetry_of(head + "2026/01/05 10:00:01.000, 0, 250 %, 99999 W\n2026/01/05 10:00:02.000, 0, 4294967295 %, -3 W\n");
    CHECK(impossible.devices.front().samples.count == 1);
    CHECK(impossible.devices.front().rows == 3);
    CHECK(has_text(impossible.remarks, "4 values that no GPU has"));
    const Telemetry word =
        telemetry_of(head + "2026/01/05 10:00:01.000, 0, busy, 12 W\n2026/01/05 10:00:02.000, 0, 10 W, 10 %\n");
    CHECK(rejected_lines(word) == std::vector<std::size_t>{3, 4});
    CHECK(word.rejects.front().reason == "a value is no number");
}

TEST_CASE("a header that comes again with other columns maps them anew") {
    const Telemetry log = telemetry_of(
        "timestamp, index, utilization.gpu [%]\n2026/01/05 10:00:00.000, 0, 10 %\n"
        "power.draw [W], index, utilization.gpu [%], timestamp\n90.00 W, 0, 30 %, 2026/01/05 10:00:01.000\n");
    CHECK(log.devices.front().samples.count == 2);
    CHECK(*log.devices.front().samples.utilization_mean == Approx(0.2));
    CHECK(*log.devices.front().samples.power_mean_w == 90.0);
    CHECK(has_text(log.remarks, "line 3: another header"));
    CHECK(log.rejected == 0);
}

TEST_CASE("a table without its header is refused, with the way to one") {
    const std::string error =
        message_of([] { static_cast<void>(telemetry_of("2026/07/14 08:12:53.353, 0, 100 %, 631.95 W\n")); });
    CHECK(error.find("log:1: error: the table has no header") == 0);
    CHECK(error.find("leave out noheader, or put the list you gave to --query-gpu as the first line") != std::string::npos);
    CHECK(message_of([] {
              static_cast<void>(telemetry_of("timestamp, name, pstate\n2026/07/14 08:12:53.353, A10, P0\n"));
          }).find("no column is a GPU's utilisation, power or temperature") != std::string::npos);
    CHECK(message_of([] {
              static_cast<void>(telemetry_of("index, utilization.gpu [%]\n0, 5 %\n"));
          }).find("no column holds the time") != std::string::npos);
    CHECK(message_of([] { static_cast<void>(telemetry_of("timestamp, index, utilization.gpu [%]\n")); }).find("no samples") !=
          std::string::npos);
    CHECK(message_of([] {
              static_cast<void>(telemetry_of(
                  "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\nutilization.gpu\n"));
          }).find("error") != std::string::npos);
}

TEST_CASE("rows without times are read when the user says how far apart they are") {
    TelemetryOptions options;
    options.interval_s = 2.0;
    const Telemetry log = telemetry_of("index, utilization.gpu [%]\n0, 5 %\n1, 50 %\n0, 15 %\n1, 60 %\n", options);
    CHECK(log.times == SampleTimes::relative);
    CHECK(gpu(log, 0).samples.observed_s == 2.0);
    CHECK(*gpu(log, 1).samples.utilization_mean == Approx(0.55));
}

TEST_CASE("a last row without its line end is left out, as it may be cut in a number") {
    const Telemetry log =
        telemetry_of("timestamp, index, power.draw [W]\n2026/01/05 10:00:00.000, 0, 125.00 W\n2026/01/05 10:00:01.000, 0, 12");
    CHECK(log.devices.front().rows == 1);
    CHECK(rejected_lines(log) == std::vector<std::size_t>{3});
}

TEST_CASE("GPUs are told apart by UUID before index, by MIG slice, and by host") {
    CHECK(telemetry_of("timestamp,uuid,index,util_percent\n1700000000,GPU-a,0,5\n1700000000,GPU-b,0,5\n").devices.size() == 2);
    CHECK(telemetry_of("timestamp,uuid,mig_id,util_percent\n1700000000,GPU-a,1,5\n1700000000,GPU-a,2,5\n1700000010,GPU-a,1,5\n")
              .devices.size() == 2);
    CHECK(telemetry_of("timestamp,host,gpu,util_percent\n1700000000,n1,0,5\n1700000000,n2,0,5\n").devices.size() == 2);
}

TEST_CASE("more GPUs than there are is an error about the column, not endless memory") {
    std::string text = "timestamp,gpu,util_percent\n";
    for (int i = 0; i < 5000; ++i) text += "1700000000," + std::to_string(i) + ",5\n";
    CHECK(message_of([&] { static_cast<void>(telemetry_of(text)); }).find("more than 4096 GPUs") != std::string::npos);
}

TEST_CASE("home-made tables: quotes, semicolons with decimal commas, tabs, epochs, and what was taken as what") {
    const Telemetry commas = telemetry_of(
        "Zeit;time;GPU;GPU load [%];Power "
        "(W);Temp\n\"a;b\";2026-01-05T10:00:00Z;0;12,5;71,30;50\nx;2026-01-05T10:00:10Z;0;37.5;28,70;51\n");
    CHECK(*commas.devices.front().samples.utilization_mean == Approx(0.25));
    CHECK(*commas.devices.front().samples.power_mean_w == Approx(50.0));
    CHECK(commas.times == SampleTimes::utc);
    const Telemetry tabs = telemetry_of("ts\tgpu_index\tgpu_util_percent\n1700000000123\t0\t40\n1700000001123\t0\t60\n");
    CHECK(*tabs.devices.front().samples.utilization_mean == Approx(0.5));
    CHECK(tabs.devices.front().span->start_ns == 1'700'000'000'123'000'000);
    const Telemetry ratio = telemetry_of("timestamp,utilization_ratio\n1700000000,0.25\n1700000001,0.75\n");
    CHECK(*ratio.devices.front().samples.utilization_mean == Approx(0.5));
    CHECK(has_text(ratio.remarks, "utilization_ratio as the GPU's utilisation (0 to 1)"));
    const Telemetry elapsed = telemetry_of("elapsed_s,gpu_util_percent\n0.0,40\n0.5,60\n");
    CHECK(elapsed.devices.front().samples.observed_s == 0.5);
    CHECK(elapsed.times == SampleTimes::relative);
    const Telemetry parted = telemetry_of("date,time,gpu,sm_util\n2026-01-05,10:00:00,0,40\n2026-01-05,10:00:05,0,60\n");
    CHECK(parted.devices.front().samples.observed_s == 5.0);
}

TEST_CASE("names of columns are known by their words, whatever their case, dots, units and order of rank") {
    const auto role = [](std::string_view name) { return detail::column_of(name).role; };
    for (const char* name :
         {"utilization.gpu [%]", "GPU Utilization (%)", "gpu_util", "gpuUtil", "UTILIZATION_GPU_PERCENT", "GPU-Util", "sm"})
        CHECK_MESSAGE(role(name) == ColumnRole::utilization, name);
    for (const char* name : {"power.draw [W]", "power_W", "powerW", "gpu_power_watts", "Power Usage", "pwr"})
        CHECK_MESSAGE(role(name) == ColumnRole::power, name);
    for (const char* name : {"temperature.gpu", "temp_c", "GPU Temp [°C]", "gtemp", "temperature_celsius"})
        CHECK_MESSAGE(role(name) == ColumnRole::temperature, name);
    for (const char* name : {"memory.used [MiB]", "mem_used_mb", "fb"}) CHECK_MESSAGE(role(name) == ColumnRole::memory, name);
    for (const char* name : {"utilization.memory [%]", "temperature.memory", "power.limit [W]", "power_percent",
                             "memory.total [MiB]", "mem", "mtemp", "fan.speed [%]", "gpu_temperature_limit"})
        CHECK_MESSAGE(role(name) == ColumnRole::none, name);
    const auto map = detail::map_columns({"power.draw.instant [W]", "power.draw [W]", "power.draw.average [W]"});
    CHECK(map.find(ColumnRole::power) == 1);
}

TEST_CASE("memory in use is kept in bytes with its mean and peak") {
    const Telemetry log = telemetry_of(
        "timestamp,index,utilization.gpu [%],memory.used [MiB]\n1700000000,0,5 %,1024 MiB\n1700000001,0,5 %,3072 MiB\n");
    CHECK(*log.devices.front().memory_mean_b == 2048.0 * 1048576.0);
    CHECK(*log.devices.front().memory_peak_b == 3072.0 * 1048576.0);
}

TEST_CASE("the start of daylight saving time is no outage, an hour without samples on another day is one") {
    const auto log_across = [](const char* day) {
        std::string text = "timestamp, index, utilization.gpu [%]\n";
        for (int minute = 0; minute < 60; minute += 10)
            text += std::string(day) + " 01:" + (minute < 10 ? "0" : "") + std::to_string(minute) + ":00.000, 0, 50 %\n";
        for (int minute = 0; minute < 60; minute += 10)
            text += std::string(day) + " 03:" + (minute < 10 ? "0" : "") + std::to_string(minute) + ":00.000, 0, 50 %\n";
        return telemetry_of(text);
    };
    const Telemetry sunday = log_across("2026/03/29");  // Central Europe, 02:00 becomes 03:00
    CHECK(sunday.devices.front().samples.observed_s == 6600.0);
    CHECK(sunday.devices.front().samples.outage_s == 0.0);
    CHECK(has_text(sunday.remarks, "the clock skips an hour on a Sunday"));
    const Telemetry monday = log_across("2026/03/30");
    CHECK(monday.devices.front().samples.outage_s == 4200.0);
    CHECK(monday.devices.front().samples.observed_s == 6000.0);
}

TEST_CASE("a clock set back is no end of daylight saving time") {
    constexpr std::int64_t s = 1'000'000'000;
    const auto steps = [](std::initializer_list<std::int64_t> times) {
        detail::LocalClock clock;
        detail::LocalClock::Step last = detail::LocalClock::Step::usual;
        for (std::int64_t time : times) last = clock.straighten(time);
        return last;
    };
    using Step = detail::LocalClock::Step;
    CHECK(steps({7190 * s, 7200 * s - 1, 3600 * s}) == Step::hour_repeated);
    CHECK(steps({7000 * s, 7010 * s, 3420 * s}) == Step::backwards);  // an hour less ten seconds, but not at a full hour
    CHECK(steps({7190 * s, 7199 * s, 7190 * s}) == Step::backwards);  // a few seconds
    CHECK(steps({7190 * s, 7199 * s, 0}) == Step::backwards);         // two hours
    CHECK(steps({7190 * s, 7199 * s, 3600 * s, 7199 * s, 3600 * s}) == Step::backwards);  // the hour comes a third time
}

TEST_CASE("a hostile header costs no more than its length") {
    // A million unknown names, then a quarter of a million of one known name: looked up one by one it would take days.
    std::string header = "timestamp";
    for (int i = 0; i < 1'000'000; ++i) header += ",x";
    for (int i = 0; i < 250'000; ++i) header += ",sm";
    CHECK(message_of([&] { static_cast<void>(telemetry_of(header + "\n")); }).find("no samples") != std::string::npos);
    // Headers that change at every line leave a bounded number of remarks.
    std::string changing;
    for (int i = 0; i < 1000; ++i)
        changing += i % 2 == 0 ? "timestamp,index,sm\n1700000000,0,5\n" : "index,timestamp,sm\n0,1700000001,5\n";
    CHECK(telemetry_of(changing).remarks.size() < 110);
}
