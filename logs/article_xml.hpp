// The source article's XML events, streamed:
//
//     <event name="cudaLaunchKernel" timestamp="ns" duration="ns" kernelName="…"/>
//
// or with the kernel's name in a child <attributes kernelName="…"/>. No profiler writes this form; it serves those who follow
// the article.
#pragma once

#include <memory>
#include <string>

#include <breakeven/core/byte_source.hpp>
#include <breakeven/logs/kineto.hpp>
#include <breakeven/logs/trace.hpp>

namespace breakeven {

/// Adds the events in `source` (bytes as they are) to `trace`. Cut off in the middle it yields the whole events and sets
/// Trace::partial. Throws InputError with line and column where it is no XML or a time is no whole number, and when there is no
/// launch in it.
void read_article_xml(std::unique_ptr<ByteSource> source, const std::string& path, Trace& trace, const Progress& progress = {});

}  // namespace breakeven
