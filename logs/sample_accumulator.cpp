// Steps, means, outages, energy, and the questions of health, in one pass.
#include <breakeven/logs/sample_accumulator.hpp>

#include <breakeven/logs/sample_uncertainty.hpp>

#include <algorithm>
#include <cmath>

namespace breakeven::detail {

namespace {
constexpr std::size_t most_outages = 64;
constexpr double shortest_outage_s = 5.0;  // a poll may be late by seconds
constexpr double outage_steps = 5.0;       // times the usual step
constexpr double stuck_s = 600.0;          // no live counter shows the same decimals for ten minutes of work
constexpr std::uint64_t stuck_samples = 20;
constexpr double day_s = 86'400.0;
constexpr std::int64_t largest_ns = 4'000'000'000'000'000'000;  // hostile times must not overflow a difference

double seconds(std::int64_t ns) {
    return static_cast<double>(ns) / 1e9;
}

bool same(double a, double b) {
    return a == b || (!was_read(a) && !was_read(b));
}
}  // namespace

void SampleAccumulator::add(const Sample& sample, bool timed, bool after_message, std::uint64_t line) {
    Sample now = sample;
    now.time_ns = std::clamp(now.time_ns, -largest_ns, largest_ns);
    if (was_read(now.utilization)) {
        utilization_.add(now.utilization);
        squares_.add(now.utilization * now.utilization);
        const double percent = now.utilization * 100.0;
        fine_resolution_ = fine_resolution_ || std::abs(percent - std::round(percent)) > 1e-6;
        if (rows_ > 0 && was_read(previous_.utilization)) {
            neighbours_.add(now.utilization * previous_.utilization);
            ++neighbour_count_;
        }
    }
    if (was_read(now.engine_active)) engine_.add(now.engine_active);
    if (was_read(now.power_w)) power_.add(now.power_w);
    if (was_read(now.temperature_c)) temperature_.add(now.temperature_c);
    if (was_read(now.memory_b)) {
        memory_.add(now.memory_b);
        memory_peak_b_ = std::max(memory_peak_b_, now.memory_b);
    }
    if (was_read(now.energy_mj)) add_energy(now.energy_mj);
    if (series_) series_->add(now);
    if (timed) {
        if (timed_rows_++ == 0) {
            first_ns_ = last_ns_ = now.time_ns;
            same_since_ns_ = now.time_ns;
        } else {
            const std::int64_t step_ns = now.time_ns - previous_.time_ns;
            if (step_ns < 0) {
                if (backward_steps_++ == 0) first_backward_line_ = line;
                active_ns_.reset();
            } else {
                add_step(now, step_ns, after_message);
            }
            last_ns_ = std::max(last_ns_, now.time_ns);
            first_ns_ = std::min(first_ns_, now.time_ns);
            look_for_stuck(now);
        }
        if (was_read(now.utilization) && now.utilization > 0.0) active_ns_ = now.time_ns;
    }
    previous_ = now;
    ++rows_;
}

void SampleAccumulator::add_step(const Sample& sample, std::int64_t step_ns, bool outage) {
    const double step_s = seconds(step_ns);
    if (outage) {
        message_outage_ns_ = saturating_sum_ns(message_outage_ns_, step_ns);
        active_ns_.reset();
        if (message_outages_.size() < most_outages) message_outages_.push_back({{previous_.time_ns, sample.time_ns}, true});
        return;
    }
    StepClass& steps = steps_.of(step_ns);
    ++steps.count;
    steps.sum_ns = saturating_sum_ns(steps.sum_ns, step_ns);
    if (was_read(sample.utilization)) {
        steps.busy_s += step_s * sample.utilization;
        // Idle moments between two activities belong to a job that runs; the step before the first activity, which the
        // counter looked back on, too.
        if (sample.utilization > 0.0) {
            const bool still_running = active_ns_ && sample.time_ns - *active_ns_ <= window_ns_;
            steps.running_s += still_running ? seconds(sample.time_ns - *active_ns_) : step_s;
        }
    }
    if (was_read(sample.power_w) && was_read(previous_.power_w)) {
        steps.energy_j += step_s * 0.5 * (sample.power_w + previous_.power_w);
        steps.with_power_s += step_s;
    }
    keep_gap(step_ns, previous_.time_ns);
}

void SampleAccumulator::keep_gap(std::int64_t step_ns, std::int64_t start_ns) {
    if (step_ns < static_cast<std::int64_t>(shortest_outage_s * 1e9)) return;
    const auto longer = [](const Gap& a, const Gap& b) { return a.step_ns > b.step_ns; };
    if (longest_.size() == most_outages) {
        if (step_ns <= longest_.front().step_ns) return;
        std::pop_heap(longest_.begin(), longest_.end(), longer);
        longest_.back() = {step_ns, start_ns};
    } else {
        longest_.push_back({step_ns, start_ns});
    }
    std::push_heap(longest_.begin(), longest_.end(), longer);
}

/// A run of samples that agree in every digit although the GPU is at work.
void SampleAccumulator::look_for_stuck(const Sample& sample) {
    const bool agrees = same(sample.utilization, previous_.utilization) && same(sample.power_w, previous_.power_w) &&
                        same(sample.temperature_c, previous_.temperature_c) && same(sample.memory_b, previous_.memory_b) &&
                        same(sample.engine_active, previous_.engine_active);
    // Full load alone may well last; a power that never changes with it does not.
    const bool at_work =
        was_read(sample.utilization) && sample.utilization > 0.0 && (sample.utilization < 1.0 || was_read(sample.power_w));
    if (!agrees || !at_work || sample.time_ns < previous_.time_ns) {
        same_since_ns_ = sample.time_ns;
        same_count_ = 0;
        return;
    }
    if (++same_count_ >= stuck_samples) longest_same_ns_ = std::max(longest_same_ns_, sample.time_ns - same_since_ns_);
}

void SampleAccumulator::add_energy(double energy_mj) {
    ++energy_readings_;
    if (!first_energy_mj_) first_energy_mj_ = energy_mj;
    if (last_energy_mj_ && energy_mj < *last_energy_mj_) {
        // The driver was loaded again: what was counted so far is kept, and counting goes on from 0.
        energy_before_resets_mj_ += *last_energy_mj_ - first_energy_mj_.value_or(0.0);
        first_energy_mj_ = 0.0;
        ++energy_resets_;
    }
    last_energy_mj_ = energy_mj;
}

/// Steps of this class and above are outages.
int SampleAccumulator::outage_class() const {
    const double limit_s = std::max(shortest_outage_s, outage_steps * steps_.median_s());
    return StepHistogram::class_of(static_cast<std::int64_t>(std::min(limit_s, 9e9) * 1e9)) + 1;
}

std::vector<Outage> SampleAccumulator::outages() const {
    std::vector<Outage> out = message_outages_;
    const int limit = outage_class();
    for (const Gap& gap : longest_)
        if (StepHistogram::class_of(gap.step_ns) >= limit) out.push_back({{gap.start_ns, gap.start_ns + gap.step_ns}, false});
    std::sort(out.begin(), out.end(), [](const Outage& a, const Outage& b) { return a.time.length_ns() > b.time.length_ns(); });
    if (out.size() > most_outages) out.resize(most_outages);
    std::sort(out.begin(), out.end(), [](const Outage& a, const Outage& b) { return a.time.start_ns < b.time.start_ns; });
    return out;
}

void SampleAccumulator::find_energy(TelemetryDevice& device, double with_power_s, double power_energy_j) const {
    if (energy_readings_ >= 2) {
        device.samples.energy_j = (energy_before_resets_mj_ + *last_energy_mj_ - *first_energy_mj_) * 1e-3;
        device.energy_basis = EnergyBasis::counter;
    } else if (energy_readings_ == 1) {
        device.samples.energy_j = *last_energy_mj_ * 1e-3;
        device.energy_basis = EnergyBasis::counter_since_driver_load;
    } else if (power_.count() > 0 && device.samples.observed_s > 0.0) {
        // Steps with a missing reading count at the mean power.
        device.samples.energy_j = power_energy_j + *power_.mean() * std::max(0.0, device.samples.observed_s - with_power_s);
        device.energy_basis = EnergyBasis::power;
    }
}

void SampleAccumulator::finish(TelemetryDevice& device) const {
    device.rows = rows_;
    SamplesSummary& samples = device.samples;
    samples.count = utilization_.count();
    samples.utilization_mean = utilization_.mean();
    samples.engine_active_mean = engine_.mean();
    samples.power_mean_w = power_.mean();
    samples.temperature_mean_c = temperature_.mean();
    samples.missing_utilization = rows_ - utilization_.count();
    samples.missing_power_w = rows_ - power_.count();
    samples.missing_temperature_c = rows_ - temperature_.count();
    device.memory_mean_b = memory_.mean();
    if (memory_.count() > 0) device.memory_peak_b = memory_peak_b_;
    if (timed_rows_ > 0) device.span = Interval{first_ns_, last_ns_};

    std::int64_t observed_ns = 0, outage_ns = message_outage_ns_;
    CompensatedSum running, busy, energy, with_power;
    const int limit = outage_class();
    for (const StepClass& steps : steps_.classes()) {
        std::int64_t& sum_ns = steps.number >= limit ? outage_ns : observed_ns;
        sum_ns = saturating_sum_ns(sum_ns, steps.sum_ns);
        if (steps.number >= limit) continue;
        running.add(steps.running_s);
        busy.add(steps.busy_s);
        energy.add(steps.energy_j);
        with_power.add(steps.with_power_s);
    }
    samples.observed_s = seconds(observed_ns);
    samples.outage_s = seconds(outage_ns);
    if (!steps_.classes().empty()) device.typical_step_s = steps_.median_s();
    device.outages = outages();
    find_energy(device, with_power.value(), energy.value());

    if (utilization_.count() >= 2) {
        SampledUtilization sampled;
        const double n = static_cast<double>(utilization_.count()), mean = *utilization_.mean();
        const double variance = std::max(0.0, squares_.value() / n - mean * mean);
        sampled.count = utilization_.count();
        sampled.standard_deviation = std::sqrt(variance * n / (n - 1.0));
        if (neighbour_count_ > 0 && variance > 0.0)
            sampled.correlation = (neighbours_.value() / static_cast<double>(neighbour_count_) - mean * mean) / variance;
        sampled.step_s = steps_.median_s();
        sampled.observed_s = samples.observed_s;
        sampled.resolution = fine_resolution_ ? 0.0 : 0.005;
        samples.uncertainty = utilization_half_width(sampled);
    }
    const double owned_s = seconds(last_ns_ - first_ns_);
    if (owned_s >= day_s && utilization_.count() > 0 && backward_steps_ == 0)
        device.long_run = LongRun{owned_s / day_s, std::min(1.0, running.value() / owned_s),
                                  std::min(1.0, samples.observed_s / owned_s), std::min(1.0, busy.value() / owned_s)};
    if (series_) {
        device.series = series_->points();
        device.samples_per_point = series_->samples_per_point();
    }
    checks(device);
}

void SampleAccumulator::checks(TelemetryDevice& device) const {
    const auto check = [&](const char* name, double value, double limit, bool ok, std::string meaning, std::string remedy) {
        device.health.push_back({name, value, limit, ok, std::move(meaning), std::move(remedy)});
    };
    check("samples_known", static_cast<double>(device.samples.count), 2.0, device.samples.count >= 2 || engine_.count() >= 2,
          "fewer than two samples know the utilisation, so there is no share of time",
          "log for longer, with a column for the utilisation");
    check("observed_s", device.samples.observed_s, 0.0, device.samples.observed_s > 0.0, "the samples are of one instant",
          "log over hours, with times");
    std::string where = "time runs backwards";
    if (first_backward_line_ > 0) where += ", first at line " + std::to_string(first_backward_line_);
    check("backward_steps", static_cast<double>(backward_steps_), 0.0, backward_steps_ == 0, where,
          "was the clock set, or do two loggers write into one file? give each its own");
    check("stuck_s", seconds(longest_same_ns_), stuck_s, seconds(longest_same_ns_) < stuck_s,
          "a busy GPU's readings stay the same in every digit, so the counter or its exporter hangs",
          "restart the exporter; leave the stuck stretch out");
}

}  // namespace breakeven::detail
