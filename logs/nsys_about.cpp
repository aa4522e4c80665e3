// See nsys_about.hpp.
#include <breakeven/logs/nsys_about.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <string_view>

namespace breakeven::detail {
namespace {

std::optional<std::int64_t> whole_number(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// Versions are digits and dots; anything else in their place is not repeated.
std::string version_text(std::string_view text) {
    const bool plain = text.size() <= 32 && std::all_of(text.begin(), text.end(), [](char c) {
                           return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-';
                       });
    return plain ? std::string(text) : std::string();
}

std::optional<Interval> stretch(std::string_view text) {
    const auto dash = text.find('-', 1);
    if (dash == std::string_view::npos) return std::nullopt;
    const auto start = whole_number(text.substr(0, dash));
    const auto end = whole_number(text.substr(dash + 1));
    if (!start || !end || *end <= *start) return std::nullopt;
    return Interval{*start, *end};
}

std::optional<std::int64_t> sum(std::int64_t a, std::int64_t b) {
    std::int64_t out = 0;
    if (__builtin_add_overflow(a, b, &out)) return std::nullopt;
    return out;
}

void read_export_table(const SqliteFile& file, const std::string& table, NsysAbout& about) {
    auto rows = file.rows(table, {"name", "value"});
    while (rows.next()) {
        const std::string_view name = rows.text(0);
        const std::string_view value = rows.text(1);
        about.has_version_table = true;
        if (name == "EXPORT_PRODUCT_VERSION") about.product = version_text(value);
        if (name == "EXPORT_SCHEMA_VERSION") about.schema = version_text(value);
        if (name == "EXPORT_PARAM_TIME_NORMALIZE") about.times_are_epoch = value == "true" || value == "1";
        if (name == "EXPORT_PARAM_TIME_SHIFT") about.shift_ns = whole_number(value).value_or(0);
        if (name == "EXPORT_PARAM_TIMES_TO_EXPORT") about.cut_by_time = !value.empty();
        if (name == "DERIVED_WINDOW_NS") about.cut = stretch(value);
    }
}

void read_capture_table(const SqliteFile& file, NsysAbout& about) {
    auto rows = file.rows("META_DATA_CAPTURE", {"name", "value"});
    while (rows.next()) {
        const std::string_view name = rows.text(0);
        if (name.ends_with("CUDA_GRAPH_TRACE_OPTIONS:MODE") && rows.text(1) == "Graph") about.graphs_traced_whole = true;
    }
}

/// Whether a diagnostic tells of lost CUDA events. The profiler also reports lost CPU samples, which do not matter here.
bool tells_of_lost_events(std::string_view text) {
    std::string lower(text.substr(0, 4096));
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const auto has = [&](std::string_view word) { return lower.find(word) != std::string::npos; };
    const bool of_gpu = has("cuda") || has("cupti") || has("gpu");
    const bool lost = has("not all") || has("dropped") || has("lost") || has("overflow") || has("missing") ||
                      has("incomplete") || has("out of memory") || has("discarded");
    return of_gpu && lost;
}

void read_diagnostics(const SqliteFile& file, NsysAbout& about) {
    auto rows = file.rows("DIAGNOSTIC_EVENT", {"severity", "text"});
    while (rows.next())
        if (rows.integer(0) >= 2 && tells_of_lost_events(rows.text(1))) about.dropped_events = true;
}

void read_length(const SqliteFile& file, NsysAbout& about) {
    auto rows = file.rows("ANALYSIS_DETAILS", {"duration", "startTime", "stopTime"}, {"startTime", "stopTime"});
    while (rows.next()) {
        const std::int64_t length = rows.integer(0);
        if (length <= 0) continue;
        const std::int64_t zero = about.times_are_epoch && about.utc_start_ns ? *about.utc_start_ns : 0;
        const auto start = sum(zero, about.shift_ns);
        const auto end = start ? sum(*start, length) : std::nullopt;
        if (end) about.capture_candidates.push_back({*start, *end});
        if (rows.has(1) && rows.integer(2) > rows.integer(1))
            about.capture_candidates.push_back({rows.integer(1), rows.integer(2)});
    }
}

}  // namespace

std::optional<Interval> NsysAbout::capture(const Interval& events) const {
    if (cut) return cut;
    if (cut_by_time) return std::nullopt;
    // A kernel may outlast the moment the profiler stops, so a reading that nearly holds the events will do when none does.
    constexpr std::int64_t second_ns = 1'000'000'000;
    for (const std::int64_t slack_ns : {std::int64_t{0}, second_ns})
        for (const Interval& candidate : capture_candidates) {
            const auto earliest = sum(candidate.start_ns, -slack_ns);
            const auto latest = sum(candidate.end_ns, slack_ns);
            if ((!earliest || events.start_ns >= *earliest) && (!latest || events.end_ns <= *latest))
                return Interval{std::min(candidate.start_ns, events.start_ns), std::max(candidate.end_ns, events.end_ns)};
        }
    return std::nullopt;
}

NsysAbout read_nsys_about(const SqliteFile& file) {
    NsysAbout about;
    for (const char* table : {"META_DATA_EXPORT", "EXPORT_META_DATA"})
        if (file.has_table(table)) read_export_table(file, table, about);
    if (file.has_table("TARGET_INFO_SESSION_START_TIME")) {
        auto rows = file.rows("TARGET_INFO_SESSION_START_TIME", {"utcEpochNs"}, {"utcEpochNs"});
        if (rows.next() && rows.has(0)) about.utc_start_ns = rows.integer(0);
    }
    if (file.has_table("META_DATA_CAPTURE")) read_capture_table(file, about);
    if (file.has_table("DIAGNOSTIC_EVENT")) read_diagnostics(file, about);
    if (file.has_table("ANALYSIS_DETAILS")) read_length(file, about);
    return about;
}

}  // namespace breakeven::detail
