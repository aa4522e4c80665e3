#include "progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include <unistd.h>

namespace breakeven::cli {

ProgressBar::ProgressBar(bool quiet) : wanted_(!quiet && ::isatty(STDERR_FILENO) == 1) {}

std::function<void(std::uint64_t, std::uint64_t)> ProgressBar::callback() {
    if (!wanted_) return {};
    return [this](std::uint64_t done, std::uint64_t all) { show(done, all); };
}

void ProgressBar::show(std::uint64_t done, std::uint64_t all) {
    using namespace std::chrono_literals;
    const auto now = std::chrono::steady_clock::now();
    if (now - begun_ < 2s || now - last_ < 100ms) return;
    last_ = now;
    shown_ = true;
    const double megabytes = static_cast<double>(done) / 1e6;
    if (all == 0) {
        fmt::print(stderr, "\r{:.0f} MB read", megabytes);
        return;
    }
    constexpr int width = 40;
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(all));
    const auto filled = static_cast<std::size_t>(share * width);
    fmt::print(stderr, "\r[{}{}] {:3.0f} %  {:.0f} MB", std::string(filled, '='), std::string(width - filled, ' '), 100.0 * share, megabytes);
}

void ProgressBar::finish() {
    if (shown_) std::fputs("\r\x1b[K", stderr);
    shown_ = false;
}

}  // namespace breakeven::cli
