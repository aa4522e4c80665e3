// The Python module `breakeven`: errors, scenarios and contexts; the questions are in the files beside this one.
#include "border.hpp"

#include <breakeven/core/errors.hpp>

#include <memory>
#include <utility>

namespace breakeven::python {

std::string path_from(const py::handle& path) {
    const py::object encoded = py::module_::import("os").attr("fsencode")(path);
    return static_cast<std::string>(py::reinterpret_borrow<py::bytes>(encoded));
}

std::vector<std::string> paths_from(const py::handle& paths) {
    if (py::isinstance<py::str>(paths) || py::isinstance<py::bytes>(paths) || py::hasattr(paths, "__fspath__")) return {path_from(paths)};
    std::vector<std::string> out;
    for (const py::handle path : paths) out.push_back(path_from(path));
    return out;
}

LoadedScenario scenario_from(const py::handle& scenario) {
    if (py::isinstance<PythonScenario>(scenario)) return scenario.cast<const PythonScenario&>().loaded();
    return read_scenario(path_from(scenario));
}

Context context_from(const py::object& context) {
    Context out;
    if (context.is_none()) return out;
    for (const auto& [key, value] : context.cast<py::dict>()) {
        const auto name = key.cast<std::string>();
        if (name == "temperature_c") {
            out.temperature = celsius(value.cast<double>());
            continue;
        }
        if (std::find(std::begin(context_categories), std::end(context_categories), name) == std::end(context_categories))
            throw InputError("\"" + name + "\" is no circumstance", "give task, driver, os, virtualization, network or temperature_c");
        out.set(name, value.cast<std::string>());
    }
    return out;
}

void add_scenario(py::module_& module) {
    py::class_<PythonScenario>(module, "Scenario", "A scenario read from a file, or from text by Scenario.from_text().")
        .def(py::init([](const py::object& path) {
                 return std::make_unique<PythonScenario>([file = path_from(path)](const ScenarioOptions& options) { return read_scenario(file, options); });
             }),
             py::arg("path"))
        .def_static(
            "from_text",
            [](std::string toml, std::string name) {
                return std::make_unique<PythonScenario>([toml = std::move(toml), name = std::move(name)](const ScenarioOptions& options) {
                    return read_scenario_text(toml, name, options);
                });
            },
            py::arg("toml"), py::arg("name") = "scenario.toml")
        .def("set", &PythonScenario::set, py::arg("key"), py::arg("value"), "As --set key=value; a refused value changes nothing.")
        .def_property_readonly("name", [](const PythonScenario& self) { return self.loaded().scenario.name; })
        .def_property_readonly("currency", [](const PythonScenario& self) { return std::string(self.loaded().door.into().code()); });
}

namespace {

/// InputError as a ValueError that knows what, where and what to do.
void raise(const InputError& error) {
    const py::object type = py::module_::import("breakeven").attr("InputError");
    const py::object told = type(error.what());
    told.attr("message") = error.message();
    told.attr("hint") = error.hint();
    told.attr("file") = error.position().file;
    told.attr("line") = error.position().line;
    told.attr("column") = error.position().column;
    PyErr_SetObject(type.ptr(), told.ptr());
}

}  // namespace

}  // namespace breakeven::python

PYBIND11_MODULE(breakeven, module) {
    using namespace breakeven::python;
    module.doc() = "The line between owning a GPU and renting one, from scenarios, logs and a machine's own windows.";
    module.attr("__version__") = BREAKEVEN_VERSION;
    module.attr("InputError") = py::reinterpret_steal<py::object>(PyErr_NewExceptionWithDoc(
        "breakeven.InputError", "An input is wrong or cannot be read: message, hint, file, line, column.", PyExc_ValueError, nullptr));
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const breakeven::InputError& error) {
            raise(error);
        }
    });
    add_scenario(module);
    add_line(module);
    add_audit(module);
    add_calibrate(module);
}
