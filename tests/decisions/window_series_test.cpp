// Windows of a log as rows of the history.
#include <breakeven/decisions/window_series.hpp>

#include <doctest/doctest.h>

#include "decisions/made_up_audit.hpp"

using namespace breakeven;
using namespace breakeven::test;

namespace {

KernelEvidence two_windows() {
    KernelEvidence out;
    DeviceEvidence device = made_up_device(30.0, 308.7);
    WindowTime later = *device.window;
    later.start_ns = later.length_ns;
    later.observed_ns = 100'000'000'000;
    later.effective_ns = later.kernels_ns = 10'000'000'000;
    device.windows = {*device.window, later};
    out.devices = {device};
    return out;
}

}  // namespace

TEST_CASE("a dated log dates its windows itself and shares its work out by effective time") {
    SeriesContext about;
    about.context.set("task", "nlp");
    about.work = 400.0;
    about.framework = "torch 2.1";
    const WindowSeries series = window_series(two_windows(), about);
    REQUIRE(series.windows.size() == 2);
    CHECK(series.remarks.empty());
    CHECK(series.windows[0].time_ns == november_ns);
    CHECK(series.windows[1].time_ns == november_ns + 308'700'000'000);
    CHECK(series.windows[0].dated);
    CHECK(series.windows[0].gpu == "GPU-1");
    CHECK(*series.windows[0].work == doctest::Approx(300.0));  // 30 s of 40 s computed
    CHECK(*series.windows[1].work == doctest::Approx(100.0));
    CHECK(*series.windows[1].context.level("task") == "nlp");
    CHECK(series.windows[1].framework == "torch 2.1");
    CHECK(series.windows[1].trusted);
}

TEST_CASE("a log without a date ends when its file was last changed, unless its beginning is told") {
    KernelEvidence evidence = two_windows();
    evidence.devices[0].utc_offset_ns.reset();
    SeriesContext about;
    about.ends_ns = november_ns;
    WindowSeries series = window_series(evidence, about);
    CHECK(!series.windows[0].dated);
    CHECK(series.windows[0].time_ns == november_ns - 408'700'000'000);  // 308.7 s and 100 s before the end
    CHECK(series.windows[0].clock_ns == 0);
    CHECK(series.remarks.size() == 1);
    about.begins_ns = november_ns;
    series = window_series(evidence, about);
    CHECK(series.windows[0].time_ns == november_ns);
    CHECK(series.remarks.empty());
}

TEST_CASE("a cut-off log, a failed check and graphs traced as a whole make untrusted windows") {
    KernelEvidence evidence = two_windows();
    evidence.partial = true;
    CHECK(!window_series(evidence, {}).windows[0].trusted);
    evidence.partial = false;
    evidence.devices[0].windows[1].upper_bound = true;
    evidence.devices[0].windows[1].kernels_ns /= 2;
    const WindowSeries series = window_series(evidence, {});
    CHECK(series.windows[0].trusted);
    CHECK(!series.windows[1].trusted);
    CHECK(series.remarks.size() == 1);
}

TEST_CASE("samples of the same GPU give each window its own temperature and power") {
    Telemetry telemetry;
    telemetry.times = SampleTimes::utc;
    TelemetryDevice samples;
    samples.gpu.uuid = "GPU-1";
    for (int i = 0; i < 400; ++i) {
        Sample sample;
        sample.time_ns = november_ns + i * 1'000'000'000LL;
        sample.temperature_c = i < 309 ? 60.0 : 70.0;
        sample.power_w = i < 309 ? 100.0 : 120.0;
        samples.series.push_back(sample);
    }
    telemetry.devices = {samples};
    SeriesContext about;
    about.telemetry = &telemetry;
    WindowSeries series = window_series(two_windows(), about);
    CHECK(series.windows[0].context.temperature->in_celsius() == doctest::Approx(60.0));
    CHECK(series.windows[1].context.temperature->in_celsius() == doctest::Approx(70.0));
    CHECK(in(*series.windows[1].power, watt) == doctest::Approx(120.0));
    telemetry.times = SampleTimes::local;  // whose hour is not known
    series = window_series(two_windows(), about);
    CHECK(!series.windows[0].context.temperature);
    CHECK(series.remarks.size() == 1);
}

TEST_CASE("a GPU without a UUID is known by its name and number") {
    DeviceEvidence device = made_up_device(1.0);
    device.uuid.clear();
    CHECK(gpu_identity(device) == "RTX 4060 Laptop GPU 0");
    device.name.clear();
    CHECK(gpu_identity(device) == "GPU 0");
    device.name = "bad\nname";
    CHECK(gpu_identity(device) == "GPU 0");
}
