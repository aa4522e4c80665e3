// One row: which GPU, which instant, which values. The order matters: a row is taken whole or not at all.
#include <breakeven/logs/sample_table.hpp>

#include <breakeven/core/decimal.hpp>
#include <breakeven/core/timestamp.hpp>
#include <breakeven/logs/decimal_time.hpp>
#include <breakeven/logs/where.hpp>

#include <cmath>
#include <utility>

namespace breakeven::detail {

namespace {
constexpr std::int64_t second_ns = 1'000'000'000;
constexpr std::int64_t day_ns = 86'400 * second_ns;

constexpr std::size_t at(ColumnRole role) { return static_cast<std::size_t>(role); }

int two_digits(const char* text) { return (text[0] - '0') * 10 + (text[1] - '0'); }

bool is_value(ColumnRole role) { return role >= ColumnRole::utilization; }
}  // namespace

void SampleTable::set_columns(std::vector<std::string> names, const std::string& file, std::size_t line) {
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
        throw InputError("no column holds the time of a sample", "add a column called timestamp, or say how far apart rows are with --interval",
                         at_line(file, line, 0));
}

std::string_view SampleTable::field(std::span<const std::string_view> fields, ColumnRole role) const {
    const int position = position_[at(role)];
    return position < 0 ? std::string_view{} : fields[static_cast<std::size_t>(position)];
}

std::uint32_t SampleTable::device_of(std::span<const std::string_view> fields) {
    const auto given = [&](ColumnRole role) {
        const std::string_view text = field(fields, role);
        return is_missing(text) ? std::string_view{} : text;
    };
    const std::string_view uuid = given(ColumnRole::uuid), slice = given(ColumnRole::slice);
    const std::string_view index = given(ColumnRole::index), bus = given(ColumnRole::bus), host = given(ColumnRole::host);
    std::string_view key = !uuid.empty() ? uuid : !index.empty() ? index : bus;
    if (!slice.empty() || !host.empty()) {
        key_.assign(key).append("\n").append(slice).append("\n").append(host);
        key = key_;
    }
    const auto [device, is_new] = table_.find(key);
    if (is_new) {
        GpuIdentity gpu;
        gpu.uuid = uuid;
        gpu.slice = slice;
        gpu.host = host;
        gpu.name = given(ColumnRole::name);
        gpu.index = parse_integer<std::int64_t>(index);
        if (!gpu.index) gpu.part = index.empty() ? bus : index;
        devices_.push_back(std::move(gpu));
        states_.emplace_back();
        states_.back().outages = outages_;
    }
    return device;
}

/// `YYYY/MM/DD HH:MM:SS.mmm` with the date of the row before needs no calendar; everything else goes to parse_timestamp.
bool SampleTable::dated_time(std::string_view text, std::int64_t& time_ns, bool& zone_known) {
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

bool SampleTable::time_of(std::span<const std::string_view> fields, DeviceState& state, std::size_t line, std::int64_t& time_ns) {
    const std::string_view time = field(fields, ColumnRole::time), time_of_day = field(fields, ColumnRole::time_of_day);
    const std::string_view date = field(fields, ColumnRole::date);
    if (!date.empty() && !time_of_day.empty()) {
        key_.assign(date).append(" ").append(time_of_day);
        const auto parsed = parse_timestamp(key_);
        if (!parsed) return false;
        time_ns = parsed->time_ns;
        notes_.times = parsed->zone_known ? SampleTimes::utc : SampleTimes::local;
    } else if (!time.empty()) {
        bool zone_known = false;
        if (!dated_time(time, time_ns, zone_known)) {
            // dmon -o T: the time of day alone, which starts again at midnight.
            const auto alone = parse_time_of_day(time);
            if (!alone) return false;
            if (*alone < state.last_time_of_day_ns - day_ns / 2 && state.days_ns < 10'000 * day_ns) state.days_ns += day_ns;
            state.last_time_of_day_ns = *alone;
            time_ns = state.days_ns + *alone;
            notes_.times = SampleTimes::relative;
            return true;
        }
        notes_.times = zone_known ? SampleTimes::utc : SampleTimes::local;
    } else if (const std::string_view elapsed = field(fields, ColumnRole::elapsed); !elapsed.empty()) {
        const DecimalTime parsed = decimal_to_ns(elapsed, 9);
        if (parsed.fault != DecimalTimeFault::none) return false;
        time_ns = parsed.ns;
        notes_.times = SampleTimes::relative;
        return true;
    } else {
        if (!interval_s_) return false;
        time_ns = static_cast<std::int64_t>(std::min(static_cast<double>(state.rows) * *interval_s_ * 1e9, 9e18));
        notes_.times = SampleTimes::relative;
        return true;
    }
    if (notes_.times != SampleTimes::local) return true;
    switch (state.clock.straighten(time_ns)) {
        case LocalClock::Step::hour_repeated:
            notes_.remark("line " + std::to_string(line) + ": the clock steps back where an hour repeats (end of daylight saving time); the hour counts twice");
            break;
        case LocalClock::Step::hour_missing:
            notes_.remark("line " + std::to_string(line) + ": the clock skips an hour on a Sunday (start of daylight saving time); it counts as no time");
            break;
        case LocalClock::Step::usual:
        case LocalClock::Step::backwards: break;  // the health check of the summary names a clock that runs backwards
    }
    return true;
}

std::string_view SampleTable::add(std::span<const std::string_view> fields, std::size_t line, std::vector<SampleRow>& batch) {
    if (fields.size() != map_.columns.size()) return "not as many fields as the header names";
    SampleRow row;
    row.line = line;
    for (const std::size_t i : value_columns_) {
        Column& column = map_.columns[i];
        const auto value = field_value(fields[i], column, point_);
        if (!value) return "a value is no number";
        if (!put(row.sample, column.role, *value)) ++notes_.impossible_values;
        if (column.scale_is_guess && was_read(*value)) {
            highest_guess_ = std::max(highest_guess_, *value * 100.0);
            guess_has_fraction_ = guess_has_fraction_ || *value * 100.0 != std::floor(*value * 100.0);
        }
    }
    std::int64_t time_ns = 0;
    const std::string_view time = field(fields, ColumnRole::time);
    if (is_missing(time) && position_[at(ColumnRole::time)] >= 0) return "no time";
    row.device = device_of(fields);
    DeviceState& state = states_[row.device];
    if (!time_of(fields, state, line, time_ns)) return "the time cannot be read";
    row.sample.time_ns = time_ns;
    row.after_message = state.rows > 0 && state.outages != outages_;
    state.outages = outages_;
    ++state.rows;
    ++rows_;
    same_instants_ += rows_ > 1 && time_ns == last_time_ns_;
    last_time_ns_ = time_ns;
    batch.push_back(row);
    if (field(fields, ColumnRole::mig_mode) == "Enabled")
        notes_.remark("MIG is on: nvidia-smi tells no utilisation then; use dcgm-exporter, whose DCGM_FI_PROF_GR_ENGINE_ACTIVE knows the slices");
    return {};
}

void SampleTable::finish() {
    // Nothing names the GPU, and every other row repeats the instant before: several GPUs in one column.
    const bool named = map_.has(ColumnRole::uuid) || map_.has(ColumnRole::index) || map_.has(ColumnRole::bus);
    notes_.indistinct_devices = !named && rows_ > 2 && same_instants_ * 4 > rows_;
    notes_.scale_in_doubt = highest_guess_ <= 1.0 && guess_has_fraction_;
}

}  // namespace breakeven::detail
