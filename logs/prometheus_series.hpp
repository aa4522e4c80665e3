// Prometheus series (internal): metric names and labels of the exporters become columns and GPUs, points become rows.
#pragma once

#include <breakeven/logs/sample_columns.hpp>
#include <breakeven/logs/sample_stream.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <queue>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace breakeven::detail {

struct MetricColumn {
    ColumnRole role = ColumnRole::none;
    double per_unit = 1.0;  ///< how many of the metric's unit make one of Sample's
};

/// What a metric of one of the known exporters measures; role none for others.
[[nodiscard]] MetricColumn metric_column(std::string_view metric);

/// The names that metric_column() knows.
[[nodiscard]] std::vector<std::string_view> known_metric_names();

/// DCGM's marks for "no value", "not found", "not supported" and "not permitted" in each of its types.
[[nodiscard]] bool is_blank(double value);

/// `text` as it may be printed and kept: on one line, without control characters, which a terminal would obey, and at most `most`
/// bytes long. Servers and exporters write what they like into labels and errors.
[[nodiscard]] std::string one_line(std::string_view text, std::size_t most);

using Labels = std::vector<std::pair<std::string, std::string>>;

/// Which GPU a series is of, and who had it. A GPU that changes hands stays one GPU: pod, container and job do not tell it apart.
[[nodiscard]] GpuIdentity identity_of(const Labels& labels);

struct SeriesPoint {
    std::int64_t time_ns = 0;
    double value = not_read;
};

/// All series of one file, by GPU and column.
class SeriesStore {
public:
    /// The GPU of these labels, new or known; what the labels add about it is kept.
    std::uint32_t device_of(const GpuIdentity& gpu, std::vector<GpuIdentity>& devices);

    /// Forgets the points, and keeps which GPU is which.
    void clear_points();

    /// Points may come in any order; of several at one instant the first that was read counts.
    [[nodiscard]] std::vector<SeriesPoint>& points(std::uint32_t device, ColumnRole role) {
        return devices_[device][index_of(role)];
    }

    /// Puts the points in order. Returns how many shared an instant with another.
    std::uint64_t sort();

    /// Appends up to `count` rows in order of time, each with all columns read at its instant; false when none are left.
    [[nodiscard]] bool next_rows(std::size_t count, std::vector<SampleRow>& batch, StreamNotes& notes);

private:
    static constexpr std::size_t roles = column_roles - static_cast<std::size_t>(ColumnRole::utilization);
    static constexpr std::size_t index_of(ColumnRole role) {
        return static_cast<std::size_t>(role) - static_cast<std::size_t>(ColumnRole::utilization);
    }
    void queue(std::uint32_t device);

    std::vector<std::array<std::vector<SeriesPoint>, roles>> devices_;
    std::vector<std::array<std::size_t, roles>> positions_;
    using Next = std::pair<std::int64_t, std::uint32_t>;  // a device and the time of its next row
    std::priority_queue<Next, std::vector<Next>, std::greater<>> queue_;
    std::map<std::string, std::uint32_t, std::less<>> numbers_;
};

}  // namespace breakeven::detail
