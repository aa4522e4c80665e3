// An audit with telemetry beside it: the whole hour, two sources about the same time, and windows to calibrate on.
#include <breakeven/decisions/audit.hpp>
#include <breakeven/decisions/calibration_windows.hpp>

#include <breakeven/core/timestamp.hpp>
#include <breakeven/logs/reader.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace breakeven;
using doctest::Approx;

namespace {

constexpr std::int64_t s = 1'000'000'000;
constexpr std::int64_t begin_ns = 1'760'000'000 * s;

/// Two kernels, busy for 300 of 400 s from `begin_ns` on.
KernelEvidence kernel_log(bool all_windows = false, std::int64_t window_ns = 400 * s) {
    const std::string text =
        R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"a","ts":0,"dur":100000000,"args":{"device":0}},)"
        R"({"ph":"X","cat":"kernel","name":"a","ts":200000000,"dur":200000000,"args":{"device":0}}],)"
        R"("baseTimeNanoseconds":)" + std::to_string(begin_ns) + "}";
    EvidenceOptions options;
    options.all_windows = all_windows;
    options.window_ns = window_ns;
    return gather_evidence(read_trace_bytes(text, "test"), options);
}

/// Samples every 100 s over two days from `begin_ns` on: at work, at 90 %, for the first half day.
Telemetry two_days(const std::string& zone = "Z") {
    std::string csv = "timestamp,index,utilization.gpu [%],temperature.gpu,power.draw [W]\n";
    for (std::int64_t t = 0; t <= 172'800; t += 100) {
        std::string time = timestamp_text(begin_ns + t * s);
        time.pop_back();
        csv += time + zone + ",0," + (t <= 43'200 ? "90,71,300\n" : "0,40,20\n");
    }
    TelemetryOptions options;
    options.keep_series = true;
    return read_telemetry(bytes_in_memory(csv, TextEncoding::utf8), "samples.csv", options);
}

}  // namespace

TEST_CASE("the share of all owned hours is the share of them it ran times what the kernels say it computed while running") {
    const Telemetry telemetry = two_days();
    REQUIRE(telemetry.devices.at(0).long_run.has_value());
    const KernelAudit audit = judge(kernel_log(), {}, &telemetry);
    const auto& long_run = audit.verdicts.at(0).long_run;
    REQUIRE(long_run.has_value());
    CHECK(long_run->days == Approx(2.0));
    CHECK(long_run->running_share == Approx(0.25).epsilon(1e-3));
    CHECK(long_run->effective_ratio == Approx(long_run->running_share * 0.75).epsilon(1e-15));
}

TEST_CASE("of the same time the kernels are believed, and the samples' error is told in points") {
    const Telemetry telemetry = two_days();
    const KernelAudit audit = judge(kernel_log(), {}, &telemetry);
    const auto& both = audit.verdicts.at(0).reconciliation;
    REQUIRE(both.has_value());
    CHECK(both->kernel_share == 0.75);
    CHECK(both->sampled_share == Approx(0.9));
    CHECK(both->sampled_excess() == Approx(0.15));
    CHECK(both->time.start_ns == begin_ns);
    CHECK(both->time.length_ns() == 400 * s);
}

TEST_CASE("telemetry whose clock is not known is not laid beside the kernels, and still tells the hours run") {
    const Telemetry telemetry = two_days("");
    const KernelAudit audit = judge(kernel_log(), {}, &telemetry);
    CHECK_FALSE(audit.verdicts.at(0).reconciliation.has_value());
    CHECK(audit.verdicts.at(0).long_run.has_value());
}

TEST_CASE("the verdict rests on all owned hours, and the hours needed on the share while running") {
    const std::string scenario = R"(
schema = 1
name = "t"
currency = "CNY"
[ownership]
price = "8760 CNY"
lifetime = "1 yr"
[electricity]
price = "0 CNY/kWh"
active_power = "1 W"
[cloud]
price = "10 CNY/h"
)";
    AuditQuestion question;
    question.scenario = read_scenario_text(scenario, "t.toml");  // the line is 0.1: 1 CNY/h against 10
    const Telemetry telemetry = two_days();
    const KernelAudit with = judge(kernel_log(), question, &telemetry);
    REQUIRE(with.verdicts.at(0).verdict.standing == Standing::above);  // 0.25 * 0.75
    CHECK(in(*with.verdicts.at(0).verdict.hours_needed, hour) == Approx(24.0 * 0.1 / 0.75));
    question.scenario = read_scenario_text(scenario + "[line]\nbase = \"30 %\"\n", "t.toml");
    CHECK(judge(kernel_log(), question).verdicts.at(0).verdict.standing == Standing::above);
    CHECK(judge(kernel_log(), question, &telemetry).verdicts.at(0).verdict.standing == Standing::below);
}

TEST_CASE("windows become rows to calibrate on, with the temperature and power of their own time") {
    const Telemetry telemetry = two_days();
    Context context;
    context.set("task", "vision");
    const auto windows = calibration_windows(kernel_log(true, 150 * s), context, &telemetry);
    REQUIRE(windows.rows.size() == 3);
    CHECK(windows.rows[0].timestamp == timestamp_text(begin_ns));
    CHECK(windows.rows[1].timestamp == timestamp_text(begin_ns + 150 * s));
    CHECK(windows.rows[0].effective_ns == 100 * s);
    CHECK(windows.rows[1].effective_ns == 100 * s);
    CHECK(windows.rows[2].effective_ns == 100 * s);
    CHECK(windows.rows[2].window_ns == 100 * s);  // the log ends there
    for (const CalibrationWindow& row : windows.rows) {
        CHECK(*row.temperature_c == Approx(71.0));
        CHECK(*row.power_w == Approx(300.0));
    }
}

TEST_CASE("a window without telemetry has the temperature that was given, or none") {
    Context context;
    CHECK_FALSE(calibration_windows(kernel_log(true), context).rows.at(0).temperature_c.has_value());
    context.temperature = celsius(30.0);
    CHECK(calibration_windows(kernel_log(true), context).rows.at(0).temperature_c == 30.0);
    const Telemetry local = two_days("");
    const auto windows = calibration_windows(kernel_log(true), context, &local);
    CHECK(windows.rows.at(0).temperature_c == 30.0);
    CHECK(windows.remarks.front().find("--utc-offset") != std::string::npos);
}
