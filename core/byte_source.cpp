// Files, standard input and memory as byte sources; unpack.cpp and decode_text.cpp stack on them.
#include <breakeven/core/byte_source.hpp>

#include <breakeven/core/errors.hpp>
#include <breakeven/core/unpack.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace breakeven {

namespace {
InputError cannot_open(const std::string& path, int code) {
    const Position at{.file = path, .text = {}};
    switch (code) {
        case ENOENT:
            return InputError("no such file", "check the path", at);
        case EACCES:
            return InputError("not allowed to read this file", "check its permissions", at);
        case EISDIR:
            return InputError("this is a directory", "name a file in it", at);
        default:
            return InputError(std::string("cannot be read: ") + std::generic_category().message(code),
                              "check the file and the disk", at);
    }
}

class FileSource final : public ByteSource {
public:
    explicit FileSource(const std::string& path) : path_(path) {
        if (path == "-") return;
        owned_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (owned_ < 0) throw cannot_open(path, errno);
        struct stat status {};
        if (::fstat(owned_, &status) == 0 && S_ISDIR(status.st_mode)) {
            ::close(owned_);
            throw cannot_open(path, EISDIR);
        }
        ::posix_fadvise(owned_, 0, 0, POSIX_FADV_SEQUENTIAL);  // a hint; a pipe refuses it and that is fine
    }
    ~FileSource() override {
        if (owned_ >= 0) ::close(owned_);
    }

    [[nodiscard]] std::size_t read(std::span<char> out) override {
        for (;;) {
            const auto got = ::read(owned_ >= 0 ? owned_ : STDIN_FILENO, out.data(), out.size());
            if (got >= 0) {
                consumed_ += static_cast<std::uint64_t>(got);
                return static_cast<std::size_t>(got);
            }
            if (errno != EINTR) throw cannot_open(path_, errno);
        }
    }
    [[nodiscard]] std::uint64_t consumed() const override { return consumed_; }

private:
    std::string path_;
    int owned_ = -1;  // standard input is borrowed
    std::uint64_t consumed_ = 0;
};

class MemorySource final : public ByteSource {
public:
    explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}

    [[nodiscard]] std::size_t read(std::span<char> out) override {
        const std::size_t size = std::min(out.size(), bytes_.size() - position_);
        std::copy_n(bytes_.data() + position_, size, out.data());
        position_ += size;
        return size;
    }
    [[nodiscard]] std::uint64_t consumed() const override { return position_; }

private:
    std::string_view bytes_;
    std::size_t position_ = 0;
};

class Prepended final : public ByteSource {
public:
    Prepended(std::string head, std::unique_ptr<ByteSource> tail) : head_(std::move(head)), tail_(std::move(tail)) {}

    [[nodiscard]] std::size_t read(std::span<char> out) override {
        if (position_ == head_.size()) return tail_->read(out);
        const std::size_t size = std::min(out.size(), head_.size() - position_);
        std::copy_n(head_.data() + position_, size, out.data());
        position_ += size;
        return size;
    }
    [[nodiscard]] std::string_view damage() const override { return tail_->damage(); }
    [[nodiscard]] std::uint64_t consumed() const override { return tail_->consumed(); }

private:
    std::string head_;
    std::size_t position_ = 0;
    std::unique_ptr<ByteSource> tail_;
};

std::unique_ptr<ByteSource> layered(std::unique_ptr<ByteSource> raw, const std::string& file, TextEncoding encoding,
                                    UnpackLimits limits) {
    auto plain = detail::unpack(std::move(raw), file, limits);
    return encoding == TextEncoding::utf8 ? detail::decode_text(std::move(plain), file) : std::move(plain);
}
}  // namespace

std::unique_ptr<ByteSource> open_bytes(const std::string& path, TextEncoding encoding, UnpackLimits limits) {
    if (const std::size_t scheme = path.find("://"); scheme != std::string::npos) {
        Position at;
        at.file = path.substr(0, scheme + 3) + "…";  // the rest may hold a secret
        throw InputError("this is an address, and a file belongs here", "a Prometheus is given as a log: prometheus+http://HOST:9090", at);
    }
    return layered(std::make_unique<FileSource>(path), path, encoding, limits);
}

std::unique_ptr<ByteSource> bytes_in_memory(std::string_view bytes, TextEncoding encoding, UnpackLimits limits) {
    return layered(std::make_unique<MemorySource>(bytes), "memory", encoding, limits);
}

std::unique_ptr<ByteSource> prepend(std::string head, std::unique_ptr<ByteSource> tail) {
    return std::make_unique<Prepended>(std::move(head), std::move(tail));
}

namespace detail {
std::string read_up_to(ByteSource& source, std::size_t size) {
    std::string out(size, '\0');
    std::size_t filled = 0;
    while (filled < size) {
        const std::size_t got = source.read(std::span(out).subspan(filled));
        if (got == 0) break;
        filled += got;
    }
    out.resize(filled);
    return out;
}
}  // namespace detail

}  // namespace breakeven
