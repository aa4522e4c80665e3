#include <breakeven/logs/outliers.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

#include <breakeven/logs/article_method.hpp>

using namespace breakeven;

namespace {

Trace one_device(const std::vector<std::int64_t>& durations, std::uint32_t groups = 1) {
    Trace trace;
    for (std::uint32_t group = 0; group < groups; ++group) {
        trace.names.push_back("kernel " + std::to_string(group));
        trace.groups.push_back({group, {}, {}});
    }
    DeviceTrace device;
    device.streams.resize(1);
    std::int64_t at = 0;
    for (std::size_t i = 0; i < durations.size(); ++i) {
        device.kernels.push_back({at, at + durations[i], static_cast<std::uint32_t>(i % groups), 0});
        at += durations[i];
    }
    trace.devices.push_back(device);
    return trace;
}

}  // namespace

TEST_CASE("quartiles interpolate between order statistics, and the range's ends are inside") {
    // numpy.percentile([1,2,3,4,100], [25, 75]) is [2, 4]: keep from -1 to 7.
    std::vector<std::int64_t> values{100, 3, 1, 4, 2};
    CHECK(tukey_range(values).least_ns == -1);
    CHECK(tukey_range(values).most_ns == 7);
    // numpy.percentile([10, 20, 30, 41], [25, 75]) is [17.5, 32.75]: keep from -5.375 to 55.625.
    std::vector<std::int64_t> four{41, 30, 20, 10};
    CHECK(tukey_range(four).least_ns == -5);
    CHECK(tukey_range(four).most_ns == 55);
    std::vector<std::int64_t> one{7};
    CHECK(tukey_range(one).holds(7));
    CHECK_FALSE(tukey_range(one).holds(8));
    std::vector<std::int64_t> huge{0, std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::max()};
    CHECK(tukey_range(huge).most_ns == std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("the pooled range of kernels is that of their durations laid out in order, whatever their lengths") {
    std::mt19937_64 random(1);
    for (const int bits : {0, 1, 11, 12, 13, 24, 40, 63}) {
        for (std::size_t count = 1; count < 60; ++count) {
            std::vector<std::int64_t> durations;
            std::vector<Kernel> kernels;
            for (std::size_t i = 0; i < count; ++i) {
                const auto duration = static_cast<std::int64_t>(bits == 0 ? 0 : random() >> (64 - bits));
                // Some are equal, and some are short among long ones.
                durations.push_back(i % 5 == 1 ? durations.back() : i % 7 == 2 ? duration % 50 : duration);
                kernels.push_back({0, durations.back(), 0, 0});
            }
            CAPTURE(bits);
            CAPTURE(count);
            const DurationRange found = pooled_range(kernels);
            const DurationRange wanted = tukey_range(durations);
            CHECK(found.least_ns == wanted.least_ns);
            CHECK(found.most_ns == wanted.most_ns);
        }
    }
}

TEST_CASE("of exponential durations Tukey's rule drops 4.8113 % of the kernels and 19.4096 % of the time (claim C42)") {
    std::mt19937_64 random(42);
    std::exponential_distribution<double> exponential(1.0 / 1e7);
    std::vector<std::int64_t> durations;
    for (int i = 0; i < 400000; ++i) durations.push_back(std::llround(exponential(random)));
    const Trace trace = one_device(durations);
    const auto kept = without_outliers(trace.devices[0].kernels, trace, Outliers::pooled_iqr);
    double all_time = 0, kept_time = 0;
    for (const Kernel& kernel : trace.devices[0].kernels) all_time += static_cast<double>(kernel.duration_ns());
    for (const Kernel& kernel : kept) kept_time += static_cast<double>(kernel.duration_ns());
    CHECK(1.0 - static_cast<double>(kept.size()) / 400000.0 == doctest::Approx(0.048113).epsilon(0.02));
    CHECK(1.0 - kept_time / all_time == doctest::Approx(0.194096).epsilon(0.02));
}

TEST_CASE("per kernel, a long kernel is no outlier among its like") {
    std::vector<std::int64_t> durations;
    for (int i = 0; i < 40; ++i) durations.push_back(i % 4 == 3 ? 1000 + i : 10);  // every fourth launch is of the long kernel
    const Trace trace = one_device(durations, 4);
    CHECK(without_outliers(trace.devices[0].kernels, trace, Outliers::none).size() == 40);
    CHECK(without_outliers(trace.devices[0].kernels, trace, Outliers::per_kernel_iqr).size() == 40);
    std::vector<std::int64_t> mostly_short(100, 10);
    for (int i = 0; i < 100; ++i) mostly_short[static_cast<std::size_t>(i)] += i % 3;
    mostly_short[50] = 5000;
    const Trace pooled = one_device(mostly_short, 1);
    CHECK(without_outliers(pooled.devices[0].kernels, pooled, Outliers::pooled_iqr).size() == 99);
}

TEST_CASE("the article's method keeps what starts and ends in 308.7 s and divides by all of them (claims C39, C40)") {
    Trace trace = one_device({100'000'000'000, 100'000'000'000, 100'000'000'000, 100'000'000'000});
    const ArticleFigures figures = article_figures(trace.devices[0], trace);
    CHECK(figures.kernels == 3);  // the fourth ends at 400 s
    CHECK(figures.kept_kernels == 3);
    CHECK(figures.effective_ratio == doctest::Approx(300.0 / 308.7).epsilon(1e-15));
    CHECK(figures.trusted);
}

TEST_CASE("the article trusts no kernel name that spreads by more than 40 % of its mean") {
    // Durations 1 and 3: mean 2, population deviation 1, 50 %. Durations 3 and 7: mean 5, deviation 2, exactly 40 %.
    Trace wide = one_device({1, 3});
    CHECK_FALSE(article_figures(wide.devices[0], wide).trusted);
    Trace edge = one_device({3, 7});
    CHECK(article_figures(edge.devices[0], edge).trusted);
    Trace single = one_device({3});
    CHECK(article_figures(single.devices[0], single).trusted);
}
