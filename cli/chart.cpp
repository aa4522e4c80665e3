#include "chart.hpp"

#include "chart_canvas.hpp"
#include "chart_layout.hpp"

#include <algorithm>
#include <limits>

namespace breakeven::cli {

namespace {

constexpr double width = picture_width;
constexpr double frame_height = 320.0;

constexpr const char* stroke_styles[] = {"sa", "sb", "sc", "sd", "se", "sf"};
constexpr const char* fill_styles[] = {"a", "b", "c", "d", "e", "f"};

struct Reach {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    void add(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    [[nodiscard]] bool empty() const { return low > high; }
};

double draw_notes(Canvas& canvas, const std::vector<std::string>& notes, double y) {
    for (const std::string& note : notes)
        for (const std::string& line : wrapped(note, width - 32.0)) {
            y += line_height;
            canvas.text(16.0, y, line, Anchor::start, "soft");
        }
    return y + (notes.empty() ? 0.0 : 8.0);
}

}  // namespace

std::string svg(const LineChart& chart) {
    Reach xs;
    Reach ys;
    ys.add(0.0);  // costs and shares begin at nothing; a cut axis would make every change look large
    bool gaps = false;
    for (const auto& series : chart.series)
        for (const auto& [x, y] : series.points) {
            xs.add(x);
            if (y)
                ys.add(*y);
            else
                gaps = true;
        }
    if (xs.empty()) xs.add(0.0);
    const Scale x(chart.x, xs.low, xs.high, false);
    const Scale y(chart.y, ys.low, ys.high, true);

    Canvas canvas;
    double top = draw_title(canvas, chart.title, width);
    const double left = 16.0 + label_room(y, frame_height) + y.widest() + 12.0;
    const double right = width - right_margin;
    if (chart.series.size() > 1) {
        std::vector<std::pair<std::string, std::string>> legend;
        for (std::size_t i = 0; i < chart.series.size(); ++i) legend.emplace_back(fill_styles[i % std::size(fill_styles)], chart.series[i].name);
        top = draw_legend(canvas, legend, 16.0, top - 4.0, width - 16.0);
    }
    top += marks_height(chart.marks) + 8.0;
    const double bottom = top + frame_height;
    draw_y_axis(canvas, y, 16.0 + font_size, left, right, top, bottom);
    double end = draw_x_axis(canvas, x, left, right, top, bottom);
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        std::vector<std::pair<double, double>> path;
        const auto finish = [&] {
            if (!path.empty()) canvas.path(path, stroke_styles[i % std::size(stroke_styles)]);
            path.clear();
        };
        for (const auto& [px, py] : chart.series[i].points) {
            if (py)
                path.emplace_back(x.at(px, left, right), y.at(*py, bottom, top));
            else
                finish();
        }
        finish();
    }
    draw_marks(canvas, chart.marks, x, left, right, top, bottom);
    if (gaps && !chart.gap.empty()) end = draw_notes(canvas, {chart.gap}, end);
    return canvas.finish(width, end + 6.0, chart.title);
}

std::string svg(const RangeChart& chart) {
    Reach xs;
    xs.add(chart.base);
    for (const auto& bar : chart.bars)
        for (const auto& value : {bar.low, bar.high})
            if (value) xs.add(*value);
    const Scale x(chart.x, xs.low, xs.high, true);
    const Names names(chart.bars);

    Canvas canvas;
    double top = draw_title(canvas, chart.title, width);
    top = draw_legend(canvas, {{"a", chart.low_name}, {"b", chart.high_name}}, 16.0, top - 4.0, width - 16.0);
    const std::vector<ChartMark> marks = {{chart.base, "now " + x.written(chart.base, 1)}};
    top += marks_height(marks) + 4.0;
    const double left = 16.0 + names.widest() + 14.0;
    const double right = width - right_margin;
    const double bottom = top + names.height() + 6.0;
    const double end = draw_x_axis(canvas, x, left, right, top, bottom);
    double y = top + 3.0;
    for (std::size_t i = 0; i < chart.bars.size(); ++i) {
        const double row = names.row_height(i);
        names.draw(canvas, i, left - 10.0, y);
        const double base = x.at(chart.base, left, right);
        const auto draw = [&](const std::optional<double>& value, const char* style) {
            if (!value) return;
            const double at = x.at(*value, left, right);
            canvas.box(std::min(at, base), y + row / 2.0 - 9.0, std::abs(at - base), 18.0, style);
        };
        draw(chart.bars[i].low, "a");
        draw(chart.bars[i].high, "b");
        y += row;
    }
    draw_marks(canvas, marks, x, left, right, top, bottom);
    return canvas.finish(width, end + 6.0, chart.title);
}

std::string svg(const HistogramChart& chart) {
    std::uint64_t most = 1;
    for (const std::uint64_t count : chart.counts) most = std::max(most, count);
    const Scale x(chart.x, chart.from, chart.to, false);
    const double left = 28.0;
    const double right = width - right_margin;

    Canvas canvas;
    double top = draw_title(canvas, chart.title, width);
    top += marks_height(chart.marks) + 8.0;
    const double bottom = top + frame_height;
    double end = draw_x_axis(canvas, x, left, right, top, bottom);
    const double bin = (right - left) / static_cast<double>(std::max<std::size_t>(1, chart.counts.size()));
    for (std::size_t i = 0; i < chart.counts.size(); ++i) {
        const double height = frame_height * static_cast<double>(chart.counts[i]) / static_cast<double>(most);
        canvas.box(left + bin * static_cast<double>(i), bottom - height, bin - (bin > 4.0 ? 1.0 : 0.0), height, "a");
    }
    draw_marks(canvas, chart.marks, x, left, right, top, bottom);
    end = draw_notes(canvas, chart.notes, end);
    return canvas.finish(width, end + 6.0, chart.title);
}

std::string svg(const PartsChart& chart) {
    Reach xs;
    xs.add(0.0);
    for (const auto& bar : chart.bars) xs.add(bar.first + bar.second);
    const Scale x(chart.x, xs.low, xs.high, true);
    const Names names(chart.bars);

    Canvas canvas;
    double top = draw_title(canvas, chart.title, width);
    top = draw_legend(canvas, {{"a", chart.first_name}, {"b", chart.second_name}}, 16.0, top - 4.0, width - 16.0);
    const double left = 16.0 + names.widest() + 14.0;
    const double right = width - right_margin;
    const double bottom = top + names.height() + 6.0;
    const double end = draw_x_axis(canvas, x, left, right, top, bottom);
    double y = top + 3.0;
    for (std::size_t i = 0; i < chart.bars.size(); ++i) {
        const auto& bar = chart.bars[i];
        const double row = names.row_height(i);
        names.draw(canvas, i, left - 10.0, y);
        const double zero = x.at(0.0, left, right);
        const double middle = x.at(bar.first, left, right);
        const double high = x.at(bar.first + bar.second, left, right);
        canvas.box(zero, y + row / 2.0 - 9.0, middle - zero, 18.0, "a");
        canvas.box(std::min(middle, high), y + row / 2.0 - 9.0, std::abs(high - middle), 18.0, "b");
        y += row;
    }
    return canvas.finish(width, end + 6.0, chart.title);
}

std::string svg(const HeatChart& chart) {
    Reach values;
    bool gaps = false;
    for (const auto& value : chart.values) {
        if (value)
            values.add(*value);
        else
            gaps = true;
    }
    const bool nothing = values.empty();  // then there are no shades to explain
    if (nothing) values.add(0.0);
    const Scale x(chart.x, chart.xs.front(), chart.xs.back(), false);
    const Scale y(chart.y, chart.ys.front(), chart.ys.back(), false);
    const Scale shade(chart.value, values.low, values.high, false);

    Canvas canvas;
    double top = draw_title(canvas, chart.title, width);
    // A key of shades: numbers stand apart from the squares they name.
    std::vector<std::string> numbers;
    double at = 16.0;
    top += line_height;
    constexpr int steps = 5;
    for (int i = 0; i < steps && !nothing; ++i) {
        const double share = static_cast<double>(i) / (steps - 1);
        const std::string number = shade.written(shade.low() + share * (shade.high() - shade.low()), 1);
        canvas.box(at, top - 11.0, 16.0, 14.0, "a", 0.12 + 0.88 * share);
        canvas.text(at + 21.0, top, number, Anchor::start, "soft");
        at += 21.0 + text_width(number) + 16.0;
    }
    if (!nothing) canvas.text(at, top, shade.label(), Anchor::start);
    top += 18.0;

    const double left = 16.0 + label_room(y, frame_height) + y.widest() + 12.0;
    const double right = width - right_margin;
    const double bottom = top + frame_height;
    // Each cell reaches half a step to all sides; the axis numbers stand at the cells' middles.
    const double cell_width = (right - left) / static_cast<double>(chart.xs.size());
    const double cell_height = (bottom - top) / static_cast<double>(chart.ys.size());
    const double inner_left = left + cell_width / 2.0;
    const double inner_right = right - cell_width / 2.0;
    const double inner_top = top + cell_height / 2.0;
    const double inner_bottom = bottom - cell_height / 2.0;
    double end = draw_x_axis(canvas, x, inner_left, inner_right, top, bottom);
    draw_y_axis(canvas, y, 16.0 + font_size, left, right, inner_top, inner_bottom);
    canvas.box(left, top, right - left, bottom - top, "paper");  // no grid behind the shades
    for (std::size_t i = 0; i < chart.ys.size(); ++i)
        for (std::size_t j = 0; j < chart.xs.size(); ++j) {
            const auto& value = chart.values[i * chart.xs.size() + j];
            const double share = value ? (*value - shade.low()) / (shade.high() - shade.low()) : 0.0;
            canvas.box(left + cell_width * static_cast<double>(j), bottom - cell_height * static_cast<double>(i + 1), cell_width,
                       cell_height, value ? "a" : "none", value ? 0.12 + 0.88 * share : 1.0);
        }
    canvas.line(left, bottom, right, bottom, "frame");
    canvas.line(left, top, left, bottom, "frame");
    if (gaps && !chart.gap.empty()) end = draw_notes(canvas, {"grey: " + chart.gap}, end);
    return canvas.finish(width, end + 6.0, chart.title);
}

}  // namespace breakeven::cli
