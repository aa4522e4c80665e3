// Audit answer: the printed form of an audit, of kernel logs and of sampled telemetry.
#pragma once

#include "answer.hpp"

#include <breakeven/decisions/audit.hpp>

namespace breakeven::cli {

/// The whole answer: JSON as interface promises it, text, tables and remarks. Its status is not_trusted where no verdict may be
/// given because of the log.
[[nodiscard]] Answer present(const KernelAudit& audit);
[[nodiscard]] Answer present(const SampleAudit& audit);

}  // namespace breakeven::cli
