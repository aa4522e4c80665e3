// Nsight Systems exports in SQLite, of schema 2 and 3 and of older ones that tell no version.
#pragma once

#include <string>

#include <breakeven/logs/trace.hpp>

namespace breakeven {

/// Adds the export at `path` to `trace`. `shown_path`: what messages call it, when it was unpacked to somewhere else.
/// Throws InputError: not an export, damaged, cut off, a needed column missing.
void read_nsys_sqlite(const std::string& path, const std::string& shown_path, Trace& trace);

}  // namespace breakeven
