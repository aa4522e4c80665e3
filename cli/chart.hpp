// Chart: pictures as data, drawn as SVG that reads in the dark and in the light. Sizes follow the texts, so that none overlap.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace breakeven::cli {

/// What an axis counts: its label with the unit, and how its numbers are written.
struct ChartAxis {
    std::string label;
    bool percent = false;  ///< values are shares, numbers are written in per cent
};

/// A vertical line with a word beside it.
struct ChartMark {
    double x = 0.0;
    std::string label;
};

/// Curves over one axis.
struct LineChart {
    struct Series {
        std::string name;
        std::vector<std::pair<double, std::optional<double>>> points;  ///< by rising x; without y: a gap
    };
    std::string title;
    ChartAxis x;
    ChartAxis y;
    std::vector<Series> series;
    std::vector<ChartMark> marks;
    std::string gap;                ///< what a gap means, written below the picture when there is one
};

/// Bars around a common value: a tornado.
struct RangeChart {
    struct Bar {
        std::string label;
        std::optional<double> low;   ///< where the value moved down leads; none when it leads nowhere
        std::optional<double> high;
    };
    std::string title;
    ChartAxis x;
    double base = 0.0;
    std::vector<Bar> bars;          ///< widest first
    std::string low_name;           ///< for the legend, such as "20 % less"
    std::string high_name;
};

/// How often values fall between two.
struct HistogramChart {
    std::string title;
    ChartAxis x;
    double from = 0.0;
    double to = 0.0;
    std::vector<std::uint64_t> counts;
    std::vector<ChartMark> marks;
    std::vector<std::string> notes; ///< lines below the picture
};

/// Bars of parts, each made of two: what stands and what depends on use.
struct PartsChart {
    struct Bar {
        std::string label;
        double first = 0.0;
        double second = 0.0;
    };
    std::string title;
    ChartAxis x;
    std::vector<Bar> bars;
    std::string first_name;
    std::string second_name;
};

/// A value over two axes, as shades.
struct HeatChart {
    std::string title;
    ChartAxis x;
    ChartAxis y;
    ChartAxis value;
    std::vector<double> xs;
    std::vector<double> ys;
    std::vector<std::optional<double>> values;  ///< ys.size() rows of xs.size()
    std::string gap;
};

/// Shares of equal stretches of time, side by side.
struct StripChart {
    std::string title;
    std::string description;     ///< for those who do not see it
    ChartAxis x;
    double from = 0.0;
    double to = 0.0;
    ChartAxis y;
    std::vector<double> shares;  ///< 0 to 1
};

/// Bars from nothing, one below the other, each with its figures behind it.
struct BarChart {
    struct Bar {
        std::string label;
        double value = 0.0;
        std::string figures;
    };
    std::string title;
    std::string description;
    ChartAxis x;
    std::vector<Bar> bars;
};

/// A dot for each day, beside a line that has its own level each day.
struct DayChart {
    struct Day {
        std::string label;            ///< short: days share one axis
        std::optional<double> value;  ///< none: a gap
        std::optional<double> line;
        bool marked = false;
    };
    std::string title;
    std::string description;
    std::string x_label;
    ChartAxis y;
    std::vector<Day> days;
    std::string value_name;
    std::string marked_name;
    std::string line_name;
};

/// Values with their intervals: dots with whiskers, zero marked.
struct WhiskerChart {
    struct Row {
        std::string label;
        double value = 0.0;
        double low = 0.0;
        double high = 0.0;
        std::optional<double> other;  ///< what was thought before
    };
    std::string title;
    std::string description;
    ChartAxis x;
    std::vector<Row> rows;
    std::string value_name;
    std::string other_name;
};

[[nodiscard]] std::string svg(const LineChart& chart);
[[nodiscard]] std::string svg(const RangeChart& chart);
[[nodiscard]] std::string svg(const HistogramChart& chart);
[[nodiscard]] std::string svg(const PartsChart& chart);
[[nodiscard]] std::string svg(const HeatChart& chart);
[[nodiscard]] std::string svg(const StripChart& chart);
[[nodiscard]] std::string svg(const BarChart& chart);
[[nodiscard]] std::string svg(const DayChart& chart);
[[nodiscard]] std::string svg(const WhiskerChart& chart);

}  // namespace breakeven::cli
