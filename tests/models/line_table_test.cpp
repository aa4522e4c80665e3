// The [line] table: base, margin, reference, weights and shifts, and the weights of another file.
#include <breakeven/models/scenario_file.hpp>

#include "near.hpp"

#include <filesystem>
#include <fstream>
#include <random>

using namespace breakeven;
using testing::near;
using testing::whole_error;

namespace {
const std::string least = R"(currency = "CNY"
ownership = { price = "8500 CNY", lifetime = "2 yr" }
electricity = { price = "0.85 CNY/kWh", active_power = "115 W" }
cloud = { price = "2.8 CNY/h" }
)";

LineSettings line(const std::string& table) { return read_scenario_text(least + table + "\n", "office.toml").scenario.line; }
std::string refused(const std::string& table) {
    return whole_error([&] { (void)line(table); });
}

/// A folder with a scenario that includes `weights`; gone at the end of the test.
struct Folder {
    std::filesystem::path path = std::filesystem::temp_directory_path() / ("breakeven_line_table_" + std::to_string(std::random_device{}()));
    Folder() { std::filesystem::create_directories(path); }
    ~Folder() { std::filesystem::remove_all(path); }
    void write(const std::string& name, const std::string& text) const { std::ofstream(path / name) << text; }
    [[nodiscard]] LoadedScenario read() const { return read_scenario((path / "office.toml").string()); }
};
}  // namespace

TEST_CASE("the base is the model's unless a line is fixed") {
    CHECK_FALSE(line("").base.has_value());
    CHECK_FALSE(line("[line]\nbase = \"model\"").base.has_value());
    CHECK(*line("[line]\nbase = \"12.0 %\"").base == 0.12);
    CHECK(*line("[line]\nbase = 0.12").base == 0.12);
    const std::string hint = " hint: write \"model\", or a line such as \"12.0 %\"";
    CHECK(refused("[line]\nbase = \"modle\"") ==
          "office.toml:6:8: error: \"modle\" does not begin with a number\n    6 | base = \"modle\"\n      |        ^^^^^^^\n" + hint);
    CHECK(refused("[line]\nbase = \"120 %\"") ==
          "office.toml:6:8: error: line.base must be a share from 0 to 1\n    6 | base = \"120 %\"\n      |        ^^^^^^^\n" + hint);
}

TEST_CASE("a margin is in percentage points") {
    CHECK(*line("[line]\nmargin = \"0.5 pp\"").margin == 0.005);
    CHECK_FALSE(line("").margin.has_value());
    CHECK(refused("[line]\nmargin = \"0.5 %\"").find("office.toml:6:10: error: \"0.5 %\" is not in percentage points\n") == 0);
    CHECK(refused("[line]\nmargin = \"-0.5 pp\"").find("office.toml:6:10: error: line.margin must not be negative\n") == 0);
    CHECK(refused("[line]\nmargin = 0.5").find("office.toml:6:10: error: a text in quotes belongs here\n") == 0);
}

TEST_CASE("a reference names its circumstances, levels as text") {
    const LineSettings settings = line("[line.reference]\ntask = \"vision\"\ndriver = \"525.10\"\ntemperature = \"25 degC\"");
    CHECK(*settings.reference.level("task") == "vision");
    CHECK(*settings.reference.level("driver") == "525.10");
    CHECK(settings.reference.level("os") == nullptr);
    CHECK(settings.reference.temperature == celsius(25.0));
    CHECK(refused("[line.reference]\ndriver = 525.10") ==
          "office.toml:6:10: error: a text in quotes belongs here\n    6 | driver = 525.10\n      |          ^^^^^^");
    CHECK(refused("[line.reference]\ntsak = \"vision\"") ==
          "office.toml:6:8: error: \"tsak\" is no circumstance that moves the line\n    6 | tsak = \"vision\"\n      |        ^^^^^^^^\n"
          " hint: did you mean task?");
}

TEST_CASE("weights are relative, shifts are points, and a weight replaces its level's shift") {
    const LineSettings settings = line(R"([line.weights]
temperature = "0.87 %/K"
task.nlp = 0.233
driver."525.10" = "5 %"
os.windows = 0.15
[line.shifts]
os.windows = "1.8 pp"
network.10gbe = "1.7 pp")");
    CHECK(in(*settings.temperature_weight, 1.0 / kelvin) == near(0.0087, 1e-15));
    REQUIRE(settings.weights.size() == 3);
    CHECK(settings.weights[1].level == ContextLevel{"driver", "525.10"});
    CHECK(settings.weights[1].value == 0.05);
    REQUIRE(settings.shifts.size() == 1);  // the measured weight for Windows says all there is to say
    CHECK(settings.shifts[0].level == ContextLevel{"network", "10gbe"});
    CHECK(settings.shifts[0].value == 0.017);
}

