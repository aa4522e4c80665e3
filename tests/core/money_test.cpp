// Money at the door: currencies by code, amounts that do not mix, rates of one day.
#include <breakeven/core/money.hpp>

#include "near.hpp"

#include <cmath>
#include <set>

using namespace breakeven;
using testing::near;
using testing::whole_error;

TEST_CASE("a currency is an active ISO 4217 code in capitals") {
    CHECK(Currency("CNY").code() == "CNY");
    CHECK(Currency::find("USD").has_value());
    CHECK_FALSE(Currency::find("cny").has_value());
    CHECK_FALSE(Currency::find("DEM").has_value());  // gone since 2002
    CHECK_FALSE(Currency::find("XXX").has_value());  // the code for none
    CHECK_FALSE(Currency::find("").has_value());
    CHECK_FALSE(Currency::find("NY C").has_value());
    CHECK_FALSE(Currency::find("Y C").has_value());  // no window over the list of codes
    CHECK(Currency{}.code() == "XXX");
}

TEST_CASE("the list of codes is sorted, without doubles, and finds each of its own") {
    const std::vector<std::string>& codes = Currency::codes();
    CHECK(codes.size() > 150);
    CHECK(std::is_sorted(codes.begin(), codes.end()));
    CHECK(std::set<std::string>(codes.begin(), codes.end()).size() == codes.size());
    for (const std::string& code : codes) CHECK(Currency(code).code() == code);
}

TEST_CASE("an unknown code names the nearest") {
    CHECK(whole_error([] { (void)Currency("cny"); }) ==
          "error: \"cny\" is no ISO 4217 currency code\n hint: did you mean CNY?");
    CHECK(whole_error([] { (void)Currency("yuan"); }).find("error: \"yuan\" is no ISO 4217 currency code\n hint: ") == 0);
    CHECK(whole_error([] { (void)Currency(std::string(10000, 'x')); }).size() < 200);
}

TEST_CASE("amounts of one currency add; of two they do not") {
    const Amount sum = Amount{2.0, Currency("USD")} + Amount{3.5, Currency("USD")};
    CHECK(sum.value == 5.5);
    CHECK(sum.currency == Currency("USD"));
    CHECK(whole_error([] { (void)(Amount{1.0, Currency("USD")} + Amount{1.0, Currency("CNY")}); }) ==
          "error: cannot add USD and CNY\n hint: exchange one of them first");
}

TEST_CASE("money goes through the door once, at the rate of its day") {
    Exchange door(Currency("CNY"), "2026-11-01");
    door.set_rate(Currency("USD"), 7.10);
    CHECK(in(door.exchange({1.39, Currency("USD")}), money) == near(9.869, 1e-15));
    CHECK(in(door.exchange({8500.0, Currency("CNY")}), money) == 8500.0);
    CHECK(door.into() == Currency("CNY"));
    CHECK(door.date() == "2026-11-01");
    door.set_rate(Currency("USD"), 7.0);
    CHECK(door.rate(Currency("USD")) == 7.0);
    CHECK(door.rates().size() == 1);
}

TEST_CASE("a currency without a rate is an error, never a one") {
    const Exchange door(Currency("CNY"));
    CHECK(whole_error([&] { (void)door.rate(Currency("EUR")); }) ==
          "error: no exchange rate from EUR to CNY\n hint: add it to the scenario: [exchange] EUR = …, and the date of the rate");
    for (const double bad : {0.0, -7.1, std::nan(""), HUGE_VAL})
        CHECK(whole_error([&] { Exchange(Currency("CNY")).set_rate(Currency("USD"), bad); }) ==
              "error: exchange.USD must be above zero\n hint: give a finite value greater than zero");
}
