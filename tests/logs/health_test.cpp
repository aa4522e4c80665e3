#include <breakeven/logs/health.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace breakeven;

namespace {

struct Log {
    Trace trace;
    DeviceTrace device;

    Log() {
        trace.names = {"a", "b"};
        trace.groups = {{0, {}, {}}, {1, {}, {}}};
        device.streams.resize(2);
    }
    [[nodiscard]] HealthCheck check(const std::string& name, const HealthLimits& limits = {}) {
        device.sort();
        const Health health = check_device(device, trace, limits);
        const auto found =
            std::find_if(health.checks.begin(), health.checks.end(), [&](const HealthCheck& one) { return one.name == name; });
        REQUIRE(found != health.checks.end());
        CHECK_FALSE(found->meaning.empty());
        CHECK_FALSE(found->remedy.empty());
        return *found;
    }
};

}  // namespace

TEST_CASE("zero durations up to 15 % are healthy, and kernels without a time count among them") {
    Log log;
    for (std::int64_t i = 0; i < 17; ++i) log.device.kernels.push_back({i * 10, i * 10 + 5, 0, 0});
    for (std::int64_t i = 0; i < 2; ++i) log.device.kernels.push_back({i * 10 + 7, i * 10 + 7, 0, 0});
    log.device.kernels_without_time = 1;
    CHECK(*log.check("zero_duration_share").value == doctest::Approx(0.15));
    CHECK(log.check("zero_duration_share").ok);
    log.device.kernels_without_time = 2;
    CHECK_FALSE(log.check("zero_duration_share").ok);
    HealthLimits lax;
    lax.zero_duration_share = 0.5;
    CHECK(log.check("zero_duration_share", lax).ok);
}

TEST_CASE("the spread is the share of kernel time in launch groups that spread by more than 40 %") {
    Log log;
    // Group a: 10 and 10. Group b: 5 and 15, deviation 5 of mean 10, 50 %. Half of the 40 ns lie in it.
    log.device.kernels = {{0, 10, 0, 0}, {20, 30, 0, 0}, {40, 45, 1, 0}, {50, 65, 1, 0}};
    CHECK(*log.check("kernel_duration_spread").value == doctest::Approx(0.5));
    CHECK(log.check("kernel_duration_spread").ok);
    log.device.kernels.push_back({70, 90, 1, 0});
    CHECK_FALSE(log.check("kernel_duration_spread").ok);
}

TEST_CASE("three copies for a kernel are healthy, and without kernels the ratio is undefined") {
    Log log;
    log.device.kernels = {{0, 10, 0, 0}};
    log.device.copies = {{0, 1}, {1, 2}, {2, 3}};
    CHECK(*log.check("copies_per_kernel").value == 3.0);
    CHECK(log.check("copies_per_kernel").ok);
    log.device.copies.push_back({4, 5});
    CHECK_FALSE(log.check("copies_per_kernel").ok);
    log.device.kernels.clear();
    CHECK_FALSE(log.check("copies_per_kernel").value.has_value());
    CHECK(log.check("copies_per_kernel").ok);
    CHECK_FALSE(log.check("kernels_missing").ok);
}

TEST_CASE("a kernel that outlasts later kernels of its own stream is impossible; on another stream it is not") {
    Log log;
    log.device.kernels = {{0, 12'000, 0, 0}};
    for (std::int64_t i = 1; i < 100; ++i) log.device.kernels.push_back({i * 100, i * 100 + 50, 0, 1});
    CHECK(log.check("stream_overrun_share").ok);
    for (Kernel& kernel : log.device.kernels) kernel.stream = 0;
    CHECK_FALSE(log.check("stream_overrun_share").ok);
    CHECK(*log.check("stream_overrun_share").value == doctest::Approx(12'000.0 / (12'000.0 + 99 * 50)));
    // Successors that begin early (programmatic dependent launch) end later, and are fine.
    log.device.kernels = {{0, 100, 0, 0}, {90, 200, 0, 0}, {190, 300, 0, 0}};
    CHECK(*log.check("stream_overrun_share").value == 0.0);
}

TEST_CASE("events that run backwards, lost events and cut-off logs are unhealthy") {
    Log log;
    log.device.kernels = {{0, 10, 0, 0}, {20, 30, 0, 0}};
    CHECK(log.check("time_backwards_share").ok);
    log.device.backwards = 1;
    CHECK_FALSE(log.check("time_backwards_share").ok);
    log.trace.dropped_events = true;
    CHECK_FALSE(log.check("events_dropped").ok);
    log.trace.partial = true;
    CHECK_FALSE(log.check("log_cut_off").ok);
}
