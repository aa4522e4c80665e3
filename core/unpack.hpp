// Unpacking (internal): gzip and zstd streams as plain bytes, told by their first bytes.
#pragma once

#include <breakeven/core/byte_source.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace breakeven::detail {

enum class Packing : std::uint8_t { none, gzip, zstd, zip };

/// How a file is packed, told from its first four bytes.
[[nodiscard]] inline Packing packing_of(std::string_view head) {
    if (head.starts_with("PK\x03\x04")) return Packing::zip;
    if (head.starts_with("\x1f\x8b")) return Packing::gzip;
    if (head.size() < 4) return Packing::none;
    // RFC 8878: a data frame, or a skippable frame (parallel compressors begin with one).
    const auto first = static_cast<unsigned char>(head[0]);
    const bool skippable = first >= 0x50 && first <= 0x5f && head.substr(1, 3) == "\x2a\x4d\x18";
    return head.starts_with("\x28\xb5\x2f\xfd") || skippable ? Packing::zstd : Packing::none;
}

/// Reads until `size` bytes are there or the source ends.
[[nodiscard]] std::string read_up_to(ByteSource& source, std::size_t size);

/// `packed` unpacked, layer by layer (a .gz in a .gz is read too), or as it is when it is neither gzip nor zstd.
/// Throws InputError, naming `file`: a zip archive, a corrupt stream, or more output than `limits` allow.
[[nodiscard]] std::unique_ptr<ByteSource> unpack(std::unique_ptr<ByteSource> packed, const std::string& file,
                                                 UnpackLimits limits);

/// `source` as UTF-8: its byte order mark is dropped, UTF-16 is decoded, NUL bytes are dropped.
[[nodiscard]] std::unique_ptr<ByteSource> decode_text(std::unique_ptr<ByteSource> source, const std::string& file);

}  // namespace breakeven::detail
