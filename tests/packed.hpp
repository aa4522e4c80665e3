// What tests of readers need: the same text gzipped, as Zstandard, as UTF-16, and a source read to its end.
#pragma once

#include <breakeven/core/byte_source.hpp>

#include <cstddef>
#include <string>
#include <string_view>

#include <zlib.h>
#include <zstd.h>

namespace breakeven::test {

[[nodiscard]] inline std::string gzipped(std::string_view text) {
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, text.size()) + 64, '\0');
    std::string copy(text);
    stream.next_in = reinterpret_cast<Bytef*>(copy.data());
    stream.avail_in = static_cast<uInt>(copy.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

[[nodiscard]] inline std::string zstandard(std::string_view text) {
    std::string out(ZSTD_compressBound(text.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
    return out;
}

/// ASCII text as UTF-16 with its byte order mark.
[[nodiscard]] inline std::string utf16(std::string_view ascii, bool big_endian) {
    std::string out = big_endian ? "\xfe\xff" : "\xff\xfe";
    for (const char c : ascii) {
        if (big_endian) out += '\0';
        out += c;
        if (!big_endian) out += '\0';
    }
    return out;
}

/// Everything `source` yields, asked for in pieces of `piece` bytes.
[[nodiscard]] inline std::string read_all(ByteSource& source, std::size_t piece = 4096) {
    std::string out, buffer(piece, '\0');
    while (const std::size_t got = source.read(buffer)) out.append(buffer, 0, got);
    return out;
}

[[nodiscard]] inline std::string read_file(const std::string& path) {
    const auto source = open_bytes(path, TextEncoding::bytes);
    return read_all(*source, 1U << 20);
}

}  // namespace breakeven::test
