// One row: which GPU, which instant, which values. The order matters: a row is taken whole or not at all.
#include <breakeven/logs/sample_table.hpp>

#include <breakeven/core/decimal.hpp>
#include <breakeven/core/errors.hpp>

#include <algorithm>
#include <utility>

namespace breakeven::detail {

namespace {
constexpr std::int64_t second_ns = 1'000'000'000;
constexpr std::int64_t day_ns = 86'400 * second_ns;
constexpr std::size_t most_devices = 4096;
}  // namespace

std::uint32_t SampleTable::device_of(std::span<const std::string_view> fields) {
    const auto given = [&](ColumnRole role) { return reader_.given(fields, role); };
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

std::int64_t SampleTable::time_of(const RowTime& read, DeviceState& state, std::size_t line) {
    std::int64_t time_ns = read.time_ns;
    if (read.kind == SampleTimes::none) {
        notes_.times = SampleTimes::relative;
        return static_cast<std::int64_t>(std::min(static_cast<double>(state.rows) * interval_s_.value_or(1.0) * 1e9, 9e18));
    }
    notes_.times = read.kind;
    if (read.of_day) {
        if (time_ns < state.last_time_of_day_ns - day_ns / 2 && state.days_ns < 10'000 * day_ns) state.days_ns += day_ns;
        state.last_time_of_day_ns = time_ns;
        return state.days_ns + time_ns;
    }
    if (read.kind != SampleTimes::local) return time_ns;
    const LocalClock::Step step = state.clock.straighten(time_ns);
    if (step != LocalClock::Step::usual) notes_.remark(clock_remark(step, line));
    return time_ns;
}

std::string_view SampleTable::add(std::span<const std::string_view> fields, std::size_t line, std::vector<SampleRow>& batch) {
    RowValues values;
    const std::string_view problem = reader_.read(fields, values);
    note(values);
    if (!problem.empty()) return problem;
    const std::uint32_t device = device_of(fields);
    if (states_.size() > most_devices)
        throw InputError("more than " + std::to_string(most_devices) + " GPUs", "check which column holds the GPU's number");
    add(values, device, line, batch);
    return {};
}

bool SampleTable::add(const RowValues& values, std::string_view key, std::size_t line, std::vector<SampleRow>& batch) {
    const auto device = table_.known(key);
    if (!device) return false;
    note(values);
    add(values, *device, line, batch);
    return true;
}

void SampleTable::note(const RowValues& values) {
    notes_.impossible_values += values.impossible;
    highest_guess_ = std::max(highest_guess_, values.highest_guess);
    guess_has_fraction_ = guess_has_fraction_ || values.guess_has_fraction;
}

void SampleTable::add(const RowValues& values, std::uint32_t device, std::size_t line, std::vector<SampleRow>& batch) {
    SampleRow& row = batch.emplace_back();
    row.line = line;
    row.sample = values.sample;
    row.device = device;
    DeviceState& state = states_[device];
    row.sample.time_ns = time_of(values.time, state, line);
    row.after_message = state.rows > 0 && state.outages != outages_;
    state.outages = outages_;
    ++state.rows;
    ++rows_;
    same_instants_ += rows_ > 1 && row.sample.time_ns == last_time_ns_;
    last_time_ns_ = row.sample.time_ns;
    if (values.mig_is_on)
        notes_.remark(
            "MIG is on: nvidia-smi tells no utilisation then; use dcgm-exporter, whose DCGM_FI_PROF_GR_ENGINE_ACTIVE knows the "
            "slices");
}

void SampleTable::finish() {
    // Nothing names the GPU, and every other row repeats the instant before: several GPUs in one column.
    const bool named = reader_.columns().has(ColumnRole::uuid) || reader_.columns().has(ColumnRole::index) || reader_.columns().has(ColumnRole::bus);
    notes_.indistinct_devices = !named && rows_ > 2 && same_instants_ * 4 > rows_;
    notes_.scale_in_doubt = highest_guess_ <= 1.0 && guess_has_fraction_;
}

}  // namespace breakeven::detail
