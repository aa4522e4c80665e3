// Config: values with their places, overlays, unknown keys, and TOML that is none.
#include <breakeven/core/config.hpp>

#include "near.hpp"

#include <fstream>

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
const std::string cases = BREAKEVEN_SOURCE_DIR "/tests/data/cases/";

Config office(std::string_view toml) { return Config::from_text(toml, "office.toml"); }
std::string refused(std::string_view toml) {
    return whole_error([&] { (void)office(toml); });
}
template <class Quantity>
Quantity read(const Config& config, std::string_view key, const Exchange* door = nullptr) {
    return read_as<Quantity>(*config.find(key), door);
}
template <class Quantity>
std::string refused_value(std::string_view toml, std::string_view key, const Exchange* door = nullptr) {
    return whole_error([&] {
        const Config config = office(toml);
        (void)read<Quantity>(config, key, door);
    });
}
InputError error_of(const std::string& file) {
    try {
        (void)Config::from_file(cases + file);
    } catch (const InputError& error) {
        return error;
    }
    return InputError("nothing was wrong");
}
const Exchange yuan{Currency("CNY")};
}  // namespace

TEST_CASE("values are found by dotted path and know where they stand") {
    const Config config = office("schema = 1\n[ownership]\nprice = \"8500 CNY\"  # whole\n\n[line.weights.task]\nnlp = 0.233\n");
    const ConfigNode* price = config.find("ownership.price");
    REQUIRE(price != nullptr);
    CHECK(price->text == "8500 CNY");
    const Position at = price->position;
    CHECK(at.file == "office.toml");
    CHECK(at.line == 3);
    CHECK(at.column == 9);
    CHECK(at.length == 10);  // quotes included
    CHECK(at.text == "price = \"8500 CNY\"  # whole");
    CHECK(config.find("line.weights.task.nlp")->number == 0.233);
    CHECK(config.find("ownership.lifetime") == nullptr);
    CHECK(config.find("electricity.price") == nullptr);
    CHECK(config.file() == "office.toml");
}

TEST_CASE("columns count characters where letters have more than a byte") {
    const Config config = office("\"größe\" = \"ä ö\"   # ü\nname = \"é\"\n");
    CHECK(config.find("größe")->position.column == 11);
    CHECK(config.find("name")->position.column == 8);
}

TEST_CASE("a table keeps the order of the file") {
    const Config config = office("[exchange]\nUSD = 7.1\nEUR = 7.8\nAUD = 4.7\n");
    std::string order;
    for (const auto& [name, node] : config.open_table("exchange")) order += name + " ";
    CHECK(order == "USD EUR AUD ");
    CHECK(config.open_table("absent").empty());
}

TEST_CASE("quantities are read from strings with their unit, fractions from numbers too") {
    const Config config = office("a = \"115 W\"\nb = 0.35\nc = \"35 %\"\nd = 1\ne = \"25 degC\"\nf = \"daly\"\ng = \"2.8 CNY/h\"\n");
    CHECK(read<Power>(config, "a") == 115.0 * watt);
    CHECK(read<Fraction>(config, "b") == 0.35);
    CHECK(read<Fraction>(config, "c") == 0.35);
    CHECK(read<Fraction>(config, "d") == 1.0);
    CHECK(read<int>(config, "d") == 1);
    CHECK(read<Temperature>(config, "e") == celsius(25.0));
    CHECK(read<std::string>(config, "f") == "daly");
    CHECK(in(read<CostRate>(config, "g", &yuan), money / hour) == near(2.8));
}

