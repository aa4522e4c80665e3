// nvidia-smi --query-gpu and home-made CSV: blocks of lines, each split once, values found by column name.
//
// Several threads read the rows of a block each; rows are added in order by one. A line that is no usual row, or of a GPU not seen
// before, is looked at again there.
#include <breakeven/logs/sample_stream.hpp>

#include <breakeven/core/csv.hpp>
#include <breakeven/core/decimal.hpp>
#include <breakeven/core/in_order.hpp>
#include <breakeven/logs/driver_message.hpp>
#include <breakeven/logs/places.hpp>
#include <breakeven/logs/sample_table.hpp>
#include <breakeven/logs/where.hpp>

#include <cstring>
#include <optional>
#include <utility>

namespace breakeven::detail {

namespace {
class CsvSamples final : public SampleStream {
public:
    CsvSamples(SourcePointer source, std::string file, LogFormat format, const TelemetryOptions& options, std::size_t threads)
        : file_(std::move(file)), lines_(std::move(source), file_), table_(devices_, notes_, options.interval_s) {
        read_header(format);
        blocks_.emplace(threads, 2, [this](Block& block) { return fill(block); }, [this](Block& block) { read_rows(block); });
    }

    [[nodiscard]] bool next(std::vector<SampleRow>& batch) override {
        batch.clear();
        while (batch.empty()) {
            Block* const block = blocks_->next();
            if (block == nullptr) {
                finish();
                return false;
            }
            consumed_ = block->consumed;
            for (const Line& line : block->lines) {
                ++line_;
                if (line.key && !columns_changed_ && table_.add(line.values, *line.key, line_, batch)) continue;
                take_line(line.text, line.is_cut, batch);
            }
        }
        return true;
    }
    [[nodiscard]] std::uint64_t consumed() const override { return consumed_; }

private:
    struct Line {
        std::string_view text;
        std::optional<std::string_view> key;  ///< of its GPU; none for a line that is to be looked at again
        RowValues values;
        bool is_cut = false;  ///< the file ends in it
    };
    /// Whole lines, and what was read of them.
    struct Block {
        std::string text;
        bool is_open = false;  // the last line has no end
        std::uint64_t consumed = 0;
        std::vector<Line> lines;
        std::optional<SampleRowReader> reader;
        std::vector<std::string_view> fields;
    };

    bool fill(Block& block) {
        std::string_view lines;
        if (!lines_.next_block(lines)) return false;
        block.text.assign(lines);
        block.is_open = lines_.last_line_was_open();
        block.consumed = lines_.consumed();
        return true;
    }

    void read_rows(Block& block) const {
        if (!block.reader) block.reader = *first_reader_;
        block.lines.clear();
        const char* at = block.text.data();
        const char* const end = at + block.text.size();
        const bool quotes = block.text.find('"') != std::string::npos;
        while (at != end) {
            const auto* stop = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
            Line& line = block.lines.emplace_back();
            line.is_cut = stop == nullptr && block.is_open;
            if (stop == nullptr) stop = end;
            line.text = std::string_view(at, static_cast<std::size_t>(stop - at));
            if (!quotes && !line.is_cut) {
                split_plain(line.text, separator_, block.fields);
                if (block.reader->read(block.fields, line.values).empty()) line.key = block.reader->short_key(block.fields);
            }
            at = stop == end ? end : stop + 1;
        }
    }

    void read_header(LogFormat format) {
        std::string_view line;
        while (lines_.next(line)) {
            line_ = lines_.line_number();
            const std::string_view text = trimmed(line);
            if (text.empty() || text.starts_with('#')) continue;
            if (is_driver_message(text)) {
                message();
                continue;
            }
            separator_ = csv_separator(line);
            if (!row_.split(line, separator_))
                throw InputError("a quote in the header is not closed", "", at_line(file_, line_, 0));
            if (looks_like_data(row_.fields()))
                throw InputError(
                    "the table has no header",
                    format == LogFormat::nvidia_smi_csv
                        ? "leave out noheader, or put the list you gave to --query-gpu as the first line, comma-separated"
                        : "put the names of the columns as the first line, such as timestamp,index,utilization.gpu,power.draw",
                    at_line(file_, line_, 0));
            table_.set_columns({row_.fields().begin(), row_.fields().end()}, file_, line_);
            if (separator_ == ';') table_.allow_comma();
            if (format != LogFormat::nvidia_smi_csv) notes_.remark(columns_text(table_.columns()));
            first_reader_ = table_.reader();
            return;
        }
        throw InputError(notes_.driver_messages > 0 ? "the log holds messages of the driver and no samples" : "no samples",
                         notes_.driver_messages > 0 ? "nvidia-smi could not reach the GPU; repair the driver and log again"
                                                    : "its first line must name the columns",
                         in_file(file_));
    }

