// Byte sources: any input file as a stream of plain bytes, whatever it is packed or encoded in.
//
// Told from the content, never from the name: gzip (several members), zstd, UTF-16 with a byte order mark. Memory is bounded;
// what is unpacked is bounded too, so that a small hostile file cannot become an endless one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace breakeven {

/// A forward-only stream of bytes.
class ByteSource {
public:
    ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;
    virtual ~ByteSource() = default;

    /// Fills as much of `out` as there is; 0 only at the end. Throws InputError when the input cannot be read.
    [[nodiscard]] virtual std::size_t read(std::span<char> out) = 0;

    /// Why the stream ended before its own end, such as "the gzip stream ends early"; empty for a whole one.
    /// Meaningful once read() has returned 0.
    [[nodiscard]] virtual std::string_view damage() const { return {}; }

    /// Bytes consumed of the file as it lies on disk, for a progress bar.
    [[nodiscard]] virtual std::uint64_t consumed() const = 0;
};

/// Bounds on what unpacking may yield.
struct UnpackLimits {
    std::uint64_t ratio = 500;              ///< unpacked bytes per packed byte once `free_bytes` are passed; deflate's worst is 1032
    std::uint64_t free_bytes = 64ULL << 20; ///< never refused below this
};

enum class TextEncoding : std::uint8_t {
    bytes,  ///< as they are, a byte order mark included
    utf8,   ///< UTF-8: a mark is dropped, UTF-16LE and UTF-16BE (told by their mark) are decoded, stray NULs are dropped
};

/// Opens `path` ("-" is standard input), unpacking gzip and zstd by content. Throws InputError: no such file, a directory,
/// no permission, a zip archive.
[[nodiscard]] std::unique_ptr<ByteSource> open_bytes(const std::string& path, TextEncoding encoding, UnpackLimits limits = {});

/// A source over bytes in memory (tests, fuzzing, an embedder's buffer); `bytes` must outlive it. Unpacks like open_bytes.
[[nodiscard]] std::unique_ptr<ByteSource> bytes_in_memory(std::string_view bytes, TextEncoding encoding, UnpackLimits limits = {});

/// A source that yields `head` first and then the rest of `tail`: what was read to tell the format is not lost.
[[nodiscard]] std::unique_ptr<ByteSource> prepend(std::string head, std::unique_ptr<ByteSource> tail);

/// Lines of a source, one at a time, without their ends (LF, CRLF). A line is a view into the reader's buffer, valid until the
/// next call. Throws InputError when a line is longer than `longest_line` bytes.
class LineReader {
public:
    explicit LineReader(std::unique_ptr<ByteSource> source, std::string file_name, std::size_t longest_line = 16ULL << 20);
    ~LineReader();
    LineReader(const LineReader&) = delete;
    LineReader& operator=(const LineReader&) = delete;

    /// The next line, or false at the end. A last line without an end is a line.
    [[nodiscard]] bool next(std::string_view& line);

    /// Many lines at once, for readers that split them faster themselves: whole lines with their ends, at the end of the input
    /// also one without. False at the end. Not counted by line_number(); may follow calls of next().
    [[nodiscard]] bool next_block(std::string_view& lines);

    [[nodiscard]] std::size_t line_number() const noexcept { return line_number_; }  ///< of the line last returned, from 1
    [[nodiscard]] std::string_view damage() const;                                    ///< of the source
    [[nodiscard]] bool last_line_was_open() const noexcept { return last_open_; }     ///< the file ended inside a line
    [[nodiscard]] std::uint64_t consumed() const;

private:
    void refill();

    std::unique_ptr<ByteSource> source_;
    std::string file_name_;
    std::size_t longest_line_;
    std::string buffer_;
    std::size_t begin_ = 0;
    std::size_t filled_ = 0;
    std::size_t line_number_ = 0;
    bool ended_ = false;
    bool last_open_ = false;
};

}  // namespace breakeven
