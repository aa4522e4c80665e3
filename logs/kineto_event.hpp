// One event of a PyTorch trace: its category, and the few fields that the figures need.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include <breakeven/logs/json_text.hpp>
#include <breakeven/logs/launch_call.hpp>
#include <breakeven/logs/trace.hpp>

namespace breakeven::detail {

enum class KinetoKind : std::uint8_t { other, kernel, copy, set, api_call, step, capture, other_accelerator };

/// Views live as long as the text of the event.
struct KinetoEvent {
    KinetoKind kind = KinetoKind::other;
    std::string_view name;   ///< as written, with its quotes
    std::string_view start;  ///< `ts` as written
    std::string_view duration;
    std::optional<std::int64_t> device;
    std::optional<std::int64_t> process;
    std::optional<std::int64_t> stream;
    std::optional<std::int64_t> context;
    std::optional<std::int64_t> correlation;
    std::array<std::int32_t, 3> grid{};
    std::array<std::int32_t, 3> block{};
    std::uint64_t bytes = 0;
    std::string_view occupancy;  ///< percent, as written; empty where it is not told
};

/// An event that counts, with its times.
struct KinetoItem {
    KinetoEvent event;
    LaunchCall call = LaunchCall::none;  ///< of an api_call that launches
    std::int64_t start_ns = 0;
    std::int64_t end_ns = 0;
    std::int64_t duration_ns = 0;
    std::uint32_t rounded = 0;  ///< times with digits beyond the nanosecond
};

/// The same as read_kineto_event, with what the figures take of it: a launch call has no end, and other_accelerator no time. Throws
/// JsonFault.
[[nodiscard]] KinetoItem read_kineto_item(std::string_view text);

/// Reads `text`, one event object. Fields of events that count as nothing are not read. Throws JsonFault.
[[nodiscard]] KinetoEvent read_kineto_event(std::string_view text);

/// The direction that a copy's name tells, such as "Memcpy HtoD (Pageable -> Device)".
[[nodiscard]] CopyKind copy_kind_of_name(std::string_view name);

}  // namespace breakeven::detail