TEST_CASE("weights and shifts that are none are refused where they stand") {
    CHECK(refused("[line.weights]\ntask = 0.233") ==
          "office.toml:6:8: error: a level belongs between task and its value\n    6 | task = 0.233\n      |        ^^^^^\n"
          " hint: write it as in task.LEVEL = …");
    CHECK(refused("[line.weights]\ntask.nlp = \"23.3 pp\"").find("office.toml:6:12: error: pp is a difference of two percentages") == 0);
    CHECK(refused("[line.weights]\ntemperature = \"0.87 %\"").find("office.toml:6:15: error: \"0.87 %\" is a plain number, not a share per kelvin\n") == 0);
    CHECK(refused("[line.shifts]\nos.windows = 1.8") ==
          "office.toml:6:14: error: a shift is written in percentage points\n    6 | os.windows = 1.8\n      |              ^^^\n"
          " hint: write it as in \"1.8 pp\"");
    CHECK(refused("[line.shifts]\nos.windows = \"1.8 %\"").find("office.toml:6:14: error: \"1.8 %\" is not in percentage points\n") == 0);
    CHECK(refused("[line.shifts]\ntemperature = \"1 pp\"") ==
          "office.toml:6:15: error: a temperature has a weight, not a shift\n    6 | temperature = \"1 pp\"\n      |               ^^^^^^\n"
          " hint: write it as in [line.weights] temperature = \"0.87 %/K\"");
    CHECK(refused("[line.weights]\nhumidity.high = 1").find("office.toml:6:1: error: \"humidity\" is no circumstance that moves the line\n") == 0);
    CHECK(refused("[line.wieghts]\ntask.nlp = 1").find("office.toml:5:7: error: unknown key \"line.wieghts\"\n") == 0);
}

TEST_CASE("scale and combination are chosen by name") {
    CHECK(line("").shift_scale == ShiftScale::points);
    CHECK(line("").combine == Combine::additive);
    CHECK(line("[line]\nshift_scale = \"relative\"\ncombine = \"geometric\"").shift_scale == ShiftScale::relative);
    CHECK(line("[line]\nshift_scale = \"relative\"\ncombine = \"geometric\"").combine == Combine::geometric);
    CHECK(refused("[line]\ncombine = \"geometrical\"").find("office.toml:6:11: error: \"geometrical\" is none of the choices\n") == 0);
}

TEST_CASE("an included file's weights come before the scenario's own, and replace shifts of their levels") {
    const Folder folder;
    folder.write("office.toml", least + R"([line]
include = "weights.toml"
[line.reference]
task = "vision"
[line.weights]
temperature = "0.87 %/K"
task.nlp = 0.233
task.speech = 0.1
[line.shifts]
virtualization.vgpu = "2.3 pp"
os.windows = "1.8 pp"
)");
    folder.write("weights.toml", R"(# as calibrate writes it
[line.reference]
temperature = "27 degC"
[line.weights]
temperature = "0.5 %/K"
task.nlp = 0.2
virtualization.vgpu = 0.19
)");
    const LineSettings settings = folder.read().scenario.line;
    CHECK(in(*settings.temperature_weight, 1.0 / kelvin) == near(0.005, 1e-15));
    CHECK(settings.reference.temperature == celsius(27.0));
    CHECK(*settings.reference.level("task") == "vision");
    CHECK(settings.weights.size() == 3);
    for (const LevelEffect& weight : settings.weights) {
        if (weight.level.level == "nlp") CHECK(weight.value == 0.2);
        if (weight.level.level == "speech") CHECK(weight.value == 0.1);
        if (weight.level.level == "vgpu") CHECK(weight.value == 0.19);
    }
    REQUIRE(settings.shifts.size() == 1);
    CHECK(settings.shifts[0].level.level == "windows");
}

TEST_CASE("an included file that is missing is the scenario's fault, one that is wrong is its own") {
    const Folder folder;
    folder.write("office.toml", least + "[line]\ninclude = \"weights.toml\"\n");
    const std::string missing = whole_error([&] { (void)folder.read(); });
    CHECK(missing.find((folder.path / "office.toml").string() + ":6:11: error: ") == 0);
    folder.write("weights.toml", "[line.weights]\ntask.nlp = \"x\"\n");
    CHECK(whole_error([&] { (void)folder.read(); }).find((folder.path / "weights.toml").string() + ":2:12: error: ") == 0);
    folder.write("weights.toml", "[line.weights]\ntask.nlp = 0.1\n[ownership]\nprice = \"1 CNY\"\n");
    CHECK(whole_error([&] { (void)folder.read(); }).find((folder.path / "weights.toml").string() + ":3:2: error: unknown key \"ownership\"") == 0);
}
