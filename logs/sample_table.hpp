// Tables of samples (internal): rows of text fields become samples. Shared by the CSV and the dmon reader.
#pragma once

#include <breakeven/logs/device_table.hpp>
#include <breakeven/logs/local_clock.hpp>
#include <breakeven/logs/sample_columns.hpp>
#include <breakeven/logs/sample_stream.hpp>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven::detail {

/// What is needed to turn one row after the other into samples.
class SampleTable {
public:
    /// `interval_s`: time from one row of a GPU to its next, where rows hold no time.
    SampleTable(std::vector<GpuIdentity>& devices, StreamNotes& notes, std::optional<double> interval_s)
        : devices_(devices), notes_(notes), interval_s_(interval_s) {}

    /// The columns of the rows that follow; a later header may name others. Throws InputError, naming `file` and `line`, when
    /// none of them is a utilisation, a power or a temperature.
    void set_columns(std::vector<std::string> names, const std::string& file, std::size_t line);
    [[nodiscard]] const ColumnMap& columns() const { return map_; }
    /// Numbers may have a decimal comma.
    void allow_comma() { comma_ = true; }

    /// Appends the sample of one row. Returns why it cannot, or nothing. Throws InputError at the 4097th GPU.
    [[nodiscard]] std::string_view add(std::span<const std::string_view> fields, std::size_t line,
                                       std::vector<SampleRow>& batch);

    /// The driver could not be reached: the next row of every device comes after an outage.
    void driver_failed() { ++outages_; }
    [[nodiscard]] bool any_row() const { return rows_ > 0; }
    /// Checks that need all rows; called once at the end.
    void finish();

private:
    struct DeviceState {
        LocalClock clock;
        std::int64_t rows = 0;
        std::int64_t days_ns = 0;  // of clocks that show only the time of day
        std::int64_t last_time_of_day_ns = -1;
        std::uint32_t outages = 0;
    };

    [[nodiscard]] std::string_view field(std::span<const std::string_view> fields, ColumnRole role) const {
        const int position = position_[static_cast<std::size_t>(role)];
        return position < 0 ? std::string_view{} : fields[static_cast<std::size_t>(position)];
    }
    [[nodiscard]] std::uint32_t device_of(std::span<const std::string_view> fields);
    struct RowTime {
        SampleTimes kind = SampleTimes::none;  // none: the row holds no time, its number counts
        std::int64_t time_ns = 0;
        bool of_day = false;  // since midnight, no date
    };

    [[nodiscard]] std::optional<RowTime> read_time(std::span<const std::string_view> fields);
    [[nodiscard]] std::int64_t time_of(const RowTime& read, DeviceState& state, std::size_t line);
    [[nodiscard]] bool dated_time(std::string_view text, std::int64_t& time_ns, bool& zone_known);

    std::vector<GpuIdentity>& devices_;
    StreamNotes& notes_;
    std::optional<double> interval_s_;
    ColumnMap map_;
    std::array<int, column_roles> position_{};  // of each role, -1 where there is none
    std::vector<std::size_t> value_columns_;
    bool comma_ = false;
    DeviceTable table_;
    std::vector<DeviceState> states_;
    std::string key_;
    std::uint32_t outages_ = 0;
    std::string day_;  // the date of the row before, as text, and when that day began
    std::int64_t day_start_ns_ = 0;
    std::string dated_;  // the time of the row before, as text: nvidia-smi writes one for all GPUs
    RowTime dated_time_;
    double highest_guess_ = 0.0;
    bool guess_has_fraction_ = false;
    std::uint64_t same_instants_ = 0;
    std::uint64_t rows_ = 0;
    std::int64_t last_time_ns_ = 0;
};

}  // namespace breakeven::detail
