// Unpacking (internal): gzip and zstd streams as plain bytes, told by their first bytes.
#pragma once

#include <breakeven/core/byte_source.hpp>

#include <memory>
#include <string>

namespace breakeven::detail {

/// Reads until `size` bytes are there or the source ends.
[[nodiscard]] std::string read_up_to(ByteSource& source, std::size_t size);

/// `packed` unpacked, layer by layer (a .gz in a .gz is read too), or as it is when it is neither gzip nor zstd.
/// Throws InputError, naming `file`: a zip archive, a corrupt stream, or more output than `limits` allow.
[[nodiscard]] std::unique_ptr<ByteSource> unpack(std::unique_ptr<ByteSource> packed, const std::string& file,
                                                 UnpackLimits limits);

/// `source` as UTF-8: its byte order mark is dropped, UTF-16 is decoded, NUL bytes are dropped.
[[nodiscard]] std::unique_ptr<ByteSource> decode_text(std::unique_ptr<ByteSource> source, const std::string& file);

}  // namespace breakeven::detail
