// Figures without a remark are of the worked example in docs/method.md, "The dynamic line".
#include <breakeven/calibration/dynamic_line.hpp>
#include <breakeven/calibration/line_interval.hpp>

#include <doctest/doctest.h>

#include <cmath>

using namespace breakeven;
using doctest::Approx;

namespace {
LineSettings published() {
    LineSettings out;
    out.reference.set("task", "vision");
    out.reference.set("os", "linux");
    out.reference.set("virtualization", "none");
    out.reference.set("network", "local");
    out.reference.temperature = celsius(25.0);
    out.temperature_weight = 0.0087 / kelvin;
    out.weights = {{{"task", "nlp"}, 0.233}};
    out.shifts = {{{"os", "windows"}, 0.018}, {{"virtualization", "vgpu"}, 0.023}, {{"network", "10gbe"}, 0.017}};
    return out;
}

Context everything() {
    Context out;
    out.set("task", "nlp");
    out.set("os", "windows");
    out.set("virtualization", "vgpu");
    out.set("network", "10gbe");
    out.temperature = celsius(32.0);
    return out;
}

Context only_temperature(double degrees) {
    Context out;
    out.temperature = celsius(degrees);
    return out;
}

constexpr double model_base = 0.0630529232708616;  // of the shipped scenario
}  // namespace

TEST_CASE("12.0 % becomes 21.3268 % with NLP, 7 K more, Windows, a virtual GPU and 10 GbE") {
    const DynamicLine line = dynamic_line(0.12, published(), everything());
    CHECK(line.line == Approx(0.213268).epsilon(1e-12));
    CHECK(line.remarks.empty());
    REQUIRE(line.adjustments.size() == 5);
    CHECK(line.adjustments[0].term == "temperature");
    CHECK(line.adjustments[0].offset == Approx(7.0));
    CHECK(line.adjustments[0].effect == Approx(0.0609).epsilon(1e-12));
    CHECK(line.adjustments[1].term == "task.nlp");
    CHECK(!line.adjustments[1].is_shift);
    CHECK(line.adjustments[2].term == "os.windows");
    CHECK(line.adjustments[2].is_shift);
}

TEST_CASE("7 K alone make 12.7308 %, NLP alone 14.796 %") {
    CHECK(dynamic_line(0.12, published(), only_temperature(32.0)).line == Approx(0.127308).epsilon(1e-12));
    Context nlp;
    nlp.set("task", "nlp");
    CHECK(dynamic_line(0.12, published(), nlp).line == Approx(0.14796).epsilon(1e-12));
}

TEST_CASE("points added to another base are doubled by half; as shares of 12.0 % they are not") {
    LineSettings settings = published();
    CHECK(dynamic_line(model_base, settings, everything()).line == Approx(0.13958417742).epsilon(1e-10));
    settings.shift_scale = ShiftScale::relative;
    CHECK(dynamic_line(model_base, settings, everything()).line == Approx(0.112059757001).epsilon(1e-10));
    // At 12.0 % the two are the same.
    CHECK(dynamic_line(0.12, settings, everything()).line == Approx(0.213268).epsilon(1e-12));
}

TEST_CASE("geometric weights multiply: 1.233 times 1.0609") {
    LineSettings settings = published();
    settings.combine = Combine::geometric;
    Context asked = only_temperature(32.0);
    asked.set("task", "nlp");
    CHECK(dynamic_line(0.12, settings, asked).line == Approx(0.12 * 1.233 * 1.0609).epsilon(1e-13));
}

TEST_CASE("the reference context moves nothing") {
    const LineSettings settings = published();
    const DynamicLine line = dynamic_line(0.12, settings, settings.reference);
    CHECK(line.line == 0.12);
    CHECK(line.adjustments.empty());
    CHECK(line.remarks.empty());
}

TEST_CASE("a level without a weight counts 0 and the known ones are named") {
    Context asked;
    asked.set("task", "speech");
    const DynamicLine line = dynamic_line(0.12, published(), asked);
    CHECK(line.line == 0.12);
    REQUIRE(line.remarks.size() == 1);
    CHECK(line.remarks[0] == "no weight is known for task.speech: it counts as 0 (known: vision, nlp)");
}

TEST_CASE("a line cannot leave 0 to 100 %, and that is said") {
    LineSettings settings = published();
    CHECK(dynamic_line(0.9, settings, only_temperature(95.0)).line == 1.0);
    CHECK(dynamic_line(0.9, settings, only_temperature(95.0)).remarks.size() == 1);
    CHECK(dynamic_line(0.12, settings, only_temperature(-100.0)).line == 0.0);
}

TEST_CASE("the shift for Windows corrects sampled counters and is left out for a kernel log") {
    Context asked;
    asked.set("os", "windows");
    const DynamicLine line = dynamic_line(0.12, published(), asked, {.kernel_log = true});
    CHECK(line.line == 0.12);
    REQUIRE(line.remarks.size() == 1);
    CHECK(line.remarks[0].find("os.windows corrects sampled counters") != std::string::npos);
}

TEST_CASE("with a heat model the temperature's weight is off") {
    CHECK(dynamic_line(0.12, published(), only_temperature(32.0), {.temperature_by_heat = true}).line == 0.12);
}

TEST_CASE("the interval of a line follows from the weights' covariance") {
    // Var = base^2 (7^2 * 1e-8 + 2 * 7 * 2e-8 + 4e-6): by hand.
    const WeightUncertainty known{.terms = {"temperature", "task.nlp"}, .covariance = {1e-8, 2e-8, 2e-8, 4e-6}, .quantile = 2.0,
                                  .coldest = celsius(20.0), .hottest = celsius(30.0), .seen = {{"task", "vision"}, {"task", "nlp"}}};
    Context asked = only_temperature(32.0);
    asked.set("task", "nlp");
    const DynamicLine line = dynamic_line(0.12, published(), asked);
    const double variance = 49e-8 + 28e-8 + 4e-6;
    CHECK(*line_half_width(0.12, line.adjustments, known) == Approx(2.0 * 0.12 * std::sqrt(variance)).epsilon(1e-12));
    // Geometric: each term's derivative carries the other's factor.
    const double temperature = 7.0 * 1.233;
    const double nlp = 1.0609;
    const double geometric = temperature * temperature * 1e-8 + 2.0 * temperature * nlp * 2e-8 + nlp * nlp * 4e-6;
    CHECK(*line_half_width(0.12, line.adjustments, known, Combine::geometric) == Approx(2.0 * 0.12 * std::sqrt(geometric)).epsilon(1e-12));
    CHECK(!line_half_width(0.12, dynamic_line(0.12, published(), Context{}).adjustments, known));
}

TEST_CASE("a context outside what the calibration saw is remarked") {
    const WeightUncertainty known{.terms = {}, .covariance = {}, .quantile = 2.0, .coldest = celsius(22.0), .hottest = celsius(30.0),
                                  .seen = {{"task", "vision"}}};
    Context asked = only_temperature(35.0);
    asked.set("task", "nlp");
    const auto remarks = remarks_outside(known, asked);
    REQUIRE(remarks.size() == 2);
    CHECK(remarks[0] == "35 degC lies outside what the calibration saw (22 to 30 degC): the line is extrapolated");
    CHECK(remarks[1] == "the calibration never saw task nlp");
    CHECK(remarks_outside(known, only_temperature(22.0)).empty());
}
