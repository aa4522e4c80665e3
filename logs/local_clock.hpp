// A clock without a zone (internal): nvidia-smi writes local time, so once a year an hour repeats and once one is missing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

namespace breakeven::detail {

/// Straightens one device's local times across changes to and from daylight saving time.
///
/// Back: the clock was about to reach a full hour and stands at the hour before it. Forward, on a Sunday only: the hour after a
/// full hour is missing. Both times the sample before and the one after must each lie within a step of the change, so an outage
/// of an hour is not taken for one, save by a coincidence of seconds.
class LocalClock {
public:
    enum class Step : std::uint8_t { usual, hour_repeated, hour_missing, backwards };

    /// `time_ns` as the log writes it becomes a time that runs on.
    Step straighten(std::int64_t& time_ns) {
        const std::int64_t written = time_ns;
        Step step = Step::usual;
        if (begun_) {
            const std::int64_t before = previous_;
            const std::int64_t passed = written - before;
            const std::int64_t near = std::max(2 * std::min(usual_step_, hour_ns / 2), 2 * second_ns);
            if (passed < 0) {
                step = offset_ < hour_ns && into_hour(written) < near && to_full_hour(before) <= near &&
                               passed + hour_ns >= 0 && passed + hour_ns <= near
                           ? Step::hour_repeated
                           : Step::backwards;
                if (step == Step::hour_repeated) offset_ += hour_ns;
            } else if (offset_ > -hour_ns && passed > hour_ns && passed <= hour_ns + near && is_sunday(written) &&
                       into_hour(written) < near && to_full_hour(before) <= near) {
                step = Step::hour_missing;
                offset_ -= hour_ns;
            } else if (passed > 0) {
                usual_step_ = passed;
            }
        }
        begun_ = true;
        previous_ = written;
        time_ns = written + offset_;
        return step;
    }

private:
    static constexpr std::int64_t second_ns = 1'000'000'000;
    static constexpr std::int64_t hour_ns = 3600 * second_ns;

    static constexpr std::int64_t into_hour(std::int64_t time_ns) { return ((time_ns % hour_ns) + hour_ns) % hour_ns; }
    static constexpr std::int64_t to_full_hour(std::int64_t time_ns) { return hour_ns - into_hour(time_ns); }
    static constexpr bool is_sunday(std::int64_t time_ns) {
        constexpr std::int64_t day_ns = 24 * hour_ns;
        const std::int64_t day = time_ns / day_ns - (time_ns % day_ns < 0 ? 1 : 0);
        return ((day % 7) + 7) % 7 == 3;  // 1970-01-01 was a Thursday
    }

    bool begun_ = false;
    std::int64_t previous_ = 0;
    std::int64_t usual_step_ = 0;
    std::int64_t offset_ = 0;  // an hour at most: summer follows winter
};

/// What is to be said about a step that straighten() found at `line`; nothing about a usual one, nor about one that runs
/// backwards, which a health check names.
[[nodiscard]] inline std::string clock_remark(LocalClock::Step step, std::size_t line) {
    const std::string place = std::string("line ").append(std::to_string(line));
    if (step == LocalClock::Step::hour_repeated)
        return place +
               ": the clock steps back where an hour repeats (end of daylight saving time); the hour counts twice, as it "
               "passed twice";
    if (step == LocalClock::Step::hour_missing)
        return place + ": the clock skips an hour on a Sunday (start of daylight saving time); it counts as no time";
    return {};
}

}  // namespace breakeven::detail
