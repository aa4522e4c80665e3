// The pictures of a history: days against their line, and weights with their intervals.
#include "chart.hpp"

#include "chart_canvas.hpp"
#include "chart_layout.hpp"

#include <algorithm>

namespace breakeven::cli {

namespace {

/// Short words below the days, as many as do not touch.
double draw_day_axis(Canvas& canvas, const DayChart& chart, double left, double right, double bottom) {
    const double step = (right - left) / static_cast<double>(chart.days.size());
    double free_from = -1e9;
    for (std::size_t i = 0; i < chart.days.size(); ++i) {
        const double x = left + step * (static_cast<double>(i) + 0.5);
        const double half = text_width(chart.days[i].label) / 2.0;
        if (x - half < free_from) continue;
        canvas.line(x, bottom, x, bottom + 4.0, "frame");
        canvas.text(x, bottom + line_height, chart.days[i].label, Anchor::middle, "soft");
        free_from = x + half + 10.0;
    }
    canvas.line(left, bottom, right, bottom, "frame");
    canvas.text((left + right) / 2.0, bottom + 2.0 * line_height + 4.0, chart.x_label, Anchor::middle);
    return bottom + 2.0 * line_height + 14.0;
}

}  // namespace

std::string svg(const DayChart& chart) {
    constexpr double frame_height = 240.0;
    double high = 0.0;
    for (const auto& one : chart.days) high = std::max({high, one.value.value_or(0.0), one.line.value_or(0.0)});
    const Scale y(chart.y, 0.0, high, true);

    Canvas canvas;
    double top = draw_title(canvas, chart.title, picture_width);
    std::vector<std::pair<std::string, std::string>> legend{{"a", chart.value_name}};
    if (std::any_of(chart.days.begin(), chart.days.end(), [](const auto& one) { return one.marked; })) legend.emplace_back("b", chart.marked_name);
    legend.emplace_back("c", chart.line_name);
    top = draw_legend(canvas, legend, 16.0, top - 4.0, picture_width - 16.0) + 8.0;
    const double bottom = top + frame_height;
    const double left = 16.0 + label_room(y, frame_height) + y.widest() + 12.0;
    const double right = picture_width - right_margin;
    draw_y_axis(canvas, y, 16.0 + font_size, left, right, top, bottom);
    const double end = draw_day_axis(canvas, chart, left, right, bottom);

    // The line holds for whole days: steps, broken where nobody knows it.
    const double step = (right - left) / static_cast<double>(chart.days.size());
    std::vector<std::pair<double, double>> path;
    const auto finish = [&] {
        if (!path.empty()) canvas.path(path, "sc");
        path.clear();
    };
    for (std::size_t i = 0; i < chart.days.size(); ++i) {
        const auto& one = chart.days[i];
        if (!one.line) {
            finish();
            continue;
        }
        const double x = left + step * static_cast<double>(i);
        path.emplace_back(x, y.at(*one.line, bottom, top));
        path.emplace_back(x + step, y.at(*one.line, bottom, top));
    }
    finish();
    for (std::size_t i = 0; i < chart.days.size(); ++i)
        if (const auto& one = chart.days[i]; one.value)
            canvas.dot(left + step * (static_cast<double>(i) + 0.5), y.at(*one.value, bottom, top), one.marked ? "b" : "a");
    return canvas.finish(picture_width, end + 6.0, chart.title, chart.description);
}

std::string svg(const WhiskerChart& chart) {
    double low = 0.0, high = 0.0;
    for (const auto& row : chart.rows) {
        low = std::min({low, row.low, row.other.value_or(0.0)});
        high = std::max({high, row.high, row.other.value_or(0.0)});
    }
    const Scale x(chart.x, low, high, true);
    const Names names(chart.rows);

    Canvas canvas;
    double top = draw_title(canvas, chart.title, picture_width);
    std::vector<std::pair<std::string, std::string>> legend{{"a", chart.value_name}};
    if (std::any_of(chart.rows.begin(), chart.rows.end(), [](const auto& row) { return row.other.has_value(); })) legend.emplace_back("b", chart.other_name);
    top = draw_legend(canvas, legend, 16.0, top - 4.0, picture_width - 16.0);
    const double left = 16.0 + names.widest() + 14.0;
    const double right = picture_width - right_margin;
    const double bottom = top + names.height() + 6.0;
    const double end = draw_x_axis(canvas, x, left, right, top, bottom);
    canvas.line(x.at(0.0, left, right), top, x.at(0.0, left, right), bottom, "frame");
    double y = top + 3.0;
    for (std::size_t i = 0; i < chart.rows.size(); ++i) {
        const auto& row = chart.rows[i];
        const double middle = y + names.row_height(i) / 2.0;
        names.draw(canvas, i, left - 10.0, y);
        const double from = x.at(row.low, left, right), to = x.at(row.high, left, right);
        canvas.line(from, middle, to, middle, "sa");
        canvas.line(from, middle - 5.0, from, middle + 5.0, "sa");
        canvas.line(to, middle - 5.0, to, middle + 5.0, "sa");
        if (row.other) canvas.box(x.at(*row.other, left, right) - 1.5, middle - 8.0, 3.0, 16.0, "b");
        canvas.dot(x.at(row.value, left, right), middle, "a");
        y += names.row_height(i);
    }
    return canvas.finish(picture_width, end + 6.0, chart.title, chart.description);
}

}  // namespace breakeven::cli
