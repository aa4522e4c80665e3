// Parse: every unit, there and back to the bit, and each refusal with its whole message.
#include <breakeven/core/parse.hpp>

#include "near.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
const Exchange& door() {
    static const Exchange exchange = [] {
        Exchange out(Currency("CNY"), "2026-11-01");
        out.set_rate(Currency("USD"), 7.10);
        return out;
    }();
    return exchange;
}

template <class Quantity>
std::string refused(std::string_view text) {
    return whole_error([&] { (void)parse<Quantity>(text, &door()); });
}
/// The message, the line and the caret line below it.
std::string error_at(std::string_view text, std::size_t column, std::size_t length, const std::string& message, const std::string& hint = {}) {
    std::string out = ":1:" + std::to_string(column) + ": error: " + message + "\n    1 | " + std::string(text) + "\n      | " +
                      std::string(column - 1, ' ') + std::string(length, '^');
    return hint.empty() ? out : out + "\n hint: " + hint;
}
/// An error that underlines all of `text`.
std::string whole(std::string_view text, const std::string& message, const std::string& hint = {}) {
    return error_at(text, 1, detail::characters(text), message, hint);
}
}  // namespace

TEST_CASE("every unit has its size") {
    CHECK(in(parse<Power>("1 W"), watt) == 1.0);
    CHECK(in(parse<Power>("1 kW"), watt) == 1e3);
    CHECK(in(parse<Power>("1 MW"), watt) == 1e6);
    CHECK(in(parse<Energy>("1 Wh"), joule) == 3600.0);
    CHECK(in(parse<Energy>("1 kWh"), joule) == 3.6e6);
    CHECK(in(parse<Energy>("1 MWh"), joule) == 3.6e9);
    CHECK(in(parse<Energy>("1 J"), joule) == 1.0);
    CHECK(in(parse<Energy>("1 kJ"), joule) == 1e3);
    CHECK(in(parse<Energy>("1 MJ"), joule) == 1e6);
    CHECK(in(parse<Energy>("1 pJ"), joule) == 1e-12);
    CHECK(in(parse<Time>("1 s"), second) == 1.0);
    CHECK(in(parse<Time>("1 ms"), second) == 1e-3);
    CHECK(in(parse<Time>("1 us"), second) == 1e-6);
    CHECK(in(parse<Time>("1 ns"), second) == 1e-9);
    CHECK(in(parse<Time>("1 min"), second) == 60.0);
    CHECK(in(parse<Time>("1 h"), second) == 3600.0);
    CHECK(in(parse<Time>("1 day"), hour) == 24.0);
    CHECK(in(parse<Time>("1 week"), day) == 7.0);
    CHECK(in(parse<Time>("1 month"), hour) == 730.0);
    CHECK(in(parse<Time>("1 yr"), hour) == 8760.0);
    CHECK(in(parse<Memory>("1 B"), byte) == 1.0);
    CHECK(in(parse<Memory>("1 kB"), byte) == 1e3);
    CHECK(in(parse<Memory>("1 MB"), byte) == 1e6);
    CHECK(in(parse<Memory>("1 GB"), byte) == 1e9);
    CHECK(in(parse<Memory>("1 TB"), byte) == 1e12);
    CHECK(in(parse<Memory>("1 KiB"), byte) == 1024.0);
    CHECK(in(parse<Memory>("1 MiB"), byte) == 1048576.0);
    CHECK(in(parse<Memory>("1 GiB"), byte) == 1073741824.0);
    CHECK(in(parse<Memory>("1 TiB"), byte) == 1099511627776.0);
    CHECK(in(parse<Memory>("8 bit"), byte) == 1.0);
    CHECK(in(parse<Mass>("1 kg"), kilogram) == 1.0);
    CHECK(in(parse<Mass>("1 g"), kilogram) == 1e-3);
    CHECK(in(parse<Mass>("1 t"), kilogram) == 1e3);
    CHECK(in(parse<TemperatureDifference>("7 K"), kelvin) == 7.0);
    CHECK(parse<Fraction>("12 %") == 0.12);
    CHECK(parse_points("1.8 pp") == 0.018);
    CHECK(parse_temperature("32 degC").in_celsius() == 32.0);
    CHECK(unit_names().size() == 37);
}