    /// A first line of values: a time stands where a name should.
    static bool looks_like_data(std::span<const std::string_view> fields) {
        for (const std::string_view field : fields)
            if (field.size() >= 8 && is_digit(field.front()) && is_digit(field.back())) return true;
        return false;
    }

    void take_line(std::string_view line, bool cut, std::vector<SampleRow>& batch) {
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (!split(line)) {
            if (!other_line(line)) notes_.reject(line_, "a quote is not closed");
            return;
        }
        if (cut) {
            // Its last value may have lost digits: 125.00 W would read as 12.
            if (!other_line(line)) notes_.reject(line_, "the last line has no end, so it may be cut off");
            return;
        }
        const std::string_view problem = table_.add(row_fields_, line_, batch);
        if (!problem.empty() && !other_line(line)) notes_.reject(line_, std::string(problem));
    }

    /// Splits into row_fields_; nearly no line holds a quote.
    bool split(std::string_view line) {
        if (std::memchr(line.data(), '"', line.size()) != nullptr) {
            if (!row_.split(line, separator_)) return false;
            row_fields_.assign(row_.fields().begin(), row_.fields().end());
            return true;
        }
        split_plain(line, separator_, row_fields_);
        return true;
    }

    static void split_plain(std::string_view line, char separator, std::vector<std::string_view>& fields) {
        if (line.ends_with('\r')) line.remove_suffix(1);
        fields.clear();
        const char* begin = line.data();
        for_each_place(line, separator, [&](std::size_t place) {
            take_field(begin, line.data() + place, fields);
            begin = line.data() + place + 1;
        });
        take_field(begin, line.data() + line.size(), fields);
    }

    static void take_field(const char* first, const char* last, std::vector<std::string_view>& fields) {
        while (first != last && *first == ' ') ++first;
        while (first != last && last[-1] == ' ') --last;
        fields.emplace_back(first, static_cast<std::size_t>(last - first));
    }

    /// Lines that are no rows and no faults: blank ones, a header again (perhaps another one), sentences of the driver.
    bool other_line(std::string_view line) {
        const std::string_view text = trimmed(line);
        if (text.empty() || text.starts_with('#')) return true;
        if (is_driver_message(text)) {
            message();
            return true;
        }
        if (!row_fields_.empty() && !looks_like_data(row_fields_) && is_header(row_fields_)) {
            std::vector<std::string> names{row_fields_.begin(), row_fields_.end()};
            if (names != table_.columns().names) {
                columns_changed_ = true;
                table_.set_columns(std::move(names), file_, line_);
                notes_.remark("line " + std::to_string(line_) + ": another header; columns are mapped anew from there");
            }
            return true;
        }
        return false;
    }

    static bool is_header(std::span<const std::string_view> fields) {
        std::size_t known_columns = 0;
        for (const std::string_view field : fields) known_columns += column_of(field).role != ColumnRole::none;
        return fields.size() > 1 && known_columns * 2 >= std::min<std::size_t>(fields.size(), 4);
    }

    void message() {
        ++notes_.driver_messages;
        notes_.reject(line_, "a message of the driver, no row");
        table_.driver_failed();
    }

    void finish() {
        table_.finish();
        if (!lines_.damage().empty()) {
            notes_.partial = true;
            notes_.partial_reason = lines_.damage();
        }
    }

    std::string file_;
    LineReader lines_;
    SampleTable table_;
    char separator_ = ',';
    CsvRow row_;
    std::vector<std::string_view> row_fields_;
    std::size_t line_ = 0;
    std::uint64_t consumed_ = 0;
    std::optional<SampleRowReader> first_reader_;  // of the columns that the header names
    bool columns_changed_ = false;                 // by another header; rows are then read one by one
    std::optional<InOrder<Block>> blocks_;         // last, so that its threads find everything else in place
};
}  // namespace

std::unique_ptr<SampleStream> table_stream(SourcePointer source, const std::string& file, LogFormat format,
                                           const TelemetryOptions& options, std::size_t threads) {
    return std::make_unique<CsvSamples>(std::move(source), file, format, options, threads);
}

}  // namespace breakeven::detail
