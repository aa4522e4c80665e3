// The pictures of what a GPU did: a strip of busy time, and bars with their figures.
#include "chart.hpp"

#include "chart_canvas.hpp"
#include "chart_layout.hpp"

#include <algorithm>
#include <cmath>

namespace breakeven::cli {

std::string svg(const StripChart& chart) {
    constexpr double strip_height = 110.0;
    const Scale x(chart.x, chart.from, chart.to, false);
    const Scale y(chart.y, 0.0, 1.0, false);

    Canvas canvas;
    const double top = draw_title(canvas, chart.title, picture_width) + 8.0;
    const double bottom = top + strip_height;
    const double left = 16.0 + label_room(y, strip_height) + y.widest() + 12.0;
    const double right = picture_width - right_margin;
    draw_y_axis(canvas, y, 16.0 + font_size, left, right, top, bottom);
    const double end = draw_x_axis(canvas, x, left, right, top, bottom);
    const double bin = (right - left) / static_cast<double>(std::max<std::size_t>(1, chart.shares.size()));
    for (std::size_t i = 0; i < chart.shares.size(); ++i) {
        // A moment of work is still seen.
        const double height = chart.shares[i] > 0.0 ? std::max(1.0, strip_height * chart.shares[i]) : 0.0;
        if (height > 0.0) canvas.box(left + bin * static_cast<double>(i), bottom - height, bin, height, "a");
    }
    return canvas.finish(picture_width, end + 6.0, chart.title, chart.description);
}

std::string svg(const BarChart& chart) {
    const Names names(chart.bars);
    double most = 0.0, figures_width = 0.0;
    for (const auto& bar : chart.bars) {
        most = std::max(most, bar.value);
        figures_width = std::max(figures_width, text_width(bar.figures));
    }
    const Scale x(chart.x, 0.0, most, false);

    Canvas canvas;
    const double top = draw_title(canvas, chart.title, picture_width);
    const double left = 16.0 + names.widest() + 14.0;
    const double right = picture_width - 16.0 - figures_width - 8.0;
    double y = top + 3.0;
    for (std::size_t i = 0; i < chart.bars.size(); ++i) {
        const auto& bar = chart.bars[i];
        const double row = names.row_height(i);
        names.draw(canvas, i, left - 10.0, y);
        const double length = x.at(bar.value, left, right) - left;
        canvas.box(left, y + row / 2.0 - 9.0, bar.value > 0.0 ? std::max(1.0, length) : 0.0, 18.0, "a");
        canvas.text(left + length + 8.0, y + row / 2.0 + 4.5, bar.figures, Anchor::start, "soft");
        y += row;
    }
    canvas.line(left, top, left, y + 3.0, "frame");
    canvas.text(left, y + 3.0 + line_height, x.label(), Anchor::start);
    return canvas.finish(picture_width, y + line_height + 15.0, chart.title, chart.description);
}

}  // namespace breakeven::cli