TEST_CASE("products and quotients of units, as scenarios write them") {
    CHECK(in(parse<EnergyPrice>("0.85 CNY/kWh", &door()), money / kilowatt_hour) == near(0.85, 1e-15));
    CHECK(in(parse<CostRate>("2.8 CNY/h", &door()), money / hour) == near(2.8, 1e-15));
    CHECK(in(parse<CostRate>("1533 CNY/month", &door()), money / hour) == near(2.1, 1e-15));
    CHECK(in(parse<Frequency>("3.2 /yr"), 1.0 / year) == near(3.2, 1e-15));
    CHECK(in(parse<Frequency>("20.5 %/yr"), 1.0 / year) == near(0.205, 1e-15));
    CHECK(in(parse<PerTemperature>("0.87 %/K"), 1.0 / kelvin) == near(0.0087, 1e-15));
    CHECK(in(parse<MemoryPower>("0.8 W/GB"), watt / gigabyte) == near(0.8, 1e-15));
    CHECK(in(parse<EnergyPerData>("7.5 pJ/bit"), picojoule / bit) == near(7.5, 1e-15));
    CHECK(in(parse<CarbonIntensity>("582 g/kWh"), gram / kilowatt_hour) == near(582.0, 1e-15));
    CHECK(in(parse<MassPrice>("12 USD/t", &door()), money / tonne) == near(85.2, 1e-15));
    CHECK(in(parse<ThermalResistance>("0.539 K/W"), kelvin / watt) == near(0.539, 1e-15));
    CHECK(in(parse<Bandwidth>("256 GB/s"), gigabyte / second) == near(256.0, 1e-15));
    CHECK(in(parse<DataPrice>("0.6 CNY/GB", &door()), money / gigabyte) == near(0.6, 1e-15));
    CHECK(in(parse<Energy>("115 W*h"), watt * hour) == near(115.0, 1e-15));
    CHECK(in(parse<Energy>("115 W·h"), watt * hour) == near(115.0, 1e-15));
    CHECK(in(parse<Energy>("115 W h"), watt * hour) == near(115.0, 1e-15));
    CHECK(in(parse<Power>("1 kWh/h"), watt) == near(1000.0, 1e-15));
}

TEST_CASE("blanks, signs and exponents do not matter") {
    CHECK(parse<Power>("115W") == 115.0 * watt);
    CHECK(parse<Power>("  115\t W  ") == 115.0 * watt);
    CHECK(parse<Power>("+115 W") == 115.0 * watt);
    CHECK(parse<Power>("-115 W") == -115.0 * watt);  // ranges are the models' business
    CHECK(parse<Power>("1.15e2 W") == 115.0 * watt);
    CHECK(parse<Power>(".5 W") == 0.5 * watt);
    CHECK(parse<Power>("5. W") == 5.0 * watt);
    CHECK(parse<Fraction>("0.35") == 0.35);
    CHECK(parse<Fraction>("35%") == 0.35);
    CHECK(parse<EnergyPrice>("0.85 CNY / kWh", &door()) == parse<EnergyPrice>("0.85 CNY/kWh", &door()));
}

TEST_CASE("a percentage is rounded once: 0.87 % is the double nearest to 0.0087") {
    CHECK(parse<Fraction>("0.87 %") == 0.0087);
    CHECK(parse<Fraction>("12.0 %") == 0.12);
    CHECK(parse<Fraction>("23.3 %") == 0.233);
    CHECK(parse_points("2.3 pp") == 0.023);
    for (int n = 0; n <= 10000; ++n) CHECK(parse<Fraction>(std::to_string(n) + " %") == n / 100.0);
}