TEST_CASE("a value of the wrong kind is shown what belongs there") {
    CHECK(refused_value<Power>("p = 115\n", "p") ==
          "office.toml:1:5: error: a power is written as a string with its unit\n    1 | p = 115\n      |     ^^^\n hint: write it as in \"115 W\"");
    const Exchange dollars{Currency("USD")};
    CHECK(refused_value<Money>("p = 8500\n", "p", &dollars) ==
          "office.toml:1:5: error: an amount of money is written as a string with its unit\n    1 | p = 8500\n      |     ^^^^\n"
          " hint: write it as in \"8500 USD\"");
    CHECK(refused_value<Fraction>("p = true\n", "p") ==
          "office.toml:1:5: error: a plain number belongs here\n    1 | p = true\n      |     ^^^^\n hint: write it as in 0.35 or \"35 %\"");
    CHECK(refused_value<Fraction>("p = inf\n", "p") ==
          "office.toml:1:5: error: a plain number belongs here\n    1 | p = inf\n      |     ^^^\n hint: write it as in 0.35 or \"35 %\"");
    CHECK(refused_value<Fraction>("p = nan\n", "p").find("office.toml:1:5: error: a plain number belongs here") == 0);
    CHECK(refused_value<Temperature>("p = 25\n", "p") ==
          "office.toml:1:5: error: a temperature is written as a string with its unit\n    1 | p = 25\n      |     ^^\n"
          " hint: write it as in \"25 degC\"");
    CHECK(refused_value<std::string>("p = 5\n", "p") == "office.toml:1:5: error: a text in quotes belongs here\n    1 | p = 5\n      |     ^");
    CHECK(refused_value<int>("p = 1.5\n", "p") ==
          "office.toml:1:5: error: a whole number belongs here\n    1 | p = 1.5\n      |     ^^^\n hint: such as 2");
    CHECK(refused_value<int>("p = 9999999999999\n", "p").find("office.toml:1:5: error: a whole number belongs here") == 0);
}

TEST_CASE("an error inside a text points at its part, one about all of it at the quotes") {
    CHECK(refused_value<EnergyPrice>("[e]\nprice = \"0.85 CNY/kwh\"\n", "e.price", &yuan) ==
          "office.toml:2:19: error: unknown unit \"kwh\"\n    2 | price = \"0.85 CNY/kwh\"\n      |                   ^^^\n"
          " hint: did you mean kWh, kW or Wh?");
    CHECK(refused_value<Money>("price = \"8500\"\n", "price", &yuan) ==
          "office.toml:1:9: error: a price needs a currency\n    1 | price = \"8500\"\n      |         ^^^^^^\n"
          " hint: write the ISO 4217 code, such as \"8500 CNY\"");
    CHECK(refused_value<Money>("price = '8500 USD'\n", "price", &yuan) ==
          "office.toml:1:15: error: no exchange rate from USD to CNY\n    1 | price = '8500 USD'\n      |               ^^^\n"
          " hint: add it to the scenario: [exchange] USD = …, and the date of the rate");
}

TEST_CASE("a key that nobody asks for is an error with the nearest that somebody does") {
    const auto unknown = [](std::string_view toml, std::initializer_list<const char*> known) {
        return whole_error([&] {
            const Config config = office(toml);
            for (const char* key : known) (void)config.find(key);
            config.refuse_unknown();
        });
    };
    const auto keys = {"name", "ownership.price", "ownership.lifetime", "electricity.price"};
    CHECK(unknown("name = \"x\"\n[ownership]\nprice = 1\n", keys).empty());
    CHECK(unknown("[ownership]\nprise = 1\n", keys) ==
          "office.toml:2:1: error: unknown key \"ownership.prise\"\n    2 | prise = 1\n      | ^^^^^\n hint: did you mean price?");
    CHECK(unknown("[ownershp]\nprice = 1\n", keys) ==
          "office.toml:1:2: error: unknown key \"ownershp\"\n    1 | [ownershp]\n      |  ^^^^^^^^\n hint: did you mean ownership?");
    CHECK(unknown("[name2]\nlifetime = 1\n", {"ownership.lifetime", "name2.x"}) ==
          "office.toml:2:1: error: unknown key \"name2.lifetime\"\n    2 | lifetime = 1\n      | ^^^^^^^^\n hint: did you mean ownership.lifetime?");
    CHECK(unknown("[ownership]\nwombat = 1\n", keys) ==
          "office.toml:2:1: error: unknown key \"ownership.wombat\"\n    2 | wombat = 1\n      | ^^^^^^\n hint: known here: lifetime, price");
    CHECK(unknown("electricity.prise = 1\n", keys).find("office.toml:1:13: error: unknown key \"electricity.prise\"") == 0);
    CHECK(unknown("ownership = { price = 1, lifetme = 2 }\n", keys).find("office.toml:1:26: error: unknown key \"ownership.lifetme\"") == 0);
}

TEST_CASE("a table that was itself asked for still has its keys checked") {
    const Config config = office("[heat]\nlimit = 1\nlimt = 2\n");
    (void)config.find("heat");
    (void)config.find("heat.limit");
    CHECK(whole_error([&] { config.refuse_unknown(); }) ==
          "office.toml:3:1: error: unknown key \"heat.limt\"\n    3 | limt = 2\n      | ^^^^\n hint: did you mean limit?");
}

