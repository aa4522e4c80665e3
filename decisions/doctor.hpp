// Doctor: what this machine can measure, and what to do about the rest. It looks; it changes nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven {

enum class DoctorState : std::uint8_t { ok, limited, missing, unknown };

[[nodiscard]] constexpr std::string_view to_string(DoctorState state) {
    constexpr std::string_view words[] = {"ok", "limited", "missing", "unknown"};
    return words[static_cast<std::size_t>(state)];
}

struct DoctorCheck {
    std::string id;      ///< such as "profiler.nsys"; never changes its meaning
    std::string what;    ///< what it is good for
    DoctorState state = DoctorState::unknown;
    std::string found;
    std::string remedy;  ///< empty where nothing need be done
};

struct DoctorReport {
    std::vector<DoctorCheck> checks;
    std::string summary;  ///< one sentence: what can be measured here

    [[nodiscard]] const DoctorCheck& check(std::string_view id) const;
};

/// The machine as the doctor sees it; tests make up their own.
struct MachineSeen {
    std::filesystem::path root = "/";                ///< below which /proc and /dev lie
    std::vector<std::filesystem::path> search_path;  ///< where programs are looked for
    bool administrator = false;
    std::optional<bool> clock_synchronised;
    /// What a program prints, run by its arguments for a few seconds at most; none when it fails.
    std::function<std::optional<std::string>(const std::vector<std::string>&)> ask;
};

[[nodiscard]] MachineSeen this_machine();

[[nodiscard]] DoctorReport examine(const MachineSeen& machine);

}  // namespace breakeven
