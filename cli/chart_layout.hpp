// Chart layout: what the pictures share: their width, and names at the left of rows.
#pragma once

#include "chart_canvas.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace breakeven::cli {

inline constexpr double picture_width = 760.0;
inline constexpr double right_margin = 36.0;

/// A longer name than this is broken into lines.
inline constexpr double widest_name = 280.0;

/// Names at the left of horizontal bars: their lines, and how high each bar's row is.
class Names {
public:
    explicit Names(const auto& bars) {
        for (const auto& bar : bars) {
            lines_.push_back(wrapped(bar.label, widest_name));
            for (const std::string& line : lines_.back()) widest_ = std::max(widest_, text_width(line));
        }
    }
    [[nodiscard]] double widest() const { return widest_; }
    [[nodiscard]] double row_height(std::size_t i) const { return line_height * static_cast<double>(lines_[i].size()) + 8.0; }
    [[nodiscard]] double height() const {
        double sum = 0.0;
        for (std::size_t i = 0; i < lines_.size(); ++i) sum += row_height(i);
        return sum;
    }
    void draw(Canvas& canvas, std::size_t i, double right, double top) const {
        double y = top + line_height;
        for (const std::string& line : lines_[i]) {
            canvas.text(right, y - 1.0, line, Anchor::end);
            y += line_height;
        }
    }

private:
    std::vector<std::vector<std::string>> lines_;
    double widest_ = 0.0;
};

}  // namespace breakeven::cli
