// A heap over the files' next rows. Each file is in order of its own, so memory holds one batch of each.
#include <breakeven/logs/sample_merger.hpp>

#include <algorithm>
#include <queue>
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

/// Of two readings of one instant each fills in what the other lacks.
void fill(double& value, double more) {
    if (!was_read(value)) value = more;
}
}  // namespace

void SampleMerger::add(std::unique_ptr<SampleStream> stream) {
    Feed feed;
    feed.stream = std::move(stream);
    feeds_.push_back(std::move(feed));
}

bool SampleMerger::refill(Feed& feed) {
    feed.position = 0;
    if (!feed.stream->next(feed.batch)) return false;
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
            GpuIdentity& there = devices_[entry->second];
            fill(there.name, gpu.name);
            fill(there.host, gpu.host);
            if (!there.index) there.index = gpu.index;
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
    for (const Feed& feed : feeds_) all += feed.stream->consumed();
    return all;
}

void SampleMerger::run(const Sink& sink, const std::function<void(std::uint64_t)>& after_batch) {
    if (feeds_.size() == 1) {  // nothing to put in order
        Feed& feed = feeds_.front();
        while (refill(feed)) {
            learn_devices(0);
            for (const SampleRow& row : feed.batch) sink(feed.devices[row.device], row);
            if (after_batch) after_batch(consumed());
        }
        learn_devices(0);
        return;
    }
    using Next = std::pair<std::int64_t, std::size_t>;
    std::priority_queue<Next, std::vector<Next>, std::greater<>> queue;
    const auto enqueue = [&](std::size_t file) {
        Feed& feed = feeds_[file];
        feed.reached_ns = std::max(feed.reached_ns, feed.batch[feed.position].sample.time_ns);
        queue.emplace(feed.reached_ns, file);
    };
    for (std::size_t file = 0; file < feeds_.size(); ++file) {
        const bool any = refill(feeds_[file]);
        learn_devices(file);
        if (!any) continue;
        feeds_[file].reached_ns = feeds_[file].batch.front().sample.time_ns;
        enqueue(file);
    }
    while (!queue.empty()) {
        const std::size_t file = queue.top().second;
        queue.pop();
        Feed& feed = feeds_[file];
        // On in this file while it is the earliest: files rarely overlap.
        const std::int64_t limit_ns = queue.empty() ? INT64_MAX : queue.top().first;
        bool left = true;
        do {
            pass_on(file, feed.batch[feed.position++], sink);
            if (feed.position == feed.batch.size()) {
                left = refill(feed);
                learn_devices(file);
                if (after_batch) after_batch(consumed());
            }
        } while (left && feed.batch[feed.position].sample.time_ns < limit_ns);
        if (left) enqueue(file);
    }
    for (std::uint32_t device = 0; device < pending_.size(); ++device)
        if (pending_[device].waits) sink(device, pending_[device].row);
}

}  // namespace breakeven::detail
