// Dataset in words: what is said of rows, whether they came from files or stay on a server.
#pragma once

#include <breakeven/core/errors.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace breakeven::detail {

inline constexpr std::size_t most_levels = 64;
inline constexpr std::string_view same_window_again = "the same window again";

[[nodiscard]] inline std::string one_decimal(double value) {
    const auto tenths = std::llround(10.0 * value);
    return std::to_string(tenths / 10).append(".").append(std::to_string(std::llabs(tenths % 10)));
}

[[nodiscard]] inline InputError too_many_levels(std::string_view category) {
    return InputError("more than 64 different values of " + std::string(category), "a level must occur in many windows to be told apart; group them");
}

/// "2 times: line is missing, 1 times: …".
[[nodiscard]] inline std::string reasons_text(const std::map<std::string, std::size_t>& by_reason) {
    std::string out;
    for (const auto& [reason, count] : by_reason)
        out.append(out.empty() ? "" : ", ").append(std::to_string(count)).append(" times: ").append(reason);
    return out;
}

[[nodiscard]] inline std::string idle_gpu_remark(const std::string& name, std::size_t rejected) {
    return "GPU " + (name.empty() ? std::string("without a name") : name) + ": none of its " + std::to_string(rejected) + " rows can be used";
}

[[nodiscard]] inline std::string conflicts_remark(std::size_t conflicts) {
    return std::to_string(conflicts) + " rows share time and GPU with another row and say something else; all are used "
                                       "(give each GPU a name of its own)";
}

[[nodiscard]] inline std::string gaps_remark(std::size_t gaps, std::int64_t longest_ns) {
    return std::to_string(gaps) + (gaps == 1 ? " gap" : " gaps") + " in the log, the longest of " + one_decimal(static_cast<double>(longest_ns) / 3600e9) +
           " h; errors are not carried across";
}

}  // namespace breakeven::detail
