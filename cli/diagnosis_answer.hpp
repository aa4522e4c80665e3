// Diagnosis answer: the walked tree, printed.
#pragma once

#include "answer.hpp"

#include <breakeven/decisions/diagnose.hpp>

#include <string>
#include <vector>

namespace breakeven::cli {

[[nodiscard]] Answer present(const std::vector<DeviceDiagnosis>& devices, std::vector<std::string> remarks);

}  // namespace breakeven::cli
