// What all parts of the Python module share: scenarios and contexts as Python gives them.
#pragma once

#include <breakeven/models/context.hpp>
#include <breakeven/models/scenario_file.hpp>

#include <pybind11/pybind11.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace breakeven::python {

namespace py = pybind11;

/// A scenario, and how to read it again with other values set.
class PythonScenario {
public:
    using Read = std::function<LoadedScenario(const ScenarioOptions&)>;

    explicit PythonScenario(Read read) : read_(std::move(read)), loaded_(read_({})) {}
    void set(const std::string& key, const std::string& value) {
        ScenarioOptions options = options_;
        options.overrides.push_back({key, value, "value"});
        loaded_ = read_(options);
        options_ = std::move(options);
    }
    [[nodiscard]] const LoadedScenario& loaded() const { return loaded_; }

private:
    Read read_;
    ScenarioOptions options_;
    LoadedScenario loaded_;
};

/// A str, bytes or os.PathLike as the file's name.
[[nodiscard]] std::string path_from(const py::handle& path);
/// One path, or several.
[[nodiscard]] std::vector<std::string> paths_from(const py::handle& paths);
/// A Scenario, or the path of one.
[[nodiscard]] LoadedScenario scenario_from(const py::handle& scenario);
/// {"task": "nlp", "temperature_c": 32.0}, or None.
[[nodiscard]] Context context_from(const py::object& context);

[[nodiscard]] inline double or_nan(const std::optional<double>& value) { return value.value_or(std::numeric_limits<double>::quiet_NaN()); }

void add_scenario(py::module_& module);
void add_line(py::module_& module);
void add_audit(py::module_& module);
void add_calibrate(py::module_& module);

}  // namespace breakeven::python
