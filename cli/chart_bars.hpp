// Chart bars: small bars of block characters for a terminal.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

namespace breakeven::cli {

/// A bar of `share` of `width` characters, in eighths; at least a sliver for anything above zero.
[[nodiscard]] inline std::string bar_of(double share, int width) {
    static constexpr const char* eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const double clamped = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : (share > 0.0 ? 1.0 : 0.0);
    int parts = static_cast<int>(std::lround(clamped * width * 8));
    if (parts == 0 && clamped > 0.0) parts = 1;
    std::string out;
    for (int i = 0; i < parts / 8; ++i) out += "█";
    return out + eighths[parts % 8];
}

/// A bar from `low` to `high` on a scale of `width` characters from `from` to `to`, with `base` marked: "   ███│█    ".
[[nodiscard]] inline std::string range_bar(double low, double high, double base, double from, double to, int width) {
    const auto cell = [&](double value) {
        const double share = to > from ? (value - from) / (to - from) : 0.0;
        return std::clamp(static_cast<int>(std::lround(share * (width - 1))), 0, width - 1);
    };
    std::string out;
    const int middle = cell(base);
    for (int i = 0; i < width; ++i) {
        if (i == middle)
            out += "│";
        else
            out += i >= cell(low) && i <= cell(high) ? "█" : " ";
    }
    return out;
}

}  // namespace breakeven::cli
