#include <breakeven/logs/effective_time.hpp>

#include <doctest/doctest.h>

#include <breakeven/core/errors.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

using namespace breakeven;

namespace {

DeviceTrace device_of(std::vector<Kernel> kernels, std::size_t streams = 1) {
    DeviceTrace device;
    device.kernels = std::move(kernels);
    for (std::size_t i = 0; i < streams; ++i) device.streams.push_back({0, 0, static_cast<std::int64_t>(i)});
    device.sort();
    return device;
}

/// The union by looking at every nanosecond: slow, and with nothing in common with the sweep.
std::int64_t union_by_marking(const std::vector<Kernel>& kernels, std::int64_t end_ns) {
    std::vector<bool> busy(static_cast<std::size_t>(end_ns), false);
    for (const Kernel& kernel : kernels)
        for (std::int64_t t = kernel.start_ns; t < kernel.end_ns; ++t) busy[static_cast<std::size_t>(t)] = true;
    return std::count(busy.begin(), busy.end(), true);
}

}  // namespace

TEST_CASE("overlapping kernels count once in the union and twice in the sum") {
    const KernelTime time = kernel_time(device_of({{0, 10, 0, 0}, {5, 15, 0, 0}}));
    CHECK(time.sum_ns == 20);
    CHECK(time.union_ns == 15);
    CHECK(time.first_start_ns == 0);
    CHECK(time.last_end_ns == 15);
}

TEST_CASE("one kernel around all others is the whole union") {
    std::vector<Kernel> kernels{{0, 1000, 0, 0}};
    for (std::int64_t i = 1; i < 100; ++i) kernels.push_back({i * 10, i * 10 + 5, 0, 0});
    CHECK(kernel_time(device_of(kernels)).union_ns == 1000);
    CHECK(kernel_time(device_of(kernels)).last_end_ns == 1000);
}

TEST_CASE("equal starts, equal ends and zero-length kernels add nothing of their own") {
    const KernelTime time = kernel_time(device_of({{5, 9, 0, 0}, {5, 7, 0, 0}, {5, 5, 0, 0}, {9, 9, 0, 0}, {20, 20, 0, 0}}));
    CHECK(time.union_ns == 4);
    CHECK(time.sum_ns == 6);
    CHECK(time.last_end_ns == 20);
}

TEST_CASE("times near 2^63 do not overflow") {
    constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
    const DeviceTrace device = device_of({{largest - 100, largest, 0, 0}, {largest - 50, largest - 10, 0, 0}});
    CHECK(kernel_time(device).union_ns == 100);
    CHECK(kernel_time(device).sum_ns == 140);
    const auto window = first_window(device);
    REQUIRE(window.has_value());
    CHECK(window->effective_ns == 100);
    CHECK(*window->effective_ratio() == 1.0);
}

TEST_CASE("kernels at both ends of the range saturate instead of wrapping") {
    constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
    const DeviceTrace device = device_of({{smallest, smallest + 10, 0, 0}, {largest - 10, largest, 0, 0}});
    CHECK(kernel_time(device).union_ns == 20);
    CHECK_THROWS_AS(static_cast<void>(all_windows(device)), InputError);
}

TEST_CASE("64 concurrent streams in any order: the sweep agrees with marking every nanosecond") {
    std::mt19937 random(20261);
    for (int round = 0; round < 20; ++round) {
        std::vector<Kernel> kernels;
        for (int i = 0; i < 400; ++i) {
            const auto start = static_cast<std::int64_t>(random() % 5000);
            kernels.push_back(
                {start, start + static_cast<std::int64_t>(random() % 60), 0, static_cast<std::uint32_t>(random() % 64)});
        }
        const DeviceTrace device = device_of(kernels, 64);
        CHECK(kernel_time(device).union_ns == union_by_marking(kernels, 6000));
        std::int64_t of_streams = 0;
        for (const StreamTime& stream : stream_times(device)) of_streams += stream.sum_ns;
        CHECK(of_streams == kernel_time(device).sum_ns);
        // Any window and any split of it agree with marking, too.
        for (const std::int64_t window_ns : {1L, 7L, 100L, 1000L, 4000L}) {
            const auto window = first_window(device, window_ns);
            std::vector<Kernel> cut;
            for (const Kernel& kernel : device.kernels)
                if (kernel.start_ns < window->start_ns + window_ns)
                    cut.push_back({kernel.start_ns, std::min(kernel.end_ns, window->start_ns + window_ns), 0, 0});
            CHECK(window->effective_ns == union_by_marking(cut, 6000));
            std::int64_t of_windows = 0, observed = 0;
            std::uint64_t kernels_in_windows = 0;
            for (const WindowTime& part : all_windows(device, window_ns)) {
                of_windows += part.effective_ns;
                observed += part.observed_ns;
                kernels_in_windows += part.kernels;
                CHECK(part.effective_ns <= part.observed_ns);
            }
            CHECK(of_windows == kernel_time(device).union_ns);
            CHECK(observed == *kernel_time(device).last_end_ns - *kernel_time(device).first_start_ns);
            CHECK(kernels_in_windows == device.kernels.size());
        }
    }
}

