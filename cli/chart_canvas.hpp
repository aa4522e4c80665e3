// Chart canvas: the pen that every picture is drawn with: text whose width is known before it is set, an axis with even numbers,
// and one style for the dark and for the light.
#pragma once

#include "chart.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace breakeven::cli {

inline constexpr double font_size = 13.0;
inline constexpr double line_height = 19.0;

/// How wide `text` will be, at most, in pixels: sans-serif letters by class, East Asian ones as wide as high.
[[nodiscard]] double text_width(std::string_view text, double size = font_size);

/// `text` in lines of at most `width` pixels, broken at blanks where there are any.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, double width, double size = font_size);

/// `text`, cut with an ellipsis where it is wider than `width` pixels.
[[nodiscard]] std::string fitted(std::string_view text, double width, double size = font_size);

enum class Anchor { start, middle, end };

/// SVG elements, in the order in which they are drawn. Numbers are written with two decimals, whatever the locale.
class Canvas {
public:
    void text(double x, double y, std::string_view text, Anchor anchor = Anchor::start, std::string_view style = "ink");
    void line(double x1, double y1, double x2, double y2, std::string_view style);
    void box(double x, double y, double width, double height, std::string_view style, double opacity = 1.0);
    void dot(double x, double y, std::string_view style);
    void path(const std::vector<std::pair<double, double>>& points, std::string_view style);
    /// A text that reads upwards, centred at (x, y).
    void upright(double x, double y, std::string_view text, std::string_view style = "ink");

    /// The whole picture; `title` is also read out by screen readers, and `description` after it: what the eye would see.
    [[nodiscard]] std::string finish(double width, double height, std::string_view title, std::string_view description = {}) const;

private:
    std::string elements_;
};

/// The numbers of an axis between two values, and how they are written.
class Scale {
public:
    /// Covers [low, high] and, with `from_even`, begins and ends at even numbers.
    Scale(const ChartAxis& axis, double low, double high, bool from_even);

    [[nodiscard]] const std::vector<double>& ticks() const { return ticks_; }
    [[nodiscard]] std::string written(double value, int further_decimals = 0) const;
    [[nodiscard]] std::string label() const { return label_; }  ///< with "thousand" or "million" where the numbers are large
    [[nodiscard]] double widest() const;                        ///< of the numbers, in pixels

    /// The pixel of `value` on an axis from `begin` to `end`.
    [[nodiscard]] double at(double value, double begin, double end) const { return begin + (value - low_) / (high_ - low_) * (end - begin); }
    [[nodiscard]] double low() const { return low_; }
    [[nodiscard]] double high() const { return high_; }

private:
    double low_;
    double high_;
    double factor_ = 1.0;  // from a value to what is written
    int decimals_ = 0;
    std::string suffix_;
    std::string label_;
    std::vector<double> ticks_;
};

/// The title's lines at the top. Returns the y below them.
double draw_title(Canvas& canvas, std::string_view title, double width);

/// Squares of colour with their names, in rows that fit. Returns the y below them.
double draw_legend(Canvas& canvas, const std::vector<std::pair<std::string, std::string>>& style_and_name, double x, double y, double width);

/// The horizontal axis below a frame: grid lines from `top` to `bottom`, numbers that do not touch, the label. Returns the y below it.
double draw_x_axis(Canvas& canvas, const Scale& scale, double left, double right, double top, double bottom);

/// How wide the lines of a vertical axis' label are beside each other, on a frame of this height.
double label_room(const Scale& scale, double height);

/// The vertical axis at the left of a frame; its label stands upright at `label_x`.
void draw_y_axis(Canvas& canvas, const Scale& scale, double label_x, double left, double right, double top, double bottom);

/// Marks as dashed lines, their words in rows above the frame so that they do not touch. `rows` as marks_rows() counts them.
void draw_marks(Canvas& canvas, const std::vector<ChartMark>& marks, const Scale& scale, double left, double right, double top, double bottom);
[[nodiscard]] double marks_height(const std::vector<ChartMark>& marks);

}  // namespace breakeven::cli
