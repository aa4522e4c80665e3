// Any text as a PyTorch memory log: figures, or an InputError.
#include <breakeven/core/errors.hpp>
#include <breakeven/logs/torch_memory.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    try {
        static_cast<void>(breakeven::read_torch_memory(
            breakeven::bytes_in_memory(bytes, breakeven::TextEncoding::utf8, {.ratio = 500, .free_bytes = 1U << 20}), "fuzz"));
    } catch (const breakeven::InputError&) {
    }
    return 0;
}
