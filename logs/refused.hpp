// Logs that are recognised and refused: each with the reason, and with the way to something that can be read.
#pragma once

#include <string>

#include <breakeven/core/errors.hpp>
#include <breakeven/logs/format.hpp>

namespace breakeven {

/// Why a file of `format` is not read, and what to give instead. For a format that is read: an error that says nothing.
[[nodiscard]] InputError refusal(LogFormat format, const std::string& path);

}  // namespace breakeven
