// What one pass over a GPU's samples must get right: outages, energy, health, the whole hours, the uncertainty.
#include <logs/read_samples.hpp>

#include <breakeven/logs/sample_uncertainty.hpp>

#include <cmath>
#include <functional>
#include <random>

using namespace breakeven;
using namespace breakeven::test;
using doctest::Approx;

namespace {
/// Samples `step_s` apart with utilisation (percent) and power of sample i; a negative utilisation is missing.
std::string log_of(int count, int step_s, const std::function<double(int)>& percent,
                   const std::function<double(int)>& watts = {}, const std::function<bool(int)>& absent = {}) {
    std::string text = watts ? "timestamp,index,utilization_percent,power_w\n" : "timestamp,index,utilization_percent\n";
    for (int i = 0; i < count; ++i) {
        if (absent && absent(i)) continue;
        const double value = percent(i);
        text += std::to_string(1700000000 + i * step_s) + ",0," + (value < 0 ? "[N/A]" : std::to_string(value));
        if (watts) text += "," + std::to_string(watts(i));
        text += "\n";
    }
    return text;
}

TelemetryDevice device_of(const std::string& text) {
    const Telemetry log = telemetry_of(text);
    REQUIRE(log.devices.size() == 1);
    return log.devices.front();
}
}  // namespace

TEST_CASE("a step above five usual ones and 5 s is an outage and not observed") {
    const auto full = [](int) { return 100.0; };
    // Every 10 s; 5 samples missing make a step of 60 s, 3 one of 40 s.
    const TelemetryDevice device =
        device_of(log_of(100, 10, full, {}, [](int i) { return (i >= 50 && i < 55) || (i >= 80 && i < 83); }));
    CHECK(device.samples.outage_s == 60.0);
    CHECK(device.samples.observed_s == 990.0 - 60.0);
    REQUIRE(device.outages.size() == 1);
    CHECK_FALSE(device.outages.front().driver_message);
    CHECK(device.outages.front().time == Interval{1'700'000'490'000'000'000, 1'700'000'550'000'000'000});
    CHECK(*device.typical_step_s == 10.0);
    // A late poll of a fast log is no outage.
    const TelemetryDevice fast = device_of(log_of(100, 1, full, {}, [](int i) { return i >= 50 && i < 53; }));
    CHECK(fast.samples.outage_s == 0.0);
    CHECK(fast.samples.observed_s == 99.0);
}

TEST_CASE("energy is the power's integral; a missing reading counts at the mean, an outage not at all") {
    const auto idle = [](int) { return 0.0; };
    // 10 to 109 W in steps of 1 W a second: the trapezoids give 99 * 59.5 J.
    CHECK(*device_of(log_of(100, 1, idle, [](int i) { return 10.0 + i; })).samples.energy_j == Approx(99.0 * 59.5));
    const TelemetryDevice gap = device_of(log_of(
        100, 10, idle, [](int) { return 50.0; }, [](int i) { return i >= 40 && i < 60; }));
    CHECK(*gap.samples.energy_j == Approx(50.0 * gap.samples.observed_s));
    CHECK(gap.energy_basis == EnergyBasis::power);
    CHECK(gap.samples.outage_s == 210.0);
}

TEST_CASE("an energy counter is the difference of its ends, added over resets") {
    const char* text =
        "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{UUID=\"GPU-a\"} 5000000 1700000000000\n"
        "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{UUID=\"GPU-a\"} 9000000 1700000010000\n"
        "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{UUID=\"GPU-a\"} 1000000 1700000020000\n"
        "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{UUID=\"GPU-a\"} 3000000 1700000030000\n";
    const TelemetryDevice device = device_of(text);
    CHECK(*device.samples.energy_j == Approx(7000.0));  // 4 MJ/1000 before the reset, 3 from 0 after it
    CHECK(device.energy_basis == EnergyBasis::counter);
}

