// Byte sources: the same bytes come out of every packing, whatever the size of the pieces asked for.
#include <breakeven/core/byte_source.hpp>
#include <breakeven/core/errors.hpp>

#include <doctest/doctest.h>
#include <packed.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include <unistd.h>

using namespace breakeven;
using namespace breakeven::test;
using namespace std::string_literals;

namespace {
std::string some_text(std::size_t lines) {
    std::string out;
    for (std::size_t i = 0; i < lines; ++i)
        out += "row " + std::to_string(i * 7919 % 10007) + ", value " + std::to_string(i) + "\n";
    return out;
}

struct Result {
    std::string text;
    std::string damage;
};
Result unpacked(const std::string& bytes, TextEncoding encoding = TextEncoding::bytes, std::size_t piece = 4096,
                UnpackLimits limits = {}) {
    const auto source = bytes_in_memory(bytes, encoding, limits);
    Result out;
    out.text = read_all(*source, piece);
    out.damage = source->damage();
    CHECK(source->consumed() <= bytes.size());
    return out;
}

template <class Work>
std::string message_of(Work work) {
    try {
        work();
    } catch (const InputError& error) {
        return error.message();
    }
    return {};
}

struct TemporaryFile {
    std::filesystem::path path = std::filesystem::temp_directory_path() / ("breakeven_bytes_" + std::to_string(::getpid()));
    explicit TemporaryFile(const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }
    ~TemporaryFile() { std::filesystem::remove(path); }
};
}  // namespace

TEST_CASE("gzip, zstd and plain bytes yield the same text, in pieces of any size") {
    const std::string text = some_text(20000);
    for (const std::string& bytes : {text, gzipped(text), zstandard(text)})
        for (const std::size_t piece : {1UL, 3UL, 4096UL, 1UL << 20U}) {
            const Result result = unpacked(bytes, TextEncoding::bytes, piece);
            CHECK(result.text == text);
            CHECK(result.damage.empty());
        }
}

TEST_CASE("several members or frames one after the other are one stream") {
    const std::string a = some_text(3000), b = some_text(17);
    CHECK(unpacked(gzipped(a) + gzipped(b) + gzipped("") + gzipped(a)).text == a + b + a);
    CHECK(unpacked(zstandard(a) + zstandard(b) + zstandard("") + zstandard(a)).text == a + b + a);
    CHECK(unpacked(gzipped(a) + gzipped(b)).damage.empty());
    CHECK(unpacked(zstandard(a) + zstandard(b)).damage.empty());
    CHECK(unpacked(gzipped(a) + std::string(512, '\0')).damage.empty());         // tape padding
    CHECK(unpacked("\x50\x2a\x4d\x18\x03\0\0\0xyz"s + zstandard(a)).text == a);  // a skippable frame first
}

TEST_CASE("a stream cut anywhere yields a prefix of the text and says so") {
    const std::string text = some_text(20000);  // several blocks of either
    for (const bool zstd : {false, true}) {
        const std::string whole = zstd ? zstandard(text) : gzipped(text);
        for (std::size_t percent = 1; percent < 100; ++percent) {
            const Result result = unpacked(whole.substr(0, whole.size() * percent / 100));
            CHECK(text.starts_with(result.text));
            CHECK(result.damage == (zstd ? "the zstd stream ends early" : "the gzip stream ends early"));
        }
        CHECK_FALSE(unpacked(whole.substr(0, whole.size() / 2)).text.empty());
    }
}

TEST_CASE("bytes after the last member are named, not read") {
    const std::string text = some_text(50);
    CHECK(unpacked(gzipped(text) + "trailing words").damage == "what follows the gzip stream is not gzip");
    CHECK(unpacked(gzipped(text) + "trailing words").text == text);
    CHECK(unpacked(zstandard(text) + "trailing words").damage == "what follows the zstd stream is not zstd");
    CHECK(unpacked(zstandard(text) + "trailing words").text == text);
}

TEST_CASE("a corrupt stream is an error, because its figures would be wrong") {
    const std::string text = some_text(5000);
    std::string gzip = gzipped(text), zstd = zstandard(text);
    gzip[gzip.size() - 6] = static_cast<char>(gzip[gzip.size() - 6] ^ 0x55);  // the checksum
    CHECK(message_of([&] { static_cast<void>(unpacked(gzip)); }) == "the gzip stream is corrupt: incorrect data check");
    for (std::size_t i = 20; i < 40; ++i) zstd[i] = static_cast<char>(zstd[i] ^ 0x55);
    CHECK(message_of([&] { static_cast<void>(unpacked(zstd)); }).starts_with("the zstd stream is corrupt"));
}

