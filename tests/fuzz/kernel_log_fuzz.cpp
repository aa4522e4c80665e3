// Any bytes as a kernel log: figures that hold together, or an InputError.
#include <breakeven/core/errors.hpp>
#include <breakeven/logs/evidence.hpp>
#include <breakeven/logs/reader.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "evidence_holds.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    try {
        breakeven::fuzz::require_holds(breakeven::read_trace_bytes(bytes, "fuzz"), size % 2 == 0);
    } catch (const breakeven::InputError&) {
    }
    return 0;
}