TEST_CASE("time that runs backwards fails the health check and names the line") {
    const TelemetryDevice device =
        device_of("timestamp,index,utilization.gpu [%]\n1700000100,0,5\n1700000110,0,5\n1700000050,0,5\n1700000060,0,5\n");
    const HealthCheck& check = check_of(device, "backward_steps");
    CHECK_FALSE(check.ok);
    CHECK(*check.value == 1.0);
    CHECK(check.meaning.find("line 4") != std::string::npos);
    CHECK_FALSE(device.trusted());
    CHECK(device.samples.observed_s == 20.0);
}

TEST_CASE("a busy counter that never changes is stuck; full load with a living power is not") {
    const auto constant = [](int) { return 37.0; };
    CHECK_FALSE(check_of(device_of(log_of(100, 15, constant)), "stuck_s").ok);
    CHECK(check_of(device_of(log_of(30, 15, constant)), "stuck_s").ok);  // 435 s may happen
    CHECK(check_of(device_of(log_of(100, 15, [](int) { return 0.0; })), "stuck_s").ok);
    CHECK(check_of(device_of(log_of(
                       100, 15, [](int) { return 100.0; }, [](int i) { return 300.0 + i % 3; })),
                   "stuck_s")
              .ok);
    CHECK_FALSE(check_of(device_of(log_of(
                             100, 15, [](int) { return 100.0; }, [](int) { return 300.12; })),
                         "stuck_s")
                    .ok);
    CHECK(check_of(device_of(log_of(100, 15, [](int) { return 100.0; })), "stuck_s").ok);
}

TEST_CASE("a utilisation without a unit that looks like a share is not trusted as percent") {
    std::string text = "timestamp,gpu,util\n";
    for (int i = 0; i < 50; ++i) text += std::to_string(1700000000 + i) + ",0," + (i % 2 == 0 ? "0.93" : "0.5") + "\n";
    const TelemetryDevice device = device_of(text);
    CHECK_FALSE(device.trusted());
    CHECK_FALSE(check_of(device, "utilization_scale").ok);
    CHECK(device_of(log_of(50, 1, [](int i) { return i % 2 == 0 ? 0.93 : 0.5; })).trusted());  // utilization_percent says it
}

TEST_CASE("several GPUs that no column tells apart are not trusted") {
    std::string text = "timestamp, name, utilization.gpu [%]\n";
    for (int i = 0; i < 20; ++i)
        for (int device = 0; device < 2; ++device)
            text += "2026/01/05 10:00:" + std::to_string(10 + i) + ".000, NVIDIA A10, " + std::to_string(device * 90) + " %\n";
    CHECK_FALSE(check_of(device_of(text), "devices_told_apart").ok);
}

TEST_CASE("samples farther apart than the window get a remark about seconds and milliseconds") {
    CHECK(has_text(telemetry_of(log_of(20, 400, [](int) { return 5.0; })).remarks, "count seconds, not milliseconds"));
    CHECK_FALSE(has_text(telemetry_of(log_of(20, 300, [](int) { return 5.0; })).remarks, "count seconds"));
}

TEST_CASE("the whole hours: a job of 6 hours a day runs a quarter of the time") {
    // Five days, a sample a minute; from 08:00 to 14:00 the GPU alternates between 90 % and 30 %, else it idles.
    const auto percent = [](int i) { return i % 1440 >= 480 && i % 1440 < 840 ? (i % 2 == 0 ? 90.0 : 30.0) : 0.0; };
    const TelemetryDevice device = device_of(log_of(5 * 1440 + 1, 60, percent));
    REQUIRE(device.long_run.has_value());
    CHECK(device.long_run->days == 5.0);
    CHECK(device.long_run->running_share == Approx(0.25).epsilon(1e-12));
    CHECK(device.long_run->powered_share == 1.0);
    CHECK(device.long_run->effective_ratio == Approx(0.25 * 0.6).epsilon(1e-12));
}

TEST_CASE("the whole hours: a machine that is off is owned all the same") {
    // Two days; on for the first 12 hours of each at 50 %, off (no samples) for the rest.
    const TelemetryDevice device = device_of(log_of(
        2 * 1440 + 1, 60, [](int) { return 50.0; }, {}, [](int i) { return i % 1440 > 720 && i != 2 * 1440; }));
    REQUIRE(device.long_run.has_value());
    CHECK(device.long_run->days == 2.0);
    CHECK(device.long_run->powered_share == Approx(0.5).epsilon(1e-12));
    CHECK(device.long_run->running_share == Approx(0.5).epsilon(1e-12));
    CHECK(device.long_run->effective_ratio == Approx(0.25).epsilon(1e-12));
    CHECK_FALSE(device_of(log_of(1000, 60, [](int) { return 50.0; })).long_run.has_value());  // under a day
}

