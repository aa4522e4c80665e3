#include <breakeven/logs/work_steps.hpp>

#include <doctest/doctest.h>

#include <breakeven/logs/host_events.hpp>

#include <algorithm>
#include <random>
#include <vector>

using namespace breakeven;

TEST_CASE("repeats of a step share the name without the number at its end") {
    using detail::step_name;
    CHECK(step_name("ProfilerStep#12") == "ProfilerStep");
    CHECK(step_name("iteration 7") == "iteration");
    CHECK(step_name("iter_0031") == "iter");
    CHECK(step_name("epoch[3") == "epoch");
    CHECK(step_name("resnet50") == "resnet");
    CHECK(step_name("forward") == "forward");
    CHECK(step_name("fwd(7)") == "fwd(7)");
    CHECK(step_name("42").empty());
    CHECK(step_name("#42") == "#");
    CHECK(step_name("").empty());
}

TEST_CASE("a step is charged with the time in which a kernel or a graph ran during it") {
    Trace trace;
    trace.names = {"step", "other"};
    DeviceTrace device;
    device.kernels = {{10, 20, 0, 0}, {15, 30, 0, 0}, {50, 60, 0, 0}};
    device.graphs = {{25, 35}};
    device.steps = {{0, 18, 0}, {18, 40, 0}, {40, 100, 0}, {12, 55, 1}};
    device.sort();
    const auto figures = step_figures(device, trace);
    REQUIRE(figures.size() == 2);
    CHECK(figures[0].name == "step");
    CHECK(figures[0].count == 3);
    CHECK(figures[0].total_effective_ns == 35);   // 8, 17 and 10: every busy nanosecond once
    CHECK(figures[0].median_effective_ns == 10);
    CHECK(figures[0].median_ns == 22);
    CHECK(figures[1].total_effective_ns == 28);   // 12 to 35 and 50 to 55
}

TEST_CASE("random steps agree with a look at every nanosecond") {
    std::mt19937 random(20261201);
    const auto draw = [&](std::int64_t from, std::int64_t to) { return std::uniform_int_distribution<std::int64_t>(from, to)(random); };
    for (int round = 0; round < 200; ++round) {
        CAPTURE(round);
        Trace trace;
        trace.names = {"step"};
        DeviceTrace device;
        std::vector<bool> busy(400, false);
        for (std::int64_t i = draw(0, 20); i > 0; --i) {
            const std::int64_t start = draw(0, 350), end = start + draw(0, 30);
            device.kernels.push_back({start, end, 0, 0});
            std::fill(busy.begin() + start, busy.begin() + end, true);
        }
        std::int64_t total = 0;
        for (std::int64_t i = draw(1, 9); i > 0; --i) {
            const std::int64_t start = draw(0, 399), end = draw(start, 399);
            device.steps.push_back({start, end, 0});
            total += std::count(busy.begin() + start, busy.begin() + end, true);
        }
        device.sort();
        CHECK(step_figures(device, trace).at(0).total_effective_ns == total);
    }
}
