// Depreciation schedules: every year of the textbook examples, whole-life sums, and what each schedule refuses.
#include <breakeven/models/depreciation_schedule.hpp>

#include "near.hpp"

#include <numeric>

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
const Money gpu = 2975.0 * money;  // 0.35 * 8500

std::vector<double> amounts(const std::vector<Money>& years) {
    std::vector<double> out;
    for (const Money& one : years) out.push_back(in(one, money));
    return out;
}

void check_years(const std::vector<Money>& years, const std::vector<double>& expected) {
    REQUIRE(years.size() == expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) {
        CAPTURE(k);
        CHECK(in(years[k], money) == near(expected[k]));
    }
}

double total(const std::vector<Money>& years) {
    const auto all = amounts(years);
    return std::accumulate(all.begin(), all.end(), 0.0);
}
}  // namespace

TEST_CASE("double declining balance over five years switches to the straight line in the fourth") {
    check_years(declining_balance<double>(gpu, 0.0, 5.0 * year), {1190.0, 714.0, 428.4, 321.3, 321.3});
    CHECK(total(declining_balance<double>(gpu, 0.0, 5.0 * year)) == near(2975.0, 1e-14));
}

TEST_CASE("without the switch the declining balance leaves 231.336 on the books") {
    const auto years = declining_balance_at_rate<double>(gpu, 2.0 / 5.0, 5);
    check_years(years, {1190.0, 714.0, 428.4, 257.04, 154.224});
    CHECK(2975.0 - total(years) == near(231.336));
}

TEST_CASE("the rate that leaves a fifth after five years is 27.52 %") {
    const double rate = declining_rate<double>(0.2, 5.0 * year);
    CHECK(rate == near(0.275220336322));
    const auto years = declining_balance_at_rate<double>(gpu, rate, 5);
    CHECK(in(years[0], money) == near(818.7805006));
    CHECK(2975.0 - total(years) == near(595.0));
}

TEST_CASE("the declining balance never goes below the residual and prorates a broken last year") {
    for (const double residual : {0.0, 0.1, 0.3, 0.75, 1.0})
        for (const double life : {0.5, 1.0, 1.5, 2.0, 2.4, 3.0, 5.0, 7.3, 12.0, 60.0}) {
            CAPTURE(residual);
            CAPTURE(life);
            const auto years = declining_balance<double>(gpu, residual, 1.0 * life * year);
            CHECK(years.size() == static_cast<std::size_t>(std::ceil(life)));
            double book = 2975.0;
            for (const double one : amounts(years)) {
                CHECK(one >= 0.0);
                book -= one;
                CHECK(book >= 2975.0 * residual - 1e-9);
            }
            CHECK(book == doctest::Approx(2975.0 * residual).epsilon(1e-12));
        }
}

TEST_CASE("the sum of the years' digits over five years falls from 5/15 to 1/15") {
    check_years(sum_of_years_digits<double>(gpu, 0.0, 5.0 * year), {991.666666667, 793.333333333, 595.0, 396.666666667, 198.333333333});
    for (const double residual : {0.0, 0.2, 1.0})
        for (int life = 1; life <= 20; ++life)
            CHECK(total(sum_of_years_digits<double>(gpu, residual, 1.0 * life * year)) ==
                  doctest::Approx(2975.0 * (1.0 - residual)).epsilon(1e-12));
}

TEST_CASE("MACRS takes six tax years for a five-year class and leaves nothing") {
    const auto years = macrs_5<double>(gpu);
    check_years(years, {595.0, 952.0, 571.2, 342.72, 342.72, 171.36});
    CHECK(total(years) == near(2975.0, 1e-14));
    CHECK(in(years[0] / year, money / hour) == near(0.0679223744292));
    CHECK(in(years[1] / year, money / hour) == near(0.108675799087));
}

TEST_CASE("the resale curve of GeForce cards leaves 66.3 % after two years") {
    const ResaleCurve curve{gpu, geforce_resale_rate};
    CHECK(curve.share_left(2.0 * year) == near(0.663180552052));
    CHECK(in(curve.mean_cost(2.0 * year), money / hour) == near(0.0571939416464));
    CHECK(in(curve.marginal_cost(0.0 * year), money / hour) == near(0.0697406563927));
    CHECK(in(curve.marginal_cost(2.0 * year), money / hour) == near(0.046250647007));
    const double left[] = {0.814, 0.663, 0.540, 0.440, 0.358};  // three digits are published
    for (int age = 1; age <= 5; ++age) CHECK(curve.share_left(1.0 * age * year) == doctest::Approx(left[age - 1]).epsilon(5e-4));
}

TEST_CASE("the resale curve's mean is what is lost over the time held") {
    const ResaleCurve curve{gpu, geforce_resale_rate};
    for (const double held : {0.01, 0.5, 1.0, 3.0, 10.0}) {
        const Money lost = curve.value_at(0.0 * year) - curve.value_at(held * year);
        CHECK(in(curve.mean_cost(held * year) * (held * year), money) == near(in(lost, money), 1e-12));
    }
    CHECK(in(ResaleCurve{gpu, 0.0 / year}.mean_cost(1.0 * year), money / hour) == 0.0);
}

TEST_CASE("wear by use costs nothing while the machine stands") {
    const HourlyCost wear = units_of_production<double>(gpu, 0.2, 10000.0 * hour);
    CHECK(in(wear.standing, money / hour) == 0.0);
    CHECK(in(wear.busy, money / hour) == near(2975.0 * 0.8 / 10000.0));
}

TEST_CASE("a schedule refuses what it cannot spread, naming the field") {
    CHECK(whole_error([] { (void)sum_of_years_digits<double>(gpu, 0.0, 2.5 * year); }) ==
          "error: lifetime must be a whole number of years for this schedule\n hint: such as \"5 yr\"");
    CHECK(whole_error([] { (void)sum_of_years_digits<double>(gpu, 0.0, 1e9 * year); }) ==
          "error: lifetime must be a whole number of years for this schedule\n hint: such as \"5 yr\"");
    CHECK(whole_error([] { (void)declining_balance<double>(gpu, 0.0, 101.0 * year); }) ==
          "error: lifetime must be at most 100 years\n hint: such as \"5 yr\"");
    CHECK(whole_error([] { (void)declining_balance<double>(gpu, 1.5, 5.0 * year); }) ==
          "error: residual must be a share from 0 to 1\n hint: 35 % is written 0.35 or \"35 %\"");
    CHECK(whole_error([] { (void)declining_rate<double>(0.0, 5.0 * year); }) ==
          "error: residual must be above zero\n hint: give a finite value greater than zero");
    CHECK(whole_error([] { (void)macrs_5<double>(-gpu); }) ==
          "error: price must not be negative\n hint: give a finite value of zero or more");
    CHECK(whole_error([] { (void)ResaleCurve{gpu, -0.2 / year}.mean_cost(year); }) ==
          "error: resale_rate must not be negative\n hint: give a finite value of zero or more");
    CHECK(whole_error([] { (void)ResaleCurve{gpu, 0.2 / year}.value_at(-1.0 * year); }) ==
          "error: lifetime must not be negative\n hint: give a finite value of zero or more");
    CHECK(whole_error([] { (void)units_of_production<double>(gpu, 0.0, 0.0 * hour); }) ==
          "error: lifetime must be above zero\n hint: give a finite value greater than zero");
}
