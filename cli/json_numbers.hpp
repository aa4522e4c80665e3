// JSON numbers: unknown values are null, and times in nanoseconds become seconds once.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace breakeven::cli {

template <class Value>
[[nodiscard]] nlohmann::ordered_json or_null(const std::optional<Value>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}
[[nodiscard]] inline nlohmann::ordered_json or_null(const std::string& text) {
    return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
}
[[nodiscard]] inline double seconds(std::int64_t time_ns) { return static_cast<double>(time_ns) / 1e9; }

}  // namespace breakeven::cli
