// Sixty-four bytes of JSON at once (internal): where its quotes and brackets stand, as bits, and the first byte that needs a closer look.
//
// Each kind of byte becomes a mask of 64 bits; what lies inside strings follows from the quotes alone, as long as no backslash
// comes before. Without SSE2 there are no blocks, and every byte gets the closer look.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace breakeven::detail {

class JsonBlock {
public:
    static constexpr std::size_t bytes = 64;
#if defined(__SSE2__)
    static constexpr bool is_known = true;
#else
    static constexpr bool is_known = false;
#endif

    /// `text`: 64 bytes, of which the first is inside a string or not.
    JsonBlock([[maybe_unused]] const char* text, [[maybe_unused]] bool begins_in_string) {
#if defined(__SSE2__)
        std::uint64_t slashes = 0, controls = 0, others = 0;
        for (int i = 0; i < 4; ++i) {
            const __m128i sixteen = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text) + i);
            const auto bits = [i](__m128i found) {
                return static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(found))) << (16 * i);
            };
            const auto is = [sixteen](char wanted) { return _mm_cmpeq_epi8(sixteen, _mm_set1_epi8(wanted)); };
            // Unsigned comparison: x is from..to when x - from does not pass to - from.
            const auto is_from = [sixteen](char from, char to) {
                const __m128i above = _mm_sub_epi8(sixteen, _mm_set1_epi8(from));
                return _mm_cmpeq_epi8(_mm_min_epu8(above, _mm_set1_epi8(static_cast<char>(to - from))), above);
            };
            const __m128i control = is_from('\0', '\x1F');
            const __m128i blank = _mm_or_si128(_mm_or_si128(is(' '), is('\n')), _mm_or_si128(is('\r'), is('\t')));
            // + , - . 0 to 9 and : stand together, with one slash among them.
            const __m128i plain = _mm_or_si128(blank, _mm_andnot_si128(is('/'), is_from('+', ':')));
            const __m128i folded = _mm_or_si128(sixteen, _mm_set1_epi8(0x20));  // [ and { differ in this bit, and so do ] and }
            const __m128i bracket = _mm_or_si128(_mm_cmpeq_epi8(folded, _mm_set1_epi8('{')), _mm_cmpeq_epi8(folded, _mm_set1_epi8('}')));
            quotes_ |= bits(is('"'));
            brackets_ |= bits(bracket);
            slashes |= bits(is('\\'));
            controls |= bits(control);
            others |= bits(_mm_or_si128(plain, bracket));
        }
        // The parity of the quotes so far: set from an opening quote up to its closing one.
        std::uint64_t inside = quotes_;
        for (unsigned step = 1; step < 64; step *= 2) inside ^= inside << step;
        in_string_ = begins_in_string ? ~inside : inside;
        begins_in_string_ = begins_in_string;
        brackets_ &= ~in_string_;
        odd_ = slashes | (controls & in_string_) | ~(others | in_string_ | quotes_);
#endif
    }

    [[nodiscard]] std::uint64_t brackets() const { return brackets_; }  ///< outside of strings
    /// What is neither plain inside a string nor a number, a blank, a bracket, a comma or a colon outside: escapes, words, faults.
    [[nodiscard]] std::uint64_t odd() const { return odd_; }
    /// Whether the byte at `place`, up to 64, is inside a string. It is no quote.
    [[nodiscard]] bool in_string_at(std::size_t place) const {
        return place == 0 ? begins_in_string_ : (in_string_ >> (place - 1) & 1U) != 0;
    }
    [[nodiscard]] bool has_quote_before(std::size_t place) const { return quotes_before(place) != 0; }
    /// Where the last quote before `place` stands; there is one.
    [[nodiscard]] std::size_t last_quote_before(std::size_t place) const {
        return 63 - static_cast<std::size_t>(std::countl_zero(quotes_before(place)));
    }

private:
    [[nodiscard]] std::uint64_t quotes_before(std::size_t place) const { return place == 64 ? quotes_ : quotes_ & ((1ULL << place) - 1); }

    std::uint64_t quotes_ = 0;
    std::uint64_t brackets_ = 0;
    std::uint64_t in_string_ = 0;
    std::uint64_t odd_ = 0;
    bool begins_in_string_ = false;
};

/// From `at` on in a string, the next quote, backslash or control character, or where fewer than sixteen bytes are left.
[[nodiscard]] inline std::size_t plain_sixteens_end([[maybe_unused]] const char* text, std::size_t at, [[maybe_unused]] std::size_t size, bool& found) {
    found = false;
#if defined(__SSE2__)
    for (; at + 16 <= size; at += 16) {
        const __m128i sixteen = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + at));
        const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(sixteen, _mm_set1_epi8(0x1F)), sixteen);
        const __m128i ends = _mm_or_si128(control, _mm_or_si128(_mm_cmpeq_epi8(sixteen, _mm_set1_epi8('"')), _mm_cmpeq_epi8(sixteen, _mm_set1_epi8('\\'))));
        const auto bits = static_cast<std::uint32_t>(_mm_movemask_epi8(ends));
        found = bits != 0;
        if (found) return at + static_cast<std::size_t>(std::countr_zero(bits));
    }
#endif
    return at;
}

}  // namespace breakeven::detail
