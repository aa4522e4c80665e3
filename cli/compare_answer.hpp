// Compare answer: machines and rented GPUs side by side, best first.
#pragma once

#include "answer.hpp"

#include <breakeven/decisions/compare.hpp>

#include <string>

namespace breakeven::cli {

[[nodiscard]] Answer present(const CompareAnswer& answer);

/// The lines, or with a share the job's costs, as bars.
[[nodiscard]] std::string picture(const CompareAnswer& answer);

}  // namespace breakeven::cli
