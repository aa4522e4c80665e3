// Log words: how a GPU and a length of time out of a log are named, the same in every answer.
#pragma once

#include "json_numbers.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>

namespace breakeven::cli {

/// "308.7 s", "4.97 ms", "12.5 us".
[[nodiscard]] inline std::string time_text(std::int64_t time_ns) {
    const double t = seconds(time_ns);
    if (t >= 1.0 || t == 0.0) return fmt::format("{:.4g} s", t);
    if (t >= 1e-3) return fmt::format("{:.4g} ms", 1e3 * t);
    return fmt::format("{:.4g} us", 1e6 * t);
}

/// "GPU 0 (Tesla V100)"
[[nodiscard]] inline std::string gpu_words(const std::optional<std::int64_t>& number, const std::string& name) {
    const std::string out = number ? fmt::format("GPU {}", *number) : "GPU";
    return name.empty() ? out : fmt::format("{} ({})", out, name);
}

}  // namespace breakeven::cli
