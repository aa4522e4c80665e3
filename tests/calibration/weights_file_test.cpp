#include <breakeven/calibration/weights_file.hpp>
#include <breakeven/core/config.hpp>
#include <breakeven/core/errors.hpp>

#include "made_up_log.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

using namespace breakeven;
using namespace breakeven::test;
using doctest::Approx;

namespace {
/// A file that goes when the test does.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& text) : path_(std::filesystem::temp_directory_path() / "breakeven-weights-file-test.toml") {
        std::ofstream(path_) << text;
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    [[nodiscard]] std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};
}  // namespace

TEST_CASE("the weights file parses back: every weight to the last digit, levels as quoted keys") {
    const Calibration c = calibrate(Dataset(csv_windows({BREAKEVEN_SOURCE_DIR "/tests/data/calibration/C55.csv"})),
                                    {.reference = {}, .published_priors = false, .terms = {}, .refine = {}});
    const std::string toml = write_weights_toml(c);
    CHECK(toml.find("driver.\"525.10\" = ") != std::string::npos);
    CHECK(toml.find("driver.\"0525.1\" = ") != std::string::npos);
    const Config config = Config::from_text(toml, "weights.toml");
    const auto weights = config.open_table("line.weights");
    REQUIRE(weights.size() == 2);
    CHECK(weights[0].first == "temperature");
    CHECK(in(read_as<PerTemperature>(*weights[0].second, nullptr), 1.0 / kelvin) == *term(c, "temperature").weight);
    CHECK(weights[1].first == "driver");
    REQUIRE(weights[1].second->entries.size() == 3);
    for (const ConfigEntry& entry : weights[1].second->entries) CHECK(entry.node.number == *term(c, "driver." + entry.name).weight);
    const auto reference = config.open_table("line.reference");
    REQUIRE(reference.size() == 6);
    CHECK(config.find("line.reference.driver")->text == "525.1");
    CHECK(config.find("line.reference.temperature")->text == "25.0 degC");
    CHECK(config.find("calibration.data_hash")->text == c.hash);
    CHECK(config.find("calibration.rows_used")->number == 60.0);
    CHECK(config.find("calibration.first")->text == c.first);
}

TEST_CASE("the uncertainty comes back out of the file, and gives a line its interval") {
    const Calibration c = calibrated(joined(lines_of({})), relative_to_vision());
    const TemporaryFile file(write_weights_toml(c));
    const auto known = read_weight_uncertainty(file.path());
    REQUIRE(known);
    CHECK(known->quantile == c.quantile);
    CHECK(known->coldest->in_celsius() == c.coldest.in_celsius());
    REQUIRE(known->covariance.size() == known->terms.size() * known->terms.size());
    const Adjustment seven{"temperature", 7.0, *term(c, "temperature").weight, false, 7.0 * *term(c, "temperature").weight};
    CHECK(*line_half_width(0.12, {seven}, *known) == Approx(0.12 * 7.0 * c.quantile * *term(c, "temperature").std_error).epsilon(1e-12));
    Context asked;
    asked.set("task", "nlp");
    CHECK(remarks_outside(*known, asked).empty());
}

TEST_CASE("hostile level names stay inside their quotes") {
    std::string csv = csv_header;
    for (int i = 0; i < 60; ++i)
        csv += fmt::format("{},0,{},525,{},linux,none,local,308.7,36.1,{}\n", timestamp_text((1'761'955'200LL + 43200LL * i) * 1'000'000'000),
                           i % 3 == 0 ? "\"a\"\"]\\b = 1 # é\"" : "vision", 20 + i % 11, 0.12 + 0.001 * (i % 7) + (i % 3 == 0 ? 0.01 : 0.0));
    const Calibration c = calibrated(csv, {.reference = {}, .published_priors = false, .terms = {}, .refine = {}});
    const Config config = Config::from_text(write_weights_toml(c), "weights.toml");
    const auto weights = config.open_table("line.weights");
    REQUIRE(weights.size() == 2);
    CHECK(weights[1].second->entries[0].name == "a\"]\\b = 1 # é");
}

TEST_CASE("a reference with a line end in its name breaks no line of the file") {
    CalibrationOptions options = relative_to_vision(false);
    options.reference.set("task", "a\nb\x7f");
    const std::string toml = write_weights_toml(calibrated(joined(lines_of({})), options));
    CHECK(Config::from_text(toml, "weights.toml").find("line.reference.task")->text == "a\nb\x7f");
}

TEST_CASE("terms without a figure and products stand in comments") {
    CalibrationOptions options = relative_to_vision(false);
    options.terms = parse_terms("temperature*task");
    const std::string toml = write_weights_toml(calibrated(joined(lines_of({})), options));
    CHECK(toml.find("# temperature*task.nlp = ") != std::string::npos);
    CHECK(toml.find("# no weight for driver: driver was always 525") != std::string::npos);
    CHECK(Config::from_text(toml, "weights.toml").open_table("line.weights").size() == 3);
}

TEST_CASE("a covariance that does not fit its terms is refused at its line") {
    const TemporaryFile file("[calibration]\nterms = [\"temperature\", \"task.nlp\"]\ncovariance = [[1.0, 2.0]]\n");
    CHECK_THROWS_WITH_AS((void)read_weight_uncertainty(file.path()), doctest::Contains(":3:14: error: the covariance has not one row for each term"), InputError);
    const TemporaryFile none("[line.weights]\ntemperature = \"0.87 %/K\"\n");
    CHECK(!read_weight_uncertainty(none.path()));
}
