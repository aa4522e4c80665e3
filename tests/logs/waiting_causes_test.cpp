// Why a GPU waited, on timelines small enough to add up by hand.
#include <breakeven/logs/waiting_causes.hpp>

#include <doctest/doctest.h>

#include <random>

using namespace breakeven;

namespace {

constexpr std::int64_t us = 1000;

Kernel kernel(std::int64_t start_us, std::int64_t end_us) {
    Kernel out;
    out.start_ns = start_us * us;
    out.end_ns = end_us * us;
    return out;
}
WorkStep step(std::int64_t start_us) {
    WorkStep out;
    out.start_ns = start_us * us;
    out.end_ns = (start_us + 1) * us;
    return out;
}
WaitingCauses causes_of(DeviceTrace device, const std::vector<WorkStep>& steps = {}, std::int64_t window_us = 1'000'000) {
    device.steps = steps;
    device.sort();
    return waiting_causes(device, *first_window(device, window_us * us));
}

}  // namespace

TEST_CASE("waiting between small kernels is launching, a long pause or one beside a large kernel is not") {
    DeviceTrace device;
    // small, 20 us, small, 30 us, large (50 us), 5 us, small, 200 us, small
    device.kernels = {kernel(0, 5), kernel(25, 30), kernel(60, 110), kernel(115, 118), kernel(318, 320)};
    const WaitingCauses causes = causes_of(device);
    CHECK(causes.kernels == 5);
    CHECK(causes.small_kernels == 4);
    CHECK(causes.waiting_ns == (20 + 30 + 5 + 200) * us);
    CHECK(causes.launching_ns == 20 * us);
    CHECK(causes.copying_ns == 0);
    CHECK(!causes.steps);
    CHECK(causes.before_steps_ns == 0);
}

TEST_CASE("a pause in which a step begins is waiting for data, less the copies in it") {
    DeviceTrace device;
    device.kernels = {kernel(0, 100), kernel(1100, 1200), kernel(1300, 1400)};
    device.copies = {{900 * us, 1050 * us}, {1350 * us, 1390 * us}};  // the second one is hidden
    const WaitingCauses causes = causes_of(device, {step(0), step(500)});
    CHECK(causes.steps == 2);
    CHECK(causes.waiting_ns == 1100 * us);
    CHECK(causes.copying_ns == 150 * us);
    CHECK(causes.before_steps_ns == 850 * us);  // 1000 less the copy
    CHECK(causes.launching_ns == 0);
}

TEST_CASE("a range inside a step is no step of its own") {
    DeviceTrace device;
    device.kernels = {kernel(0, 100), kernel(300, 400), kernel(700, 800)};
    WorkStep whole = step(200);
    whole.end_ns = 900 * us;
    const WaitingCauses causes = causes_of(device, {whole, step(500)});
    CHECK(causes.steps == 1);
    CHECK(causes.before_steps_ns == 200 * us);
}

TEST_CASE("a copy that spans two pauses counts in both, and only where no kernel hides it") {
    DeviceTrace device;
    device.kernels = {kernel(0, 10), kernel(30, 50), kernel(80, 90)};
    device.copies = {{5 * us, 70 * us}};
    const WaitingCauses causes = causes_of(device);
    CHECK(causes.copying_ns == (20 + 20) * us);
    CHECK(causes.waiting_ns == 50 * us);
}

TEST_CASE("only the window is looked at") {
    DeviceTrace device;
    device.kernels = {kernel(0, 5), kernel(10, 15), kernel(1000, 1005), kernel(1010, 1015)};
    const WaitingCauses causes = causes_of(device, {}, 500);
    CHECK(causes.kernels == 2);
    CHECK(causes.waiting_ns == 5 * us);
    CHECK(causes.launching_ns == 5 * us);
}

TEST_CASE("overlapping streams and graphs leave no pause where any of them runs") {
    DeviceTrace device;
    device.kernels = {kernel(0, 100), kernel(10, 15), kernel(120, 125)};
    device.graphs = {{90 * us, 118 * us}};
    const WaitingCauses causes = causes_of(device);
    CHECK(causes.waiting_ns == 2 * us);
    CHECK(causes.launching_ns == 0);  // a graph is no small kernel
}

TEST_CASE("the parts never exceed the waiting, and waiting is what the idle time says") {
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        DeviceTrace device;
        std::vector<WorkStep> steps;
        for (int i = 0; i < 40; ++i) {
            const auto start = static_cast<std::int64_t>(random() % 3000);
            device.kernels.push_back(kernel(start, start + static_cast<std::int64_t>(random() % 30)));
            device.copies.push_back({start * us, (start + static_cast<std::int64_t>(random() % 100)) * us});
            if (i % 5 == 0) steps.push_back(step(static_cast<std::int64_t>(random() % 3000)));
        }
        device.sort();
        const WaitingCauses causes = causes_of(device, steps);
        const IdleTime idle = idle_time(device);
        CHECK(causes.waiting_ns == idle.between_ns);
        CHECK(causes.copying_ns == idle.between_copying_ns);
        CHECK(causes.copying_ns + causes.before_steps_ns + causes.launching_ns <= causes.waiting_ns);
    }
}
