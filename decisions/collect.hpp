// Collect: a program run under a profiler with the flags that make its log good evidence.
//
// Nsight Systems, by default: kernels inside CUDA graphs one by one (a graph traced as a whole hides its gaps), NVTX ranges, no CPU
// sampling, then an export to SQLite. Or the framework's own profiler, for a Python program that uses PyTorch. The tool is asked what
// it can do; its version number decides nothing. Source: docs/daily-loop.md, "Collecting".
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace breakeven {

enum class Profiler : std::uint8_t { nsys, torch };

/// What is profiled, which decides how often that is worth while.
enum class JobKind : std::uint8_t { unknown, training, inference, debugging };

struct CollectRequest {
    std::vector<std::string> program;  ///< and its arguments, handed on as they are
    Profiler profiler = Profiler::nsys;
    std::string tool = "nsys";         ///< the profiler's program: a path, or a name on PATH
    bool capture_range = false;        ///< only between the program's own cudaProfilerStart and -Stop
    std::filesystem::path folder;      ///< exists, is ours; the log is written into it
};

struct Collected {
    std::filesystem::path log;       ///< an SQLite export, or a PyTorch trace
    int program_status = 0;          ///< not zero: the program failed, or the profiler did
    std::vector<std::string> remarks;
};

/// The profiler and its arguments, the program behind them.
[[nodiscard]] std::vector<std::string> profile_command(const CollectRequest& request);
/// What turns the profiler's own file into one that can be read; empty when nothing need be done.
[[nodiscard]] std::vector<std::string> export_command(const CollectRequest& request);

/// Runs the program to its end. Throws InputError: no program, a profiler that is not there or lacks an option (with the remedy), a
/// program that the framework's profiler cannot run, a run that was interrupted, a profiler that left no log.
[[nodiscard]] Collected collect(const CollectRequest& request);

/// How often to profile such a job, in one sentence; empty for an unknown kind. The source's policy: docs/claims.md, C98 to C100.
[[nodiscard]] std::string sampling_advice(JobKind kind);

}  // namespace breakeven
