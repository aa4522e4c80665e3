// Text of any common encoding as UTF-8: byte order marks, UTF-16 (Windows PowerShell's `>`), stray NUL bytes.
#include <breakeven/core/unpack.hpp>

#include <breakeven/core/errors.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace breakeven::detail {

namespace {
/// Drops NUL bytes: zero-filled blocks after a power cut, and UTF-16 appended to a plain file by another shell.
class WithoutNuls final : public ByteSource {
public:
    WithoutNuls(std::unique_ptr<ByteSource> source, std::string file) : source_(std::move(source)), file_(std::move(file)) {}

    [[nodiscard]] std::size_t read(std::span<char> out) override {
        for (;;) {
            const std::size_t got = source_->read(out);
            if (got == 0 || std::memchr(out.data(), '\0', got) == nullptr) {
                only_nuls_ = 0;
                return got;
            }
            const auto end = std::remove(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(got), '\0');
            if (const auto kept = static_cast<std::size_t>(end - out.begin()); kept != 0) {
                only_nuls_ = 0;
                return kept;
            }
            only_nuls_ += got;
            if (only_nuls_ > most_nuls)
                throw InputError("holds nothing but zero bytes", "check the file", Position{.file = file_, .text = {}});
        }
    }
    [[nodiscard]] std::string_view damage() const override { return source_->damage(); }
    [[nodiscard]] std::uint64_t consumed() const override { return source_->consumed(); }

private:
    static constexpr std::uint64_t most_nuls = 1ULL << 30;  // in a row: /dev/zero must not be read for ever

    std::unique_ptr<ByteSource> source_;
    std::string file_;
    std::uint64_t only_nuls_ = 0;
};

void append_utf8(std::string& out, char32_t c) {
    const auto byte = [&](char32_t bits) { out.push_back(static_cast<char>(static_cast<unsigned char>(bits))); };
    if (c < 0x80) return byte(c);
    if (c < 0x800) {
        byte(0xC0 | (c >> 6));
    } else {
        if (c < 0x10000) {
            byte(0xE0 | (c >> 12));
        } else {
            byte(0xF0 | (c >> 18));
            byte(0x80 | ((c >> 12) & 0x3F));
        }
        byte(0x80 | ((c >> 6) & 0x3F));
    }
    byte(0x80 | (c & 0x3F));
}

class Utf16Source final : public ByteSource {
public:
    Utf16Source(std::unique_ptr<ByteSource> source, bool big_endian)
        : source_(std::move(source)), big_endian_(big_endian), raw_(64U << 10) {}

    [[nodiscard]] std::size_t read(std::span<char> out) override {
        while (position_ == text_.size() && !ended_) decode_block();
        const std::size_t size = std::min(out.size(), text_.size() - position_);
        std::copy_n(text_.data() + position_, size, out.data());
        position_ += size;
        return size;
    }
    [[nodiscard]] std::string_view damage() const override { return damage_.empty() ? source_->damage() : damage_; }
    [[nodiscard]] std::uint64_t consumed() const override { return source_->consumed(); }

private:
    static constexpr char32_t replacement = 0xFFFD;
    static constexpr char32_t mark = 0xFEFF;

    void decode_block() {
        text_.clear();
        position_ = 0;
        const std::size_t got = source_->read(std::span(raw_).subspan(held_));
        const std::size_t size = held_ + got;
        for (std::size_t i = 0; i + 1 < size; i += 2) {
            const auto first = static_cast<unsigned char>(raw_[i]);
            const auto second = static_cast<unsigned char>(raw_[i + 1]);
            take(static_cast<char32_t>(big_endian_ ? (first << 8U) | second : (second << 8U) | first));
        }
        held_ = size % 2;
        if (held_ == 1) raw_[0] = raw_[size - 1];
        if (got == 0) finish();
    }

    void take(char32_t unit) {
        if (high_ != 0) {
            const char32_t high = std::exchange(high_, 0);
            if (unit >= 0xDC00 && unit < 0xE000) return append_utf8(text_, 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00));
            append_utf8(text_, replacement);
        }
        if (unit >= 0xD800 && unit < 0xDC00)
            high_ = unit;
        else if (unit >= 0xDC00 && unit < 0xE000)
            append_utf8(text_, replacement);
        else if (unit != mark)
            append_utf8(text_, unit);  // a mark inside: two files were joined
    }

    void finish() {
        ended_ = true;
        if (held_ == 1 || high_ != 0) damage_ = "the UTF-16 text ends inside a character";
    }

    std::unique_ptr<ByteSource> source_;
    bool big_endian_;
    std::vector<char> raw_;
    std::size_t held_ = 0;  // an odd byte waits for its other half
    char32_t high_ = 0;     // so does the first half of a surrogate pair
    std::string text_;
    std::size_t position_ = 0;
    bool ended_ = false;
    std::string_view damage_;
};
}  // namespace

std::unique_ptr<ByteSource> decode_text(std::unique_ptr<ByteSource> source, const std::string& file) {
    std::string head = read_up_to(*source, 3);
    const bool little = head.starts_with("\xff\xfe");
    const bool big = head.starts_with("\xfe\xff");
    if (little || big) {
        source = std::make_unique<Utf16Source>(prepend(head.substr(2), std::move(source)), big);
    } else {
        if (head == "\xef\xbb\xbf") head.clear();
        source = prepend(std::move(head), std::move(source));
    }
    return std::make_unique<WithoutNuls>(std::move(source), file);
}

}  // namespace breakeven::detail