TEST_CASE("a table whose names the user chooses knows them all") {
    const Config config = office("[line.weights.task]\nnlp = 1\n[line.weights.driver]\n\"525.10\" = 2\n[exchange]\nUSD = 7\n");
    (void)config.open_table("line.weights");
    (void)config.open_table("exchange");
    CHECK_NOTHROW(config.refuse_unknown());
    CHECK(config.find("line.weights")->find("driver")->find("525.10")->number == 2.0);
}

TEST_CASE("a value where a table belongs, and a table where a value does") {
    CHECK(whole_error([] { (void)office("electricity = 5\n").find("electricity.price"); }) ==
          "office.toml:1:15: error: a table belongs here, not a value\n    1 | electricity = 5\n      |               ^\n"
          " hint: write it as [electricity]");
    CHECK(whole_error([] { (void)office("exchange = 5\n").open_table("exchange"); }) ==
          "office.toml:1:12: error: a table belongs here, not a value\n    1 | exchange = 5\n      |            ^\n hint: write it as [exchange]");
    CHECK(refused_value<Money>("[ownership.price]\nvalue = 1\n", "ownership.price", &yuan).find("office.toml:1:1: error: ") == 0);
}

TEST_CASE("an overlay replaces what the file says, as TOML where it reads as TOML") {
    Config config = office("[ownership]\nprice = \"8500 CNY\"\ngpu_share = 0.35\n");
    config.set("ownership.price", "9000 CNY", "--set");
    config.set("ownership.gpu_share", "0.5", "--set");
    config.set("electricity.price", "\"0.2 CNY/kWh\"", "--electricity");
    config.set("fan.curve", "[[\"50 degC\", 0.3]]", "--set");
    CHECK(read<Money>(config, "ownership.price", &yuan) == 9000.0 * money);
    CHECK(read<Fraction>(config, "ownership.gpu_share") == 0.5);
    CHECK(in(read<EnergyPrice>(config, "electricity.price", &yuan), money / kilowatt_hour) == near(0.2));
    CHECK(config.find("fan.curve")->items.size() == 1);
    CHECK(config.find("ownership.price")->position.file() == "--set");
    config.set("ownership.gpu_share", "35 %", "--set");
    CHECK(read<Fraction>(config, "ownership.gpu_share") == 0.35);
}

TEST_CASE("errors in an overlay show the assignment as it was typed") {
    const auto refused_set = [](std::string_view key, std::string_view value) {
        return whole_error([&] {
            Config config = office("[ownership]\nprice = \"8500 CNY\"\n");
            config.set(key, value, "--set");
            (void)read<Money>(config, "ownership.price", &yuan);
            config.refuse_unknown();
        });
    };
    CHECK(refused_set("ownership.price", "9000") ==
          "--set:1:17: error: an amount of money is written as a string with its unit\n    1 | ownership.price=9000\n"
          "      |                 ^^^^\n hint: write it as in \"8500 CNY\"");
    CHECK(refused_set("ownership.price", "9000 cny") ==
          "--set:1:22: error: unknown unit \"cny\"\n    1 | ownership.price=9000 cny\n      |                      ^^^\n"
          " hint: did you mean CNY?");
    CHECK(refused_set("ownership.price", "\"9000 cny\"") ==
          "--set:1:23: error: unknown unit \"cny\"\n    1 | ownership.price=\"9000 cny\"\n      |                       ^^^\n"
          " hint: did you mean CNY?");
    CHECK(refused_set("ownership.prise", "1") ==
          "--set:1:11: error: unknown key \"ownership.prise\"\n    1 | ownership.prise=1\n      |           ^^^^^\n"
          " hint: did you mean price?");
    CHECK(refused_set("", "1") == "--set:1:1: error: a key is missing before the =\n    1 | =1\n      | ^\n"
                                  " hint: write it as in electricity.price=\"0.2 USD/kWh\"");
    CHECK(refused_set("a..b", "1").find("--set:1:1: error: a key is missing before the =") == 0);
    CHECK(refused_set("ownership.price.unit", "1").find("--set:1:1: error: \"price\" is a value, not a table") == 0);
}

