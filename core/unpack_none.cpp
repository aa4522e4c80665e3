// Unpacking for builds without zlib and zstd, such as the page for browsers: plain bytes pass, packed ones are refused.
#include <breakeven/core/unpack.hpp>

#include <breakeven/core/errors.hpp>

#include <utility>

namespace breakeven::detail {

std::unique_ptr<ByteSource> unpack(std::unique_ptr<ByteSource> packed, const std::string& file, UnpackLimits) {
    const std::string head = read_up_to(*packed, 4);
    if (packing_of(head) != Packing::none)
        throw InputError("this file is packed, and this build does not unpack", "unpack it first", Position{.file = file, .text = {}});
    return prepend(head, std::move(packed));
}

}  // namespace breakeven::detail
