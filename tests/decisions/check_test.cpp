// Statuses, thresholds and trends of the plugin.
#include <breakeven/decisions/check.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "decisions/made_up_audit.hpp"

using namespace breakeven;
using namespace breakeven::test;

TEST_CASE("the status follows the line and the margin above it") {
    struct Case {
        double share;
        double margin;
        PluginStatus status;
    };
    // The source's line of 12.0 %.
    for (const Case& c : {Case{0.117, 0.0, PluginStatus::critical}, Case{0.117, 0.01, PluginStatus::critical}, Case{0.12, 0.0, PluginStatus::ok},
                          Case{0.1201, 0.0, PluginStatus::ok}, Case{0.125, 0.01, PluginStatus::warning}, Case{0.13, 0.01, PluginStatus::ok}}) {
        CAPTURE(c.share);
        const CheckResult result = check_of(audit_of(made_up_device(100.0 * c.share), question_of("12 %", c.margin)));
        CHECK(result.status == c.status);
        REQUIRE(result.devices.size() == 1);
        CHECK(*result.devices[0].effective == doctest::Approx(c.share));
        CHECK(*result.devices[0].line == doctest::Approx(0.12));
        CHECK(result.devices[0].margin == c.margin);
        CHECK(result.devices[0].gpu == "GPU-1");
    }
}

TEST_CASE("a log that cannot be trusted is unknown, and so is one without a GPU") {
    DeviceEvidence doubtful = made_up_device(50.0);
    doubtful.health.checks.push_back({.name = "zero_duration_share", .value = 0.5, .limit = 0.15, .ok = false, .meaning = "zeros", .remedy = "again"});
    CHECK(check_of(audit_of(doubtful, question_of("12 %"))).status == PluginStatus::unknown);
    CHECK(check_of(KernelAudit{}).status == PluginStatus::unknown);
}

TEST_CASE("among several GPUs a breach counts more than what nobody can judge") {
    DeviceEvidence doubtful = made_up_device(50.0);
    doubtful.health.checks.push_back({.name = "x", .value = {}, .limit = 0.0, .ok = false, .meaning = "", .remedy = ""});
    KernelEvidence evidence;
    evidence.devices = {made_up_device(50.0), doubtful, made_up_device(1.0)};
    CHECK(check_of(judge(evidence, question_of("12 %"))).status == PluginStatus::critical);
    evidence.devices.pop_back();
    CHECK(check_of(judge(evidence, question_of("12 %"))).status == PluginStatus::unknown);
}

TEST_CASE("a straight fall of 0.2 points a day is found and meets the line when it must") {
    std::vector<HistoryWindow> windows;
    for (int d = 0; d < 20; ++d) windows.push_back(recorded(d, 0.20 - 0.002 * d));
    const auto trend = trend_of(windows);
    REQUIRE(trend);
    CHECK(trend->days == 20);
    CHECK(trend->windows == 20);
    CHECK(in(trend->slope, 1.0 / day) == doctest::Approx(-0.002));
    CHECK(trend->is_sure());
    const CheckResult result = check_of(audit_of(made_up_device(16.0), question_of("12 %")), [&](const std::string& gpu) {
        CHECK(gpu == "GPU-1");
        return windows;
    });
    REQUIRE(result.devices[0].line_crossed_in);
    CHECK(in(*result.devices[0].line_crossed_in, day) == doctest::Approx(20.0));  // 4 points at 0.2 a day
}

TEST_CASE("the slope and its interval are those of least squares on the days' means") {
    // By hand: x 0..5, y 0.10 0.12 0.11 0.13 0.12 0.14: slope 0.11/17.5, rest 0.00013904761904..., se sqrt(rest/4/17.5), t(4, 0.975) 2.7764451052
    std::vector<HistoryWindow> windows;
    const double y[] = {0.10, 0.12, 0.11, 0.13, 0.12, 0.14};
    for (int i = 0; i < 6; ++i) {
        windows.push_back(recorded(i + 0.1, y[i] - 0.01));
        windows.push_back(recorded(i + 0.2, y[i] + 0.01));
    }
    const auto trend = trend_of(windows);
    REQUIRE(trend);
    double sxy = 0.0, syy = 0.0;
    for (int i = 0; i < 6; ++i) {
        sxy += (i - 2.5) * (y[i] - 0.12);
        syy += (y[i] - 0.12) * (y[i] - 0.12);
    }
    CHECK(sxy == doctest::Approx(0.11));
    CHECK(in(trend->slope, 1.0 / day) == doctest::Approx(sxy / 17.5).epsilon(1e-6));
    CHECK(in(trend->half_width, 1.0 / day) == doctest::Approx(2.7764451052 * std::sqrt((syy - sxy * sxy / 17.5) / 4.0 / 17.5)).epsilon(1e-6));
}

TEST_CASE("no trend is told from four days, from noise, from untrusted windows or from what is older than 30 days") {
    std::vector<HistoryWindow> few;
    for (int d = 0; d < 4; ++d) few.push_back(recorded(d, 0.2 - 0.01 * d));
    CHECK(!trend_of(few));
    CHECK(!trend_of({}));
    std::vector<HistoryWindow> noise;
    for (int d = 0; d < 10; ++d) noise.push_back(recorded(d, d % 2 == 0 ? 0.1 : 0.2));
    REQUIRE(trend_of(noise));
    CHECK(!trend_of(noise)->is_sure());
    std::vector<HistoryWindow> old;
    for (int d = 0; d < 20; ++d) old.push_back(recorded(d, 0.3 - 0.01 * d));
    for (int d = 50; d < 60; ++d) old.push_back(recorded(d, 0.1));
    CHECK(trend_of(old)->days == 10);
    for (HistoryWindow& window : old) window.trusted = false;
    CHECK(!trend_of(old));
}