TEST_CASE("money of another currency is exchanged on the way in") {
    CHECK(in(parse<Money>("100 USD", &door()), money) == near(710.0, 1e-15));
    CHECK(refused<Money>("100 EUR") == error_at("100 EUR", 5, 3, "no exchange rate from EUR to CNY",
                                                "add it to the scenario: [exchange] EUR = …, and the date of the rate"));
    CHECK(whole_error([] { (void)parse<Money>("100 CNY"); }) == error_at("100 CNY", 5, 3, "no money belongs here"));
}

TEST_CASE("a sign is no currency code: it is asked which one, never guessed") {
    CHECK(refused<Money>("¥8760") == whole("¥8760", "\"¥\" is no currency code", "is it CNY or JPY? write the ISO 4217 code"));
    CHECK(refused<Money>("￥8760") == whole("￥8760", "\"￥\" is no currency code", "is it CNY or JPY? write the ISO 4217 code"));
    CHECK(refused<Money>("8760 ¥") == whole("8760 ¥", "\"¥\" is no currency code", "is it CNY or JPY? write the ISO 4217 code"));
    CHECK(refused<Money>("$1599") == whole("$1599", "\"$\" is no currency code", "write the ISO 4217 code, such as USD"));
    CHECK(refused<CostRate>("2.8 $/h") == whole("2.8 $/h", "\"$\" is no currency code", "write the ISO 4217 code, such as USD"));
    CHECK(refused<Money>("€99") == whole("€99", "\"€\" is no currency code", "write the ISO 4217 code, EUR"));
    CHECK(refused<Money>("99 £") == whole("99 £", "\"£\" is no currency code", "write the ISO 4217 code, GBP"));
}

TEST_CASE("an unknown unit is named, with the nearest known one") {
    CHECK(refused<CostRate>("2.8 cny/h") == error_at("2.8 cny/h", 5, 3, "unknown unit \"cny\"", "did you mean CNY?"));
    CHECK(refused<EnergyPrice>("0.85 CNY/kwh") == error_at("0.85 CNY/kwh", 10, 3, "unknown unit \"kwh\"", "did you mean kWh, kW or Wh?"));
    CHECK(refused<Time>("2 years") == error_at("2 years", 3, 5, "unknown unit \"years\"", "write \"yr\""));
    CHECK(refused<Time>("5 hours") == error_at("5 hours", 3, 5, "unknown unit \"hours\"", "write \"h\""));
    CHECK(refused<Power>("115 watts") == error_at("115 watts", 5, 5, "unknown unit \"watts\"", "write \"W\""));
    CHECK(refused<Time>("5 µs") == error_at("5 µs", 3, 2, "unknown unit \"µs\"", "write \"us\""));
    CHECK(refused<Power>("5 zzzzzz") ==
          error_at("5 zzzzzz", 3, 6, "unknown unit \"zzzzzz\"",
                   "units are W, kWh, h, yr, GB, %, K, an ISO 4217 currency and their products and quotients"));
    CHECK(refused<Time>("5 °C/s") == error_at("5 °C/s", 3, 2, "unknown unit \"°C\"", "write \"degC\""));
}

TEST_CASE("a missing unit is asked for in the scenario's own currency") {
    CHECK(refused<Money>("8500") == whole("8500", "a price needs a currency", "write the ISO 4217 code, such as \"8500 CNY\""));
    CHECK(refused<Power>("115") == whole("115", "a power needs its unit", "write it as in \"115 W\""));
    CHECK(refused<CostRate>("2.8") == whole("2.8", "money per time needs its unit", "write it as in \"2.8 CNY/h\""));
    CHECK(refused<Time>("2") == whole("2", "a time needs its unit", "write it as in \"2 yr\""));
    const Exchange dollars{Currency("USD")};
    CHECK(whole_error([&] { (void)parse<Money>("8500", &dollars); }) ==
          whole("8500", "a price needs a currency", "write the ISO 4217 code, such as \"8500 USD\""));
    const Exchange none{Currency()};  // a scenario that has not said its currency yet
    CHECK(whole_error([&] { (void)parse<Money>("8500", &none); }) ==
          whole("8500", "a price needs a currency", "write the ISO 4217 code, such as \"8500 CNY\""));
}

