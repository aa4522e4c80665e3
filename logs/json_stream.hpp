// A JSON text of any length as a stream of values: the buffer holds one value at a time, and places are known for errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <breakeven/core/byte_source.hpp>
#include <breakeven/core/errors.hpp>
#include <breakeven/logs/json_text.hpp>

namespace breakeven::detail {

/// Some of the text, and where it stands in the file.
struct JsonBuffer {
    std::vector<char> bytes;
    std::size_t filled = 0;
    std::size_t lines_before = 0;       ///< line ends before it
    std::size_t characters_before = 0;  ///< characters of its first line that are before it
};

class JsonStream {
public:
    /// Reads `source`, which messages call `file_name`. A value longer than `longest_value` bytes is an error.
    JsonStream(std::unique_ptr<ByteSource> source, std::string file_name, std::size_t longest_value = 64ULL << 20U);

    /// The next byte that is not blank, which is not consumed; 0 at the end of the file.
    [[nodiscard]] char peek();
    /// Consumes one byte, the one that peek() saw.
    void take() { ++begin_; }
    /// Cuts out the next value. False when the file ends within it. The view lives until the next call of anything but error_in, or as
    /// long as somebody has the buffer(). Throws InputError with line and column where the text is no JSON, even as lenient as it is read here.
    [[nodiscard]] bool value(std::string_view& value);
    /// Passes over the next value, of any length.
    [[nodiscard]] bool skip_value();

    /// What holds the values that were cut out last. They live as long as somebody has it; those who have none any more give it back, to
    /// be used again.
    [[nodiscard]] const std::shared_ptr<JsonBuffer>& buffer() const { return buffer_; }
    void give_back(std::shared_ptr<JsonBuffer> buffer) { spare_.push_back(std::move(buffer)); }

    /// The error `fault` found in `value`, a view that value() gave.
    [[nodiscard]] InputError error_in(std::string_view value, const JsonFault& fault) const { return error_in(*buffer_, value, fault); }
    /// The same for a value that stands in an earlier buffer.
    [[nodiscard]] InputError error_in(const JsonBuffer& buffer, std::string_view value, const JsonFault& fault) const;
    /// An error at the next byte.
    [[nodiscard]] InputError error_here(const std::string& message, const std::string& hint = {}) const;

    [[nodiscard]] const std::string& file_name() const { return file_name_; }
    [[nodiscard]] const JsonLeniency& leniency() const { return leniency_; }
    [[nodiscard]] std::string_view damage() const { return source_->damage(); }
    [[nodiscard]] std::uint64_t consumed() const { return source_->consumed(); }
    /// What is left of the file, for a search when it is no JSON any more; at most `bytes`.
    [[nodiscard]] std::string rest(std::size_t bytes);

private:
    [[nodiscard]] std::string_view text() const { return {buffer_->bytes.data() + begin_, buffer_->filled - begin_}; }
    /// Reads more behind what is there; false at the end of the file.
    bool fill();
    void drop_consumed();
    [[nodiscard]] std::shared_ptr<JsonBuffer> next_buffer(std::size_t bytes);
    [[nodiscard]] Position place_of(const JsonBuffer& buffer, std::size_t in_buffer) const;

    std::unique_ptr<ByteSource> source_;
    std::string file_name_;
    std::size_t longest_value_;
    std::vector<std::shared_ptr<JsonBuffer>> spare_;
    std::shared_ptr<JsonBuffer> buffer_;
    std::size_t begin_ = 0;
    bool ended_ = false;
    JsonLeniency leniency_;
};

}  // namespace breakeven::detail
