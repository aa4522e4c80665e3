// Check answer: one line as monitoring plugins write it.
#pragma once

#include "answer.hpp"

#include <breakeven/decisions/check.hpp>

#include <string>

namespace breakeven::cli {

[[nodiscard]] Answer present(const CheckResult& result);

/// "UNKNOWN: reason": what could not be checked at all.
[[nodiscard]] Answer unknown_check(const std::string& reason);

/// The trend in words, such as "falling 0.21 points a day over 24 days"; empty where there is none that is sure.
[[nodiscard]] std::string trend_in_words(const DeviceCheck& device);

}  // namespace breakeven::cli