TEST_CASE("another dimension is named by what it is and what belongs there") {
    CHECK(refused<Money>("115 W") == whole("115 W", "\"115 W\" is a power, not an amount of money", "write it as in \"8500 CNY\""));
    CHECK(refused<Power>("115 kWh") == whole("115 kWh", "\"115 kWh\" is an energy, not a power", "write it as in \"115 W\""));
    CHECK(refused<CostRate>("1533 CNY") ==
          whole("1533 CNY", "\"1533 CNY\" is an amount of money; a rent needs a time", "write it as in \"2.8 CNY/h\""));
    CHECK(refused<Fraction>("3 W") == whole("3 W", "\"3 W\" is a power, not a plain number", "write it as in \"0.35\""));
    CHECK(refused<Time>("3 W W") == whole("3 W W", "\"3 W W\" is a quantity of another kind, not a time", "write it as in \"2 yr\""));
    CHECK(refused<Time>("50 %") == whole("50 %", "\"50 %\" is a plain number, not a time", "write it as in \"2 yr\""));
}

TEST_CASE("points, percentages and temperatures are not taken for each other") {
    CHECK(refused<Fraction>("1.8 pp") ==
          whole("1.8 pp", "pp is a difference of two percentages and does not belong here", "a share is written 0.35 or \"35 %\""));
    CHECK(whole_error([] { (void)parse_points("1.8 %"); }) == whole("1.8 %", "\"1.8 %\" is not in percentage points", "write it as in \"1.8 pp\""));
    CHECK(whole_error([] { (void)parse_points("1.8"); }) == whole("1.8", "\"1.8\" is not in percentage points", "write it as in \"1.8 pp\""));
    CHECK(whole_error([] { (void)parse_points("1.8 pp/K"); }) ==
          whole("1.8 pp/K", "\"1.8 pp/K\" is not in percentage points", "write it as in \"1.8 pp\""));
    CHECK(refused<TemperatureDifference>("7 degC") ==
          whole("7 degC", "degC is a point on the scale, not a difference", "differences of temperature are in K, such as \"0.87 %/K\""));
    CHECK(refused<PerTemperature>("0.87 %/degC") ==
          whole("0.87 %/degC", "degC is a point on the scale, not a difference", "differences of temperature are in K, such as \"0.87 %/K\""));
    CHECK(whole_error([] { (void)parse_temperature("305 K"); }) ==
          whole("305 K", "\"305 K\" is no point on the temperature scale", "write it as in \"32 degC\""));
    CHECK(whole_error([] { (void)parse_temperature("32"); }) ==
          whole("32", "\"32\" is no point on the temperature scale", "write it as in \"32 degC\""));
    CHECK(whole_error([] { (void)parse_temperature("-300 degC"); }) ==
          whole("-300 degC", "colder than absolute zero", "write it as in \"32 degC\""));
    CHECK(parse_temperature("-273.15 degC").in_celsius() == -273.15);
}

TEST_CASE("a number has a point and no grouping, whatever the language") {
    const std::string hint = "write 8500 or 0.85";
    CHECK(refused<EnergyPrice>("0,85 CNY/kWh") == error_at("0,85 CNY/kWh", 1, 2, "a number has a decimal point and no grouping", hint));
    CHECK(refused<Money>("8,500 CNY") == error_at("8,500 CNY", 1, 2, "a number has a decimal point and no grouping", hint));
    CHECK(refused<Money>("8'500 CNY") == error_at("8'500 CNY", 1, 2, "a number has a decimal point and no grouping", hint));
    CHECK(refused<Money>("8_500 CNY") == error_at("8_500 CNY", 1, 2, "a number has a decimal point and no grouping", hint));
    CHECK(refused<Money>("1.234,5 CNY") == error_at("1.234,5 CNY", 1, 6, "a number has a decimal point and no grouping", hint));
}