TEST_CASE("sorting nearly sorted and reversed logs gives the same order") {
    std::vector<Kernel> kernels;
    for (std::int64_t i = 0; i < 10000; ++i) kernels.push_back({i, i + 1, 0, 0});
    std::vector<Kernel> reversed(kernels.rbegin(), kernels.rend());
    std::vector<Kernel> swapped = kernels;
    for (std::size_t i = 0; i + 3 < swapped.size(); i += 4) std::swap(swapped[i], swapped[i + 3]);
    for (const auto& order : {reversed, swapped}) {
        const DeviceTrace device = device_of(order);
        CHECK(std::is_sorted(device.kernels.begin(), device.kernels.end(),
                             [](const Kernel& a, const Kernel& b) { return a.start_ns < b.start_ns; }));
        CHECK(kernel_time(device).union_ns == 10000);
    }
}

TEST_CASE("a window is divided by what was observed of it: to the capture's end where it is known") {
    DeviceTrace device = device_of({{100, 200, 0, 0}, {300, 400, 0, 0}});
    CHECK(first_window(device)->observed_ns == 300);
    CHECK(first_window(device)->observed_to == ObservedTo::last_kernel);
    device.captures = {{0, 1100}};
    CHECK(first_window(device)->observed_ns == 1000);
    CHECK(first_window(device)->observed_to == ObservedTo::capture);
    CHECK(*capture_ratio(device) == doctest::Approx(200.0 / 1100.0));
    CHECK(idle_time(device).before_first_ns == 100);
    CHECK(idle_time(device).between_ns == 100);
    CHECK(idle_time(device).after_last_ns == 700);
    CHECK(first_window(device, 150)->effective_ns == 100);
    CHECK(first_window(device, 150)->observed_ns == 150);
    CHECK(first_window(device, 150)->kernels == 1);
}

TEST_CASE("a capture that ends before the last kernel is widened to hold it") {
    DeviceTrace device = device_of({{100, 200, 0, 0}});
    device.captures = {{0, 150}};
    CHECK(first_window(device)->observed_ns == 100);
    CHECK(*first_window(device)->effective_ratio() == 1.0);
}

TEST_CASE("two captures with a gap between them: nobody watched the gap") {
    DeviceTrace device = device_of({{100, 200, 0, 0}, {1000, 1100, 0, 0}});
    device.captures = {{0, 300}, {900, 1200}};
    CHECK(first_window(device)->observed_ns == 200 + 300);
    CHECK(*capture_ratio(device) == doctest::Approx(200.0 / 600.0));
}

TEST_CASE("copies hide under kernels, and the rest of them explains idle time") {
    DeviceTrace device = device_of({{100, 200, 0, 0}, {300, 400, 0, 0}});
    device.copies = {{150, 250}, {390, 500}};
    device.sets = {{280, 290}};
    const CopyTime time = copy_time(device);
    CHECK(time.copies_ns == 210);
    CHECK(time.hidden_copies_ns == 50 + 10);
    CHECK(time.sets_ns == 10);
    CHECK(idle_time(device).between_ns == 100);
    CHECK(idle_time(device).between_copying_ns == 50 + 10);
}

TEST_CASE("graph executions count with kernels, and make the figure an upper bound") {
    DeviceTrace device = device_of({{100, 200, 0, 0}});
    device.graphs = {{150, 260}, {300, 340}};
    CHECK(kernel_time(device).union_ns == 100);
    CHECK(kernel_time(device).busy_ns == 200);
    CHECK(first_window(device)->upper_bound);
    CHECK(first_window(device)->kernels_ns == 100);
    CHECK(first_window(device)->effective_ns == 200);
}

TEST_CASE("a device without a timed kernel has no window") {
    CHECK_FALSE(first_window(DeviceTrace{}).has_value());
    CHECK(all_windows(DeviceTrace{}).empty());
    CHECK_FALSE(capture_ratio(DeviceTrace{}).has_value());
}

TEST_CASE("a single zero-length kernel observed nothing, so it has no ratio") {
    const auto window = first_window(device_of({{5, 5, 0, 0}}));
    REQUIRE(window.has_value());
    CHECK_FALSE(window->effective_ratio().has_value());
}
