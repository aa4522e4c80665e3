// nvidia-smi dmon: columns of blanks under a header of `#` lines that recurs, also as CSV (--format csv).
#include <breakeven/logs/sample_stream.hpp>

#include <breakeven/core/csv.hpp>
#include <breakeven/core/decimal.hpp>
#include <breakeven/logs/driver_message.hpp>
#include <breakeven/logs/sample_table.hpp>
#include <breakeven/logs/where.hpp>

#include <algorithm>
#include <utility>

namespace breakeven::detail {

namespace {
constexpr double default_interval_s = 1.0;  // dmon's own, "-d" in whole seconds

class DmonSamples final : public SampleStream {
public:
    DmonSamples(SourcePointer source, std::string file, const TelemetryOptions& options)
        : file_(std::move(file)),
          interval_given_(options.interval_s.has_value()),
          lines_(std::move(source), file_),
          table_(devices_, notes_, options.interval_s.value_or(default_interval_s)) {}

    [[nodiscard]] bool next(std::vector<SampleRow>& batch) override {
        batch.clear();
        for (std::string_view line; batch.size() < 4096 && lines_.next(line);) take_line(line, batch);
        if (!batch.empty()) return true;
        table_.finish();
        notes_.partial = !lines_.damage().empty();
        notes_.partial_reason = lines_.damage();
        return false;
    }
    [[nodiscard]] std::uint64_t consumed() const override { return lines_.consumed(); }

private:
    void take_line(std::string_view line, std::vector<SampleRow>& batch) {
        std::string_view text = trimmed(line);
        if (text.empty()) return;
        if (text.front() == '#') {
            text.remove_prefix(1);
            take_header(trimmed(text));
            return;
        }
        if (is_driver_message(text)) {
            ++notes_.driver_messages;
            notes_.reject(lines_.line_number(), "a message of the driver, no row");
            table_.driver_failed();
            return;
        }
        if (table_.columns().columns.empty()) {
            notes_.reject(lines_.line_number(), "before the first header");
            return;
        }
        // "1980" may have lost its last digit.
        if (lines_.last_line_was_open())
            return notes_.reject(lines_.line_number(), "the last line has no end, so it may be cut off");
        split(text);
        const std::string_view problem = table_.add(fields_, lines_.line_number(), batch);
        if (!problem.empty()) notes_.reject(lines_.line_number(), std::string(problem));
    }

    void take_header(std::string_view text) {
        comma_ = text.find(',') != std::string_view::npos;
        split(text);
        const auto is = [&](std::string_view name) { return std::find(fields_.begin(), fields_.end(), name) != fields_.end(); };
        if (is("Idx") || !is("gpu")) return;  // the second line, of units
        if (is("pid"))
            throw InputError("this is nvidia-smi pmon: it shows processes, and their sum is not the GPU's utilisation",
                             "log with nvidia-smi dmon -s pucm -o DT", at_line(file_, lines_.line_number(), 0));
        std::vector<std::string> names{fields_.begin(), fields_.end()};
        if (names == table_.columns().names) return;
        table_.set_columns(std::move(names), file_, lines_.line_number());
        if (!table_.columns().has(ColumnRole::time) && !table_.columns().has(ColumnRole::time_of_day) && !interval_given_)
            notes_.remark("dmon printed no times: rows of one GPU are taken as 1 s apart, its default; log with -o DT");
    }

    void split(std::string_view text) {
        if (comma_) {
            fields_.clear();
            if (row_.split(text, ',')) fields_.assign(row_.fields().begin(), row_.fields().end());
            return;
        }
        fields_.clear();
        for (std::size_t at = 0; at < text.size();) {
            if (text[at] == ' ' || text[at] == '\t') {
                ++at;
                continue;
            }
            const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
            fields_.push_back(text.substr(at, end - at));
            at = end;
        }
    }

    std::string file_;
    bool interval_given_;
    LineReader lines_;
    SampleTable table_;
    bool comma_ = false;
    CsvRow row_;
    std::vector<std::string_view> fields_;
};
}  // namespace

std::unique_ptr<SampleStream> dmon_stream(SourcePointer source, const std::string& file, const TelemetryOptions& options) {
    return std::make_unique<DmonSamples>(std::move(source), file, options);
}

}  // namespace breakeven::detail