TEST_CASE("what is no number is said to be none") {
    const std::string hint = "write the number first, then the unit, such as \"115 W\"";
    for (const std::string text : {"W", "", "inf W", "nan W", "-inf W", "CNY 8500", "--5 W", "+-5 W", "+ 5 W", "abc", "\xff"})
        CHECK(refused<Power>(text).find(": error: \"" + text + "\" does not begin with a number") != std::string::npos);
    CHECK(refused<Power>("inf W") == whole("inf W", "\"inf W\" does not begin with a number", hint));
    CHECK(refused<Power>(". W") == whole(". W", "this is no number", "such as 0.85 or 1.2e-3"));
    CHECK(refused<Power>("-. W") == whole("-. W", "this is no number", "such as 0.85 or 1.2e-3"));
    CHECK(refused<Power>("0x10 W") == error_at("0x10 W", 2, 3, "unknown unit \"x10\"",
                                               "units are W, kWh, h, yr, GB, %, K, an ISO 4217 currency and their products and quotients"));
}

TEST_CASE("numbers that no double holds are refused, in value or through their unit") {
    CHECK(refused<Power>("1e999 W") == error_at("1e999 W", 1, 5, "the number is too large or too small to count with"));
    CHECK(refused<Power>("1e99999 W") == error_at("1e99999 W", 1, 7, "the number is too large or too small to count with"));
    CHECK(refused<Power>("1e-99999 W") == error_at("1e-99999 W", 1, 8, "the number is too large or too small to count with"));
    CHECK(refused<Memory>("1e300 TB") == whole("1e300 TB", "the number is too large to count with"));
    CHECK(std::isfinite(in(parse<Memory>("1e290 TB"), byte)));
    CHECK(in(parse<Power>("0 W"), watt) == 0.0);
}

TEST_CASE("a quotient needs what it divides by") {
    CHECK(refused<CostRate>("2.8 CNY/") == error_at("2.8 CNY/", 8, 1, "a unit is missing after this sign", "such as \"CNY/h\""));
    CHECK(refused<CostRate>("2.8 CNY / ") == error_at("2.8 CNY / ", 9, 1, "a unit is missing after this sign", "such as \"CNY/h\""));
    CHECK(refused<CostRate>("2.8 CNY*") == error_at("2.8 CNY*", 8, 1, "a unit is missing after this sign", "such as \"CNY/h\""));
    CHECK(refused<CostRate>("2.8 CNY//h") == error_at("2.8 CNY//h", 8, 1, "a unit is missing after this sign", "such as \"CNY/h\""));
}

TEST_CASE("a hostile text costs little: it is cut, and its message is short") {
    CHECK(refused<Power>(std::string(1'000'000, '9')).size() < 600);
    CHECK(refused<Power>("1 " + std::string(1'000'000, '/')).size() < 600);
    CHECK(refused<Power>("1" + std::string(1'000'000, ' ') + "W").size() < 600);
}

TEST_CASE("no text of random bytes does anything but parse or be refused") {
    std::mt19937_64 random(99);
    const std::string pieces[] = {"1", "8500", ".", "e", "-", " ", "/", "*", "·", "CNY", "USD", "W", "kWh", "h", "%", "pp", "degC", "K", "¥", "\t", "\xff", "\xc2", ",", "yr"};
    int parsed = 0;
    for (int round = 0; round < 20000; ++round) {
        std::string text;
        for (std::size_t n = 1 + random() % 6; n > 0; --n) text += pieces[random() % std::size(pieces)];
        try {
            const CostRate rate = parse<CostRate>(text, &door());
            ++parsed;
            CHECK(std::isfinite(rate.value()));
        } catch (const InputError& error) {
            CHECK(error.position().line == 1);
            CHECK(error.position().column >= 1);
            CHECK(error.position().column <= detail::characters(text) + 1);
        }
    }
    CHECK(parsed > 0);
}

