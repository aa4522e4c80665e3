// A whole calibration in one process: thirty days of windows read from CSV, fitted with Newey-West errors and refined; and the two
// parts by themselves. The answer is compared with Eigen's Householder on the same columns.
#include "calibration/made_up_log.hpp"

#include <benchmark/benchmark.h>

#include <Eigen/QR>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace {
using namespace breakeven;
using namespace breakeven::test;

/// Weights of temperature, nlp and vgpu by Eigen alone: columns read back from the text.
Eigen::Vector3d by_eigen(const std::vector<std::string>& lines) {
    Eigen::MatrixXd x(static_cast<Eigen::Index>(lines.size()), 4);
    Eigen::VectorXd y(x.rows());
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
        std::vector<std::string> fields(1);
        for (const char c : lines[static_cast<std::size_t>(i)]) c == ',' ? fields.emplace_back() : fields.back().append(1, c);
        x.row(i) << 1.0, std::strtod(fields[4].c_str(), nullptr) - 25.0, fields[2] == "nlp" ? 1.0 : 0.0, fields[6] == "vgpu" ? 1.0 : 0.0;
        y[i] = std::strtod(fields[10].c_str(), nullptr);
    }
    const Eigen::VectorXd b = x.householderQr().solve(y);
    return b.tail(3) / b[0];
}

CalibrationOptions plain() {
    CalibrationOptions out = relative_to_vision(false);
    out.reference.set("virtualization", "none");
    return out;
}

bool agrees(benchmark::State& state, const Calibration& found, const std::vector<std::string>& lines) {
    const Eigen::Vector3d expected = by_eigen(lines);
    const Eigen::Vector3d weights(*term(found, "temperature").weight, *term(found, "task.nlp").weight, *term(found, "virtualization.vgpu").weight);
    if ((weights - expected).norm() <= 1e-9 * expected.norm()) return true;
    state.SkipWithError("answers differ");
    return false;
}

void read_and_calibrate(benchmark::State& state) {
    const std::vector<std::string> lines = lines_of({.rows = static_cast<std::size_t>(state.range(0)), .step_s = 309});
    const std::string csv = joined(lines);
    if (!agrees(state, calibrated(csv, plain()), lines)) return;
    for (auto _ : state) benchmark::DoNotOptimize(calibrated(csv, plain()));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void read_windows(benchmark::State& state) {
    const std::string csv = joined(lines_of({.rows = static_cast<std::size_t>(state.range(0)), .step_s = 309}));
    for (auto _ : state) benchmark::DoNotOptimize(Dataset(csv_windows_in_memory(csv, "log.csv")).rows());
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void fit(benchmark::State& state) {
    const std::vector<std::string> lines = lines_of({.rows = static_cast<std::size_t>(state.range(0)), .step_s = 309});
    const std::string csv = joined(lines);
    const Dataset data(csv_windows_in_memory(csv, "log.csv"));
    CalibrationOptions options = plain();
    options.refine = state.range(1) != 0;
    if (!agrees(state, calibrate(data, options), lines)) return;
    for (auto _ : state) benchmark::DoNotOptimize(calibrate(data, options));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
}  // namespace

BENCHMARK(read_and_calibrate)->Arg(8396)->ArgName("windows")->Unit(benchmark::kMillisecond);
BENCHMARK(read_windows)->Arg(8396)->Arg(134336)->ArgName("windows")->Unit(benchmark::kMillisecond);
BENCHMARK(fit)->ArgsProduct({{8396, 33584, 134336}, {0, 1}})->ArgNames({"windows", "refined"})->Unit(benchmark::kMillisecond);
