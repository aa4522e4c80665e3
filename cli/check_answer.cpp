#include "check_answer.hpp"

#include "json_numbers.hpp"
#include "numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace breakeven::cli {

namespace {

using nlohmann::ordered_json;

/// One line: what separates its parts may not come from a log.
std::string in_one_line(std::string text) {
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
        if (c == '|') c = '/';
    }
    return text;
}

/// Percentages of three digits, or of more where two would otherwise print in another order than they have: a share just below a
/// threshold must not read as the threshold.
class Percentages {
public:
    explicit Percentages(const std::vector<double>& shares) {
        for (const double a : shares)
            for (const double b : shares)
                while (further_ < 9 && a < b && rounded(a) >= rounded(b)) ++further_;
    }
    [[nodiscard]] std::string operator()(double share) const { return fmt::format("{:.{}f}", 100.0 * share, decimals(share)); }

private:
    [[nodiscard]] int decimals(double share) const {
        const double value = std::abs(100.0 * share);
        int out = 1;
        for (double bound = 10.0; value > 0.0 && value < bound && out < 6; bound /= 10.0) ++out;
        return out + further_;
    }
    [[nodiscard]] double rounded(double share) const {
        const double scale = std::pow(10.0, decimals(share));
        return std::round(100.0 * share * scale) / scale;
    }
    int further_ = 0;
};

/// `label`effective=11.7%;13.0:;12.0:;0;100 `label`line=12.0%
std::string performance(const DeviceCheck& device, const std::string& label) {
    if (!device.effective) return "";
    std::vector<double> shares{*device.effective};
    if (device.line) shares.insert(shares.end(), {*device.line, *device.line + device.margin});
    const Percentages number(shares);
    std::string out = fmt::format("{}effective={}%;", label, number(*device.effective));
    if (!device.line)
        out += ";";
    else if (device.only_below)
        out += fmt::format("{0};{0}", number(*device.line));
    else
        out += fmt::format("{}:;{}:", number(*device.line + device.margin), number(*device.line));
    out += ";0;100";
    if (device.line) out += fmt::format(" {}line={}%", label, number(*device.line));
    return out;
}

std::string sentence(const DeviceCheck& device) {
    std::string out = device.gpu_name;
    if (device.effective) out += fmt::format(" computed {}", percent(*device.effective));
    out += ", " + device.reason;
    if (device.line && device.status != PluginStatus::unknown && !device.reason.ends_with(')') && device.reason.ends_with("line"))
        out += fmt::format(" of {}", percent(*device.line));
    const std::string trend = trend_in_words(device);
    return trend.empty() ? out : out + "; " + trend;
}

}  // namespace

std::string trend_in_words(const DeviceCheck& device) {
    if (!device.trend || !device.trend->is_sure()) return "";
    const double points = 100.0 * in(device.trend->slope, 1.0 / day);
    std::string out = fmt::format("{} {:.2g} points a day over {} days", points < 0.0 ? "falling" : "rising", std::abs(points), device.trend->days);
    if (device.line_crossed_in && *device.line_crossed_in < year) out += fmt::format(", at the line in {:.0f} days", in(*device.line_crossed_in, day));
    return out;
}

Answer present(const CheckResult& result) {
    if (result.devices.empty()) return unknown_check("no GPU activity is recorded in this log");
    Answer out;
    out.status = static_cast<int>(result.status);
    std::string text, figures;
    out.json = {{"schema", "breakeven.check/1"}, {"status", to_string(result.status)}, {"code", out.status}, {"devices", ordered_json::array()}};
    out.rows = {.title = "", .columns = {"status", "gpu", "effective", "line", "margin", "reason", "trend_per_day"}, .right_aligned = {}, .rows = {}};
    for (std::size_t i = 0; i < result.devices.size(); ++i) {
        const DeviceCheck& d = result.devices[i];
        text += (i == 0 ? "" : "; ") + sentence(d);
        const std::string part = performance(d, result.devices.size() == 1 ? "" : fmt::format("gpu{}_", i));
        if (!part.empty()) figures += " " + part;
        const double slope = d.trend ? in(d.trend->slope, 1.0 / day) : 0.0;
        ordered_json one{{"gpu", d.gpu},   {"name", d.gpu_name},   {"status", to_string(d.status)}, {"reason", d.reason},
                         {"effective", or_null(d.effective)}, {"line", or_null(d.line)}, {"margin", d.margin}};
        one["trend"] = !d.trend ? ordered_json(nullptr)
                                : ordered_json{{"per_day", slope},
                                               {"half_width_per_day", in(d.trend->half_width, 1.0 / day)},
                                               {"days", d.trend->days},
                                               {"windows", d.trend->windows},
                                               {"sure", d.trend->is_sure()},
                                               {"days_to_line", d.line_crossed_in ? ordered_json(in(*d.line_crossed_in, day)) : ordered_json(nullptr)}};
        out.json["devices"].push_back(std::move(one));
        out.rows.rows.push_back({std::string(to_string(d.status)), d.gpu_name, exact(d.effective), exact(d.line), exact(d.margin), d.reason, d.trend ? exact(slope) : std::string()});
    }
    out.text = fmt::format("{}: {}{}{}\n", to_string(result.status), in_one_line(text), figures.empty() ? "" : " |", figures);
    out.tables = {out.rows};
    return out;
}

Answer unknown_check(const std::string& reason) {
    Answer out;
    out.status = static_cast<int>(PluginStatus::unknown);
    out.text = fmt::format("{}: {}\n", to_string(PluginStatus::unknown), in_one_line(reason));
    out.json = {{"schema", "breakeven.check/1"}, {"status", to_string(PluginStatus::unknown)}, {"code", out.status}, {"reason", in_one_line(reason)}};
    out.rows = {.title = "", .columns = {"status", "reason"}, .right_aligned = {}, .rows = {}};
    out.rows.rows.push_back({std::string(to_string(PluginStatus::unknown)), reason});
    out.tables = {out.rows};
    return out;
}

}  // namespace breakeven::cli
