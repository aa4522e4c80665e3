// Idle time by cause, against a look at every nanosecond.
#include <breakeven/logs/idle_causes.hpp>

#include <doctest/doctest.h>

#include <breakeven/logs/effective_time.hpp>

#include <cstdint>
#include <random>
#include <vector>

using namespace breakeven;

namespace {

constexpr std::int64_t span_ns = 400;

std::vector<bool> marked(const std::vector<Interval>& events) {
    std::vector<bool> out(span_ns, false);
    for (const Interval& event : events)
        for (std::int64_t t = event.start_ns; t < event.end_ns; ++t) out[static_cast<std::size_t>(t)] = true;
    return out;
}

/// Every nanosecond of idle time between kernels put under one cause.
IdleCauses by_looking(const DeviceTrace& device) {
    std::vector<Interval> kernels, moving = device.copies;
    for (const Kernel& kernel : device.kernels) kernels.push_back({kernel.start_ns, kernel.end_ns});
    moving.insert(moving.end(), device.sets.begin(), device.sets.end());
    const auto busy = marked(kernels), moves = marked(moving), waits = marked(device.host_waits);
    IdleCauses out;
    out.synchronisation_ns = 0;
    std::int64_t first = span_ns, last = 0;
    for (const Interval& kernel : kernels) first = std::min(first, kernel.start_ns), last = std::max(last, kernel.end_ns);
    for (std::int64_t t = first; t < last; ++t) {
        const auto at = static_cast<std::size_t>(t);
        if (busy[at]) continue;
        std::int64_t gap_end = t;
        while (gap_end < last && !busy[static_cast<std::size_t>(gap_end)]) ++gap_end;
        const LaunchDelay* launch = nullptr;
        for (const LaunchDelay& delay : device.launch_delays)
            if (delay.kernel_start_ns == gap_end) launch = &delay;
        if (moves[at])
            ++out.copying_ns;
        else if (waits[at])
            ++*out.synchronisation_ns;
        else if (launch == nullptr)
            ++out.unknown_ns;
        else if (t < launch->kernel_start_ns - launch->delay_ns)
            ++out.waiting_for_host_ns;
        else
            ++out.launch_ns;
    }
    return out;
}

}  // namespace

TEST_CASE("before a kernel's launch call the GPU waits for the host, after it for the launch") {
    DeviceTrace device;
    device.kernels = {{0, 10, 0, 0}, {100, 110, 0, 0}};
    device.launch_delays = {{100, 30, 2}};
    device.copies = {{10, 25}};
    device.host_waits = {{20, 40}};
    const auto causes = idle_causes(device, 1);
    REQUIRE(causes.has_value());
    CHECK(causes->copying_ns == 15);
    CHECK(causes->synchronisation_ns == 15);    // 25 to 40
    CHECK(causes->waiting_for_host_ns == 30);   // 40 to the call at 70
    CHECK(causes->launch_ns == 30);
    CHECK(causes->unknown_ns == 0);
    CHECK(causes->gaps == 1);
}

TEST_CASE("a kernel that was launched before the gap began waited only for the launch") {
    DeviceTrace device;
    device.kernels = {{0, 50, 0, 0}, {60, 70, 0, 0}};
    device.launch_delays = {{60, 55, 2}};
    const auto causes = idle_causes(device, 1);
    REQUIRE(causes.has_value());
    CHECK(causes->waiting_for_host_ns == 0);
    CHECK(causes->launch_ns == 10);
    CHECK_FALSE(causes->synchronisation_ns.has_value());
}

TEST_CASE("without a launch call that belongs to a gap there are no causes") {
    DeviceTrace device;
    device.kernels = {{0, 50, 0, 0}, {60, 70, 0, 0}};
    CHECK_FALSE(idle_causes(device, 1).has_value());
    device.launch_delays = {{0, 5, 1}};  // of the first kernel, which ends no gap
    CHECK_FALSE(idle_causes(device, 1).has_value());
}

TEST_CASE("where one launch of many is known, the known gaps speak for the others and the sum stays whole") {
    DeviceTrace device;
    device.kernels = {{0, 10, 0, 0}, {110, 120, 0, 0}, {220, 230, 0, 0}};
    device.launch_delays = {{110, 25, 2}};  // 75 waiting for the host, 25 launching
    const auto causes = idle_causes(device, 2);
    REQUIRE(causes.has_value());
    CHECK(causes->waiting_for_host_ns == 150);
    CHECK(causes->launch_ns == 50);
    CHECK(causes->unknown_ns == 0);
    CHECK(causes->sampled_of == 2);
}

TEST_CASE("random logs agree with a look at every nanosecond, and the causes add up to the idle time between kernels") {
    std::mt19937 random(20261201);
    const auto draw = [&](std::int64_t from, std::int64_t to) { return std::uniform_int_distribution<std::int64_t>(from, to)(random); };
    const auto events = [&](std::int64_t most) {
        std::vector<Interval> out;
        for (std::int64_t i = draw(1, most); i > 0; --i) {
            const std::int64_t start = draw(0, span_ns - 40);
            out.push_back({start, start + draw(0, 30)});
        }
        return out;
    };
    for (int round = 0; round < 400; ++round) {
        CAPTURE(round);
        DeviceTrace device;
        for (const Interval& event : events(20)) {
            device.kernels.push_back({event.start_ns, event.end_ns, 0, 0});
            if (draw(0, 3) != 0) {
                bool known = false;
                for (const LaunchDelay& delay : device.launch_delays) known = known || delay.kernel_start_ns == event.start_ns;
                if (!known) device.launch_delays.push_back({event.start_ns, draw(-5, 60), 1});
            }
        }
        device.copies = events(6);
        device.sets = events(3);
        device.host_waits = events(6);
        device.sort();
        const auto causes = idle_causes(device, 1);
        if (!causes) continue;
        const IdleCauses looked = by_looking(device);
        CHECK(causes->copying_ns == looked.copying_ns);
        CHECK(causes->synchronisation_ns == looked.synchronisation_ns);
        CHECK(causes->waiting_for_host_ns == looked.waiting_for_host_ns);
        CHECK(causes->launch_ns == looked.launch_ns);
        CHECK(causes->unknown_ns == looked.unknown_ns);
        CHECK(causes->copying_ns + *causes->synchronisation_ns + causes->waiting_for_host_ns + causes->launch_ns + causes->unknown_ns ==
              idle_time(device).between_ns);
    }
}
