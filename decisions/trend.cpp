#include <breakeven/decisions/trend.hpp>

#include <breakeven/calibration/quantile.hpp>

#include <cmath>
#include <map>

namespace breakeven {

namespace {
constexpr std::int64_t day_ns = 86'400'000'000'000;

struct DaySum {
    double observed_ns = 0.0;
    double effective_ns = 0.0;
};

std::int64_t day_of(std::int64_t time_ns) { return time_ns / day_ns - (time_ns % day_ns < 0 ? 1 : 0); }
}  // namespace

std::optional<Trend> trend_of(const std::vector<HistoryWindow>& windows) {
    Trend out;
    std::map<std::int64_t, DaySum> days;
    const std::int64_t newest = windows.empty() ? 0 : day_of(windows.back().time_ns);
    const auto span = static_cast<std::int64_t>(in(trend_span, day));
    for (const HistoryWindow& window : windows) {
        if (!window.trusted || day_of(window.time_ns) <= newest - span) continue;
        DaySum& sum = days[day_of(window.time_ns)];
        sum.observed_ns += static_cast<double>(window.observed_ns);
        sum.effective_ns += static_cast<double>(window.effective_ns);
        ++out.windows;
    }
    out.days = days.size();
    if (out.days < fewest_trend_days) return std::nullopt;
    const double n = static_cast<double>(out.days);
    double mean_x = 0.0, mean_y = 0.0;
    for (const auto& [x, sum] : days) {
        mean_x += static_cast<double>(x - newest) / n;
        mean_y += sum.effective_ns / sum.observed_ns / n;
    }
    double xx = 0.0, xy = 0.0, yy = 0.0;
    for (const auto& [x, sum] : days) {
        const double dx = static_cast<double>(x - newest) - mean_x, dy = sum.effective_ns / sum.observed_ns - mean_y;
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
    }
    const double slope = xy / xx;
    const double residual = std::max(0.0, yy - slope * xy);
    out.slope = slope / day;
    out.half_width = t_quantile(0.975, n - 2.0) * std::sqrt(residual / (n - 2.0) / xx) / day;
    return out;
}

}  // namespace breakeven
