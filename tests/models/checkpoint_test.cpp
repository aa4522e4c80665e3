// Checkpoint: intervals by Young, Daly and Lambert, and the share of time they lose.
#include <breakeven/models/checkpoint.hpp>
#include <breakeven/models/checkpoint_best.hpp>

#include "near.hpp"

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
const Checkpoint laptop{.cost = 30.0 * second, .time_between_failures = 1.0 / (3.2 / year), .restart = 1097.0 * second};
const Checkpoint spot{.cost = 60.0 * second, .time_between_failures = 10.0 * hour, .restart = 300.0 * second};
}  // namespace

TEST_CASE("the laptop writes a checkpoint every 24316 s by Young and every 24297 s by Daly") {
    CHECK(in(laptop.time_between_failures, second) == near(9855000.0));
    CHECK(in(laptop.young_interval(), second) == near(24316.660955));
    CHECK(in(laptop.daly_interval(), second) == near(24296.6650674));
    CHECK(in(best_interval(laptop), second) == near(24296.6650694));
}

TEST_CASE("and loses 0.2576 % of its busy time") {
    CHECK(laptop.lost_share_first_order(laptop.young_interval()) == near(0.00257875808777));
    CHECK(laptop.lost_share(laptop.young_interval()) == near(0.0025764492954));
    CHECK(laptop.lost_share(best_interval(laptop)) == near(0.0025764484633));
    CHECK(laptop.lost_share(laptop.daly_interval()) == near(0.00257644846325));
}

TEST_CASE("a spot machine that is taken away every ten hours loses 6.4 %") {
    CHECK(in(spot.young_interval(), second) == near(2078.46096908));
    CHECK(in(spot.daly_interval(), second) == near(2038.65341917));
    CHECK(in(best_interval(spot), second) == near(2038.65490592));
    CHECK(spot.lost_share_first_order(spot.young_interval()) == near(0.0660683602523));
    CHECK(spot.lost_share(spot.young_interval()) == near(0.0644679695868));
    CHECK(1.0 / (1.0 - spot.lost_share(spot.young_interval())) == near(1.06891048889));
}

TEST_CASE("no interval loses less than the best one") {
    for (const Checkpoint& checkpoint : {laptop, spot}) {
        const double best = checkpoint.lost_share(best_interval(checkpoint));
        for (const double factor : {0.1, 0.5, 0.9, 0.99, 1.01, 1.1, 2.0, 10.0})
            CHECK(checkpoint.lost_share(factor * best_interval(checkpoint)) > best);
        CHECK(checkpoint.lost_share(checkpoint.daly_interval()) >= best - 1e-15);
    }
}

TEST_CASE("the exact share is a share, whatever the times") {
    for (const double cost : {0.0, 1e-9, 1.0, 1e4, 1e9})
        for (const double between : {1e-6, 1.0, 1e5, 1e12})
            for (const double restart : {0.0, 1.0, 1e9})
                for (const double interval : {1e-9, 1.0, 1e4, 1e15}) {
                    const Checkpoint c{cost * second, between * second, restart * second};
                    const double w = c.lost_share(interval * second);
                    CHECK(w >= 0.0);
                    CHECK(w <= 1.0);
                }
}

TEST_CASE("checkpoints that cost nothing are written all the time: only restarts are lost") {
    const Checkpoint free{.cost = 0.0 * second, .time_between_failures = 10.0 * hour, .restart = 300.0 * second};
    CHECK(in(free.daly_interval(), second) == 0.0);
    CHECK(free.lost_share(free.daly_interval()) == near(1.0 - std::exp(-300.0 / 36000.0)));
    CHECK(free.lost_share(free.young_interval()) == near(free.lost_share(1e-3 * second), 1e-5));
}

TEST_CASE("a checkpoint longer than the time between failures is written once in that time") {
    const Checkpoint slow{.cost = 30.0 * hour, .time_between_failures = 10.0 * hour, .restart = {}};
    CHECK(in(slow.daly_interval(), hour) == near(10.0));
}

TEST_CASE("a checkpoint refuses each field by its name") {
    const std::string above = " must be above zero\n hint: give a finite value greater than zero";
    const std::string negative = " must not be negative\n hint: give a finite value of zero or more";
    CHECK(whole_error([] { (void)spot.lost_share(0.0 * second); }) == "error: checkpoint_interval" + above);
    CHECK(whole_error([] { (void)spot.lost_share(-1.0 * second); }) == "error: checkpoint_interval" + above);
    CHECK(whole_error([] { (void)spot.lost_share_first_order(0.0 * second); }) == "error: checkpoint_interval" + above);
    CHECK(whole_error([] { (void)Checkpoint{-1.0 * second, hour, {}}.young_interval(); }) == "error: checkpoint_cost" + negative);
    CHECK(whole_error([] { (void)Checkpoint{second, 0.0 * hour, {}}.daly_interval(); }) == "error: time between failures" + above);
    CHECK(whole_error([] { (void)best_interval(Checkpoint{second, hour, -1.0 * second}); }) == "error: restart" + negative);
}
