#include <breakeven/core/read_ahead.hpp>

#include <breakeven/core/errors.hpp>

#include <doctest/doctest.h>

#include <packed.hpp>

#include <string>

using namespace breakeven;

namespace {

std::string long_text() {
    std::string text;
    for (int i = 0; i < 900'000; ++i) text += std::to_string(i) + ",";
    return text;
}

std::string all_of(ByteSource& source, std::size_t piece) {
    std::string out, buffer(piece, '\0');
    for (std::size_t count = source.read(buffer); count != 0; count = source.read(buffer)) out.append(buffer, 0, count);
    return out;
}

/// Fails at its second piece.
class Failing final : public ByteSource {
public:
    [[nodiscard]] std::size_t read(std::span<char> out) override {
        if (read_++ != 0) throw InputError("the disk is gone", "");
        out[0] = 'x';
        return 1;
    }
    [[nodiscard]] std::uint64_t consumed() const override { return 0; }

private:
    int read_ = 0;
};

}  // namespace

TEST_CASE("what is read ahead is what is read, in any pieces, packed or not") {
    const std::string text = long_text();
    const std::string packed = test::gzipped(text);
    for (const std::size_t piece : {std::size_t{7777}, std::size_t{5} << 20U}) {
        CHECK(all_of(*read_ahead(bytes_in_memory(text, TextEncoding::utf8)), piece) == text);
        CHECK(all_of(*read_ahead(bytes_in_memory(packed, TextEncoding::utf8)), piece) == text);
    }
}

TEST_CASE("a stream that ends early says so at its end, and not before") {
    const std::string packed = test::gzipped(long_text());
    const auto source = read_ahead(bytes_in_memory(std::string_view(packed).substr(0, packed.size() / 2), TextEncoding::utf8));
    CHECK(source->damage().empty());
    CHECK_FALSE(all_of(*source, 1000).empty());
    CHECK(source->damage() == "the gzip stream ends early");
    char byte = 0;
    CHECK(source->read({&byte, 1}) == 0);
}

TEST_CASE("an error comes after the bytes before it, and a source that nobody reads on ends with its owner") {
    const auto source = read_ahead(std::make_unique<Failing>());
    char byte = 0;
    CHECK(source->read({&byte, 1}) == 1);
    CHECK_THROWS_AS(static_cast<void>(source->read({&byte, 1})), InputError);
    static_cast<void>(read_ahead(bytes_in_memory("unread", TextEncoding::bytes)));
}
