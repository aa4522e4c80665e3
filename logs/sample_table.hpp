// Tables of samples (internal): rows of text fields become samples. Shared by the CSV and the dmon reader.
#pragma once

#include <breakeven/logs/device_table.hpp>
#include <breakeven/logs/local_clock.hpp>
#include <breakeven/logs/sample_row_reader.hpp>
#include <breakeven/logs/sample_stream.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace breakeven::detail {

/// What is needed to turn one row after the other into samples.
class SampleTable {
public:
    /// `interval_s`: time from one row of a GPU to its next, where rows hold no time.
    SampleTable(std::vector<GpuIdentity>& devices, StreamNotes& notes, std::optional<double> interval_s)
        : devices_(devices), notes_(notes), interval_s_(interval_s), reader_(interval_s) {}

    /// The columns of the rows that follow; a later header may name others. Throws as SampleRowReader::set_columns.
    void set_columns(std::vector<std::string> names, const std::string& file, std::size_t line) { reader_.set_columns(std::move(names), file, line); }
    [[nodiscard]] const ColumnMap& columns() const { return reader_.columns(); }
    /// Numbers may have a decimal comma.
    void allow_comma() { reader_.allow_comma(); }
    /// What reads the rows, to be copied for reading some of them elsewhere.
    [[nodiscard]] const SampleRowReader& reader() const { return reader_; }

    /// Appends the sample of one row. Returns why it cannot, or nothing. Throws InputError at the 4097th GPU.
    [[nodiscard]] std::string_view add(std::span<const std::string_view> fields, std::size_t line,
                                       std::vector<SampleRow>& batch);

    /// The same for a row that was read without a complaint and whose GPU has the short key `key`. False, and nothing done, when no such
    /// GPU was seen yet.
    [[nodiscard]] bool add(const RowValues& values, std::string_view key, std::size_t line, std::vector<SampleRow>& batch);

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

    void note(const RowValues& values);
    void add(const RowValues& values, std::uint32_t device, std::size_t line, std::vector<SampleRow>& batch);
    [[nodiscard]] std::uint32_t device_of(std::span<const std::string_view> fields);
    [[nodiscard]] std::int64_t time_of(const RowTime& read, DeviceState& state, std::size_t line);

    std::vector<GpuIdentity>& devices_;
    StreamNotes& notes_;
    std::optional<double> interval_s_;
    SampleRowReader reader_;
    DeviceTable table_;
    std::vector<DeviceState> states_;
    std::string key_;
    std::uint32_t outages_ = 0;
    double highest_guess_ = 0.0;
    bool guess_has_fraction_ = false;
    std::uint64_t same_instants_ = 0;
    std::uint64_t rows_ = 0;
    std::int64_t last_time_ns_ = 0;
};

}  // namespace breakeven::detail
