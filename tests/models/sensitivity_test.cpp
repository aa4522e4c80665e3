// Sensitivity: elasticities of the article's scenario, their sum, and that they are derivatives.
#include <breakeven/models/breakeven.hpp>
#include <breakeven/models/sensitivity.hpp>

#include "near.hpp"

#include <random>

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
constexpr auto per_hour = money / hour;
HourlyCost cost(double standing, double busy) { return {.standing = standing * per_hour, .busy = busy * per_hour}; }
double line(double s_l, double b_l, double s_c, double b_c) { return *breakeven::breakeven(cost(s_l, b_l), cost(s_c, b_c)).line; }
}  // namespace

TEST_CASE("the article's line moves one for one with its standing cost and against the cloud's price") {
    const Elasticities e = elasticities(cost(2975.0 / 17520.0, 0.10693), cost(0.0, 2.8));
    CHECK(e.local_standing == near(1.0));
    CHECK(e.local_busy == near(0.0397056147816));
    CHECK(e.cloud_standing == 0.0);
    CHECK(e.cloud_busy == near(-1.03970561478));
    CHECK(1.0 / (2.8 - 0.10693) == near(0.371323433851));                                        // du*/dS
    CHECK(line(2975.0 / 17520.0, 0.10693, 0.0, 2.8) / (2.8 - 0.10693) == near(0.0234130279833));  // du*/dB
}

TEST_CASE("elasticities sum to zero, since prices in another unit change nothing") {
    std::mt19937_64 random(17);
    std::uniform_real_distribution<double> rate(0.01, 5.0);
    for (int round = 0; round < 3000; ++round) {
        const Elasticities e = elasticities(cost(rate(random), rate(random)), cost(rate(random), rate(random)));
        const double size = std::abs(e.local_standing) + std::abs(e.local_busy) + std::abs(e.cloud_standing) + std::abs(e.cloud_busy);
        CHECK(std::abs(e.local_standing + e.local_busy + e.cloud_standing + e.cloud_busy) <= 1e-14 * size);
    }
}

TEST_CASE("an elasticity is the line's relative change for a relative change of one rate") {
    const double v[4] = {0.3, 0.1, 0.05, 1.4};
    const Elasticities e = elasticities(cost(v[0], v[1]), cost(v[2], v[3]));
    const double expected[4] = {e.local_standing, e.local_busy, e.cloud_standing, e.cloud_busy};
    const double base = line(v[0], v[1], v[2], v[3]);
    for (int i = 0; i < 4; ++i) {
        double up[4], down[4];
        for (int k = 0; k < 4; ++k) {
            up[k] = v[k] * (k == i ? 1.0 + 1e-5 : 1.0);
            down[k] = v[k] * (k == i ? 1.0 - 1e-5 : 1.0);
        }
        const double change = (line(up[0], up[1], up[2], up[3]) - line(down[0], down[1], down[2], down[3])) / (2e-5 * base);
        CHECK(expected[i] == near(change, 1e-7));
    }
}

TEST_CASE("a line that does not exist does not move") {
    CHECK(whole_error([] { (void)elasticities(cost(0.1, 0.5), cost(0.1, 0.9)); }) ==
          "error: there is no line to move\n hint: the standing or the busy costs are equal");
    CHECK(whole_error([] { (void)elasticities(cost(0.2, 0.5), cost(0.1, 0.5)); }) ==
          "error: there is no line to move\n hint: the standing or the busy costs are equal");
}