TEST_CASE("places inside an overlaid list are right too") {
    Config config = office("");
    config.set("fan.curve", "[[\"50 degC\", true]]", "--set");
    CHECK(config.find("fan.curve")->items[0].items[1].position.column == 24);  // fan.curve=[["50 degC", true]]
}

TEST_CASE("a quantity without quotes is told to get them, by line and column") {
    const InputError error = error_of("C47.toml");
    CHECK(error.position().line == 37);
    CHECK(error.position().column == 12);
    CHECK(error.position().text == "recovery = 18 min");
    CHECK(error.hint() == "a value with a unit stands in quotes: \"18 min\"");
    CHECK(error.message().find("this is no TOML value (") == 0);
}

TEST_CASE("a table defined twice is an error that names the first place") {
    const InputError error = error_of("C49.toml");
    CHECK(error.position().line == 56);
    CHECK(error.message().find("this table or key is already defined at line 49 (") == 0);
    CHECK(error.hint() == "write each table and each key once; put all its keys in one place");
    CHECK(refused("a = 1\nb = 2\na = 3\n").find("office.toml:3:5: error: this table or key is already defined at line 1 (") == 0);
    CHECK(refused("[a]\nx = 1\n[b]\n[a]\n").find("error: this table or key is already defined at line 1 (") != std::string::npos);
}

TEST_CASE("two bytes that fail a parser's assertion are an error at line 1, column 2") {
    const InputError error = error_of("C49b.toml");
    CHECK(error.position().line == 1);
    CHECK(error.position().column == 2);
    CHECK(error.message().find("this is no valid TOML (") == 0);
}

TEST_CASE("other broken TOML says where") {
    for (const char* text : {"a = ", "a", "= 1", "[a", "a = \"x", "a = [1,", "a = {b = ", "\x01", "a = 1 2", "a.b.\n", "\"\\q\" = 1", "a = 99999999999999999999"}) {
        CAPTURE(text);
        CHECK(refused(text).find("office.toml:1:") == 0);
    }
    CHECK(refused("a = \"\xff\"\n").find("office.toml:1") == 0);
    CHECK(refused("").empty());
    CHECK(refused("# only a comment").empty());
}

TEST_CASE("a file that is not there, is a folder or is no scenario is an error that names it") {
    CHECK(whole_error([] { (void)Config::from_file("/no/such/office.toml"); }).find("/no/such/office.toml: error: ") == 0);
    CHECK(whole_error([] { (void)Config::from_file(BREAKEVEN_SOURCE_DIR); }).find(BREAKEVEN_SOURCE_DIR ": error: ") == 0);
    CHECK_FALSE(whole_error([] { (void)Config::from_file(cases + "C01.sqlite"); }).empty());
}

TEST_CASE("no text makes the tree so deep or so large that it ends the process") {
    const auto repeated = [](std::string_view what, std::size_t times) {
        std::string out;
        for (std::size_t i = 0; i < times; ++i) out += what;
        return out;
    };
    CHECK(refused(repeated("a.", 300000) + "a = 1\n").find("office.toml:1:64: error: a key of more than 32 parts\n") == 0);
    CHECK(refused("[" + repeated("\"=#\".", 300000) + "a]\n").find(": error: a key of more than 32 parts\n") != std::string::npos);
    CHECK(refused("x = " + repeated("{a.b = ", 300000)).find("office.toml:1:") == 0);
    CHECK(refused("x = " + repeated("[", 300000)).find("office.toml:1:") == 0);
    CHECK(refused("x = '''" + repeated("a.", 40) + "'''\n# " + repeated(".", 1000) + "\ny = \"" + repeated("a.", 40) + "\"\n").empty());
    CHECK(refused("x = [" + repeated("0.5, ", 50000) + "]\n").empty());  // 250 kB on one line
    CHECK(refused(repeated("a", 2 << 20)).find("office.toml:1:") == 0);
    Config config = office("");
    CHECK(whole_error([&] { config.set(repeated("a.", 30000) + "a", "1", "--set"); }).find(": error: a key of more than 32 parts\n") !=
          std::string::npos);
}

TEST_CASE("carriage returns and byte order marks are no part of a line") {
    const Config config = office("price = \"8500 CNY\"\r\nlifetime = \"2 yr\"\r\n");
    CHECK(Position(config.find("price")->position).text == "price = \"8500 CNY\"");
    CHECK(office("\xef\xbb\xbfprice = \"1 CNY\"\n").find("price") != nullptr);
}
