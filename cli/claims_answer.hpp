// Claims answer: published figures beside ours: sentence, tables and JSON.
#pragma once

#include "answer.hpp"

#include <breakeven/decisions/claims.hpp>

namespace breakeven::cli {

[[nodiscard]] Answer present(const ClaimsAnswer& answer);

}  // namespace breakeven::cli
