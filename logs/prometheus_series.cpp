// The exporters' vocabularies, and the join of one GPU's series by instant.
#include <breakeven/logs/prometheus_series.hpp>

#include <breakeven/core/decimal.hpp>
#include <breakeven/core/errors.hpp>
#include <breakeven/logs/sample_vocabulary.hpp>

#include <algorithm>
#include <optional>
#include <tuple>

namespace breakeven::detail {

namespace {
struct KnownMetric {
    std::string_view name;
    ColumnRole role;
    double per_unit;
};

// Of two metrics of one role at one instant the first that comes is taken.
constexpr std::array known_metrics = {
    // dcgm-exporter 2 and later, then 1.x
    KnownMetric{"DCGM_FI_DEV_GPU_UTIL", ColumnRole::utilization, 100.0},
    KnownMetric{"DCGM_FI_PROF_GR_ENGINE_ACTIVE", ColumnRole::engine_active, 1.0},
    KnownMetric{"DCGM_FI_DEV_POWER_USAGE", ColumnRole::power, 1.0},
    KnownMetric{"DCGM_FI_DEV_GPU_TEMP", ColumnRole::temperature, 1.0},
    KnownMetric{"DCGM_FI_DEV_FB_USED", ColumnRole::memory, 1.0 / mebibyte},
    KnownMetric{"DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", ColumnRole::energy, 1.0},
    KnownMetric{"dcgm_gpu_utilization", ColumnRole::utilization, 100.0},
    KnownMetric{"dcgm_power_usage", ColumnRole::power, 1.0},
    KnownMetric{"dcgm_gpu_temp", ColumnRole::temperature, 1.0},
    KnownMetric{"dcgm_fb_used", ColumnRole::memory, 1.0 / mebibyte},
    KnownMetric{"dcgm_total_energy_consumption", ColumnRole::energy, 1.0},
    // nvidia_gpu_exporter
    KnownMetric{"nvidia_smi_utilization_gpu_ratio", ColumnRole::utilization, 1.0},
    KnownMetric{"nvidia_smi_power_draw_watts", ColumnRole::power, 1.0},
    KnownMetric{"nvidia_smi_temperature_gpu", ColumnRole::temperature, 1.0},
    KnownMetric{"nvidia_smi_memory_used_bytes", ColumnRole::memory, 1.0},
    KnownMetric{"nvidia_smi_energy_joules_total", ColumnRole::energy, 0.001},
    // nvidia_gpu_prometheus_exporter
    KnownMetric{"nvidia_gpu_duty_cycle", ColumnRole::utilization, 100.0},
    KnownMetric{"nvidia_gpu_power_usage_milliwatts", ColumnRole::power, 1000.0},
    KnownMetric{"nvidia_gpu_temperature_celsius", ColumnRole::temperature, 1.0},
    KnownMetric{"nvidia_gpu_memory_used_bytes", ColumnRole::memory, 1.0},
    // AMD's device-metrics-exporter, whose names may be given a prefix; energy in uJ, memory in MB
    KnownMetric{"gpu_gfx_activity", ColumnRole::utilization, 100.0},
    KnownMetric{"gpu_package_power", ColumnRole::power, 1.0},
    KnownMetric{"gpu_average_package_power", ColumnRole::power, 1.0},
    KnownMetric{"gpu_edge_temperature", ColumnRole::temperature, 1.0},
    KnownMetric{"gpu_junction_temperature", ColumnRole::temperature, 1.0},
    KnownMetric{"gpu_used_vram", ColumnRole::memory, 1.0 / mebibyte},
    KnownMetric{"gpu_energy_consumed", ColumnRole::energy, 1000.0},
    KnownMetric{"amd_gpu_gfx_activity", ColumnRole::utilization, 100.0},
    KnownMetric{"amd_gpu_package_power", ColumnRole::power, 1.0},
    KnownMetric{"amd_gpu_average_package_power", ColumnRole::power, 1.0},
    KnownMetric{"amd_gpu_edge_temperature", ColumnRole::temperature, 1.0},
    KnownMetric{"amd_gpu_junction_temperature", ColumnRole::temperature, 1.0},
    KnownMetric{"amd_gpu_used_vram", ColumnRole::memory, 1.0 / mebibyte},
    KnownMetric{"amd_gpu_energy_consumed", ColumnRole::energy, 1000.0},
    // node_exporter's drm collector
    KnownMetric{"node_drm_gpu_busy_percent", ColumnRole::utilization, 100.0},
    KnownMetric{"node_drm_memory_vram_used_bytes", ColumnRole::memory, 1.0},
};

std::string printable(std::string_view text) {
    constexpr std::size_t longest_name = 256;
    return one_line(text, longest_name);
}

std::string_view label(const Labels& labels, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names)
        for (const auto& [key, value] : labels)
            if (key == name && !value.empty()) return value;
    return {};
}

/// "GPU-" before the UUID, as everyone but one exporter writes it.
std::string with_prefix(std::string_view uuid) {
    const bool bare = uuid.size() == 36 && uuid[8] == '-' && uuid[13] == '-';
    return std::string(bare ? "GPU-" : "").append(uuid);
}

void fill(std::string& known_text, const std::string& more) {
    if (known_text.empty()) known_text = more;
}
}  // namespace

