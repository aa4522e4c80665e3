// Audit answer: the printed form of an audit, of kernel logs and of sampled telemetry.
#pragma once

#include "answer.hpp"

#include <breakeven/decisions/audit.hpp>
#include <breakeven/decisions/calibration_windows.hpp>
#include <breakeven/logs/torch_memory.hpp>

#include <string>

namespace breakeven::cli {

/// The whole answer: JSON as interface promises it, text, tables and remarks. Its status is not_trusted where no verdict may be
/// given because of the log.
[[nodiscard]] Answer present(const KernelAudit& audit);
[[nodiscard]] Answer present(const SampleAudit& audit);
[[nodiscard]] Answer present(const TorchMemory& memory, const std::string& path);

/// Makes `answer`, of a kernel log, one of rows to calibrate on.
void print_windows(const CalibrationWindows& windows, Answer& answer);

}  // namespace breakeven::cli
