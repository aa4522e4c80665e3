// Launch delays: the time from the call that launches a kernel to the kernel's start, matched by correlation number.
//
// Where there are many launches an even sample of them is kept, so that memory stays small; which ones depends on the
// correlation number alone, so kernels and calls agree without having met.
#pragma once

#include <cstdint>
#include <vector>

#include <breakeven/logs/index_of.hpp>
#include <breakeven/logs/trace.hpp>

namespace breakeven::detail {

class LaunchDelays {
public:
    /// `kernels_expected`: about how many kernels the log has, or 0.
    explicit LaunchDelays(std::uint64_t kernels_expected) : one_of_(kernels_expected / most_kept + 1) {}

    static constexpr std::uint64_t most_kept = 1ULL << 16U;

    void kernel(std::uint64_t process, std::int64_t correlation, std::int64_t start_ns, std::uint32_t device,
                std::uint64_t number) {
        if (!is_sampled(process, correlation) || ends_.size() >= 2 * most_kept) return;
        end_of_.of({key(process, correlation), start_ns, number, device}, ends_);
    }
    void call(std::uint64_t process, std::int64_t correlation, std::int64_t start_ns) {
        if (!is_sampled(process, correlation) || calls_.size() >= 2 * most_kept) return;
        call_of_.of({key(process, correlation), start_ns}, calls_);
    }

    /// Whether a launch of that number is among those that are looked at.
    [[nodiscard]] bool is_sampled(std::uint64_t process, std::int64_t correlation) const {
        return one_of_ == 1 || key(process, correlation) % one_of_ == 0;
    }

    /// Gives each device the delays of the calls and kernels that found one another, by kernel number.
    void hand_over(Trace& trace) const;

private:
    // The first one of a launch counts.
    struct End {
        std::uint64_t launch;
        std::int64_t start_ns;
        std::uint64_t kernel;
        std::uint32_t device;
        friend bool operator==(const End& a, const End& b) { return a.launch == b.launch; }
    };
    struct Call {
        std::uint64_t launch;
        std::int64_t start_ns;
        friend bool operator==(const Call& a, const Call& b) { return a.launch == b.launch; }
    };
    struct LaunchHash {
        // Of the launches that are kept, many numbers end in the same bits.
        std::uint64_t operator()(const auto& one) const { return mixed(one.launch, 0); }
    };
    [[nodiscard]] static std::uint64_t key(std::uint64_t process, std::int64_t correlation) {
        const std::uint64_t product = (static_cast<std::uint64_t>(correlation) ^ (process << 40U)) * 0x9E3779B97F4A7C15ULL;
        return product ^ (product >> 31U);
    }

    std::uint64_t one_of_;
    std::vector<End> ends_;  // in order of their kernels' numbers
    std::vector<Call> calls_;
    IndexOf<End, LaunchHash> end_of_;
    IndexOf<Call, LaunchHash> call_of_;
};

}  // namespace breakeven::detail
