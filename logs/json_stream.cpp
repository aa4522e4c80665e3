// See json_stream.hpp.
#include <breakeven/logs/json_stream.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

#include <breakeven/logs/where.hpp>

namespace breakeven::detail {
namespace {

constexpr std::size_t first_buffer = 1ULL << 18U;  // small enough to stay in a core's own cache

bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

std::size_t characters_in(std::string_view text) {
    return breakeven::detail::characters(text);
}

}  // namespace

JsonStream::JsonStream(std::unique_ptr<ByteSource> source, std::string file_name, std::size_t longest_value)
    : source_(std::move(source)), file_name_(std::move(file_name)), longest_value_(longest_value), buffer_(first_buffer) {}

void JsonStream::drop_consumed() {
    const std::string_view gone(buffer_.data(), begin_);
    lines_dropped_ += static_cast<std::size_t>(std::count(gone.begin(), gone.end(), '\n'));
    const auto last_end = gone.rfind('\n');
    if (last_end == std::string_view::npos)
        characters_dropped_ += characters_in(gone);
    else
        characters_dropped_ = characters_in(gone.substr(last_end + 1));
    std::memmove(buffer_.data(), buffer_.data() + begin_, filled_ - begin_);
    filled_ -= begin_;
    begin_ = 0;
}

bool JsonStream::fill() {
    if (ended_) return false;
    if (begin_ > 0) drop_consumed();
    if (filled_ == buffer_.size()) {
        if (buffer_.size() >= longest_value_)
            throw error_here("one value is longer than " + std::to_string(longest_value_ >> 20U) + " MiB",
                             "a quote that is not escaped may have swallowed the rest of the file");
        buffer_.resize(2 * buffer_.size());
    }
    const std::size_t count = source_->read({buffer_.data() + filled_, buffer_.size() - filled_});
    filled_ += count;
    ended_ = count == 0;
    return !ended_;
}

char JsonStream::peek() {
    while (true) {
        while (begin_ < filled_ && is_blank(buffer_[begin_])) ++begin_;
        if (begin_ < filled_) return buffer_[begin_];
        if (!fill()) return '\0';
    }
}

bool JsonStream::value(std::string_view& value) {
    static_cast<void>(peek());
    JsonValueEnd end;
    try {
        while (end.look(text(), ended_, leniency_) != JsonValueEnd::Result::found) {
            if (ended_) return false;
            fill();
        }
    } catch (const JsonFault& fault) {
        throw error_in(text(), fault);
    }
    value = text().substr(0, end.end());
    begin_ += end.end();
    return true;
}

bool JsonStream::skip_value() {
    static_cast<void>(peek());
    JsonValueEnd end;
    try {
        while (end.look(text(), ended_, leniency_) != JsonValueEnd::Result::found) {
            if (ended_) return false;
            begin_ += end.end();
            end.forget(end.end());
            fill();
        }
    } catch (const JsonFault& fault) {
        throw error_in(text(), fault);
    }
    begin_ += end.end();
    return true;
}

Position JsonStream::place_of(std::size_t in_buffer) const {
    const std::string_view before(buffer_.data(), in_buffer);
    const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const auto last_end = before.rfind('\n');
    const std::size_t line_begin = last_end == std::string_view::npos ? 0 : last_end + 1;
    const std::size_t column = characters_in(before.substr(line_begin)) + (lines == 0 ? characters_dropped_ : 0) + 1;
    const std::string_view rest(buffer_.data() + line_begin, filled_ - line_begin);
    const std::string_view line = rest.substr(0, std::min(rest.find_first_of("\r\n"), rest.size()));
    const bool whole_line = lines != 0 || characters_dropped_ == 0;
    return at_line(file_name_, lines_dropped_ + lines + 1, column, whole_line ? line : std::string_view{});
}

InputError JsonStream::error_in(std::string_view value, const JsonFault& fault) const {
    const auto begin = static_cast<std::size_t>(value.data() - buffer_.data());
    return InputError(fault.what, "the file is no JSON from there on; write the trace again, or correct the line",
                      place_of(begin + std::min(fault.offset, value.size())));
}

InputError JsonStream::error_here(const std::string& message, const std::string& hint) const {
    return InputError(message, hint, place_of(begin_));
}

std::string JsonStream::rest(std::size_t bytes) {
    while (text().size() < bytes && filled_ - begin_ < longest_value_ / 2 && fill()) {
    }
    std::string out(text().substr(0, std::min(bytes, text().size())));
    return out;
}

}  // namespace breakeven::detail
