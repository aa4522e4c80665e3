// audit(), for Python: one row for each GPU, as columns.
#include "border.hpp"

#include <breakeven/core/errors.hpp>
#include <breakeven/decisions/audit_logs.hpp>

#include <pybind11/stl.h>

#include <cmath>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace breakeven::python {

namespace {

/// One GPU's row: names and values in the order of the columns.
using Row = std::vector<std::pair<const char*, py::object>>;

std::vector<std::string> failed(const std::vector<HealthCheck>& checks) {
    std::vector<std::string> out;
    for (const HealthCheck& check : checks)
        if (!check.ok) out.push_back(check.name + ": " + check.meaning + "; " + check.remedy);
    return out;
}

Row row_of(const DeviceEvidence& d) {
    const auto ratio = d.window ? d.window->effective_ratio() : std::nullopt;
    return {{"number", py::cast(d.device.value_or(-1))},
            {"name", py::cast(d.name)},
            {"uuid", py::cast(d.uuid)},
            {"kernels", py::cast(d.kernels)},
            {"sum_ns", py::cast(d.time.sum_ns)},
            {"union_ns", py::cast(d.time.union_ns)},
            {"observed_ns", py::cast(d.window ? d.window->observed_ns : 0)},
            {"effective_ns", py::cast(d.window ? d.window->effective_ns : 0)},
            {"effective_ratio", py::cast(or_nan(ratio))},
            {"sampled", py::cast(false)},
            {"trusted", py::cast(d.trusted())},
            {"failed_checks", py::cast(failed(d.health.checks))}};
}

Row row_of(const TelemetryDevice& d) {
    return {{"number", py::cast(d.gpu.index.value_or(-1))},
            {"name", py::cast(d.gpu.name)},
            {"uuid", py::cast(d.gpu.uuid)},
            {"kernels", py::cast(0)},
            {"sum_ns", py::cast(0)},
            {"union_ns", py::cast(0)},
            {"observed_ns", py::cast(std::llround(1e9 * d.samples.observed_s))},
            {"effective_ns", py::cast(0)},
            {"effective_ratio", py::cast(or_nan(d.samples.utilization_mean))},
            {"sampled", py::cast(true)},
            {"trusted", py::cast(d.trusted())},
            {"failed_checks", py::cast(failed(d.health))}};
}

void add_verdict(Row& row, const DeviceVerdict& judged, const std::vector<std::string>& remarks) {
    const Verdict& v = judged.verdict;
    row.emplace_back("line", py::cast(or_nan(judged.line ? judged.line->line : std::nullopt)));
    row.emplace_back("verdict", v.standing ? py::object(py::str(std::string(to_string(*v.standing)))) : py::none());
    row.emplace_back("winner", v.winner ? py::object(py::str(std::string(to_string(*v.winner)))) : py::none());
    row.emplace_back("hours_needed", py::cast(v.hours_needed ? in(*v.hours_needed, hour) : or_nan({})));
    row.emplace_back("reason", py::cast(std::string(v.reason)));
    row.emplace_back("remarks", py::cast(remarks));
}

const auto& devices_of(const KernelAudit& audit) { return audit.evidence.devices; }
const auto& devices_of(const SampleAudit& audit) { return audit.telemetry.devices; }

py::dict audit(const py::object& logs, const py::object& scenario, const py::object& context, bool allow_samples, std::optional<double> margin,
               std::optional<double> window_s, bool same_gpu) {
    AuditQuestion question;
    if (!scenario.is_none()) question.scenario = scenario_from(scenario);
    question.context = context_from(context);
    question.allow_samples = allow_samples;
    if (margin) require_share(*margin, "margin");
    question.margin = margin;
    EvidenceOptions how;
    how.same_gpu = same_gpu;
    if (window_s) {
        if (!(*window_s > 0.0 && *window_s < 9e9)) throw InputError::about("window_s", "must be above zero", "such as 308.7");
        how.window_ns = std::llround(*window_s * 1e9);
    }
    const std::vector<std::string> paths = paths_from(logs);
    const LogAudit judged = [&] {
        const py::gil_scoped_release others_run;
        return audit_logs(paths, question, how);
    }();
    py::dict out;
    std::visit(
        [&](const auto& one) {
            for (std::size_t i = 0; i < one.verdicts.size(); ++i) {
                Row row = row_of(devices_of(one)[i]);
                add_verdict(row, one.verdicts[i], one.remarks);
                for (auto& [name, value] : row) {
                    if (!out.contains(name)) out[name] = py::list();
                    out[name].template cast<py::list>().append(value);
                }
            }
        },
        judged);
    return out;
}

}  // namespace

void add_audit(py::module_& module) {
    module.def("audit", &audit, py::arg("logs"), py::arg("scenario") = py::none(), py::arg("context") = py::none(), py::kw_only(),
               py::arg("allow_samples") = false, py::arg("margin") = py::none(), py::arg("window_s") = py::none(), py::arg("same_gpu") = false,
               "How much each GPU of the logs really computed, one row each, as columns: pandas.DataFrame(breakeven.audit(...)).");
}

}  // namespace breakeven::python
