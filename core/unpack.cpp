// Streaming gzip (RFC 1952) and Zstandard (RFC 8878) decompression, bounded in memory and in output.
#include <breakeven/core/unpack.hpp>

#include <breakeven/core/errors.hpp>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <zlib.h>
#include <zstd.h>

namespace breakeven::detail {

namespace {
constexpr std::size_t packed_block = 128U << 10;
constexpr int most_layers = 4;  // a file can be made that unpacks to itself for ever

/// What both decompressors share: a buffer of packed bytes, the bound on the output, and how the stream ended.
class Unpacker : public ByteSource {
public:
    Unpacker(std::unique_ptr<ByteSource> packed, std::string file, UnpackLimits limits)
        : packed_(std::move(packed)), file_(std::move(file)), limits_(limits), buffer_(packed_block) {
        limits_.ratio = std::max<std::uint64_t>(limits_.ratio, 1);
    }

    [[nodiscard]] std::string_view damage() const override { return damage_.empty() ? packed_->damage() : damage_; }
    [[nodiscard]] std::uint64_t consumed() const override { return packed_->consumed(); }

protected:
    /// Makes at least one packed byte available; false at the end of the packed stream.
    bool refill() {
        if (begin_ < filled_) return true;
        begin_ = 0;
        filled_ = packed_->read(buffer_);
        return filled_ != 0;
    }
    void account(std::size_t unpacked) {
        unpacked_ += unpacked;
        if (unpacked_ > limits_.free_bytes && unpacked_ / limits_.ratio > packed_->consumed())
            fail(std::string("unpacks to more than ") + std::to_string(limits_.ratio) + " times its size, as no log does",
                 "if the file is genuine, unpack it yourself and give the plain file");
    }
    [[noreturn]] void fail(const std::string& message, const std::string& hint) const {
        throw InputError(message, hint, Position{.file = file_, .text = {}});
    }

    std::unique_ptr<ByteSource> packed_;
    std::string file_;
    UnpackLimits limits_;
    std::vector<char> buffer_;
    std::size_t begin_ = 0;
    std::size_t filled_ = 0;
    std::uint64_t unpacked_ = 0;
    std::string_view damage_;
};

class GzipSource final : public Unpacker {
public:
    GzipSource(std::unique_ptr<ByteSource> packed, std::string file, UnpackLimits limits)
        : Unpacker(std::move(packed), std::move(file), limits) {
        if (inflateInit2(&stream_, gzip_only) != Z_OK) fail("no memory to unpack it", "close other programs");
    }
    ~GzipSource() override { inflateEnd(&stream_); }

    [[nodiscard]] std::size_t read(std::span<char> out) override {
        stream_.next_out = reinterpret_cast<Bytef*>(out.data());
        stream_.avail_out = static_cast<uInt>(std::min<std::size_t>(out.size(), 1U << 30));
        const auto room = stream_.avail_out;
        while (stream_.avail_out == room && !ended_) step();
        const std::size_t size = room - stream_.avail_out;
        account(size);
        return size;
    }

private:
    static constexpr int gzip_only = 15 + 16;  // zlib's code for "largest window, gzip wrapper"

    void step() {
        if (!refill()) {
            if (inside_member_) damage_ = "the gzip stream ends early";
            ended_ = true;
            return;
        }
        if (!inside_member_ && !next_member_begins()) return;
        stream_.next_in = reinterpret_cast<Bytef*>(buffer_.data() + begin_);
        stream_.avail_in = static_cast<uInt>(filled_ - begin_);
        const int status = inflate(&stream_, Z_NO_FLUSH);
        begin_ = filled_ - stream_.avail_in;
        if (status == Z_STREAM_END) {
            inside_member_ = false;
            inflateReset(&stream_);
        } else if (status != Z_OK && status != Z_BUF_ERROR) {
            fail(std::string("the gzip stream is corrupt") +
                     (stream_.msg == nullptr ? std::string() : ": " + std::string(stream_.msg)),
                 "copy the file again, or export it again");
        }
    }

    // Members may follow each other (logrotate, pigz, cat); zero bytes after the last are tape padding.
    bool next_member_begins() {
        if (!first_member_)
            while (begin_ < filled_ && buffer_[begin_] == '\0') ++begin_;
        if (begin_ == filled_) return false;
        if (buffer_[begin_] != '\x1f') {
            damage_ = "what follows the gzip stream is not gzip";
            ended_ = true;
            return false;
        }
        first_member_ = false;
        inside_member_ = true;
        return true;
    }

    z_stream stream_{};
    bool first_member_ = true;
    bool inside_member_ = false;
    bool ended_ = false;
};

class ZstdSource final : public Unpacker {
public:
    ZstdSource(std::unique_ptr<ByteSource> packed, std::string file, UnpackLimits limits)
        : Unpacker(std::move(packed), std::move(file), limits), stream_(ZSTD_createDStream(), &ZSTD_freeDStream) {
        if (!stream_) fail("no memory to unpack it", "close other programs");
    }

    [[nodiscard]] std::size_t read(std::span<char> out) override {
        ZSTD_outBuffer output{out.data(), out.size(), 0};
        while (output.pos == 0 && !ended_) {
            const bool more = refill();
            // Even without new input there may be output left inside the decoder.
            ZSTD_inBuffer input{buffer_.data() + begin_, filled_ - begin_, 0};
            const std::size_t status = ZSTD_decompressStream(stream_.get(), &output, &input);
            begin_ += input.pos;
            if (ZSTD_isError(status) != 0) {
                if (frames_ == 0 || inside_frame_) fail_on(status);
                damage_ = "what follows the zstd stream is not zstd";
                ended_ = true;
                break;
            }
            if (status == 0 && (input.pos > 0 || inside_frame_)) ++frames_;
            if (more || output.pos != 0) inside_frame_ = status != 0;
            if (!more && output.pos == 0) {
                if (inside_frame_) damage_ = "the zstd stream ends early";
                ended_ = true;
            }
        }
        account(output.pos);
        return output.pos;
    }

private:
    [[noreturn]] void fail_on(std::size_t status) const {
        fail("the zstd stream is corrupt: " + std::string(ZSTD_getErrorName(status)),
             "copy the file again; a stream made with --long needs unpacking by hand");
    }

    std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> stream_;
    std::size_t frames_ = 0;
    bool inside_frame_ = false;
    bool ended_ = false;
};
}  // namespace

std::unique_ptr<ByteSource> unpack(std::unique_ptr<ByteSource> packed, const std::string& file, UnpackLimits limits) {
    for (int layer = 0;; ++layer) {
        const std::string head = read_up_to(*packed, 4);
        packed = prepend(head, std::move(packed));
        const Packing packing = packing_of(head);
        if (packing == Packing::zip)
            throw InputError("this is a zip archive", "unpack it and give the file inside", Position{.file = file, .text = {}});
        if (packing == Packing::none) return packed;
        if (layer == most_layers)
            throw InputError(std::string("packed more than ") + std::to_string(most_layers) + " times over", "unpack it first",
                             Position{.file = file, .text = {}});
        if (packing == Packing::gzip)
            packed = std::make_unique<GzipSource>(std::move(packed), file, limits);
        else
            packed = std::make_unique<ZstdSource>(std::move(packed), file, limits);
    }
}

}  // namespace breakeven::detail
