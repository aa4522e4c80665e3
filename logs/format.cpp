// Telling log formats apart by content: binary marks first, then JSON, XML, Prometheus text, tables, and system logs last.
#include <breakeven/logs/format.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

namespace breakeven {
namespace {

using namespace std::string_view_literals;

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

std::string_view without_leading_space(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n\0"sv);
    return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

std::string_view first_line(std::string_view text) {
    return text.substr(0, std::min(text.find_first_of("\r\n"), text.size()));
}

/// The lines of `text` that hold something, at most `count` of them.
std::vector<std::string_view> first_lines(std::string_view text, std::size_t count) {
    std::vector<std::string_view> lines;
    while (!text.empty() && lines.size() < count) {
        const std::string_view line = first_line(text);
        if (line.find_first_not_of(" \t") != std::string_view::npos) lines.push_back(line);
        text.remove_prefix(line.size());
        text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
    }
    return lines;
}

std::string lower_case(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Whether `text` begins like `pattern`, in which 9 stands for any digit and everything else for itself.
bool looks_like(std::string_view text, std::string_view pattern) {
    return text.size() >= pattern.size() && std::equal(pattern.begin(), pattern.end(), text.begin(),
                                                       [](char p, char c) { return p == '9' ? is_digit(c) : p == c; });
}

LogFormat binary_format(std::string_view head) {
    if (head.starts_with("SQLite format 3\0"sv)) return LogFormat::nsys_sqlite;
    if (head.starts_with("PK\x03\x04"sv)) return LogFormat::zip;
    if (head.starts_with("\x89HDF"sv)) return LogFormat::hdf5;
    if (head.starts_with("ARROW1"sv)) return LogFormat::arrow;
    if (head.starts_with("PAR1"sv)) return LogFormat::parquet;
    if (head.starts_with("ElfFile\0"sv)) return LogFormat::windows_event_log;
    if (head.size() >= 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5) return LogFormat::pickle;
    // Text has few NULs even where a logger crashed; a report or a stream of records is full of them.
    const auto nuls = static_cast<std::size_t>(std::count(head.begin(), head.end(), '\0'));
    if (nuls > 8 && nuls > head.size() / 64) {
        const bool nsight = contains(head, "Nsight"sv) || contains(head, "QuadD"sv) || contains(head, "nsys"sv);
        return nsight ? LogFormat::nsys_report : LogFormat::other_binary;
    }
    return LogFormat::unknown;
}

LogFormat json_format(std::string_view text) {
    // Squeezing out blanks makes `{ "Type" : 79` and `{"Type":79` the same; strings that hold blanks do not matter here.
    std::string dense;
    for (const char c : text.substr(0, 4096))
        if (c != ' ' && c != '\t' && c != '\r' && c != '\n') dense += c;
    if (contains(text, "allocated_bytes"sv) && !contains(text, "\"ph\""sv) && !contains(text, "traceEvents"sv))
        return LogFormat::torch_memory;
    if (dense.starts_with("[[")) return LogFormat::torch_memory;
    if (dense.starts_with("{\"Type\":") || dense.starts_with("{\"data\":[\"") || dense.starts_with("{\"type\":\"String\"") ||
        dense.starts_with("{\"type\":\"ThreadName\""))
        return LogFormat::nsys_jsonl;
    if (dense.starts_with("{\"status\":\"success\"") || dense.starts_with("{\"status\":\"error\"") ||
        contains(dense, "\"resultType\":"))
        return LogFormat::prometheus_json;
    if (contains(text, "\"traceEvents\""sv) || contains(text, "\"ph\""sv)) return LogFormat::kineto;
    if (contains(text, "\"nodes\""sv) && contains(text, "\"schema\""sv)) return LogFormat::execution_trace;
    // The lists of ranks of a big job can push the events out of the head.
    if (contains(text, "\"schemaVersion\""sv) || contains(text, "\"deviceProperties\""sv)) return LogFormat::kineto;
    if (dense == "[]" || dense == "{}") return LogFormat::kineto;
    return LogFormat::other_json;
}

LogFormat xml_format(std::string_view text) {
    if (contains(text, "schemas.microsoft.com/win/2004/08/events"sv)) return LogFormat::windows_event_log;
    if (contains(text, "<nvidia_smi_log"sv)) return LogFormat::nvidia_smi_xml;
    return LogFormat::article_xml;
}

/// `name{labels} number` or `name number`, with a name made as metric names are.
bool is_metric_line(std::string_view line) {
    const auto name_end = std::find_if_not(line.begin(), line.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':';
    });
    if (name_end == line.begin() || is_digit(line.front())) return false;
    std::string_view rest = line.substr(static_cast<std::size_t>(name_end - line.begin()));
    if (rest.starts_with('{')) {
        const auto close = rest.rfind('}');
        if (close == std::string_view::npos || !contains(rest.substr(0, close), "=\""sv)) return false;
        rest.remove_prefix(close + 1);
    }
    if (!rest.starts_with(' ')) return false;
    rest = without_leading_space(rest);
    if (rest.empty()) return false;
    return is_digit(rest.front()) || rest.front() == '-' || rest.front() == '+' || rest.starts_with("NaN"sv) ||
           rest.starts_with("Inf"sv);
}

/// Columns that only nvidia-smi's own query prints.
bool is_query_header(std::string_view header) {
    constexpr std::array fields{
        "utilization.gpu"sv,    "utilization.memory"sv, "temperature.gpu"sv, "memory.used"sv, "memory.total"sv,
        "power.draw"sv,         "clocks.current"sv,     "clocks.sm"sv,       "fan.speed"sv,   "pcie.link"sv,
        "temperature.memory"sv, "enforced.power"sv,     "power.limit"sv,     "ecc.mode"sv};
    return std::any_of(fields.begin(), fields.end(), [&](std::string_view field) { return contains(header, field); });
}

LogFormat table_format(std::string_view text, const std::vector<std::string_view>& lines) {
    const std::string header = lower_case(lines.front());
    // Help texts of metrics hold any word, nvidia-smi's own field names among them.
    if (std::any_of(lines.begin(), lines.end(),
                    [](std::string_view line) { return line.starts_with("# HELP "sv) || line.starts_with("# TYPE "sv); }))
        return LogFormat::prometheus_text;
    if (without_leading_space(header).starts_with('#')) {
        const bool of_processes = contains(header, "pid") && contains(header, "type");
        if (of_processes) return LogFormat::pmon;
        if (contains(header, "gpu") && !contains(header, "# help") && !contains(header, "# type"))
            return LogFormat::nvidia_smi_dmon;
    }
    if (contains(header, "used_gpu_memory") || contains(header, "used_memory") ||
        (contains(header, "process_name") && contains(header, "pid")))
        return LogFormat::compute_apps;
    if (header.starts_with("\"(pdh-csv")) return LogFormat::pdh_csv;
    if (header.starts_with("start (ns),duration (ns)") || header.starts_with("time (%),total time (ns)"))
        return LogFormat::nsys_statistics;
    if (header.starts_with("level,date and time,source,event id")) return LogFormat::windows_event_log;
    if (is_query_header(header)) return LogFormat::nvidia_smi_csv;
    for (const std::string_view line : lines) {
        // A query without its header, or with a sentence of the driver before it.
        if (looks_like(line, "9999/99/99 99:99:99.999, ") || is_query_header(lower_case(line)))
            return LogFormat::nvidia_smi_csv;
        if (without_leading_space(line).starts_with("# gpu"sv)) return LogFormat::nvidia_smi_dmon;
    }
    if (contains(text, "# EOF"sv)) return LogFormat::prometheus_text;
    if (std::any_of(lines.begin(), lines.end(), is_metric_line)) return LogFormat::prometheus_text;
    return LogFormat::unknown;
}

/// Logs of the system, none of which says when a kernel ran.
LogFormat system_log_format(std::string_view text, const std::vector<std::string_view>& lines) {
    std::size_t ring = 0, logcat = 0, ascend = 0;
    for (const std::string_view line : lines) {
        const std::string_view begin = without_leading_space(line);
        const std::string_view inside = begin.starts_with('[') ? without_leading_space(begin.substr(1)) : std::string_view{};
        if (!inside.empty() && is_digit(inside.front()) && contains(inside.substr(0, 24), "."sv) &&
            contains(inside.substr(0, 24), "]"sv))
            ++ring;
        if (contains(line, " kernel: "sv) || contains(line, "NVRM:"sv)) ++ring;
        if (begin.starts_with("--------- beginning of"sv) || looks_like(begin, "99-99 99:99:99.999 ")) ++logcat;
        if (contains(line, "ascend"sv) || contains(line, "Ascend"sv) || contains(line, "npu-smi"sv) ||
            contains(line, "DRV("sv) || contains(line, "RUNTIME("sv))
            ++ascend;
    }
    if (logcat * 2 > lines.size()) return LogFormat::logcat;
    if (ascend > 0 && ascend * 4 >= lines.size()) return LogFormat::ascend;
    if (contains(text, "GPU UUID:"sv) || (contains(text, "Model:"sv) && contains(text, "Video BIOS:"sv)))
        return LogFormat::proc_information;
    if (ring * 2 > lines.size()) return LogFormat::kernel_ring_buffer;
    return LogFormat::unknown;
}

}  // namespace

std::string_view format_name(LogFormat format) {
    switch (format) {
        case LogFormat::nsys_sqlite:
            return "nsys-sqlite";
        case LogFormat::nsys_jsonl:
            return "nsys-jsonl";
        case LogFormat::kineto:
            return "kineto";
        case LogFormat::article_xml:
            return "article-xml";
        case LogFormat::nvidia_smi_csv:
            return "nvidia-smi-csv";
        case LogFormat::nvidia_smi_dmon:
            return "nvidia-smi-dmon";
        case LogFormat::samples_csv:
            return "samples-csv";
        case LogFormat::prometheus_text:
            return "prometheus-text";
        case LogFormat::prometheus_json:
            return "prometheus-json";
        case LogFormat::prometheus_server:
            return "prometheus-server";
        case LogFormat::pdh_csv:
            return "pdh-csv";
        case LogFormat::torch_memory:
            return "torch-memory";
        case LogFormat::zip:
            return "zip";
        case LogFormat::hdf5:
            return "hdf5";
        case LogFormat::arrow:
            return "arrow";
        case LogFormat::parquet:
            return "parquet";
        case LogFormat::nsys_report:
            return "nsys-rep";
        case LogFormat::pickle:
            return "pickle";
        case LogFormat::execution_trace:
            return "execution-trace";
        case LogFormat::pmon:
            return "nvidia-smi-pmon";
        case LogFormat::compute_apps:
            return "nvidia-smi-compute-apps";
        case LogFormat::nvidia_smi_xml:
            return "nvidia-smi-xml";
        case LogFormat::nsys_statistics:
            return "nsys-stats";
        case LogFormat::other_json:
            return "json";
        case LogFormat::other_binary:
            return "binary";
        case LogFormat::empty:
            return "empty";
        case LogFormat::unknown:
            return "unknown";
        case LogFormat::kernel_ring_buffer:
            return "kernel-ring-buffer";
        case LogFormat::windows_event_log:
            return "windows-event-log";
        case LogFormat::logcat:
            return "logcat";
        case LogFormat::ascend:
            return "ascend";
        case LogFormat::proc_information:
            return "proc-information";
    }
    return "unknown";
}

std::optional<int> format_tier(LogFormat format) {
    switch (format) {
        case LogFormat::nsys_sqlite:
        case LogFormat::nsys_jsonl:
        case LogFormat::kineto:
        case LogFormat::article_xml:
            return 1;
        case LogFormat::nvidia_smi_csv:
        case LogFormat::nvidia_smi_dmon:
        case LogFormat::samples_csv:
        case LogFormat::prometheus_text:
        case LogFormat::prometheus_json:
        case LogFormat::prometheus_server:
        case LogFormat::pdh_csv:
            return 2;
        case LogFormat::kernel_ring_buffer:
        case LogFormat::windows_event_log:
        case LogFormat::logcat:
        case LogFormat::ascend:
        case LogFormat::proc_information:
            return 3;
        default:
            return std::nullopt;
    }
}

LogFormat detect_format(std::string_view head) {
    if (head.starts_with("\xEF\xBB\xBF"sv)) head.remove_prefix(3);
    if (head.empty()) return LogFormat::empty;
    if (const LogFormat format = binary_format(head); format != LogFormat::unknown) return format;
    const std::string_view text = without_leading_space(head);
    if (text.empty()) return LogFormat::empty;
    if (text.front() == '<') return xml_format(text);
    const auto lines = first_lines(head, 64);
    // A ring buffer's lines begin with `[`, as JSON does, so they come first.
    if (const LogFormat format = system_log_format(text, lines); format != LogFormat::unknown) return format;
    if (text.front() == '{' || text.front() == '[') return json_format(text);
    if (contains(text, "allocated_bytes"sv))
        return LogFormat::torch_memory;  // a printed Python dict, or lines of text around one
    if (const LogFormat format = table_format(text, lines); format != LogFormat::unknown) return format;
    const std::string_view header = first_line(text);
    if (contains(header, ","sv) || contains(header, ";"sv) || contains(header, "\t"sv)) return LogFormat::samples_csv;
    return LogFormat::unknown;
}

}  // namespace breakeven
