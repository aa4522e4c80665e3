// Host events: what the host did that explains the GPU's time: named units of work, and calls that waited for the GPU.
//
// A log may hold millions of them, so as many are kept as cost little; hand_over() says in a remark when there were more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <vector>

#include <breakeven/logs/trace_builder.hpp>

namespace breakeven::detail {

/// The name that repeats of a unit of work share: without the number at its end, "ProfilerStep#12" being "ProfilerStep". Empty
/// for a name that is only a number.
[[nodiscard]] constexpr std::string_view step_name(std::string_view name) {
    const auto last = name.find_last_not_of("0123456789");
    if (last == std::string_view::npos) return {};
    if (last + 1 == name.size()) return name;
    const auto word = name.substr(0, last + 1).find_last_not_of(" #_-:.([");
    return word == std::string_view::npos ? name.substr(0, last + 1) : name.substr(0, word + 1);
}

/// Whether a call of the CUDA or HIP interface returns only when the GPU has done what it was given.
[[nodiscard]] bool waits_for_gpu(std::string_view call);

class HostEvents {
public:
    static constexpr std::size_t most_steps = 1ULL << 16U;
    static constexpr std::size_t most_waits = 1ULL << 18U;

    /// `name`: a place in Trace::names.
    void step(std::uint64_t process, std::int64_t start_ns, std::int64_t end_ns, std::uint32_t name);
    [[nodiscard]] bool has_room_for_steps() const { return steps_ < most_steps; }
    void wait(std::uint64_t process, std::int64_t start_ns, std::int64_t end_ns);

    /// Gives every process's events to each device it used, which `devices_of` names.
    void hand_over(TraceBuilder& builder, const std::function<std::vector<std::uint32_t>(std::uint64_t process)>& devices_of);

private:
    struct OfProcess {
        std::vector<WorkStep> steps;
        std::vector<Interval> waits;
    };
    std::map<std::uint64_t, OfProcess> processes_;
    std::size_t steps_ = 0;
    std::size_t waits_ = 0;
};

}  // namespace breakeven::detail
