// Which GPU an Nsight Systems export means by (process, device number).
//
// A CUDA device number counts per process; CUDA_VISIBLE_DEVICES reorders it. TARGET_INFO_CUDA_DEVICE (from schema 3.17) says
// which GPU a process means; without it one listed GPU is certain, several are matched by their own CUDA number, and then no
// UUID is given, for it may be another GPU's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <breakeven/logs/sqlite_table.hpp>
#include <breakeven/logs/trace_builder.hpp>

namespace breakeven::detail {

/// The process number inside one of Nsight Systems' global numbers (hardware 8 bits, machine 8, process 24, thread 24).
[[nodiscard]] constexpr std::uint64_t nsys_process(std::int64_t global) {
    return (static_cast<std::uint64_t>(global) >> 24U) & 0xFFFFFFU;
}

/// "GPU-…", or empty for a UUID that identifies nothing.
[[nodiscard]] std::string canonical_uuid(std::string_view uuid);

class NsysDevices {
public:
    NsysDevices(const SqliteFile& file, TraceBuilder& builder);

    /// The index in the trace of the device that the process in `global` calls `number`.
    std::uint32_t find(std::int64_t global, std::int64_t number);

    /// Adds the GPUs that are listed and that nothing ran on.
    void add_unused();

private:
    struct Gpu {
        std::int64_t machine = 0;
        std::int64_t id = 0;
        std::int64_t cuda_number = 0;
        bool has_cuda_number = false;
        std::string name;
        std::string uuid;
        std::int64_t device = -1;  // index in the trace once something ran there
    };
    struct Alias {
        std::uint64_t process = 0;
        std::int64_t number = 0;
        std::int64_t gpu = 0;
    };

    void read_gpus(const SqliteFile& file);
    [[nodiscard]] Gpu* certain(std::int64_t global, std::int64_t number);
    [[nodiscard]] Gpu* likely(std::int64_t global, std::int64_t number);
    [[nodiscard]] bool names_differ() const;

    TraceBuilder& builder_;
    std::vector<Gpu> gpus_;
    std::vector<Alias> aliases_;
    struct Last {
        std::int64_t global = 0;
        std::int64_t number = -1;
        std::uint32_t device = 0;
        bool known = false;
    };
    Last last_;  // rows come in runs of one device
    bool guessed_ = false;
};

}  // namespace breakeven::detail
