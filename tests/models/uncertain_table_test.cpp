// The [uncertain] table: distributions in place of values, in the units of their keys.
#include <breakeven/models/scenario_file.hpp>

#include "near.hpp"

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
const std::string least = R"(currency = "CNY"
ownership = { price = "8500 CNY", lifetime = "2 yr" }
electricity = { price = "0.85 CNY/kWh", active_power = "115 W" }
cloud = { price = "2.8 CNY/h" }
[uncertain]
)";

LoadedScenario office(const std::string& lines) { return read_scenario_text(least + lines + "\n", "office.toml"); }
std::string refused(const std::string& lines) {
    return whole_error([&] { (void)office(lines); });
}
UncertainInput only(const std::string& lines) {
    const LoadedScenario loaded = office(lines);
    REQUIRE(loaded.uncertain.size() == 1);
    return loaded.uncertain[0];
}
}  // namespace

TEST_CASE("parameters are read in the key's unit and kept in the one system's") {
    const UncertainInput normal = only("\"electricity.price\" = { normal = [\"0.85 CNY/kWh\", \"0.05 CNY/kWh\"] }");
    CHECK(normal.key == "electricity.price");
    CHECK(normal.kind == UncertainInput::Kind::normal);
    REQUIRE(normal.parameters.size() == 2);
    CHECK(normal.parameters[0] == (0.85 * money / kilowatt_hour).value());
    CHECK(normal.parameters[1] == near((0.05 * money / kilowatt_hour).value(), 1e-15));

    const UncertainInput lognormal = only("\"cloud.price\" = { lognormal = [\"2.8 CNY/h\", 0.25] }");
    CHECK(lognormal.kind == UncertainInput::Kind::lognormal);
    CHECK(lognormal.parameters[0] == near((2.8 * money / hour).value(), 1e-15));
    CHECK(lognormal.parameters[1] == 0.25);  // sigma of a logarithm has no unit

    const UncertainInput triangular = only("\"ownership.lifetime\" = { triangular = [\"1 yr\", \"2 yr\", \"4 yr\"] }");
    CHECK(triangular.kind == UncertainInput::Kind::triangular);
    CHECK(triangular.parameters == std::vector<double>{year.value(), 2.0 * year.value(), 4.0 * year.value()});

    const UncertainInput uniform = only("\"cloud.speed_ratio\" = { uniform = [0.4, \"50 %\"] }");
    CHECK(uniform.kind == UncertainInput::Kind::uniform);
    CHECK(uniform.parameters == std::vector<double>{0.4, 0.5});

    const UncertainInput samples = only("\"cloud.price\" = { samples = \"prices.csv\" }");
    CHECK(samples.kind == UncertainInput::Kind::samples);
    CHECK(samples.samples_file == "prices.csv");  // beside the scenario
    CHECK(samples.parameters.empty());
}

TEST_CASE("correlations name two distributions and a number") {
    const LoadedScenario loaded = office(R"("electricity.price" = { uniform = ["0.8 CNY/kWh", "0.9 CNY/kWh"] }
"cloud.price" = { lognormal = ["2.8 CNY/h", 0.25] }
correlations = [ ["electricity.price", "cloud.price", 0.5] ])");
    REQUIRE(loaded.correlations.size() == 1);
    CHECK(loaded.correlations[0].first == "electricity.price");
    CHECK(loaded.correlations[0].second == "cloud.price");
    CHECK(loaded.correlations[0].value == 0.5);
    const std::string both = "\"cloud.price\" = { uniform = [\"2 CNY/h\", \"3 CNY/h\"] }\n";
    CHECK(refused(both + "correlations = [ [\"cloud.price\", 0.5] ]").find("office.toml:7:18: error: a correlation names two keys and a number\n") == 0);
    CHECK(refused(both + "correlations = [ [\"cloud.price\", \"cloud.price\", 1.5] ]").find("office.toml:7:49: error: a correlation lies between -1 and 1") == 0);
    CHECK(refused(both + "correlations = [ [\"cloud.price\", \"fan.power\", 0.5] ]") ==
          "office.toml:7:34: error: \"fan.power\" has no distribution to correlate\n"
          "    7 | correlations = [ [\"cloud.price\", \"fan.power\", 0.5] ]\n"
          "      |                                  ^^^^^^^^^^^\n"
          " hint: give it one under [uncertain]");
    CHECK(refused(both + "correlations = 0.5").find("office.toml:7:16: error: a list of correlations belongs here\n") == 0);
}

