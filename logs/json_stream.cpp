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

/// In runs that eight bits can count, so that many bytes are looked at at once.
std::size_t count_of(char wanted, std::string_view text) {
    std::size_t count = 0;
    while (!text.empty()) {
        const std::string_view run = text.substr(0, 255);
        std::uint8_t found = 0;
        for (const char c : run) found = static_cast<std::uint8_t>(found + (c == wanted));
        count += found;
        text.remove_prefix(run.size());
    }
    return count;
}

std::size_t characters_in(std::string_view text) {
    return breakeven::detail::characters(text);
}

}  // namespace

JsonStream::JsonStream(std::unique_ptr<ByteSource> source, std::string file_name, std::size_t longest_value)
    : source_(std::move(source)), file_name_(std::move(file_name)), longest_value_(longest_value), buffer_(next_buffer(first_buffer)) {}

std::shared_ptr<JsonBuffer> JsonStream::next_buffer(std::size_t bytes) {
    std::shared_ptr<JsonBuffer> next;
    if (spare_.empty()) {
        next = std::make_shared<JsonBuffer>();
    } else {
        next = std::move(spare_.back());
        spare_.pop_back();
    }
    if (next->bytes.size() < bytes) next->bytes.resize(bytes);
    return next;
}

void JsonStream::drop_consumed() {
    const std::string_view gone(buffer_->bytes.data(), begin_), kept = text();
    const std::size_t lines = buffer_->lines_before + count_of('\n', gone);
    const auto last_end = gone.rfind('\n');
    const std::size_t characters =
        last_end == std::string_view::npos ? buffer_->characters_before + characters_in(gone) : characters_in(gone.substr(last_end + 1));
    // Whoever has values of this buffer keeps it.
    const auto next = buffer_.use_count() == 1 ? buffer_ : next_buffer(buffer_->bytes.size());
    std::memmove(next->bytes.data(), kept.data(), kept.size());
    next->filled = kept.size();
    next->lines_before = lines;
    next->characters_before = characters;
    buffer_ = next;
    begin_ = 0;
}

bool JsonStream::fill() {
    if (ended_) return false;
    if (begin_ > 0) drop_consumed();
    auto& bytes = buffer_->bytes;
    if (buffer_->filled == bytes.size()) {
        if (bytes.size() >= longest_value_)
            throw error_here("one value is longer than " + std::to_string(longest_value_ >> 20U) + " MiB",
                             "a quote that is not escaped may have swallowed the rest of the file");
        bytes.resize(2 * bytes.size());
    }
    const std::size_t count = source_->read({bytes.data() + buffer_->filled, bytes.size() - buffer_->filled});
    buffer_->filled += count;
    ended_ = count == 0;
    return !ended_;
}

char JsonStream::peek() {
    while (true) {
        const auto& [bytes, filled, lines, characters] = *buffer_;
        while (begin_ < filled && is_blank(bytes[begin_])) ++begin_;
        if (begin_ < filled) return bytes[begin_];
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

Position JsonStream::place_of(const JsonBuffer& buffer, std::size_t in_buffer) const {
    const std::string_view text(buffer.bytes.data(), buffer.filled), before = text.substr(0, in_buffer);
    const std::size_t lines = count_of('\n', before);
    const auto last_end = before.rfind('\n');
    const std::size_t line_begin = last_end == std::string_view::npos ? 0 : last_end + 1;
    const std::size_t column = characters_in(before.substr(line_begin)) + (lines == 0 ? buffer.characters_before : 0) + 1;
    const std::string_view rest = text.substr(line_begin);
    const std::string_view line = rest.substr(0, std::min(rest.find_first_of("\r\n"), rest.size()));
    const bool whole_line = lines != 0 || buffer.characters_before == 0;
    return at_line(file_name_, buffer.lines_before + lines + 1, column, whole_line ? line : std::string_view{});
}

InputError JsonStream::error_in(const JsonBuffer& buffer, std::string_view value, const JsonFault& fault) const {
    const auto begin = static_cast<std::size_t>(value.data() - buffer.bytes.data());
    return InputError(fault.what, "the file is no JSON from there on; write the trace again, or correct the line",
                      place_of(buffer, begin + std::min(fault.offset, value.size())));
}

InputError JsonStream::error_here(const std::string& message, const std::string& hint) const {
    return InputError(message, hint, place_of(*buffer_, begin_));
}

std::string JsonStream::rest(std::size_t bytes) {
    while (text().size() < bytes && text().size() < longest_value_ / 2 && fill()) {
    }
    std::string out(text().substr(0, std::min(bytes, text().size())));
    return out;
}

}  // namespace breakeven::detail
