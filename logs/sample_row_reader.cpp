// See sample_row_reader.hpp.
#include <breakeven/logs/sample_row_reader.hpp>

#include <breakeven/core/decimal.hpp>
#include <breakeven/core/errors.hpp>
#include <breakeven/core/timestamp.hpp>
#include <breakeven/logs/decimal_time.hpp>
#include <breakeven/logs/where.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace breakeven::detail {

namespace {
constexpr std::int64_t second_ns = 1'000'000'000;
constexpr std::int64_t day_ns = 86'400 * second_ns;

constexpr std::size_t at(ColumnRole role) {
    return static_cast<std::size_t>(role);
}

int two_digits(const char* text) {
    return (text[0] - '0') * 10 + (text[1] - '0');
}

bool is_value(ColumnRole role) {
    return role >= ColumnRole::utilization;
}
}  // namespace

void SampleRowReader::set_columns(std::vector<std::string> names, const std::string& file, std::size_t line) {
    map_ = map_columns(names);
    value_columns_.clear();
    position_.fill(-1);
    for (std::size_t i = 0; i < map_.columns.size(); ++i) {
        const ColumnRole role = map_.columns[i].role;
        position_[at(role)] = static_cast<int>(i);
        if (is_value(role)) value_columns_.push_back(i);
    }
    if (!map_.has(ColumnRole::utilization) && !map_.has(ColumnRole::power) && !map_.has(ColumnRole::temperature))
        throw InputError("no column is a GPU's utilisation, power or temperature",
                         "name them as nvidia-smi does: timestamp, index, utilization.gpu, power.draw, temperature.gpu",
                         at_line(file, line, 0));
    if (!map_.has(ColumnRole::time) && !map_.has(ColumnRole::time_of_day) && !map_.has(ColumnRole::elapsed) && !interval_s_)
        throw InputError("no column holds the time of a sample", "add a column called timestamp", at_line(file, line, 0));
}

/// `YYYY/MM/DD HH:MM:SS.mmm` with the date of the row before needs no calendar; everything else goes to parse_timestamp.
bool SampleRowReader::dated_time(std::string_view text, std::int64_t& time_ns, bool& zone_known) {
    const auto shaped = [&] {
        if (text.size() != 23 && text.size() != 19) return false;
        for (const std::size_t i : {11U, 12U, 14U, 15U, 17U, 18U})
            if (!is_digit(text[i])) return false;
        if (text[13] != ':' || text[16] != ':') return false;
        if (text.size() == 19) return true;
        return text[19] == '.' && is_digit(text[20]) && is_digit(text[21]) && is_digit(text[22]);
    };
    if (!day_.empty() && text.starts_with(day_) && shaped()) {
        const int hour = two_digits(&text[11]), minute = two_digits(&text[14]), second = two_digits(&text[17]);
        if (hour < 24 && minute < 60 && second < 60) {
            const int ms = text.size() == 23 ? two_digits(&text[20]) * 10 + (text[22] - '0') : 0;
            time_ns = day_start_ns_ + (hour * 3600LL + minute * 60LL + second) * second_ns + ms * 1'000'000LL;
            zone_known = false;
            return true;
        }
    }
    const auto parsed = parse_timestamp(text);
    if (!parsed) return false;
    time_ns = parsed->time_ns;
    zone_known = parsed->zone_known;
    if (!zone_known && shaped()) {
        day_ = text.substr(0, 11);
        const std::int64_t into_day = time_ns % day_ns;
        day_start_ns_ = time_ns - (into_day < 0 ? into_day + day_ns : into_day);
    }
    return true;
}

std::optional<RowTime> SampleRowReader::read_time(std::span<const std::string_view> fields) {
    RowTime out;
    const std::string_view date = field(fields, ColumnRole::date), time_of_day = field(fields, ColumnRole::time_of_day);
    const std::string_view elapsed = field(fields, ColumnRole::elapsed);
    std::string_view time = field(fields, ColumnRole::time);
    if (!date.empty() && !time_of_day.empty()) {
        key_.assign(date).append(" ").append(time_of_day);
        time = key_;
    }
    if (!time.empty()) {
        if (time == dated_) return dated_time_;
        bool zone_known = false;
        if (dated_time(time, out.time_ns, zone_known)) {
            out.kind = zone_known ? SampleTimes::utc : SampleTimes::local;
            dated_ = time;
            dated_time_ = out;
            return out;
        }
        // dmon -o D prints a day and no time; its rows are an interval apart like those without either.
        if (interval_s_ && time.size() == 8 && parse_integer<int>(time)) return out;
        const auto alone = parse_time_of_day(time);  // dmon -o T
        if (!alone) return std::nullopt;
        return RowTime{SampleTimes::relative, *alone, true};
    }
    if (!elapsed.empty()) {
        const DecimalTime parsed = decimal_to_ns(elapsed, 9);
        if (parsed.fault != DecimalTimeFault::none) return std::nullopt;
        return RowTime{SampleTimes::relative, parsed.ns, false};
    }
    if (!interval_s_) return std::nullopt;
    return out;
}

std::string_view SampleRowReader::read(std::span<const std::string_view> fields, RowValues& values) {
    values = {};
    if (fields.size() != map_.columns.size()) return "not as many fields as the header names";
    for (const std::size_t i : value_columns_) {
        Column& column = map_.columns[i];
        const char point = comma_ && fields[i].find(',') != std::string_view::npos ? ',' : '.';
        const auto value = field_value(fields[i], column, point);
        if (!value) return "a value is no number";
        if (!put(values.sample, column.role, *value)) ++values.impossible;
        if (column.unit_is_guess && was_read(*value)) {
            const double written = *value * column.per_unit;
            values.highest_guess = std::max(values.highest_guess, written);
            values.guess_has_fraction = values.guess_has_fraction || std::abs(written - std::round(written)) > 1e-9;
        }
    }
    const auto time = read_time(fields);
    if (!time) return "the time cannot be read";
    values.time = *time;
    values.mig_is_on = field(fields, ColumnRole::mig_mode) == "Enabled";
    return {};
}

}  // namespace breakeven::detail
