// Lines of a byte source, found with memchr in one growing buffer.
#include <breakeven/core/byte_source.hpp>

#include <breakeven/core/errors.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace breakeven {

namespace {
constexpr std::size_t first_buffer = 256U << 10;
}

LineReader::LineReader(std::unique_ptr<ByteSource> source, std::string file_name, std::size_t longest_line)
    : source_(std::move(source)), file_name_(std::move(file_name)), longest_line_(longest_line), buffer_(first_buffer, '\0') {}

LineReader::~LineReader() = default;

bool LineReader::next(std::string_view& line) {
    std::size_t searched = 0;  // what was searched once is not searched again after a refill
    for (;;) {
        const char* const begin = buffer_.data() + begin_;
        const void* const found = std::memchr(begin + searched, '\n', filled_ - begin_ - searched);
        if (found != nullptr || (ended_ && begin_ < filled_)) {
            const std::size_t size =
                found == nullptr ? filled_ - begin_ : static_cast<std::size_t>(static_cast<const char*>(found) - begin);
            line = std::string_view(begin, size);
            if (line.ends_with('\r')) line.remove_suffix(1);
            begin_ += size + (found == nullptr ? 0 : 1);
            last_open_ = found == nullptr;
            ++line_number_;
            return true;
        }
        if (ended_) return false;
        searched = filled_ - begin_;
        refill();
    }
}

bool LineReader::next_block(std::string_view& lines) {
    std::size_t searched = 0;
    for (;;) {
        const auto rest = std::string_view(buffer_).substr(begin_, filled_ - begin_);
        const std::size_t last = rest.substr(searched).rfind('\n');
        if (last != std::string_view::npos || (ended_ && !rest.empty())) {
            lines = ended_ ? rest : rest.substr(0, searched + last + 1);
            begin_ += lines.size();
            last_open_ = !lines.ends_with('\n');
            return true;
        }
        if (ended_) return false;
        searched = rest.size();
        refill();
    }
}

/// Moves what is left to the front and reads behind it.
void LineReader::refill() {
    if (begin_ > 0) {
        std::memmove(buffer_.data(), buffer_.data() + begin_, filled_ - begin_);
        filled_ -= begin_;
        begin_ = 0;
    }
    if (filled_ > longest_line_)
        throw InputError(std::string("a line is longer than ") + std::to_string(longest_line_) + " bytes",
                         "is this a text file?", Position{.file = file_name_, .line = line_number_ + 1, .text = {}});
    if (filled_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
    const std::size_t got = source_->read(std::span(buffer_).subspan(filled_));
    ended_ = got == 0;
    filled_ += got;
}

std::string_view LineReader::damage() const {
    return source_->damage();
}

std::uint64_t LineReader::consumed() const {
    return source_->consumed();
}

}  // namespace breakeven
