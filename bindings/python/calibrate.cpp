// calibrate(), for Python: from columns in memory (a dict or a DataFrame) and from files.
#include "border.hpp"

#include <breakeven/calibration/calibrate.hpp>
#include <breakeven/calibration/history_windows.hpp>
#include <breakeven/calibration/weights_file.hpp>
#include <breakeven/calibration/window_arrays.hpp>
#include <breakeven/core/errors.hpp>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <deque>
#include <memory>

namespace breakeven::python {

namespace {

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// Columns, with what keeps them alive. Number columns of float64 are read where they lie.
struct PythonColumns {
    WindowArrays arrays;
    std::vector<Doubles> numbers;
    std::deque<std::string> texts;
};

bool is_number_column(WindowColumn column) {
    return column == WindowColumn::temperature_c || column >= WindowColumn::window_s;
}

void take_texts(const py::array& values, WindowColumn column, PythonColumns& out) {
    py::object list = values;
    if (values.dtype().kind() == 'M')  // datetime64 knows no zone and means UTC
        list = py::module_::import("numpy").attr("datetime_as_string")(values, py::arg("unit") = "us", py::arg("timezone") = "UTC");
    for (const py::handle value : list) {
        const bool missing = value.is_none() || (py::isinstance<py::float_>(value) && value.cast<double>() != value.cast<double>());
        out.texts.push_back(missing ? std::string() : static_cast<std::string>(py::str(value)));
        out.arrays.text_of(column).push_back(out.texts.back());
    }
}

PythonColumns columns_from(const py::object& rows) {
    PythonColumns out;
    bool first = true;
    for (std::size_t i = 0; i < window_column_count; ++i) {
        const auto column = static_cast<WindowColumn>(i);
        const py::str name{std::string(to_string(column))};
        if (!rows.contains(name)) continue;
        const py::array values = py::module_::import("numpy").attr("asarray")(rows[name]);
        if (values.ndim() != 1) throw InputError::about(to_string(column), "must have one dimension");
        if (first) out.arrays.count = static_cast<std::size_t>(values.size());
        first = false;
        if (is_number_column(column)) {
            out.numbers.push_back(Doubles(values));
            out.arrays.numbers_of(column) = {out.numbers.back().data(), static_cast<std::size_t>(values.size())};
        } else {
            take_texts(values, column, out);
        }
    }
    return out;
}

ErrorKind error_kind(const std::string& name) {
    if (name == "newey-west") return ErrorKind::newey_west;
    if (name == "hc3") return ErrorKind::hc3;
    if (name == "ols") return ErrorKind::ols;
    throw InputError("\"" + name + "\" is no kind of error", "newey-west, hc3 or ols");
}

py::dict terms_of(const Calibration& found) {
    py::list name, level, weight, std_error, low, high, identified, verdict;
    for (const CalibrationTerm& term : found.terms) {
        name.append(term.name);
        level.append(term.level);
        weight.append(or_nan(term.weight));
        std_error.append(or_nan(term.std_error));
        low.append(term.ci95 ? (*term.ci95)[0] : or_nan({}));
        high.append(term.ci95 ? (*term.ci95)[1] : or_nan({}));
        identified.append(term.identified);
        verdict.append(term.verdict);
    }
    py::dict out;
    out["name"] = name;
    out["level"] = level;
    out["weight"] = weight;
    out["std_error"] = std_error;
    out["ci95_low"] = low;
    out["ci95_high"] = high;
    out["identified"] = identified;
    out["verdict"] = verdict;
    return out;
}

py::dict calibrate_python(const py::object& data, const py::object& reference, const std::string& prior, const std::string& errors, bool robust,
                          unsigned threads) {
    CalibrationOptions how;
    if (!reference.is_none()) how.reference = scenario_from(reference).scenario.line.reference;
    if (prior != "published" && prior != "none") throw InputError("\"" + prior + "\" is no prior", "published or none");
    how.published_priors = prior == "published";
    how.errors = error_kind(errors);
    how.robust = robust;
    if (threads < 1 || threads > 64) throw InputError::about("threads", "must be from 1 to 64");
    how.threads = threads;
    PythonColumns columns;
    std::vector<std::string> paths;
    const bool in_memory = py::hasattr(data, "keys");
    if (in_memory)
        columns = columns_from(data);
    else
        paths = paths_from(data);
    const Calibration found = [&] {
        const py::gil_scoped_release others_run;
        return calibrate(Dataset(in_memory ? windows_of_arrays(std::move(columns.arrays)) : open_windows(paths)), how);
    }();
    py::dict out;
    out["rows"] = found.rows;
    out["rows_used"] = found.rows_used;
    out["days"] = found.days;
    out["target"] = std::string(to_string(found.target));
    out["base"] = found.base;
    out["base_std_error"] = found.base_std_error;
    out["r_squared"] = found.r_squared;
    out["residual_sd"] = found.residual_sd;
    out["terms"] = terms_of(found);
    out["rejects"] = found.rejects.by_reason;
    out["remarks"] = found.remarks;
    out["advice"] = found.advice;
    out["toml"] = write_weights_toml(found);
    return out;
}

}  // namespace

void add_calibrate(py::module_& module) {
    module.def("calibrate", &calibrate_python, py::arg("data"), py::kw_only(), py::arg("reference") = py::none(), py::arg("prior") = "published",
               py::arg("errors") = "newey-west", py::arg("robust") = false, py::arg("threads") = 1U,
               "A machine's own weights, from columns (a dict or a DataFrame) or from the paths of files.");
}

}  // namespace breakeven::python
