// See history_windows.hpp. Numbers become text with every digit they need, so that an export gives back the same doubles.
#include <breakeven/calibration/history_windows.hpp>

#include <breakeven/calibration/history_database.hpp>
#include <breakeven/calibration/window_csv.hpp>
#include <breakeven/core/errors.hpp>
#include <breakeven/core/timestamp.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace breakeven {

namespace {
/// The order that documentation and people use; WindowColumn has its own.
constexpr WindowColumn written_order[] = {WindowColumn::timestamp, WindowColumn::gpu,            WindowColumn::task,      WindowColumn::driver,
                                          WindowColumn::temperature_c, WindowColumn::os,         WindowColumn::virtualization,
                                          WindowColumn::network,   WindowColumn::window_s,       WindowColumn::effective_s,
                                          WindowColumn::line,      WindowColumn::power_w,        WindowColumn::work,      WindowColumn::weight};

using Texts = std::array<std::string, window_column_count>;

/// Nanoseconds as seconds, exactly: 308.7, 0.000000001.
std::string exact_seconds(std::int64_t time_ns) {
    constexpr std::int64_t second_ns = 1'000'000'000;
    std::string out = fmt::format("{}.{:09d}", time_ns / second_ns, time_ns % second_ns);
    while (out.back() == '0') out.pop_back();
    if (out.back() == '.') out.pop_back();
    return out;
}

Texts texts_of(const HistoryWindow& window) {
    Texts out;
    const auto at = [&](WindowColumn column) -> std::string& { return out[static_cast<std::size_t>(column)]; };
    at(WindowColumn::timestamp) = timestamp_text(window.time_ns);
    at(WindowColumn::gpu) = window.gpu;
    for (std::size_t i = 0; i < std::size(context_categories); ++i)
        if (const std::string* level = window.context.level(context_categories[i]))
            out[static_cast<std::size_t>(WindowColumn::task) + i] = *level;
    if (window.context.temperature) at(WindowColumn::temperature_c) = fmt::format("{}", window.context.temperature->in_celsius());
    at(WindowColumn::window_s) = exact_seconds(window.observed_ns);
    at(WindowColumn::effective_s) = exact_seconds(window.effective_ns);
    if (window.line) at(WindowColumn::line) = fmt::format("{}", *window.line);
    if (window.power) at(WindowColumn::power_w) = fmt::format("{}", in(*window.power, watt));
    if (window.work) at(WindowColumn::work) = fmt::format("{}", *window.work);
    return out;
}

class HistoryWindows final : public WindowSource {
public:
    HistoryWindows(const std::string& path, HistoryFilter filter) : files_{path}, history_(path), filter_(std::move(filter)) {
        const std::size_t all = history_.count(filter_);
        filter_.trusted_only = true;
        std::array<std::size_t, window_column_count> known{};
        std::size_t rows = 0;
        history_.visit(filter_, [&](const HistoryWindow& window) {
            const Texts texts = texts_of(window);
            for (std::size_t i = 0; i < window_column_count; ++i) known[i] += texts[i].empty() ? 0 : 1;
            ++rows;
        });
        for (std::size_t i = 0; i < window_column_count; ++i) {
            columns_.present[i] = known[i] > 0 && 2 * known[i] >= rows;
            if (known[i] > 0 && !columns_.present[i])
                remarks_.push_back(fmt::format("only {} of {} windows know their {}; it is not used", known[i], rows, window_column_names[i]));
        }
        for (const WindowColumn column : {WindowColumn::timestamp, WindowColumn::gpu, WindowColumn::window_s, WindowColumn::effective_s})
            columns_.present[static_cast<std::size_t>(column)] = true;
        if (all > rows) remarks_.push_back(fmt::format("{} windows of logs that cannot be trusted are left out", all - rows));
    }

    void visit(const OnRow& on_row, const OnBroken&) override {
        WindowFields fields;
        fields.line = 0;
        history_.visit(filter_, [&](const HistoryWindow& window) {
            const Texts texts = texts_of(window);
            for (std::size_t i = 0; i < window_column_count; ++i) fields.text[i] = columns_.present[i] ? std::string_view(texts[i]) : std::string_view();
            ++fields.line;
            on_row(fields);
        });
    }
    [[nodiscard]] bool repeatable() const override { return true; }
    [[nodiscard]] const std::vector<std::string>& files() const override { return files_; }
    [[nodiscard]] const WindowColumns& columns() const override { return columns_; }
    [[nodiscard]] const std::vector<std::string>& remarks() const override { return remarks_; }

private:
    std::vector<std::string> files_;
    History history_;
    HistoryFilter filter_;
    WindowColumns columns_;
    std::vector<std::string> remarks_;
};

std::string quoted(std::string_view field) {
    if (field.find_first_of(",\"\n\r;\t") == std::string_view::npos) return std::string(field);
    std::string out = "\"";
    for (const char c : field) out.append(c == '"' ? 2 : 1, c);
    return out + "\"";
}
}  // namespace

std::unique_ptr<WindowSource> history_windows(const std::string& path, HistoryFilter filter) {
    return std::make_unique<HistoryWindows>(path, std::move(filter));
}

std::unique_ptr<WindowSource> open_windows(const std::vector<std::string>& paths) {
    // Another database is refused as a history that it is not: as CSV it would only be noise.
    const auto is_database = [](const std::string& path) {
        const detail::HistoryFileKind kind = detail::history_file_kind(path);
        return kind == detail::HistoryFileKind::ours || kind == detail::HistoryFileKind::other_database;
    };
    const auto history = std::find_if(paths.begin(), paths.end(), is_database);
    if (history == paths.end()) return csv_windows(paths);
    if (paths.size() > 1)
        throw InputError("a history is calibrated by itself", "export it with: breakeven history --history FILE --export csv",
                         Position{.file = *history, .text = {}});
    return history_windows(*history);
}

std::string windows_csv(WindowSource& source) {
    std::string out;
    const auto line = [&](const auto& field_of) {
        const std::size_t begin = out.size();
        for (const WindowColumn column : written_order)
            if (source.columns().has(column)) out.append(out.size() == begin ? "" : ",").append(quoted(field_of(column)));
        out += '\n';
    };
    line([](WindowColumn column) { return to_string(column); });
    source.visit([&](const WindowFields& fields) { line([&](WindowColumn column) { return fields[column]; }); }, [](const BrokenRow&) {});
    return out;
}

}  // namespace breakeven
