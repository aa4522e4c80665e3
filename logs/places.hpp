// Where a character stands in a text (internal): eight bytes at a time, sixty-four before anything depends on what was found.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace breakeven::detail {

/// Bit i is set where `bytes[i]` is `wanted`; of eight bytes.
[[nodiscard]] inline std::uint64_t places_in_eight(const char* bytes, char wanted) {
    constexpr std::uint64_t low_seven = 0x7F7F7F7F7F7F7F7FULL;
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    const std::uint64_t differing = word ^ (0x0101010101010101ULL * static_cast<unsigned char>(wanted));
    const std::uint64_t equal = ~(((differing & low_seven) + low_seven) | differing | low_seven);  // the top bit of each equal byte
    return (equal * 0x0002040810204081ULL) >> 56U;  // gathers these eight bits; no two sums meet
}

/// The same of sixty-four.
[[nodiscard]] inline std::uint64_t places_in_sixty_four(const char* bytes, char wanted) {
    std::uint64_t found = 0;
#if defined(__SSE2__)
    for (int i = 0; i < 4; ++i) {
        const __m128i equal = _mm_cmpeq_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes) + i), _mm_set1_epi8(wanted));
        found |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(equal))) << (16 * i);
    }
#else
    for (int i = 0; i < 8; ++i) found |= places_in_eight(bytes + 8 * i, wanted) << (8 * i);
#endif
    return found;
}

/// Calls `visit(place)` for every place of `wanted` in `text`, in order.
template <class Visit>
void for_each_place(std::string_view text, char wanted, Visit visit) {
    if (text.size() < 8) {
        for (std::size_t place = 0; place < text.size(); ++place)
            if (text[place] == wanted) visit(place);
        return;
    }
    for (std::size_t first = 0; first < text.size(); first += 64) {
        const std::size_t count = std::min<std::size_t>(64, text.size() - first);
        std::uint64_t found = 0;
        if (count == 64) {
            found = places_in_sixty_four(text.data() + first, wanted);
        } else {
            for (std::size_t i = 0; i + 8 <= count; i += 8) found |= places_in_eight(text.data() + first + i, wanted) << i;
        }
        if (count % 8 != 0) {
            // The last eight bytes, some of them for the second time.
            const std::uint64_t last = places_in_eight(text.data() + text.size() - 8, wanted);
            found |= count >= 8 ? last << (count - 8) : last >> (8 - count);
        }
        for (; found != 0; found &= found - 1) visit(first + static_cast<std::size_t>(std::countr_zero(found)));
    }
}

}  // namespace breakeven::detail
