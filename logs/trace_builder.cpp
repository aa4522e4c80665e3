// See trace_builder.hpp.
#include <breakeven/logs/trace_builder.hpp>

#include <filesystem>
#include <new>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <breakeven/core/errors.hpp>
#include <breakeven/logs/large_list.hpp>
#include <breakeven/logs/where.hpp>

namespace breakeven::detail {
namespace {

std::size_t mix(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
    return static_cast<std::size_t>(hash ^ (hash >> 32U));
}

}  // namespace

std::size_t TraceBuilder::KeyHash::operator()(const DeviceStream& key) const {
    return mix(mix(mix(key.device + 1, key.stream.process), static_cast<std::uint64_t>(key.stream.context)),
               static_cast<std::uint64_t>(key.stream.number));
}

std::size_t TraceBuilder::KeyHash::operator()(const DeviceKey& key) const {
    return mix(mix(1, key.process), static_cast<std::uint64_t>(key.number));
}

std::uint64_t TraceBuilder::GroupHash::operator()(const LaunchGroup& group) const {
    std::uint64_t hash = mixed(1, group.name);
    for (const auto value : group.grid) hash = mixed(hash, static_cast<std::uint32_t>(value));
    for (const auto value : group.block) hash = mixed(hash, static_cast<std::uint32_t>(value));
    return hash;
}

TraceBuilder::TraceBuilder(Trace& trace, std::string path, LogFormat format)
    : trace_(trace), file_(static_cast<std::uint32_t>(trace.files.size())) {
    std::error_code failure;
    const std::uintmax_t bytes = std::filesystem::file_size(path, failure);
    if (!failure) file_bytes_ = bytes;
    trace_.files.push_back({std::move(path), format, {}});
    for (std::size_t i = 0; i < trace_.names.size(); ++i) names_.emplace(trace_.names[i], static_cast<std::uint32_t>(i));
}

std::uint32_t TraceBuilder::device(std::uint64_t process, std::int64_t number) {
    const DeviceKey key{process, number};
    if (last_device_.first == key) return last_device_.second;
    const auto [known, is_new] = devices_.try_emplace(key, static_cast<std::uint32_t>(trace_.devices.size()));
    if (is_new) {
        if (devices_.size() > most_devices)
            throw InputError("the log names more than " + std::to_string(most_devices) + " GPUs",
                             "is it really a log of one run?", in_file(file().path));
        DeviceTrace device;
        device.number = number;
        device.process = process;
        device.file = file_;
        trace_.devices.push_back(std::move(device));
    }
    last_device_ = {key, known->second};
    return known->second;
}

std::uint32_t TraceBuilder::name(std::string_view name) {
    if (const auto known = names_.find(name); known != names_.end()) return known->second;
    const auto place = static_cast<std::uint32_t>(trace_.names.size());
    trace_.names.emplace_back(name);
    names_.emplace(trace_.names.back(), place);
    return place;
}

std::uint32_t TraceBuilder::stream(std::uint32_t device, const Stream& stream) {
    const DeviceStream key{device, stream};
    if (last_stream_.first == key) return last_stream_.second;
    auto& streams = trace_.devices[device].streams;
    const auto [known, is_new] = streams_.try_emplace(key, static_cast<std::uint32_t>(streams.size()));
    if (is_new) streams.push_back(stream);
    last_stream_ = {key, known->second};
    return known->second;
}

template <class Event>
void TraceBuilder::make_room(std::vector<Event>& events) const {
    constexpr std::size_t few = 32'768;  // a list as short as this moves at no cost, and says little about the rest of the file
    if (events.size() < few || read_bytes_ == 0) return;
    // A quarter more than the file will have if it goes on like this: memory that is reserved and not touched costs nothing.
    const double times = 1.25 * static_cast<double>(file_bytes_) / static_cast<double>(read_bytes_);
    if (times < 2.0 || times > 1e4) return;
    try {
        reserve_large(events, static_cast<std::size_t>(static_cast<double>(events.size()) * times));
    } catch (const std::bad_alloc&) {
        return;  // where memory is counted as it is reserved the list grows step by step
    } catch (const std::length_error&) {
        return;
    }
}

template void TraceBuilder::make_room(std::vector<Kernel>& events) const;
template void TraceBuilder::make_room(std::vector<Interval>& events) const;

void TraceBuilder::expect_kernels(std::uint32_t device, std::uint64_t most) {
    if (at(device).kernels.capacity() == 0) reserve_large(at(device).kernels, most);
}

void TraceBuilder::expect_copies(std::uint32_t device, std::uint64_t most) {
    if (at(device).copies.capacity() == 0) reserve_large(at(device).copies, most);
}

void TraceBuilder::set(std::uint32_t device, std::int64_t start_ns, std::int64_t end_ns, std::uint64_t bytes) {
    DeviceTrace& on = trace_.devices[device];
    on.sets.push_back(in_order(on, start_ns, end_ns));
    on.set_bytes += bytes;
}

void TraceBuilder::graph(std::uint32_t device, std::int64_t start_ns, std::int64_t end_ns) {
    DeviceTrace& on = trace_.devices[device];
    if (start_ns == 0 && end_ns == 0) {
        ++on.graphs_without_time;
        return;
    }
    on.graphs.push_back(in_order(on, start_ns, end_ns));
}

void TraceBuilder::remark(std::string text) {
    trace_.remarks.push_back(std::move(text));
}

CopyKind copy_kind_of_cupti(std::int64_t kind) {
    switch (kind) {
        case 1:
        case 3:
        case 11:
            return CopyKind::host_to_device;
        case 2:
        case 4:
        case 12:
            return CopyKind::device_to_host;
        case 5:
        case 6:
        case 7:
        case 8:
        case 13:
            return CopyKind::device_to_device;
        case 9:
            return CopyKind::host_to_host;
        case 10:
            return CopyKind::peer_to_peer;
        default:
            return CopyKind::unknown;
    }
}

}  // namespace breakeven::detail