TEST_CASE("packed twice is read, packed for ever is refused") {
    const std::string text = some_text(40);
    CHECK(unpacked(gzipped(zstandard(gzipped(text)))).text == text);
    std::string deep = text;
    for (int i = 0; i < 5; ++i) deep = gzipped(deep);
    CHECK(message_of([&] { static_cast<void>(unpacked(deep)); }) == "packed more than 4 times over");
}

TEST_CASE("a decompression bomb is refused by its ratio, a repetitive log is not") {
    const std::string zeros(100U << 20, 'x');
    const UnpackLimits small{.ratio = 500, .free_bytes = 1U << 20};
    CHECK(message_of([&] { static_cast<void>(unpacked(gzipped(zeros), TextEncoding::bytes, 65536, small)); }) ==
          "unpacks to more than 500 times its size, as no log does");
    CHECK(message_of([&] { static_cast<void>(unpacked(zstandard(zeros), TextEncoding::bytes, 65536)); }) ==
          "unpacks to more than 500 times its size, as no log does");
    std::string idle;  // the most repetitive honest log: a second apart, nothing changes
    for (int i = 0; i < 200000; ++i) idle += std::to_string(1761955200 + i) + ",0,0,21.5\n";
    CHECK(unpacked(zstandard(idle), TextEncoding::bytes, 65536, small).text == idle);
}

TEST_CASE("a zip archive is refused by name") {
    CHECK(message_of([] { static_cast<void>(bytes_in_memory("PK\x03\x04rest", TextEncoding::utf8)); }) ==
          "this is a zip archive");
}

TEST_CASE("UTF-8 marks are dropped, UTF-16 of both orders is decoded, in text only") {
    const std::string text = "timestamp, index\r\n2026/07/14, 0\r\n";
    CHECK(unpacked("\xef\xbb\xbf" + text, TextEncoding::utf8).text == text);
    CHECK(unpacked("\xef\xbb\xbf" + text, TextEncoding::bytes).text == "\xef\xbb\xbf" + text);
    for (const bool big : {false, true}) {
        CHECK(unpacked(utf16(text, big), TextEncoding::utf8).text == text);
        CHECK(unpacked(utf16(text, big), TextEncoding::utf8, 1).text == text);
        CHECK(unpacked(gzipped(utf16(text, big)), TextEncoding::utf8).text == text);
        CHECK(unpacked(utf16(text, big), TextEncoding::bytes).text == utf16(text, big));
    }
}

TEST_CASE("UTF-16 beyond ASCII becomes UTF-8; half a pair becomes a replacement character") {
    // U+00B0 degree sign, U+20AC euro, U+1F600 as the pair D83D DE00, then a lone D83D before an x.
    CHECK(unpacked("\xff\xfe\xb0\x00\xac\x20\x3d\xd8\x00\xde\x3d\xd8x\x00"s, TextEncoding::utf8).text ==
          "\xc2\xb0\xe2\x82\xac\xf0\x9f\x98\x80\xef\xbf\xbdx");
    CHECK(unpacked("\xfe\xff\x00\xb0\x20\xac\xd8\x3d\xde\x00"s, TextEncoding::utf8).text ==
          "\xc2\xb0\xe2\x82\xac\xf0\x9f\x98\x80");
    CHECK(unpacked("\xff\xfe\x41\x00\x42"s, TextEncoding::utf8).damage == "the UTF-16 text ends inside a character");
}

TEST_CASE("UTF-16 longer than a block keeps pairs that lie across blocks") {
    std::string bytes = "\xff\xfe", text;
    for (int i = 0; i < 50000; ++i) {
        bytes += i % 3 == 0 ? "\x3d\xd8\x00\xde"s : "a\0"s;
        text += i % 3 == 0 ? "\xf0\x9f\x98\x80" : "a";
    }
    CHECK(unpacked(bytes, TextEncoding::utf8, 777).text == text);
}

TEST_CASE("stray NUL bytes are dropped from text and kept in bytes") {
    const std::string holes = "a\0b\n\0\0\0\0c\n"s;
    CHECK(unpacked(holes, TextEncoding::utf8).text == "ab\nc\n");
    CHECK(unpacked(holes, TextEncoding::utf8, 1).text == "ab\nc\n");
    CHECK(unpacked(holes, TextEncoding::bytes).text == holes);
}

