// Rows of a table, each read by itself (internal): values and time, without anything that rows before it tell. Several readers of the
// same columns can work beside one another.
#pragma once

#include <breakeven/logs/sample_columns.hpp>
#include <breakeven/logs/telemetry.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven::detail {

struct RowTime {
    SampleTimes kind = SampleTimes::none;  ///< none: the row holds no time, its number counts
    std::int64_t time_ns = 0;
    bool of_day = false;  ///< since midnight, no date
};

/// What one row says.
struct RowValues {
    Sample sample;  ///< but for its time
    RowTime time;
    std::uint32_t impossible = 0;     ///< values that no GPU has, taken as unknown
    double highest_guess = 0.0;       ///< of a utilisation whose unit is a guess, as written
    bool guess_has_fraction = false;
    bool mig_is_on = false;
};

class SampleRowReader {
public:
    /// `interval_s`: time from one row of a GPU to its next, where rows hold no time.
    explicit SampleRowReader(std::optional<double> interval_s) : interval_s_(interval_s) {}

    /// The columns of the rows that follow. Throws InputError, naming `file` and `line`, when none of them is a utilisation, a power
    /// or a temperature, or none holds the time.
    void set_columns(std::vector<std::string> names, const std::string& file, std::size_t line);
    [[nodiscard]] const ColumnMap& columns() const { return map_; }
    /// Numbers may have a decimal comma.
    void allow_comma() { comma_ = true; }

    /// Reads a row. Returns why it cannot, or nothing; what was counted until then stands in `values`.
    [[nodiscard]] std::string_view read(std::span<const std::string_view> fields, RowValues& values);

    [[nodiscard]] std::string_view field(std::span<const std::string_view> fields, ColumnRole role) const {
        const int position = position_[static_cast<std::size_t>(role)];
        return position < 0 ? std::string_view{} : fields[static_cast<std::size_t>(position)];
    }
    /// The field, or nothing where it says that there is no value.
    [[nodiscard]] std::string_view given(std::span<const std::string_view> fields, ColumnRole role) const {
        const std::string_view text = field(fields, role);
        return text.empty() || is_missing(text) ? std::string_view{} : text;
    }
    /// What names the GPU: its UUID, else its number, else its bus address, else nothing. None where that is not all that names it.
    [[nodiscard]] std::optional<std::string_view> short_key(std::span<const std::string_view> fields) const {
        if (!given(fields, ColumnRole::slice).empty() || !given(fields, ColumnRole::host).empty()) return std::nullopt;
        for (const ColumnRole role : {ColumnRole::uuid, ColumnRole::index, ColumnRole::bus})
            if (const std::string_view key = given(fields, role); !key.empty()) return key;
        return std::string_view{};
    }

private:
    [[nodiscard]] std::optional<RowTime> read_time(std::span<const std::string_view> fields);
    [[nodiscard]] bool dated_time(std::string_view text, std::int64_t& time_ns, bool& zone_known);

    std::optional<double> interval_s_;
    ColumnMap map_;
    std::array<int, column_roles> position_{};  // of each role, -1 where there is none
    std::vector<std::size_t> value_columns_;
    bool comma_ = false;
    std::string key_;
    std::string day_;  // the date of the row before, as text, and when that day began
    std::int64_t day_start_ns_ = 0;
    std::string dated_;  // the time of the row before, as text: nvidia-smi writes one for all GPUs
    RowTime dated_time_;
};

}  // namespace breakeven::detail
