// Roofline: speed ratios from the catalog's peaks.
#include <breakeven/models/roofline.hpp>

#include <breakeven/models/catalog.hpp>

#include "near.hpp"

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
const Catalog catalog = Catalog::shipped();
const GpuFacts& laptop = catalog.gpu("RTX 4060 Laptop");
const GpuFacts& a10 = catalog.gpu("A10");
}  // namespace

TEST_CASE("the laptop 4060 does 0.466 of an A10's arithmetic and moves 0.427 of its bytes") {
    CHECK(speed_ratio(laptop, a10, 1.0) == near(0.466076696165));  // 3072 * 2.37 / (9216 * 1.695)
    CHECK(speed_ratio(laptop, a10, 0.0) == near(0.426666666667));  // 256 / 600
    CHECK(speed_ratio(laptop, a10, 0.6) == near(0.450312684366));  // the 60:40 mix
}

TEST_CASE("on tensor cores a GeForce card counts with FP32 accumulation") {
    const GpuFacts& card = catalog.gpu("RTX 4090");
    const GpuFacts& a100 = catalog.gpu("A100 SXM4 80 GB");
    CHECK(speed_ratio(card, a100, 1.0, Arithmetic::tensor) == near(0.529550827423));
    CHECK(speed_ratio(card, a100, 0.0, Arithmetic::tensor) == near(0.494359980383));  // 1008 / 2039
}

TEST_CASE("a GPU is as fast as itself") {
    for (const double share : {0.0, 0.3, 1.0}) CHECK(speed_ratio(a10, a10, share, Arithmetic::tensor) == near(1.0, 1e-15));
}

TEST_CASE("a figure that no source has is an error, but only when it is needed") {
    CHECK(whole_error([] { (void)speed_ratio(catalog.gpu("RTX 4090"), catalog.gpu("A10G"), 1.0, Arithmetic::tensor); }) ==
          "error: the catalog has no FP16 tensor rate for A10G\n"
          " hint: give cloud.speed_ratio as a number, or the figure in a catalog file of your own");
    CHECK(speed_ratio(catalog.gpu("RTX 4090"), catalog.gpu("A10G"), 0.0, Arithmetic::tensor) == near(1008.0 / 600.0));
    CHECK(whole_error([] {
              (void)speed_ratio(catalog.gpu("B200"), a10, 0.5);
          }).starts_with("error: the catalog has no memory bandwidth for B200"));
    CHECK(whole_error([] {
              (void)speed_ratio(laptop, a10, 1.5);
          }).starts_with("error: arithmetic_share must be a share from 0 to 1"));
}
