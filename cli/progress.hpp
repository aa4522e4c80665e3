// Progress: a bar on standard error for what takes longer than two seconds, on a terminal only.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace breakeven::cli {

class ProgressBar {
public:
    explicit ProgressBar(bool quiet);
    ~ProgressBar() { finish(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// What readers call with the bytes read, of how many (0 when unknown). Empty where no bar may be shown.
    [[nodiscard]] std::function<void(std::uint64_t, std::uint64_t)> callback();
    /// Wipes the bar.
    void finish();

private:
    void show(std::uint64_t done, std::uint64_t all);

    bool wanted_;
    bool shown_ = false;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point last_ = begun_;
};

}  // namespace breakeven::cli