MetricColumn metric_column(std::string_view metric) {
    for (const KnownMetric& entry : known_metrics)
        if (entry.name == metric) return {entry.role, entry.per_unit};
    return {};
}

std::vector<std::string_view> known_metric_names() {
    std::vector<std::string_view> out;
    for (const KnownMetric& entry : known_metrics) out.push_back(entry.name);
    return out;
}

std::string one_line(std::string_view text, std::size_t most) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i + 1;  // of this character
        while (end < text.size() && end - i < 4 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool second_set = byte == 0xC2 && end - i > 1 && static_cast<unsigned char>(text[i + 1]) < 0xA0;  // U+0080 to U+009F
        const bool blank = byte == '\n' || byte == '\t' || byte == '\r';
        const bool control = (byte < 0x20 && !blank) || byte == 0x7F || second_set;
        if (out.size() + (end - i) > most) break;
        if (blank) out += ' ';
        else if (!control) out.append(text.substr(i, end - i));
        i = end;
    }
    return out;
}

bool is_blank(double value) {
    return value >= 9.2233720368547e18 || (value >= 2147483632.0 && value <= 2147483635.0) ||
           (value >= 140737488355328.0 && value <= 140737488355331.0);
}

namespace {
/// `instance` is where the exporter listens; several on one machine differ in their ports alone.
std::string_view without_port(std::string_view instance) {
    const std::size_t colon = instance.rfind(':');
    const bool port = colon != std::string_view::npos && colon > 0 && instance.find_first_not_of("0123456789", colon + 1) == std::string_view::npos;
    return port && (instance.find(':') == colon || instance[colon - 1] == ']') ? instance.substr(0, colon) : instance;
}

/// A server that does not keep the exporter's own labels calls them exported_pod, and `pod` is the exporter's own.
GpuUser user_of(const Labels& labels) {
    GpuUser user;
    if (const std::string_view pod = label(labels, {"exported_pod"}); !pod.empty()) {
        user.pod = printable(pod);
        user.name_space = printable(label(labels, {"exported_namespace"}));
    } else if (const std::string_view own = label(labels, {"pod", "pod_name"}); !own.empty() && own.find("-exporter") == std::string_view::npos) {
        user.pod = printable(own);
        user.name_space = printable(label(labels, {"namespace", "pod_namespace"}));
    }
    return user;
}
}  // namespace

GpuIdentity identity_of(const Labels& labels) {
    GpuIdentity gpu;
    gpu.uuid = printable(with_prefix(label(labels, {"UUID", "uuid", "gpu_uuid"})));
    // In a cluster dcgm-exporter's Hostname may be its own pod's name, so a node that is named goes before it.
    gpu.host = printable(label(labels, {"node", "kubernetes_node", "Hostname", "hostname", "host"}));
    if (gpu.host.empty()) gpu.host = printable(without_port(label(labels, {"instance"})));
    gpu.name = printable(label(labels, {"modelName", "name", "gpu_name", "DCGM_FI_DEV_NAME", "card_series", "card_model"}));
    if (const std::string_view slice = label(labels, {"GPU_I_ID"}); !slice.empty()) {
        gpu.slice = printable(slice);
        if (const std::string_view profile = label(labels, {"GPU_I_PROFILE"}); !profile.empty())
            gpu.slice.append(" ").append(printable(profile));
    } else if (const std::string_view mode = label(labels, {"gpu_compute_partition_type"}); !mode.empty() && mode != "spx" && mode != "SPX") {
        gpu.slice = printable(std::string(label(labels, {"gpu_partition_id"})).append(" ").append(mode));
    }
    std::string_view index = label(labels, {"gpu", "index", "gpu_id", "minor_number", "device", "card"});
    for (const std::string_view prefix : {"nvidia", "card"})
        if (index.starts_with(prefix)) index.remove_prefix(prefix.size());
    gpu.index = parse_integer<std::int64_t>(index);
    gpu.user = user_of(labels);
    return gpu;
}

