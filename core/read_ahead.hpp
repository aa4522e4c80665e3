// Read ahead: a byte source that another thread keeps filled, so that unpacking and parsing share the time they take.
#pragma once

#include <breakeven/core/byte_source.hpp>

#include <memory>

namespace breakeven {

/// `source`, read by a thread of its own a few pieces ahead, at most 2 MiB in all. What reading throws, read() throws. The thread
/// ends with the answer, however little of it was read.
[[nodiscard]] std::unique_ptr<ByteSource> read_ahead(std::unique_ptr<ByteSource> source);

}  // namespace breakeven
