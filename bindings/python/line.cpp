// line() and whatif(), for Python.
#include "border.hpp"

#include <breakeven/decisions/line.hpp>
#include <breakeven/decisions/line_batch.hpp>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <span>

namespace breakeven::python {

namespace {

double hourly(const CostRate& rate) { return in(rate, money / hour); }

py::dict line(const py::object& scenario, const py::object& context) {
    const LoadedScenario loaded = scenario_from(scenario);
    const LineAnswer answer = line_of(loaded, context_from(context));
    py::dict out;
    out["scenario"] = answer.scenario;
    out["currency"] = std::string(answer.currency.code());
    out["outcome"] = std::string(to_string(answer.outcome));
    out["line"] = answer.line;
    out["base_line"] = answer.base_line;
    out["lines"] = answer.lines;
    out["half_width"] = answer.half_width;
    out["hours_a_day"] = answer.line ? std::optional(in(*answer.line * day, hour)) : std::nullopt;
    out["reason"] = std::string(answer.reason);
    out["own_standing_per_h"] = hourly(answer.local.standing);
    out["own_busy_per_h"] = hourly(answer.local.busy);
    out["rent_standing_per_h"] = hourly(answer.cloud.standing);
    out["rent_busy_per_h"] = hourly(answer.cloud.busy);
    py::list names, standing, busy, without;
    for (const LineComponent& one : answer.components) {
        names.append(one.name);
        standing.append(hourly(one.cost.standing));
        busy.append(hourly(one.cost.busy));
        without.append(or_nan(one.line_without));
    }
    py::dict components;
    components["name"] = names;
    components["standing_per_h"] = standing;
    components["busy_per_h"] = busy;
    components["line_without"] = without;
    out["components"] = components;
    out["remarks"] = answer.remarks;
    return out;
}

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

py::dict whatif(const py::object& scenario, const std::string& key, const Doubles& values, const std::string& unit, const py::object& context) {
    const LoadedScenario loaded = scenario_from(scenario);
    const Context asked = context_from(context);
    const std::vector<py::ssize_t> shape(values.shape(), values.shape() + values.ndim());
    py::array_t<double> lines(shape);
    py::array_t<std::int8_t> outcomes(shape);
    // The arrays' own memory is read and written while other Python threads run.
    const std::span<const double> given(values.data(), static_cast<std::size_t>(values.size()));
    double* const to = lines.mutable_data();
    std::int8_t* const outcome = outcomes.mutable_data();
    {
        const py::gil_scoped_release others_run;
        each_line_over(loaded, key, unit, given, asked, [&](std::size_t i, const LinePoint& point) {
            to[i] = or_nan(point.line);
            outcome[i] = static_cast<std::int8_t>(point.outcome);
        });
    }
    py::dict out;
    out["value"] = values;
    out["line"] = lines;
    out["outcome"] = outcomes;
    return out;
}

}  // namespace

void add_line(py::module_& module) {
    py::list outcomes;
    for (const Outcome one : {Outcome::line, Outcome::always, Outcome::never, Outcome::only_below, Outcome::between})
        outcomes.append(std::string(to_string(one)));
    module.attr("OUTCOMES") = py::tuple(outcomes);
    module.def("line", &line, py::arg("scenario"), py::arg("context") = py::none(), "Where the breakeven line lies and what it is made of.");
    module.def("whatif", &whatif, py::arg("scenario"), py::arg("key"), py::arg("values"), py::arg("unit") = "", py::arg("context") = py::none(),
               "The line at each value of one key. A C-contiguous float64 array is read where it lies.");
}

}  // namespace breakeven::python
