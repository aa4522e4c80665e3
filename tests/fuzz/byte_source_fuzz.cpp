// Any bytes as a packed and encoded file: unpacking ends, in bounded output, with text or with an InputError.
#include <breakeven/core/byte_source.hpp>
#include <breakeven/core/errors.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    // The first byte chooses the encoding and the size of the pieces asked for.
    const auto encoding = data[0] % 2 == 0 ? breakeven::TextEncoding::utf8 : breakeven::TextEncoding::bytes;
    const std::size_t piece = 1 + data[0] / 2U * 37U;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    try {
        const auto source = breakeven::bytes_in_memory(bytes, encoding, {.ratio = 500, .free_bytes = 1U << 20});
        std::string buffer(piece, '\0');
        while (source->read(buffer) != 0) continue;
        static_cast<void>(source->damage());
        breakeven::LineReader lines(breakeven::bytes_in_memory(bytes, encoding, {.ratio = 500, .free_bytes = 1U << 20}), "fuzz",
                                    1U << 16);
        for (std::string_view line; lines.next(line);) continue;
    } catch (const breakeven::InputError&) {
    }
    return 0;
}
