// See nsys_devices.hpp.
#include <breakeven/logs/nsys_devices.hpp>

#include <algorithm>
#include <cctype>

namespace breakeven::detail {

std::string canonical_uuid(std::string_view uuid) {
    std::string out(uuid);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const bool mig = out.starts_with("mig-");
    if (mig || out.starts_with("gpu-")) out.erase(0, 4);
    // Zeros are what a profiler writes that was not told.
    const bool says_something = std::any_of(out.begin(), out.end(), [](char c) {
        return c != '0' && c != '-' && std::isxdigit(static_cast<unsigned char>(c)) != 0;
    });
    const bool well_formed = out.size() >= 8 && out.size() <= 128 && std::all_of(out.begin(), out.end(), [](char c) {
                                 return std::isxdigit(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '/' || c == 'g' ||
                                        c == 'p' || c == 'u';
                             });
    if (!says_something || !well_formed) return {};
    return (mig ? "MIG-" : "GPU-") + out;
}

NsysDevices::NsysDevices(const SqliteFile& file, TraceBuilder& builder) : builder_(builder) {
    read_gpus(file);
    if (file.has_table("TARGET_INFO_CUDA_DEVICE")) {
        auto rows = file.rows("TARGET_INFO_CUDA_DEVICE", {"pid", "cudaId", "gpuId"});
        while (rows.next())
            if (rows.has(2))
                aliases_.push_back({static_cast<std::uint64_t>(rows.integer(0)), rows.integer(1), rows.integer(2)});
    }
}

void NsysDevices::read_gpus(const SqliteFile& file) {
    if (file.has_table("TARGET_INFO_GPU")) {
        auto rows =
            file.rows("TARGET_INFO_GPU", {"vmId", "id", "name", "uuid", "cuDevice"}, {"vmId", "name", "uuid", "cuDevice"});
        while (rows.next() && gpus_.size() < TraceBuilder::most_devices)
            gpus_.push_back({rows.integer(0), rows.integer(1), rows.integer(4), rows.has(4), std::string(rows.text(2)),
                             canonical_uuid(rows.text(3)), -1});
    } else if (file.has_table("TARGET_INFO_CUDA_GPU")) {  // early 2021
        auto rows = file.rows("TARGET_INFO_CUDA_GPU", {"deviceId", "name"}, {"name"});
        while (rows.next() && gpus_.size() < TraceBuilder::most_devices)
            gpus_.push_back({0, rows.integer(0), rows.integer(0), true, std::string(rows.text(1)), {}, -1});
    }
}

bool NsysDevices::names_differ() const {
    return std::any_of(gpus_.begin(), gpus_.end(), [&](const Gpu& gpu) { return gpu.name != gpus_.front().name; });
}

NsysDevices::Gpu* NsysDevices::certain(std::int64_t global, std::int64_t number) {
    const std::uint64_t process = nsys_process(global);
    const auto alias = std::find_if(aliases_.begin(), aliases_.end(),
                                    [&](const Alias& known) { return known.process == process && known.number == number; });
    if (alias != aliases_.end()) {
        // In a report of several machines GPU numbers repeat; the machine is in the global number.
        const auto machine = static_cast<std::int64_t>(static_cast<std::uint64_t>(global) & 0xFFFF000000000000ULL);
        const auto by_id = [&](const Gpu& gpu) { return gpu.id == alias->gpu; };
        const auto here =
            std::find_if(gpus_.begin(), gpus_.end(), [&](const Gpu& gpu) { return by_id(gpu) && gpu.machine == machine; });
        if (here != gpus_.end()) return &*here;
        const auto anywhere = std::find_if(gpus_.begin(), gpus_.end(), by_id);
        if (anywhere != gpus_.end()) return &*anywhere;
    }
    return gpus_.size() == 1 ? gpus_.data() : nullptr;
}

NsysDevices::Gpu* NsysDevices::likely(std::int64_t, std::int64_t number) {
    const auto by_cuda = [&](const Gpu& gpu) { return gpu.has_cuda_number && gpu.cuda_number == number; };
    if (std::count_if(gpus_.begin(), gpus_.end(), by_cuda) == 1) return &*std::find_if(gpus_.begin(), gpus_.end(), by_cuda);
    const auto by_id = std::find_if(gpus_.begin(), gpus_.end(), [&](const Gpu& gpu) { return gpu.id == number; });
    return by_id == gpus_.end() ? nullptr : &*by_id;
}

std::uint32_t NsysDevices::find(std::int64_t global, std::int64_t number) {
    if (last_.known && last_.global == global && last_.number == number) return last_.device;
    const std::uint64_t process = builder_.process_of(nsys_process(global));
    Gpu* gpu = certain(global, number);
    const bool sure = gpu != nullptr;
    if (!sure) gpu = likely(global, number);
    // A GPU known for certain is one device, however many processes use it and whatever they call it.
    if (sure && gpu->device >= 0) builder_.also_called(process, number, static_cast<std::uint32_t>(gpu->device));
    const std::uint32_t device = builder_.device(process, number);
    DeviceTrace& trace = builder_.at(device);
    if (gpu != nullptr) {
        gpu->device = device;
        if (trace.name.empty()) trace.name = gpu->name;
        if (sure && trace.uuid.empty()) trace.uuid = gpu->uuid;
        if (!sure && names_differ() && !guessed_) {
            guessed_ = true;
            builder_.remark(
                "the export does not say which of its GPUs a process means by its device numbers; names follow each "
                "GPU's own CUDA number and may be another GPU's");
        }
    }
    last_ = {global, number, device, true};
    return device;
}

void NsysDevices::add_unused() {
    std::uint64_t unused = 0;
    for (Gpu& gpu : gpus_) {
        if (gpu.device >= 0) continue;
        // No process speaks of it, so it gets a process number that none has.
        const std::uint64_t nobody = builder_.process_of(0xFFFFFFFFU - unused++);
        const std::uint32_t device = builder_.device(nobody, gpu.has_cuda_number ? gpu.cuda_number : gpu.id);
        builder_.at(device).name = gpu.name;
        const bool uuid_is_safe = gpus_.size() == 1 || !aliases_.empty();
        if (uuid_is_safe) builder_.at(device).uuid = gpu.uuid;
    }
}

}  // namespace breakeven::detail
