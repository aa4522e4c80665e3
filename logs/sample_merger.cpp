// A heap over the files' next rows. Each file is in order of its own, so memory holds one batch of each.
#include <breakeven/logs/sample_merger.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace breakeven::detail {

namespace {
/// What makes two devices of different files one: a UUID, else a host with a number.
std::string key_of(const GpuIdentity& gpu, std::size_t file, std::uint32_t number_in_file, bool same_gpu) {
    std::string key;
    if (!gpu.uuid.empty())
        key = gpu.uuid;
    else if (!gpu.host.empty() && (gpu.index || !gpu.part.empty()))
        key.append(gpu.host).append("\n").append(gpu.index ? std::to_string(*gpu.index) : "").append("\n").append(gpu.part);
    else if (same_gpu)
        key.append("gpu ").append(gpu.index ? std::to_string(*gpu.index) : "").append("\n").append(gpu.part);
    else
        return std::string("file ").append(std::to_string(file)).append("\n").append(std::to_string(number_in_file));
    return key.append("\n").append(gpu.slice);
}

void fill(std::string& text, const std::string& more) {
    if (text.empty()) text = more;
}

void fill(GpuIdentity& gpu, const GpuIdentity& more) {
    fill(gpu.name, more.name);
    fill(gpu.host, more.host);
    if (!gpu.index) gpu.index = more.index;
    gpu.user.see(more.user);
}

/// Of two readings of one instant each fills in what the other lacks.
void fill(double& value, double more) {
    if (!was_read(value)) value = more;
}
}  // namespace

void SampleMerger::add(std::function<std::unique_ptr<SampleStream>()> open, bool only_once) {
    Feed feed;
    feed.open = std::move(open);
    feed.only_once = only_once;
    feeds_.push_back(std::move(feed));
}

/// The file's next batch; false at its end, where the file is closed and only what it noted is kept.
bool SampleMerger::refill(std::size_t file) {
    Feed& feed = feeds_[file];
    if (!feed.stream) feed.stream = feed.open();
    feed.position = 0;
    const bool any = feed.stream->next(feed.batch);
    learn_devices(file);
    feed.consumed = feed.stream->consumed();
    feed.expected = feed.stream->expected();
    if (!any) {
        // What the whole file told of its GPUs, and not its first batch alone.
        for (std::size_t i = 0; i < feed.devices.size(); ++i) fill(devices_[feed.devices[i]], feed.stream->devices()[i]);
        feed.notes = feed.stream->notes();
        feed.stream.reset();
        feed.batch = {};
        return false;
    }
    if (utc_offset_ns_ != 0 && feed.stream->notes().times == SampleTimes::local)
        for (SampleRow& row : feed.batch) row.sample.time_ns -= utc_offset_ns_;
    return true;
}

void SampleMerger::learn_devices(std::size_t file) {
    Feed& feed = feeds_[file];
    const auto& found = feed.stream->devices();
    for (std::size_t i = feed.devices.size(); i < found.size(); ++i) {
        const GpuIdentity& gpu = found[i];
        const auto [entry, inserted] = numbers_.try_emplace(key_of(gpu, file, static_cast<std::uint32_t>(i), same_gpu_),
                                                            static_cast<std::uint32_t>(devices_.size()));
        if (inserted) {
            devices_.push_back(gpu);
            pending_.emplace_back();
        } else {
            fill(devices_[entry->second], gpu);
        }
        feed.devices.push_back(entry->second);
    }
}

void SampleMerger::pass_on(std::size_t file, const SampleRow& row, const Sink& sink) {
    const std::uint32_t device = feeds_[file].devices[row.device];
    Pending& pending = pending_[device];
    if (pending.waits && pending.file != file && pending.row.sample.time_ns == row.sample.time_ns) {
        Sample& sample = pending.row.sample;
        counted_once_ += (was_read(sample.utilization) && was_read(row.sample.utilization)) ||
                         (was_read(sample.power_w) && was_read(row.sample.power_w));
        fill(sample.utilization, row.sample.utilization);
        fill(sample.engine_active, row.sample.engine_active);
        fill(sample.power_w, row.sample.power_w);
        fill(sample.temperature_c, row.sample.temperature_c);
        fill(sample.memory_b, row.sample.memory_b);
        fill(sample.energy_mj, row.sample.energy_mj);
        return;
    }
    if (pending.waits) sink(device, pending.row);
    pending = {row, file, true};
}

std::uint64_t SampleMerger::consumed() const {
    std::uint64_t all = 0;
    for (const Feed& feed : feeds_) all += feed.consumed;
    return all;
}

std::uint64_t SampleMerger::expected() const {
    std::uint64_t all = 0;
    for (const Feed& feed : feeds_) all += feed.expected;
    return all;
}

SampleMerger::Queue SampleMerger::first_rows() {
    Queue queue;
    for (std::size_t file = 0; file < feeds_.size(); ++file) {
        if (!refill(file)) continue;
        Feed& feed = feeds_[file];
        feed.reached_ns = feed.batch.front().sample.time_ns;
        queue.emplace(feed.reached_ns, file);
        if (feeds_.size() <= most_open || feed.only_once) continue;
        feed.stream.reset();
        feed.batch = {};
        feed.consumed = 0;
    }
    return queue;
}

void SampleMerger::run(const Sink& sink, const std::function<void(std::uint64_t)>& after_batch) {
    if (feeds_.size() == 1) {  // nothing to put in order
        Feed& feed = feeds_.front();
        while (refill(0)) {
            for (const SampleRow& row : feed.batch) sink(feed.devices[row.device], row);
            if (after_batch) after_batch(consumed());
        }
        return;
    }
    for (Queue queue = first_rows(); !queue.empty();) {
        const std::size_t file = queue.top().second;
        queue.pop();
        Feed& feed = feeds_[file];
        if (!feed.stream && !refill(file)) continue;
        // On in this file while it is the earliest: files rarely overlap.
        const std::int64_t limit_ns = queue.empty() ? std::numeric_limits<std::int64_t>::max() : queue.top().first;
        bool left = true;
        do {
            pass_on(file, feed.batch[feed.position++], sink);
            if (feed.position == feed.batch.size()) {
                left = refill(file);
                if (after_batch) after_batch(consumed());
            }
        } while (left && feed.batch[feed.position].sample.time_ns < limit_ns);
        if (!left) continue;
        feed.reached_ns = std::max(feed.reached_ns, feed.batch[feed.position].sample.time_ns);
        queue.emplace(feed.reached_ns, file);
    }
    for (std::uint32_t device = 0; device < pending_.size(); ++device)
        if (pending_[device].waits) sink(device, pending_[device].row);
}

}  // namespace breakeven::detail
