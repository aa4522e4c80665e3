// Hourly cost: two rates that add up, and what one owned hour costs at a busy share.
#include <breakeven/models/hourly_cost.hpp>

#include "near.hpp"

using namespace breakeven;
using testing::near;

TEST_CASE("an owned hour costs its standing part and the busy share of its busy part") {
    const HourlyCost cost{.standing = 0.2 * money / hour, .busy = 0.5 * money / hour};
    CHECK(in(cost.at(0.0), money / hour) == near(0.2));
    CHECK(in(cost.at(0.4), money / hour) == near(0.4));  // 0.2 + 0.4 * 0.5
    CHECK(in(cost.at(1.0), money / hour) == near(0.7));
}

TEST_CASE("costs add up part by part, in either way of writing it") {
    HourlyCost sum{.standing = 1.0 * money / hour, .busy = 2.0 * money / hour};
    const HourlyCost other{.standing = 0.25 * money / hour, .busy = 0.5 * money / hour};
    const HourlyCost both = sum + other;
    sum += other;
    CHECK(both.standing == sum.standing);
    CHECK(both.busy == sum.busy);
    CHECK(in(sum.standing, money / hour) == near(1.25));
    CHECK(in(sum.busy, money / hour) == near(2.5));
}

namespace {
struct Licence {
    static constexpr const char* name = "licence";
    [[nodiscard]] HourlyCost cost() const { return {.standing = 0.1 * money / hour}; }
};
struct Nameless {
    [[nodiscard]] HourlyCost cost() const { return {}; }
};
}  // namespace

TEST_CASE("a cost of one's own is a cost model when it has a name and a cost") {
    CHECK(CostModel<Licence>);
    CHECK_FALSE(CostModel<Nameless>);
    CHECK_FALSE(CostModel<int>);
}