std::uint32_t SeriesStore::device_of(const GpuIdentity& gpu, std::vector<GpuIdentity>& devices) {
    constexpr std::size_t most_devices = 65536;
    std::string key = gpu.uuid;
    if (key.empty()) key.append(gpu.host).append("\n").append(gpu.index ? std::to_string(*gpu.index) : "");
    key.append("\n").append(gpu.slice);
    const auto [entry, inserted] = numbers_.try_emplace(key, static_cast<std::uint32_t>(devices.size()));
    if (inserted) {
        if (devices.size() == most_devices) throw InputError("more than 65536 GPUs", "check the UUID and gpu labels");
        devices.push_back(gpu);
        devices.back().user = {};  // who had it is known with the points' times
        if (gpu.uuid.empty() && !gpu.index) devices.back().part = "series that name no GPU";
        devices_.emplace_back();
    } else {
        GpuIdentity& there = devices[entry->second];
        fill(there.host, gpu.host);
        fill(there.name, gpu.name);
        if (!there.index) there.index = gpu.index;
    }
    return entry->second;
}

void SeriesStore::clear_points() {
    for (auto& device : devices_)
        for (auto& points : device) points.clear();
}

std::uint64_t SeriesStore::sort() {
    std::uint64_t doubles = 0;
    const auto earlier = [](const SeriesPoint& a, const SeriesPoint& b) { return a.time_ns < b.time_ns; };
    for (auto& device : devices_)
        for (auto& points : device) {
            if (!std::is_sorted(points.begin(), points.end(), earlier)) std::stable_sort(points.begin(), points.end(), earlier);
            std::size_t kept = 0;
            for (std::size_t i = 0; i < points.size(); ++i) {
                if (kept > 0 && points[kept - 1].time_ns == points[i].time_ns) {
                    ++doubles;
                    if (!was_read(points[kept - 1].value)) points[kept - 1] = points[i];
                } else {
                    points[kept++] = points[i];
                }
            }
            points.resize(kept);
        }
    positions_.assign(devices_.size(), {});
    for (std::uint32_t device = 0; device < devices_.size(); ++device) queue(device);
    return doubles;
}

void SeriesStore::queue(std::uint32_t device) {
    std::optional<std::int64_t> next;
    for (std::size_t role = 0; role < roles; ++role) {
        const auto& points = devices_[device][role];
        const std::size_t position = positions_[device][role];
        if (position < points.size() && (!next || points[position].time_ns < *next)) next = points[position].time_ns;
    }
    if (next) queue_.emplace(*next, device);
}

bool SeriesStore::next_rows(std::size_t count, std::vector<SampleRow>& batch, StreamNotes& notes) {
    while (batch.size() < count && !queue_.empty()) {
        SampleRow row;
        std::tie(row.sample.time_ns, row.device) = queue_.top();
        queue_.pop();
        for (std::size_t role = 0; role < roles; ++role) {
            const auto& points = devices_[row.device][role];
            std::size_t& position = positions_[row.device][role];
            if (position == points.size() || points[position].time_ns != row.sample.time_ns) continue;
            const auto column = static_cast<ColumnRole>(role + static_cast<std::size_t>(ColumnRole::utilization));
            if (!put(row.sample, column, points[position].value)) ++notes.impossible_values;
            ++position;
        }
        row.timed = notes.times != SampleTimes::none;
        batch.push_back(row);
        queue(row.device);
    }
    return !batch.empty();
}

}  // namespace breakeven::detail
