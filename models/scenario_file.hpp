// Scenario files: a Scenario from TOML, key by key, each error at its line and column, with the origin of every value.
#pragma once

#include <breakeven/core/money.hpp>
#include <breakeven/models/scenario.hpp>

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace breakeven {

/// One assumption as it was used: enough to recompute the answer later.
struct Input {
    std::string key;
    std::variant<double, std::string> value;  ///< a number in `unit`, or a name
    std::string unit;                         ///< empty for plain numbers and names
    std::string source;                       ///< "scenario", "command line", "default", "catalog …" or a file's name
    std::string date;                         ///< of a price or rate, ISO 8601; empty when it has none
};

/// An input that is not one value but a distribution. Parameters are in the one system's units, as the scenario's value is.
struct UncertainInput {
    enum class Kind { normal, lognormal, triangular, uniform, samples };
    std::string key;
    Kind kind = Kind::normal;
    std::vector<double> parameters;  ///< [mean, sd], [median, sigma], [low, mode, high], [low, high], or the samples
    std::string samples_file;
};

/// `correlation` of two uncertain inputs, -1 to 1.
struct Correlation {
    std::string first;
    std::string second;
    double value = 0.0;
};

/// A scenario with what is known about its making.
struct LoadedScenario {
    Scenario scenario;
    std::vector<Input> inputs;         ///< in the order of the keys
    std::vector<std::string> remarks;  ///< what a careful reader would ask about
    Exchange door{Currency()};
    std::vector<UncertainInput> uncertain;
    std::vector<Correlation> correlations;
    std::string weights_file;          ///< of line.include, as it was opened; empty for none
};

/// `--set key=value`, and the five flags of `line`.
struct Override {
    std::string key;
    std::string value;
    std::string origin = "--set";  ///< as errors shall name it
};

struct ScenarioOptions {
    std::vector<Override> overrides;
    std::string catalog_file;          ///< a user's own rows, which come before the shipped ones; empty for none
    std::string today;                 ///< ISO 8601, for the age of prices; empty: ages are not judged
};

/// Reads a scenario. Throws InputError naming file, line, column and the remedy: no such file, no TOML, an unknown key (with the
/// nearest known one), a wrong unit or dimension, a currency without a rate, a value out of its range, a value missing.
[[nodiscard]] LoadedScenario read_scenario(const std::string& path, const ScenarioOptions& options = {});

/// The same from text; `file_name` is for errors and for files beside it.
[[nodiscard]] LoadedScenario read_scenario_text(std::string_view toml, const std::string& file_name, const ScenarioOptions& options = {});

}  // namespace breakeven
