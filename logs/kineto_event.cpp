// See kineto_event.hpp.
#include <breakeven/logs/kineto_event.hpp>

#include <algorithm>

#include <breakeven/logs/decimal_time.hpp>
#include <breakeven/logs/host_events.hpp>

namespace breakeven::detail {
namespace {

using namespace std::string_view_literals;

KinetoKind kind_of_category(std::string_view category) {
    if (category == "kernel"sv || category == "Kernel"sv) return KinetoKind::kernel;
    if (category == "gpu_memcpy"sv || category == "Memcpy"sv) return KinetoKind::copy;
    if (category == "gpu_memset"sv || category == "Memset"sv) return KinetoKind::set;
    if (category == "cuda_runtime"sv || category == "cuda_driver"sv || category == "Runtime"sv || category == "hip_runtime"sv)
        return KinetoKind::api_call;
    if (category == "user_annotation"sv || category == "Operator"sv || category == "cpu_op"sv) return KinetoKind::step;
    if (category == "Trace"sv) return KinetoKind::capture;
    if (category.starts_with("xpu_"sv) || category.starts_with("mtia_"sv) || category.starts_with("privateuse1_"sv) ||
        category == "hpu_op"sv)
        return KinetoKind::other_accelerator;
    return KinetoKind::other;
}

std::array<std::int32_t, 3> three_sizes(std::string_view value) {
    std::array<std::int32_t, 3> sizes{};
    if (value.empty() || value.front() != '[') return sizes;
    JsonElements elements(value);
    std::string_view element;
    for (std::size_t i = 0; i < sizes.size() && elements.next(element); ++i)
        sizes[i] = static_cast<std::int32_t>(json_integer(element).value_or(0));
    return sizes;
}

/// The number of a `tid`: 7, "7" or "stream 7".
std::optional<std::int64_t> stream_number(std::string_view value) {
    std::string_view text = without_quotes(value);
    constexpr std::string_view prefix = "stream "sv;
    if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
    return json_integer(text);
}

void read_arguments(std::string_view text, KinetoEvent& event) {
    if (text.empty() || text.front() != '{') return;
    JsonFields fields(text);
    std::string_view key, value;
    while (fields.next(key, value)) {
        if (key == "device"sv)
            event.device = json_integer(value);
        else if (key == "stream"sv)
            event.stream = stream_number(value);
        else if (key == "context"sv)
            event.context = json_integer(value);
        else if (key == "correlation"sv)
            event.correlation = json_integer(value);
        else if (key == "grid"sv)
            event.grid = three_sizes(value);
        else if (key == "block"sv)
            event.block = three_sizes(value);
        else if (key == "bytes"sv)
            event.bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(0, json_integer(value).value_or(0)));
        else if (key == "est. achieved occupancy %"sv)
            event.occupancy = value;
    }
}

bool is_of_no_use(KinetoKind kind, std::string_view name) {
    if (kind == KinetoKind::step) return !name.starts_with("ProfilerStep#"sv);
    return kind == KinetoKind::api_call && launch_call(name) == LaunchCall::none && !waits_for_gpu(name);
}

constexpr const char* too_late =
    "a time past the year 2262; Kineto's times are microseconds, perhaps these are nanoseconds";

/// `written` in nanoseconds; `field` is ts or dur.
std::int64_t time_ns(std::string_view written, std::string_view text, const char* no_number, std::uint32_t& rounded) {
    if (written.empty()) throw JsonFault{0, "an event of the GPU has no ts"};
    const DecimalTime time = microseconds_to_ns(without_quotes(written));
    if (time.fault == DecimalTimeFault::too_large) throw JsonFault{offset_in(text, written), too_late};
    if (time.fault == DecimalTimeFault::not_a_number) throw JsonFault{offset_in(text, written), no_number};
    if (time.rounded) ++rounded;
    return time.ns;
}

}  // namespace

KinetoItem read_kineto_item(std::string_view text) {
    KinetoItem item;
    item.event = read_kineto_event(text);
    const KinetoEvent& event = item.event;
    if (event.kind == KinetoKind::other || event.kind == KinetoKind::other_accelerator) return item;
    item.start_ns = time_ns(event.start, text, "ts is no number", item.rounded);
    if (event.kind == KinetoKind::api_call) item.call = launch_call(without_quotes(event.name));
    if (item.call != LaunchCall::none) return item;
    if (!event.duration.empty()) item.duration_ns = time_ns(event.duration, text, "dur is no number", item.rounded);
    if (__builtin_add_overflow(item.start_ns, item.duration_ns, &item.end_ns)) throw JsonFault{offset_in(text, event.start), too_late};
    return item;
}

KinetoEvent read_kineto_event(std::string_view text) {
    KinetoEvent event;
    JsonFields fields(text);
    std::string_view key, value, arguments, thread, phase;
    bool is_span = false;
    KinetoKind seen_as = KinetoKind::other;  // when its name was last looked at
    while (fields.next(key, value)) {
        if (key == "ph"sv) {
            phase = without_quotes(value);
            if (phase != "X"sv) return {};
        } else if (key == "cat"sv) {
            event.kind = kind_of_category(without_quotes(value));
            if (event.kind == KinetoKind::other && phase == "X"sv) return event;
        } else if (key == "name"sv) {
            event.name = value;
            seen_as = KinetoKind::other;
        } else if (key == "ts"sv) {
            event.start = value;
        } else if (key == "dur"sv) {
            event.duration = value;
        } else if (key == "pid"sv) {
            event.process = json_integer(value);
            is_span = without_quotes(value) == "Spans"sv;
        } else if (key == "tid"sv) {
            thread = value;
        } else if (key == "args"sv) {
            arguments = value;
        }
        // Host events are most of a trace; only steps and launches matter among them.
        if (event.name.empty() || event.kind == seen_as) continue;
        seen_as = event.kind;
        if (is_of_no_use(event.kind, without_quotes(event.name))) return {};
    }
    if (phase != "X"sv) return {};
    if (event.kind == KinetoKind::other && is_span) event.kind = KinetoKind::capture;
    if (event.kind == KinetoKind::other) return event;
    read_arguments(arguments, event);
    if (!event.stream) event.stream = stream_number(thread);
    return event;
}

CopyKind copy_kind_of_name(std::string_view name) {
    const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
    if (has("HtoD"sv) || has("HostToDevice"sv) || has("HtoA"sv)) return CopyKind::host_to_device;
    if (has("DtoH"sv) || has("DeviceToHost"sv) || has("AtoH"sv)) return CopyKind::device_to_host;
    if (has("PtoP"sv) || has("PeerToPeer"sv)) return CopyKind::peer_to_peer;
    if (has("DtoD"sv) || has("DeviceToDevice"sv) || has("AtoA"sv) || has("AtoD"sv) || has("DtoA"sv))
        return CopyKind::device_to_device;
    if (has("HtoH"sv) || has("HostToHost"sv)) return CopyKind::host_to_host;
    return CopyKind::unknown;
}

}  // namespace breakeven::detail
