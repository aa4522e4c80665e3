// PyTorch profiler (Kineto) traces: Chrome's trace-event JSON, plain or packed, of any size.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <breakeven/core/byte_source.hpp>
#include <breakeven/logs/trace.hpp>

namespace breakeven {

/// Told now and then how many bytes of the file as it lies on disk have been read.
using Progress = std::function<void(std::uint64_t consumed)>;

/// Adds the trace in `source` (decoded to UTF-8) to `trace`; `path` is what messages call it. A trace that is cut off yields
/// its whole events and sets Trace::partial. Throws InputError with line and column where it is no JSON a profiler would write,
/// and when it ends before its first event.
void read_kineto(std::unique_ptr<ByteSource> source, const std::string& path, Trace& trace, const Progress& progress = {});

}  // namespace breakeven
