// Bins of a timeline and shares of kernels: values worked out by hand, then the sum of bins against the union.
#include <breakeven/logs/activity.hpp>

#include <doctest/doctest.h>

#include <breakeven/logs/effective_time.hpp>

#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

using namespace breakeven;

namespace {

DeviceTrace device_of(std::vector<Kernel> kernels, std::vector<Interval> graphs = {}) {
    DeviceTrace device;
    device.kernels = std::move(kernels);
    device.graphs = std::move(graphs);
    device.streams.push_back({0, 0, 0});
    device.sort();
    return device;
}

using Bins = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("overlapping kernels count once inside a bin, and one that crosses an edge is shared out") {
    //    0         10        20        30        40
    //    |----##---|--#######|###      |         |      [5,7) and [6,7): 2; [12,20): 8 and [20,23): 3
    const Timeline strip = timeline(device_of({{5, 7, 0, 0}, {6, 7, 0, 0}, {12, 18, 0, 0}, {15, 23, 0, 0}}), {0, 40}, 4);
    CHECK(strip.busy_ns == Bins{2, 8, 3, 0});
    CHECK(strip.share(1) == 0.8);
    CHECK(strip.share(3) == 0.0);
}

TEST_CASE("a kernel counts as far as it lies in the stretch, through as many bins as it needs") {
    const Timeline strip = timeline(device_of({{0, 35, 0, 0}, {50, 90, 0, 0}}), {10, 70}, 6);
    CHECK(strip.busy_ns == Bins{10, 10, 5, 0, 10, 10});  // [10,35) and [50,70)
}

TEST_CASE("the longest idle row of bins is found wherever it lies") {
    const Timeline strip = timeline(device_of({{15, 16, 0, 0}, {45, 46, 0, 0}}), {0, 60}, 6);
    CHECK(strip.busy_ns == Bins{0, 1, 0, 0, 1, 0});
    CHECK(strip.idle_bins() == 4);
    CHECK(strip.longest_idle() == Interval{20, 40});
    CHECK(timeline(device_of({{0, 60, 0, 0}}), {0, 60}, 6).longest_idle().length_ns() == 0);
}

TEST_CASE("graph executions are busy time beside kernels") {
    const Timeline strip = timeline(device_of({{0, 4, 0, 0}}, {{2, 12}}), {0, 20}, 2);
    CHECK(strip.busy_ns == Bins{10, 2});
}

TEST_CASE("a stretch that bins do not divide has bins that differ by a nanosecond and miss none") {
    const Timeline strip = timeline(device_of({{0, 10, 0, 0}}), {0, 10}, 3);  // edges 0, 3, 6, 10
    CHECK(strip.busy_ns == Bins{3, 3, 4});
    CHECK(strip.share(2) == 1.0);
    CHECK(timeline(device_of({{0, 1, 0, 0}}), {0, 1}, 4).busy_ns == Bins{0, 0, 0, 1});
}

TEST_CASE("the bins' sum is the union, for a thousand random kernels and any number of bins") {
    std::mt19937_64 random(7);
    std::vector<Kernel> kernels;
    for (int i = 0; i < 1000; ++i) {
        const auto start_ns = static_cast<std::int64_t>(random() % 1'000'000);
        kernels.push_back({start_ns, start_ns + static_cast<std::int64_t>(random() % 900), 0, 0});
    }
    const DeviceTrace device = device_of(kernels);
    for (const std::size_t bins : {1U, 7U, 200U, 5000U}) {
        const Timeline strip = timeline(device, {-10, 1'001'000}, bins);
        CHECK(std::accumulate(strip.busy_ns.begin(), strip.busy_ns.end(), std::int64_t{0}) == kernel_time(device).union_ns);
    }
}

TEST_CASE("a century in bins does not overflow") {
    constexpr std::int64_t century_ns = 3'155'760'000'000'000'000;
    const Timeline strip = timeline(device_of({{century_ns - 100, century_ns, 0, 0}}), {0, century_ns}, 200);
    CHECK(strip.busy_ns.back() == 100);
    CHECK(strip.edge_ns(200) == century_ns);
}

TEST_CASE("time goes to names and to classes of duration; a bound belongs to the class above it") {
    Trace trace;
    trace.names = {"gemm", "add", "copy", "never ran"};
    trace.groups = {{0, {}, {}}, {1, {}, {}}, {0, {64, 1, 1}, {}}, {2, {}, {}}, {3, {}, {}}};
    // gemm at two sizes: 1 ms + 2 ms; add: 9.999 us + 10 us; copy: 50 us. One more begins after the stretch.
    const DeviceTrace device = device_of({{0, 1'000'000, 0, 0}, {2'000'000, 4'000'000, 2, 0}, {5'000'000, 5'009'999, 1, 0},
                                          {6'000'000, 6'010'000, 1, 0}, {7'000'000, 7'050'000, 3, 0}, {9'000'000, 9'000'500, 1, 0}});
    const KernelDistribution found = kernel_distribution(device, trace, {0, 9'000'000}, 2);
    CHECK(found.kernels == 5);
    CHECK(found.sum_ns == 3'069'999);
    REQUIRE(found.longest.size() == 2);
    CHECK(found.longest[0].name == "gemm");
    CHECK(found.longest[0].kernels == 2);
    CHECK(found.longest[0].sum_ns == 3'000'000);
    CHECK(found.longest[1].name == "copy");
    CHECK(found.other_names == 1);
    CHECK(found.others.kernels == 2);
    CHECK(found.others.sum_ns == 19'999);
    CHECK(found.classes[0].sum_ns == 9'999);
    CHECK(found.classes[1].kernels == 2);
    CHECK(found.classes[1].sum_ns == 60'000);
    CHECK(found.classes[2].kernels == 0);
    CHECK(found.classes[3].sum_ns == 3'000'000);
    CHECK(found.share(found.classes[3].sum_ns) == doctest::Approx(3.0 / 3.069999));
}

TEST_CASE("a stretch without kernels has no shares and no names") {
    const KernelDistribution found = kernel_distribution(device_of({{0, 5, 0, 0}}), Trace{}, {10, 20}, 10);
    CHECK(found.kernels == 0);
    CHECK(found.longest.empty());
    CHECK(found.share(0) == 0.0);
}