TEST_CASE("a quantity is written with the fewest digits that read back the same") {
    CHECK(to_text(115.0 * watt, "W") == "115 W");
    CHECK(to_text(parse<CostRate>("2.8 CNY/h", &door()), "CNY/h", &door()) == "2.8 CNY/h");
    CHECK(to_text(parse<EnergyPrice>("0.85 CNY/kWh", &door()), "CNY/kWh", &door()) == "0.85 CNY/kWh");
    CHECK(to_text(parse<Frequency>("3.2 /yr"), "/yr") == "3.2 /yr");
    CHECK(to_text(parse<PerTemperature>("0.87 %/K"), "%/K") == "0.87 %/K");
    CHECK(to_text(parse<Time>("18 min"), "min") == "18 min");
    CHECK(to_text(parse<CostRate>("1533 CNY/month", &door()), "CNY/h", &door()) == "2.1 CNY/h");
    CHECK(to_text(0.0 * watt, "kW") == "0 kW");
    CHECK(to_text(parse<Memory>("8 GB"), "GB") == "8 GB");
    CHECK(whole_error([] { (void)to_text(115.0 * watt, "kWh"); }) ==
          whole("1 kWh", "\"1 kWh\" is an energy, not a power", "write it as in \"115 W\""));
}

namespace {
template <class Quantity>
void check_round_trip(std::mt19937_64& random, std::initializer_list<const char*> units) {
    for (const char* unit : units)
        for (int round = 0; round < 800; ++round) {
            // Any finite double of ordinary size, and now and then one of random bits.
            double value = std::ldexp(std::uniform_real_distribution<double>(0.5, 1.0)(random), static_cast<int>(random() % 120) - 60);
            if (round % 8 == 0) value = std::bit_cast<double>(random());
            if (round % 3 == 0) value = -value;
            if (!std::isfinite(value) || std::abs(value) > 1e280 || std::abs(value) < 1e-280) continue;
            const auto quantity = Quantity::from_value(value);
            const std::string text = to_text(quantity, unit, &door());
            CAPTURE(text);
            CHECK(std::bit_cast<std::uint64_t>(parse<Quantity>(text, &door()).value()) == std::bit_cast<std::uint64_t>(value));
        }
}
}  // namespace

TEST_CASE("text and value agree to the bit, for random values in every unit") {
    std::mt19937_64 random(1234);
    check_round_trip<Power>(random, {"W", "kW", "MW", "kWh/h"});
    check_round_trip<Energy>(random, {"Wh", "kWh", "MWh", "J", "kJ", "MJ", "pJ"});
    check_round_trip<Time>(random, {"s", "ms", "us", "ns", "min", "h", "day", "week", "month", "yr"});
    check_round_trip<Memory>(random, {"B", "kB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB", "bit"});
    check_round_trip<Mass>(random, {"g", "kg", "t"});
    check_round_trip<Money>(random, {"CNY", "USD"});
    check_round_trip<CostRate>(random, {"CNY/h", "USD/h", "CNY/month", "CNY/yr"});
    check_round_trip<EnergyPrice>(random, {"CNY/kWh", "USD/MWh"});
    check_round_trip<Frequency>(random, {"/yr", "%/yr", "/h"});
    check_round_trip<PerTemperature>(random, {"%/K", "/K"});
    check_round_trip<MemoryPower>(random, {"W/GB"});
    check_round_trip<EnergyPerData>(random, {"pJ/bit"});
    check_round_trip<CarbonIntensity>(random, {"g/kWh"});
    check_round_trip<ThermalResistance>(random, {"K/W"});
}

TEST_CASE("a plain number and a percentage read back to the bit too") {
    std::mt19937_64 random(4321);
    for (int round = 0; round < 5000; ++round) {
        const double value = std::uniform_real_distribution<double>(-2.0, 2.0)(random);
        CHECK(parse<Fraction>(detail::text_in_unit(value, "", {}, nullptr)) == value);
        CHECK(parse<Fraction>(detail::text_in_unit(value, "%", {}, nullptr)) == value);
    }
}
