// PyTorch memory logs: what memory was held for how much of the run. They say nothing about compute time, so there is no
// ratio and no verdict here.
//
// Two kinds: records of torch.cuda.memory_stats() (JSON lines, one after the other or in an array; flat or nested keys; also
// what print() makes of the dict), and the rows of torch.profiler's export_memory_timeline("….raw.json.gz").
#pragma once

#include <breakeven/core/byte_source.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace breakeven {

/// At least so many bytes were held during `share` of the time.
struct HeldMemory {
    double share = 0.0;
    double bytes = 0.0;
};

struct TorchMemory {
    bool timeline = false;          ///< rows of a memory timeline; else records of memory_stats()
    std::uint64_t records = 0;      ///< rows or records read
    std::optional<double> span_s;   ///< first to last time; none where the log holds no times
    bool weighted_by_time = false;  ///< means and shares are of time; else of records

    std::optional<double> allocated_mean_b;
    std::optional<double> allocated_peak_b;  ///< by the log's own peak where it has one
    std::optional<double> reserved_mean_b;   ///< held from the driver, free blocks included; memory_stats() only
    std::optional<double> reserved_peak_b;
    std::optional<double> fragmentation_mean;  ///< 1 - allocated / reserved, 0 to 1
    std::optional<double> fragmentation_peak;
    std::vector<HeldMemory> held;  ///< allocated memory, at 100, 95, 90, 75, 50, 25, 10 and 5 % of the time

    /// Of a timeline: the most held at once by parameters, optimizer state, inputs, temporaries, activations, gradients,
    /// autograd details, and the rest.
    std::array<double, 8> category_peak_b{};
    std::optional<std::uint64_t> out_of_memory;  ///< num_ooms of the last record
    std::optional<std::uint64_t> alloc_retries;  ///< num_alloc_retries of the last record

    std::uint64_t rejected = 0;  ///< lines that hold no record
    std::vector<std::string> remarks;
    bool partial = false;
    std::string partial_reason;
};

/// Names of TorchMemory::category_peak_b's entries.
[[nodiscard]] const std::array<const char*, 8>& torch_memory_categories();

/// Reads either kind, told by its first byte. `source` is decoded to UTF-8; `name` is what messages call it.
/// Throws InputError: cannot be read, or no record in it.
[[nodiscard]] TorchMemory read_torch_memory(std::unique_ptr<ByteSource> source, const std::string& name);
[[nodiscard]] TorchMemory read_torch_memory(const std::string& path);

}  // namespace breakeven
