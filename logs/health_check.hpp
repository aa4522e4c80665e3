// One named question put to a log before its figures are believed.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace breakeven {

struct HealthCheck {
    std::string name;             ///< such as "zero_duration_share"
    std::optional<double> value;  ///< none where the log does not tell it
    double limit = 0.0;           ///< `ok` holds up to and including it, unless `meaning` says otherwise
    bool ok = true;
    std::string meaning;  ///< what a failed check says about the log
    std::string remedy;   ///< what to do about it
};

[[nodiscard]] inline bool all_ok(const std::vector<HealthCheck>& checks) {
    return std::all_of(checks.begin(), checks.end(), [](const HealthCheck& check) { return check.ok; });
}

}  // namespace breakeven
