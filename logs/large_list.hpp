// Large lists (internal): room for millions of events, which the system is asked to give in large pages, since the first touch of
// every small one costs as much as filling it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <sys/mman.h>

namespace breakeven::detail {

/// As list.reserve(count).
template <class Item>
void reserve_large(std::vector<Item>& list, std::size_t count) {
    list.reserve(count);
#ifdef MADV_HUGEPAGE
    constexpr std::uintptr_t large_page = 2ULL << 20U;
    const auto from = (reinterpret_cast<std::uintptr_t>(list.data()) + large_page - 1) & ~(large_page - 1);
    const auto to = reinterpret_cast<std::uintptr_t>(list.data() + list.capacity()) & ~(large_page - 1);
    if (from < to) ::madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE);  // a hint; where it is refused nothing is lost
#endif
}

}  // namespace breakeven::detail
