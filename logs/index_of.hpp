// Equal values get the same small number: open addressing over places in a list of the values themselves (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace breakeven::detail {

/// One step of mixing a number into a hash.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
    return hash ^ (hash >> 32U);
}

/// `Hash{}(value)` is 64 bits, of which the lowest count.
template <class Value, class Hash>
class IndexOf {
public:
    /// The place of `value` in `values`, where it is appended when it is new. Always the same list, which only grows.
    std::uint32_t of(const Value& value, std::vector<Value>& values) {
        if (last_ < values.size() && values[last_] == value) return last_;
        if (slots_.size() < 2 * (values.size() + 1)) grow(values);
        std::size_t slot = slot_of(value);
        while (slots_[slot] != 0 && !(values[slots_[slot] - 1] == value)) slot = next(slot);
        if (slots_[slot] == 0) {
            values.push_back(value);
            slots_[slot] = static_cast<std::uint32_t>(values.size());
        }
        last_ = slots_[slot] - 1;
        return last_;
    }
    /// The place of `value`, or the list's length when it is not there.
    [[nodiscard]] std::size_t find(const Value& value, const std::vector<Value>& values) const {
        if (slots_.empty()) return values.size();
        std::size_t slot = slot_of(value);
        while (slots_[slot] != 0 && !(values[slots_[slot] - 1] == value)) slot = next(slot);
        return slots_[slot] == 0 ? values.size() : slots_[slot] - 1;
    }
    /// For a list that begins anew.
    void clear() { slots_.clear(); }

private:
    [[nodiscard]] std::size_t slot_of(const Value& value) const { return static_cast<std::size_t>(Hash{}(value)) & (slots_.size() - 1); }
    [[nodiscard]] std::size_t next(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }

    void grow(const std::vector<Value>& values) {
        std::size_t size = 64;
        while (size < 4 * (values.size() + 1)) size *= 2;
        slots_.assign(size, 0);
        for (std::size_t place = 0; place < values.size(); ++place) {
            std::size_t slot = slot_of(values[place]);
            while (slots_[slot] != 0) slot = next(slot);
            slots_[slot] = static_cast<std::uint32_t>(place + 1);
        }
    }

    std::vector<std::uint32_t> slots_;  // 0: free, else a place + 1
    std::uint32_t last_ = 0;            // events repeat, so the last answer is often the next
};

}  // namespace breakeven::detail