TEST_CASE("short idle moments belong to the job around them, long ones do not") {
    // 100 s idle between activities are inside a window of 308.7 s, 400 s are not.
    const auto bursts = [](int period) { return [period](int i) { return i % period == 0 ? 80.0 : 0.0; }; };
    CHECK(device_of(log_of(9000, 10, bursts(10))).long_run->running_share == Approx(1.0).epsilon(0.001));
    CHECK(device_of(log_of(9000, 10, bursts(40))).long_run->running_share == Approx(1.0 / 40.0).epsilon(0.01));
}

TEST_CASE("the half-width is what its formula says") {
    SampledUtilization sampled{
        .count = 400, .standard_deviation = 0.3, .correlation = 0.5, .step_s = 1.0, .observed_s = 399.0, .resolution = 0.005};
    const double sampling = 1.96 * 0.3 * std::sqrt((1.0 - 1.0 / 6.0) * (1.5 / 0.5) / 400.0);
    CHECK(*utilization_half_width(sampled) == Approx(sampling + 0.005 + 1.0 / 399.0).epsilon(1e-12));
    sampled.step_s = 0.1;  // the counter has seen everything
    CHECK(*utilization_half_width(sampled) == Approx(0.005 + 1.0 / 399.0).epsilon(1e-12));
    sampled.correlation = -0.9;
    sampled.step_s = 1.0;
    CHECK(*utilization_half_width(sampled) ==
          Approx(1.96 * 0.3 * std::sqrt(5.0 / 6.0 / 400.0) + 0.005 + 1.0 / 399.0).epsilon(1e-12));
    sampled.observed_s = 0.1;
    CHECK(*utilization_half_width(sampled) == 1.0);
    sampled.count = 1;
    CHECK_FALSE(utilization_half_width(sampled).has_value());
}

TEST_CASE("a kernel of 300 ms polled each second leaves no trace with probability 0.5333 or 0") {
    CHECK(untraced_probability(0.3, 1.0 / 6.0, 1.0) == Approx(1.0 - 0.3 - 1.0 / 6.0));
    CHECK(untraced_probability(0.3, 1.0, 1.0) == 0.0);
}

TEST_CASE("the half-width covers the truth in 95 of 100 simulated logs or more") {
    // A GPU that is busy and idle in turns of random length; the counter looks back 1/6 s and is read every 2 s for 20 min.
    std::mt19937 random(7);
    std::exponential_distribution<double> busy_s(1.0 / 3.0), idle_s(1.0 / 5.0);
    int covered = 0;
    constexpr int logs = 200;
    for (int run = 0; run < logs; ++run) {
        std::vector<std::pair<double, double>> stretches;
        double time_s = 0.0, busy_total_s = 0.0;
        while (time_s < 1200.0) {
            const double start = time_s + idle_s(random), end = start + busy_s(random);
            stretches.emplace_back(start, end);
            busy_total_s += std::max(0.0, std::min(end, 1200.0) - std::min(start, 1200.0));
            time_s = end;
        }
        std::size_t at = 0;
        const auto percent = [&](int i) {
            const double to = 2.0 * i, from = to - 1.0 / 6.0;
            double seen = 0.0;
            while (at < stretches.size() && stretches[at].second <= from) ++at;
            for (std::size_t j = at; j < stretches.size() && stretches[j].first < to; ++j)
                seen += std::max(0.0, std::min(to, stretches[j].second) - std::max(from, stretches[j].first));
            return std::round(100.0 * seen * 6.0);
        };
        const TelemetryDevice device = device_of(log_of(601, 2, percent));
        covered += std::abs(*device.samples.utilization_mean - busy_total_s / 1200.0) <= *device.samples.uncertainty;
    }
    CHECK(covered >= 190);
}
