// nvidia-smi dmon: with and without times, with columns as they come and go between drivers, and as CSV.
#include <logs/read_samples.hpp>

using namespace breakeven;
using namespace breakeven::test;
using doctest::Approx;

TEST_CASE("dmon with date and time keeps its times, without them rows are an interval apart") {
    const Telemetry dated = telemetry_of(
        "#Date       Time        gpu    pwr     sm\n#YYYYMMDD   HH:MM:SS    Idx      W      %\n"
        " 20240104   13:54:35      0     60     10\n 20240104   13:54:37      0     80     30\n");
    CHECK(dated.times == SampleTimes::local);
    CHECK(dated.devices.front().samples.observed_s == 2.0);
    CHECK(dated.devices.front().span->start_ns == 1'704'376'475'000'000'000);
    CHECK(*dated.devices.front().samples.utilization_mean == Approx(0.2));
    CHECK(*dated.devices.front().samples.power_mean_w == 70.0);

    const std::string plain = "# gpu    pwr     sm\n# Idx      W      %\n    0     60     10\n    0     80     30\n";
    CHECK(has_text(telemetry_of(plain).remarks, "1 s apart"));
    TelemetryOptions options;
    options.interval_s = 100.0;  // dmon -d 100
    const Telemetry slow = telemetry_of(plain, options);
    CHECK(slow.devices.front().samples.observed_s == 100.0);
    CHECK_FALSE(has_text(slow.remarks, "1 s apart"));
}

TEST_CASE("a time of day alone goes on past midnight") {
    const Telemetry log = telemetry_of(
        "#Time        gpu     sm\n#HH:MM:SS    Idx      %\n 23:59:58      0     10\n 23:59:59      0     10\n 00:00:00      0  "
        "   10\n 00:00:01      0     10\n");
    CHECK(log.times == SampleTimes::relative);
    CHECK(log.devices.front().samples.observed_s == 3.0);
    CHECK(check_of(log.devices.front(), "backward_steps").ok);
}

TEST_CASE("the date alone leaves rows an interval apart") {
    const Telemetry log =
        telemetry_of("#Date       gpu     sm\n#YYYYMMDD   Idx      %\n 20240104      0     10\n 20240104      0     20\n");
    CHECK(log.devices.front().rows == 2);
    CHECK(log.devices.front().samples.observed_s == 1.0);
}

TEST_CASE("other columns after a restart are mapped anew, blanks and blank lines are nothing") {
    const Telemetry log = telemetry_of(
        "# gpu     sm    mem\n# Idx      %      %\n    0     10      5   \n\n# gpu    pwr     sm   \n# Idx      W      %   \n  "
        "  0     99     20   \n");
    CHECK(log.devices.front().samples.count == 2);
    CHECK(*log.devices.front().samples.utilization_mean == Approx(0.15));
    CHECK(*log.devices.front().samples.power_mean_w == 99.0);
    CHECK(log.rejected == 0);
}

TEST_CASE("dmon as CSV is read the same") {
    const Telemetry log = telemetry_of("# gpu, pwr, sm\n# Idx, W, %\n0, 60, 10\n0, 80, 30\n1, -, -\n");
    REQUIRE(log.devices.size() == 2);
    CHECK(*gpu(log, 0).samples.utilization_mean == Approx(0.2));
    CHECK(gpu(log, 1).samples.missing_power_w == 1);
}

TEST_CASE("rows that are none are named: too short, words, and a cut last line") {
    const Telemetry log =
        telemetry_of("# gpu    pwr     sm\n    0     60     10\n    0     60\n    0     sixty     10\n    0     70     1");
    CHECK(rejected_lines(log) == std::vector<std::size_t>{3, 4, 5});
    CHECK(log.devices.front().rows == 1);
    CHECK(log.rejects.back().reason == "the last line has no end, so it may be cut off");
}

TEST_CASE("pmon is refused: its processes do not add up to a GPU") {
    CHECK(message_of([] {
              static_cast<void>(telemetry_in({"nvidia-smi-pmon/linux-x86_64__nvidia-l40s__595.80__load.pmon.txt"}));
          }).find("pmon") != std::string::npos);
}

TEST_CASE("under MIG the whole GPU has no utilisation") {
    const Telemetry log = telemetry_in({"nvidia-smi-dmon/linux-x86_64__nvidia-h100-mig__590.48.01__load.dmon.txt"});
    CHECK(log.devices.front().samples.count == 0);
    CHECK(log.devices.front().samples.missing_utilization == 5);
    CHECK_FALSE(log.devices.front().samples.utilization_mean.has_value());
    CHECK_FALSE(log.devices.front().trusted());
    CHECK(*log.devices.front().samples.power_mean_w == Approx(438.6));
}
