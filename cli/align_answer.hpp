// Align answer: a line on another GPU, by the source's formula and from first principles.
#pragma once

#include "answer.hpp"

#include <breakeven/decisions/align.hpp>

namespace breakeven::cli {

[[nodiscard]] Answer present(const AlignAnswer& answer);

}  // namespace breakeven::cli
