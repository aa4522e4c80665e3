#include "chart_canvas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace breakeven::cli {

namespace {

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default:
                // XML 1.0 has no control characters, not even escaped.
                out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        }
    }
    return out;
}

/// One character's share of the font size. Measured widths of common sans-serif fonts, rounded up.
double letter_width(std::string_view character) {
    if (character.size() >= 3) return 1.0;  // beyond Latin, Greek and Cyrillic: as wide as high
    if (character.size() == 2) return 0.66;
    const char c = character.front();
    if (std::string_view("iIjl.,:;'|! ").find(c) != std::string_view::npos) return 0.32;
    if (std::string_view("frt()[]/-").find(c) != std::string_view::npos) return 0.42;
    if (std::string_view("mwMW%@").find(c) != std::string_view::npos) return 0.95;
    if (c >= 'A' && c <= 'Z') return 0.74;
    return 0.61;
}

std::size_t bytes_of_character(std::string_view text, std::size_t at) {
    std::size_t size = 1;
    while (at + size < text.size() && (static_cast<unsigned char>(text[at + size]) & 0xC0U) == 0x80U) ++size;
    return size;
}

/// How much wider bold letters are.
constexpr double bold = 1.15;

constexpr std::string_view style = R"(<style>
rect{shape-rendering:crispEdges}
text{font:13px system-ui,"DejaVu Sans",Arial,sans-serif}
.paper{fill:#ffffff}.ink{fill:#1f2328}.soft{fill:#59636e}.title{fill:#1f2328;font-weight:600}
.grid{stroke:#d1d9e0;stroke-width:1}.frame{stroke:#818b98;stroke-width:1}.mark{stroke:#59636e;stroke-width:1.5;stroke-dasharray:5 4}
.a{fill:#0969da}.b{fill:#bc4c00}.c{fill:#1a7f37}.d{fill:#8250df}.e{fill:#bf3989}.f{fill:#4d2d00}
.sa,.sb,.sc,.sd,.se,.sf{fill:none;stroke-width:2.5;stroke-linejoin:round}
.sa{stroke:#0969da}.sb{stroke:#bc4c00}.sc{stroke:#1a7f37}.sd{stroke:#8250df}.se{stroke:#bf3989}.sf{stroke:#4d2d00}
.none{fill:#d1d9e0}
@media (prefers-color-scheme:dark){
.paper{fill:#0d1117}.ink,.title{fill:#f0f6fc}.soft{fill:#9198a1}
.grid{stroke:#3d444d}.frame{stroke:#656c76}.mark{stroke:#9198a1}
.a{fill:#4493f8}.b{fill:#f0883e}.c{fill:#3fb950}.d{fill:#ab7df8}.e{fill:#db61a2}.f{fill:#d4a72c}
.sa{stroke:#4493f8}.sb{stroke:#f0883e}.sc{stroke:#3fb950}.sd{stroke:#ab7df8}.se{stroke:#db61a2}.sf{stroke:#d4a72c}
.none{fill:#3d444d}
}
</style>)";

}  // namespace

double text_width(std::string_view text, double size) {
    double sum = 0.0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t bytes = bytes_of_character(text, at);
        sum += letter_width(text.substr(at, bytes));
        at += bytes;
    }
    return sum * size;
}

std::vector<std::string> wrapped(std::string_view text, double width, double size) {
    std::vector<std::string> out;
    std::string line;
    std::size_t blank = std::string::npos;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t bytes = bytes_of_character(text, at);
        if (text[at] == ' ') blank = line.size();
        line += text.substr(at, bytes);
        at += bytes;
        if (text_width(line, size) <= width || line.size() == bytes) continue;
        // Break at the last blank; a word longer than the line is cut where it must be.
        const std::size_t cut = blank != std::string::npos && blank > 0 ? blank : line.size() - bytes;
        std::string rest = line.substr(cut);
        line.resize(cut);
        out.push_back(std::move(line));
        if (rest.starts_with(' ')) rest.erase(0, 1);
        line = std::move(rest);
        blank = std::string::npos;
    }
    if (!line.empty() || out.empty()) out.push_back(std::move(line));
    return out;
}

std::string fitted(std::string_view text, double width, double size) {
    if (text_width(text, size) <= width) return std::string(text);
    constexpr std::string_view cut = "…";
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t bytes = bytes_of_character(text, at);
        if (text_width(out + std::string(text.substr(at, bytes)) + std::string(cut), size) > width) break;
        out += text.substr(at, bytes);
        at += bytes;
    }
    while (out.ends_with(' ')) out.pop_back();
    return out + std::string(cut);
}

void Canvas::text(double x, double y, std::string_view text, Anchor anchor, std::string_view style_name) {
    constexpr std::string_view anchors[] = {"start", "middle", "end"};
    elements_ += fmt::format("<text class=\"{}\" x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"{}\">{}</text>\n", style_name, x, y,
                             anchors[static_cast<int>(anchor)], escaped(text));
}

void Canvas::line(double x1, double y1, double x2, double y2, std::string_view style_name) {
    elements_ += fmt::format("<line class=\"{}\" x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\"/>\n", style_name, x1, y1, x2, y2);
}

void Canvas::box(double x, double y, double width, double height, std::string_view style_name, double opacity) {
    elements_ += fmt::format("<rect class=\"{}\" x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"{}/>\n", style_name, x, y,
                             std::max(0.0, width), std::max(0.0, height),
                             opacity < 1.0 ? fmt::format(" fill-opacity=\"{:.3f}\"", opacity) : std::string());
}

void Canvas::dot(double x, double y, std::string_view style_name) {
    elements_ += fmt::format("<circle class=\"{}\" cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"4\"/>\n", style_name, x, y);
}

void Canvas::path(const std::vector<std::pair<double, double>>& points, std::string_view style_name) {
    if (points.size() == 1) {  // a line of one point would not be seen
        elements_ += fmt::format("<circle class=\"{}\" cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"2\"/>\n", style_name, points[0].first, points[0].second);
        return;
    }
    elements_ += fmt::format("<path class=\"{}\" d=\"", style_name);
    for (std::size_t i = 0; i < points.size(); ++i)
        elements_ += fmt::format("{}{:.2f} {:.2f}", i == 0 ? "M" : " L", points[i].first, points[i].second);
    elements_ += "\"/>\n";
}

void Canvas::upright(double x, double y, std::string_view text, std::string_view style_name) {
    elements_ += fmt::format("<text class=\"{}\" x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"middle\" transform=\"rotate(-90 {:.2f} {:.2f})\">{}</text>\n",
                             style_name, x, y, x, y, escaped(text));
}

std::string Canvas::finish(double width, double height, std::string_view title, std::string_view description) const {
    const std::string desc = description.empty() ? "" : "<desc>" + escaped(description) + "</desc>\n";
    return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                       "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\">\n"
                       "<title>{2}</title>\n{5}{3}\n<rect class=\"paper\" width=\"{0:.0f}\" height=\"{1:.0f}\"/>\n{4}</svg>\n",
                       width, height, escaped(title), style, elements_, desc);
}

Scale::Scale(const ChartAxis& axis, double low, double high, bool from_even) : low_(low), high_(high), label_(axis.label) {
    if (!(high_ > low_)) {  // one value: some room on both sides
        const double room = low_ == 0.0 ? 1.0 : std::abs(low_) * 0.1;
        low_ -= room;
        high_ += room;
    }
    if (axis.percent) {
        factor_ = 100.0;
        suffix_ = " %";
    } else if (std::max(std::abs(low_), std::abs(high_)) >= 1e6) {
        factor_ = 1e-6;
        label_ += ", millions";
    } else if (std::max(std::abs(low_), std::abs(high_)) >= 1e5) {
        factor_ = 1e-3;
        label_ += ", thousands";
    }
    // The even step that gives four to eight numbers.
    const double rough = (high_ - low_) * factor_ / 6.0;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double step = rough / power < 1.5 ? power : rough / power < 3.0 ? 2.0 * power : rough / power < 7.0 ? 5.0 * power : 10.0 * power;
    decimals_ = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 12);
    double first = std::ceil(low_ * factor_ / step - 1e-9);
    double last = std::floor(high_ * factor_ / step + 1e-9);
    if (from_even) {
        first = std::floor(low_ * factor_ / step + 1e-9);
        last = std::ceil(high_ * factor_ / step - 1e-9);
        low_ = first * step / factor_;
        high_ = last * step / factor_;
    }
    for (double i = first; i <= last + 0.5; i += 1.0) ticks_.push_back(i * step / factor_);
}

std::string Scale::written(double value, int further_decimals) const {
    const double shown = value * factor_;
    return fmt::format("{:.{}f}{}", std::abs(shown) < 1e-12 ? 0.0 : shown, decimals_ + further_decimals, suffix_);
}

double Scale::widest() const {
    double out = 0.0;
    for (const double tick : ticks_) out = std::max(out, text_width(written(tick)));
    return out;
}

double label_room(const Scale& scale, double height) { return line_height * static_cast<double>(wrapped(scale.label(), height).size()); }

double draw_title(Canvas& canvas, std::string_view title, double width) {
    double y = 10.0;
    for (const std::string& line : wrapped(title, width - 32.0, font_size * bold)) {
        y += line_height;
        canvas.text(16.0, y, line, Anchor::start, "title");
    }
    return y + 8.0;
}

double draw_legend(Canvas& canvas, const std::vector<std::pair<std::string, std::string>>& style_and_name, double x, double y, double width) {
    double at = x;
    y += line_height;
    for (const auto& [style_name, name] : style_and_name) {
        const std::vector<std::string> lines = wrapped(name, width - x - 40.0);
        const double needed = 18.0 + text_width(lines.front()) + 18.0;
        if (at > x && (at + needed > width || lines.size() > 1)) {
            at = x;
            y += line_height;
        }
        canvas.box(at, y - 10.0, 12.0, 12.0, style_name);
        canvas.text(at + 18.0, y, lines.front());
        for (std::size_t i = 1; i < lines.size(); ++i) canvas.text(at + 18.0, y += line_height, lines[i]);
        at = lines.size() > 1 ? width : at + needed;  // what follows a broken name begins a row of its own
    }
    return y + 10.0;
}

double draw_x_axis(Canvas& canvas, const Scale& scale, double left, double right, double top, double bottom) {
    double free_from = -1e9;
    for (const double tick : scale.ticks()) {
        const double x = scale.at(tick, left, right);
        canvas.line(x, top, x, bottom, "grid");
        const std::string number = scale.written(tick);
        const double half = text_width(number) / 2.0;
        if (x - half < free_from) continue;
        canvas.text(x, bottom + line_height, number, Anchor::middle, "soft");
        free_from = x + half + 10.0;
    }
    canvas.line(left, bottom, right, bottom, "frame");
    double y = bottom + line_height + 4.0;
    for (const std::string& line : wrapped(scale.label(), right - left)) {
        y += line_height;
        canvas.text((left + right) / 2.0, y, line, Anchor::middle);
    }
    return y + 10.0;
}

void draw_y_axis(Canvas& canvas, const Scale& scale, double label_x, double left, double right, double top, double bottom) {
    for (const double tick : scale.ticks()) {
        const double y = scale.at(tick, bottom, top);
        canvas.line(left, y, right, y, "grid");
        canvas.text(left - 8.0, y + 4.5, scale.written(tick), Anchor::end, "soft");
    }
    canvas.line(left, top, left, bottom, "frame");
    double x = label_x;
    for (const std::string& line : wrapped(scale.label(), bottom - top)) {
        canvas.upright(x, (top + bottom) / 2.0, line);
        x += line_height;
    }
}

double marks_height(const std::vector<ChartMark>& marks) { return marks.empty() ? 0.0 : line_height * static_cast<double>(marks.size()) + 4.0; }

void draw_marks(Canvas& canvas, const std::vector<ChartMark>& marks, const Scale& scale, double left, double right, double top, double bottom) {
    // Each mark has a row of its own above the frame. Words come after all lines, on paper of their own: no line runs through one.
    double y = top - 6.0 - line_height * static_cast<double>(marks.empty() ? 0 : marks.size() - 1);
    const auto visible = [&](const ChartMark& mark) { return mark.x >= scale.low() && mark.x <= scale.high(); };
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (!visible(marks[i])) continue;
        const double x = scale.at(marks[i].x, left, right);
        canvas.line(x, y + line_height * static_cast<double>(i) - 10.0, x, bottom, "mark");
    }
    for (const ChartMark& mark : marks) {
        if (visible(mark)) {
            const double x = scale.at(mark.x, left, right);
            // Beside its line, where it fits; else on the side with more room, cut to it.
            const double room_right = right + 20.0 - x - 6.0;
            const double room_left = x - 6.0 - left;
            const bool to_the_left = text_width(mark.label) > room_right && room_left > room_right;
            const std::string label = fitted(mark.label, to_the_left ? room_left : room_right);
            const double width = text_width(label);
            canvas.box(to_the_left ? x - 6.0 - width : x + 4.0, y - 12.0, width + 2.0, 16.0, "paper");
            canvas.text(to_the_left ? x - 6.0 : x + 6.0, y, label, to_the_left ? Anchor::end : Anchor::start);
        }
        y += line_height;
    }
}

}  // namespace breakeven::cli
