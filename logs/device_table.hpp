// The GPUs of one table (internal): from the text that names a row's GPU to a small number, fast where rows take turns.
#pragma once

#include <breakeven/logs/telemetry.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace breakeven::detail {

class DeviceTable {
public:
    /// The number of the device called `key`, and whether it is new.
    std::pair<std::uint32_t, bool> find(std::string_view key) {
        // nvidia-smi prints one row for each GPU in turn, so the next one is nearly always the one behind the last.
        if (!keys_.empty()) {
            last_ = last_ + 1 < keys_.size() ? last_ + 1 : 0;
            if (keys_[last_] == key) return {last_, false};
        }
        const auto [entry, inserted] = numbers_.try_emplace(std::string(key), static_cast<std::uint32_t>(keys_.size()));
        if (inserted) keys_.emplace_back(key);
        last_ = entry->second;
        return {last_, inserted};
    }
    /// The number of the device called `key`, when it was found before.
    std::optional<std::uint32_t> known(std::string_view key) {
        if (keys_.empty()) return std::nullopt;
        last_ = last_ + 1 < keys_.size() ? last_ + 1 : 0;
        if (keys_[last_] == key) return last_;
        const auto entry = numbers_.find(std::string(key));
        if (entry == numbers_.end()) return std::nullopt;
        last_ = entry->second;
        return last_;
    }
    [[nodiscard]] std::size_t size() const { return keys_.size(); }

private:
    std::vector<std::string> keys_;
    std::unordered_map<std::string, std::uint32_t> numbers_;
    std::uint32_t last_ = 0;
};

}  // namespace breakeven::detail
