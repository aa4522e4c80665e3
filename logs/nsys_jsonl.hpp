// Nsight Systems exports as JSON lines (`nsys export --type jsonlines`, formerly `json`), in the layout of 2022 to 2025.
//
// 64-bit numbers are strings there, and what is absent is 0. Later versions write another layout, so a line that is not known
// is refused: it may hold kernels.
#pragma once

#include <memory>
#include <string>

#include <breakeven/core/byte_source.hpp>
#include <breakeven/logs/kineto.hpp>
#include <breakeven/logs/trace.hpp>

namespace breakeven {

/// Adds the export in `source` (decoded to UTF-8) to `trace`. Cut off in the middle of its last line it sets Trace::partial.
/// Throws InputError with the line for anything that is not of the known layout.
void read_nsys_jsonl(std::unique_ptr<ByteSource> source, const std::string& path, Trace& trace, const Progress& progress = {});

}  // namespace breakeven
