// Log formats: which kind of log a file is, told from its first bytes and never from its name.
//
// Tier 1 logs hold every kernel with its times; tier 2 logs are samples; tier 3 logs hold no GPU time at all. What has no
// tier is refused or read for something other than time.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace breakeven {

enum class LogFormat : std::uint8_t {
    // tier 1
    nsys_sqlite,
    nsys_jsonl,
    kineto,
    article_xml,
    // tier 2
    nvidia_smi_csv,
    nvidia_smi_dmon,
    samples_csv,
    prometheus_text,
    prometheus_json,
    prometheus_server,  ///< told from its address
    pdh_csv,
    // memory only
    torch_memory,
    // refused, with the way to export something better
    zip,
    hdf5,
    arrow,
    parquet,
    nsys_report,
    pickle,
    execution_trace,
    pmon,
    compute_apps,
    nvidia_smi_xml,
    nsys_statistics,
    other_json,
    other_binary,
    empty,
    unknown,
    // tier 3: refused, with the reason
    kernel_ring_buffer,
    windows_event_log,
    logcat,
    ascend,
    proc_information,
};

/// The name users read and type, such as "nsys-sqlite".
[[nodiscard]] std::string_view format_name(LogFormat format);

/// 1 for kernel logs, 2 for samples, 3 for logs without GPU time; none for the rest.
[[nodiscard]] std::optional<int> format_tier(LogFormat format);

/// How many bytes of a file detect_format() looks at.
inline constexpr std::size_t format_head_bytes = 64 * 1024;

/// The format of a file that begins with `head`: its first 64 KiB, unpacked and decoded to UTF-8. A SQLite file is taken for
/// an nsys export here; whether it is one shows when its tables are read.
[[nodiscard]] LogFormat detect_format(std::string_view head);

}  // namespace breakeven
