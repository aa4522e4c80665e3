// The windows of an audit as rows to calibrate on: CSV in the terminal too, since they are made to be saved and joined.
#include "audit_answer.hpp"
#include "json_numbers.hpp"
#include "numbers.hpp"
#include "writer.hpp"

namespace breakeven::cli {

void print_windows(const CalibrationWindows& windows, Answer& answer) {
    const auto level = [&](std::string_view category) {
        const std::string* found = windows.context.level(category);
        return found == nullptr ? std::string() : *found;
    };
    answer.rows = {.title = "",
                   .columns = {"timestamp", "gpu", "task", "driver", "temperature_c", "os", "virtualization", "network", "window_s",
                               "effective_s", "power_w"},
                   .right_aligned = {},
                   .rows = {}};
    answer.json["calibration_windows"] = nlohmann::ordered_json::array();
    for (const CalibrationWindow& window : windows.rows) {
        answer.rows.rows.push_back({window.timestamp, window.gpu, level("task"), level("driver"), exact(window.temperature_c), level("os"),
                                    level("virtualization"), level("network"), exact(seconds(window.window_ns)),
                                    exact(seconds(window.effective_ns)), exact(window.power_w)});
        answer.json["calibration_windows"].push_back({{"timestamp", window.timestamp},
                                                      {"gpu", window.gpu},
                                                      {"temperature_c", or_null(window.temperature_c)},
                                                      {"power_w", or_null(window.power_w)},
                                                      {"window_s", seconds(window.window_ns)},
                                                      {"effective_s", seconds(window.effective_ns)}});
    }
    answer.text = render(answer, Format::csv);
    answer.tables = {answer.rows};
    for (const std::string& remark : windows.remarks) {
        answer.remarks.push_back(remark);
        answer.json["remarks"].push_back(remark);
    }
}

}  // namespace breakeven::cli
