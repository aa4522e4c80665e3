// Align: the source's formula to the letter, and the other GPU's own line beside it.
#include "article_scenario.hpp"
#include "near.hpp"

#include <breakeven/decisions/align.hpp>

#include <doctest/doctest.h>

using namespace breakeven;
using breakeven::testing::article_scenario;
using breakeven::testing::near;
using breakeven::testing::whole_error;

namespace {

AlignAnswer aligned(const AlignQuestion& question, const Context& asked = {}) {
    static const Catalog catalog = Catalog::shipped();
    return align(article_scenario({{"exchange.USD", "7.1"}}), catalog, question, asked);
}

AlignQuestion to(const std::string& gpu) {
    AlignQuestion question;
    question.to = gpu;
    return question;
}

}  // namespace

TEST_CASE("the source's formula gives 1.28968 % from the figures it prints 0.8 % for") {
    CHECK(aligned_by_source(published_figures) == near(0.12 * (30.0 / 6912.0) * (312.0 / 12.6)));
    CHECK(aligned_by_source(published_figures) == doctest::Approx(0.0128968).epsilon(1e-5));  // C92
}

TEST_CASE("with the two GPUs' right figures the source's formula gives 9.9182 % or 8.5823 %") {
    AlignQuestion question = to("A10");
    question.line = 0.12;
    // C92: 24 SMs against 72; the A10's FP32 rate against the laptop's, as printed (12.6) and as its clocks give it (14.56).
    question.tflops_this = 12.6;
    CHECK(*aligned(question).source_line == doctest::Approx(0.099182).epsilon(1e-4));
    question.tflops_this.reset();
    CHECK(*aligned(question).source_line == doctest::Approx(0.085823).epsilon(1e-4));
}

TEST_CASE("points of a virtualised GPU and of remote data come on top of the source's line") {
    Context asked;
    asked.levels = {{"virtualization", "vgpu"}, {"network", "10gbe"}};
    const AlignQuestion question = to("A10");
    CHECK(*aligned(question, asked).source_line == near(*aligned(question).source_line + 0.023 + 0.017));  // the scenario's [line.shifts]
}

TEST_CASE("our line on another GPU is the line of its own price, power and speed") {
    // By hand: a 4090 at 1599 USD and 450 W, 24 GB; roofline over FP32 (the default is all arithmetic) against the laptop's.
    const AlignAnswer answer = aligned(to("RTX 4090"));
    REQUIRE(answer.ours);
    const double speed = (16384.0 * 2520.0) / (3072.0 * 2370.0);  // cores and boost clocks
    CHECK(*answer.speed == near(speed));
    const double standing = 1599.0 * 7.1 / (2.0 * 8760.0);
    const double busy = (450.0 + 24.0 * 0.8 + 1.2 + 3.2) / 1000.0 * 0.85;
    CHECK(*answer.ours->line == near(standing / (2.8 * speed - busy)));
}

TEST_CASE("a price given for the other GPU takes the place of its list price") {
    AlignQuestion question = to("RTX 4090");
    question.price = 2.0 * 1599.0 * 7.1 * money;
    CHECK(*aligned(question).ours->line == near(2.0 * *aligned(to("RTX 4090")).ours->line));  // all that stands is depreciation
}

TEST_CASE("a GPU without a known price has no line of its own, and the answer says which figure is missing") {
    const AlignAnswer answer = aligned(to("A10"));
    CHECK_FALSE(answer.ours);
    CHECK(answer.why_not == "no source has a price for the A10");
    CHECK(answer.source_line);
}

TEST_CASE("a misspelt GPU is answered with the nearest names") {
    CHECK(whole_error([] { (void)aligned(to("RTX 4091")); }).find("RTX 4090") != std::string::npos);
}

TEST_CASE("the source's formula refuses a figure that is not above zero") {
    SourceFigures figures = published_figures;
    figures.sms_that = 0.0;
    CHECK_THROWS_AS((void)aligned_by_source(figures), InputError);
    figures = published_figures;
    figures.points = -0.01;
    CHECK_THROWS_AS((void)aligned_by_source(figures), InputError);
}