TEST_CASE("what is no distribution is refused where it stands") {
    const auto price = [](const std::string& value) { return refused("\"cloud.price\" = " + value); };
    CHECK(refused("\"cloud.prise\" = { normal = [\"1 CNY/h\", \"1 CNY/h\"] }") ==
          "office.toml:6:17: error: \"cloud.prise\" is no quantity of a scenario\n"
          "    6 | \"cloud.prise\" = { normal = [\"1 CNY/h\", \"1 CNY/h\"] }\n"
          "      |                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
          " hint: did you mean cloud.price, cloud.egress or cloud.storage?");
    CHECK(price("5").find("office.toml:6:17: error: one distribution belongs here\n") == 0);
    CHECK(price("{ normal = [1], uniform = [2] }").find("office.toml:6:17: error: one distribution belongs here\n") == 0);
    CHECK(price("{ gaussian = [1, 2] }").find("office.toml:6:17: error: \"gaussian\" is no distribution\n") == 0);
    CHECK(price("{ norml = [1, 2] }").find(" hint: did you mean normal") != std::string::npos);
    CHECK(price("{ normal = [\"2.8 CNY/h\"] }").find("office.toml:6:28: error: normal takes 2 values\n") == 0);
    CHECK(price("{ triangular = [\"1 CNY/h\", \"2 CNY/h\"] }").find(": error: triangular takes 3 values\n") != std::string::npos);
    CHECK(price("{ normal = [\"2.8 CNY/h\", \"0.1 W\"] }").find("office.toml:6:42: error: \"0.1 W\" is a power, not money per time\n") == 0);
    CHECK(price("{ normal = [2.8, 0.1] }").find("office.toml:6:29: error: money per time is written as a string with its unit\n") == 0);
    CHECK(price("{ lognormal = [\"2.8 CNY/h\", \"0.25 CNY/h\"] }").find("office.toml:6:45: error: \"0.25 CNY/h\" is money per time, not a plain number\n") == 0);
}

TEST_CASE("parameters in the wrong order or out of range are refused") {
    const auto price = [](const std::string& value) { return refused("\"cloud.price\" = " + value); };
    CHECK(price("{ normal = [\"2.8 CNY/h\", \"-0.1 CNY/h\"] }").find(": error: a standard deviation must not be negative\n") != std::string::npos);
    CHECK(price("{ normal = [\"-2.8 CNY/h\", \"0.1 CNY/h\"] }").find(": error: the mean must not be negative\n") != std::string::npos);
    CHECK(price("{ normal = [\"0.1 CNY/h\", \"2.8 CNY/h\"] }").find(": error: the standard deviation is larger than the mean\n") != std::string::npos);
    CHECK(price("{ lognormal = [\"0 CNY/h\", 0.25] }").find(": error: the median must be above zero\n") != std::string::npos);
    CHECK(price("{ lognormal = [\"2.8 CNY/h\", 25] }").find(": error: sigma must lie between 0 and 5\n") != std::string::npos);
    CHECK(price("{ triangular = [\"3 CNY/h\", \"2 CNY/h\", \"4 CNY/h\"] }").find(": error: the three values must rise\n") != std::string::npos);
    CHECK(price("{ uniform = [\"3 CNY/h\", \"2 CNY/h\"] }").find(": error: the first value must be below the second\n") != std::string::npos);
    CHECK(price("{ uniform = [\"-3 CNY/h\", \"2 CNY/h\"] }").find(": error: a negative value is no price, power or time") != std::string::npos);
}