TEST_CASE("an empty input is empty, not an error") {
    CHECK(unpacked("").text.empty());
    CHECK(unpacked("", TextEncoding::utf8).text.empty());
    CHECK(unpacked("\xff\xfe", TextEncoding::utf8).text.empty());
    CHECK(unpacked(gzipped("")).text.empty());
}

TEST_CASE("a file is read like memory; what cannot be opened is named") {
    const std::string text = some_text(9000);
    const TemporaryFile file(gzipped(text));
    const auto source = open_bytes(file.path.string(), TextEncoding::utf8);
    CHECK(read_all(*source) == text);
    CHECK(source->consumed() == std::filesystem::file_size(file.path));
    CHECK(message_of([] { static_cast<void>(open_bytes("/nowhere/at/all.csv", TextEncoding::utf8)); }) == "no such file");
    CHECK(message_of([] { static_cast<void>(open_bytes("/", TextEncoding::utf8)); }) == "this is a directory");
    try {
        static_cast<void>(open_bytes("/nowhere/at/all.csv", TextEncoding::utf8));
    } catch (const InputError& error) {
        CHECK(error.position().file == "/nowhere/at/all.csv");
    }
}

TEST_CASE("what was read to tell the format is not lost") {
    auto source = bytes_in_memory("world", TextEncoding::bytes);
    const auto whole = prepend("hello ", std::move(source));
    CHECK(read_all(*whole, 4) == "hello world");
}

TEST_CASE("lines come without LF or CRLF, numbered, the last one also without an end") {
    LineReader lines(bytes_in_memory("one\r\n\ntwo\rthree\nlast", TextEncoding::utf8), "memory");
    std::string_view line;
    REQUIRE(lines.next(line));
    CHECK(line == "one");
    REQUIRE(lines.next(line));
    CHECK(line.empty());
    REQUIRE(lines.next(line));
    CHECK(line == "two\rthree");
    CHECK_FALSE(lines.last_line_was_open());
    REQUIRE(lines.next(line));
    CHECK(line == "last");
    CHECK(lines.line_number() == 4);
    CHECK(lines.last_line_was_open());
    CHECK_FALSE(lines.next(line));
    CHECK_FALSE(lines.next(line));
}

TEST_CASE("lines longer than the buffer are whole, lines longer than the bound are an error with their number") {
    const std::string long_line(700000, 'y');
    const std::string text = "short\n" + long_line + "\nend\n";
    LineReader lines(bytes_in_memory(text, TextEncoding::utf8), "log.csv", 800000);
    std::string_view line;
    REQUIRE(lines.next(line));
    REQUIRE(lines.next(line));
    CHECK(line == long_line);
    REQUIRE(lines.next(line));
    CHECK(line == "end");

    const std::string endless = "short\n" + std::string(2U << 20, 'z');
    LineReader bounded(bytes_in_memory(endless, TextEncoding::utf8), "log.csv", 1U << 20);
    REQUIRE(bounded.next(line));
    try {
        static_cast<void>(bounded.next(line));
        FAIL("no error");
    } catch (const InputError& error) {
        CHECK(error.message() == "a line is longer than 1048576 bytes");
        CHECK(error.position().line == 2);
    }
}

TEST_CASE("every line of a large file comes once, whatever the block boundaries") {
    const std::string text = some_text(120000);
    LineReader lines(bytes_in_memory(text, TextEncoding::utf8), "memory");
    std::string joined;
    for (std::string_view line; lines.next(line);) joined.append(line).push_back('\n');
    CHECK(joined == text);
    CHECK(lines.line_number() == 120000);
}

TEST_CASE("blocks hold whole lines; together they are the text, also behind single lines") {
    const std::string text = some_text(120000) + "no end";
    const std::string packed = gzipped(text);
    LineReader lines(bytes_in_memory(packed, TextEncoding::utf8), "memory");
    std::string_view line, block;
    REQUIRE(lines.next(line));
    std::string joined = std::string(line) + "\n";
    while (lines.next_block(block)) {
        CHECK(block.ends_with('\n') != lines.last_line_was_open());
        joined += block;
    }
    CHECK(joined == text);
    CHECK(lines.last_line_was_open());
}
