// Reading CSV windows: the header says which field is which column; a row that does not split is handed on as broken.
#include <breakeven/calibration/window_csv.hpp>

#include <breakeven/calibration/printable.hpp>
#include <breakeven/core/byte_source.hpp>
#include <breakeven/core/csv.hpp>
#include <breakeven/core/decimal.hpp>
#include <breakeven/core/errors.hpp>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace breakeven {

namespace {
namespace fs = std::filesystem;

bool is_csv_name(const std::string& name) {
    return !name.starts_with('.') && (name.ends_with(".csv") || name.ends_with(".csv.gz") || name.ends_with(".csv.zst"));
}

std::vector<std::string> files_of(const std::vector<std::string>& paths) {
    std::vector<std::string> out;
    for (const std::string& path : paths) {
        std::error_code ignored;
        if (path == "-" || !fs::is_directory(path, ignored)) {
            out.push_back(path);
            continue;
        }
        std::vector<std::string> inside;
        std::error_code error;
        for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error))
            if (is_csv_name(entry->path().filename().string())) inside.push_back(entry->path().string());
        if (error) throw InputError("cannot list the directory: " + error.message(), "check its permissions", Position{.file = path, .text = {}});
        if (inside.empty())
            throw InputError("no .csv, .csv.gz or .csv.zst file in this directory", "name the files themselves", Position{.file = path, .text = {}});
        std::sort(inside.begin(), inside.end());
        out.insert(out.end(), inside.begin(), inside.end());
    }
    if (out.empty()) throw InputError("no calibration data given", "name a CSV file, a directory of them, or -");
    return out;
}

/// Which field of a file is which column.
struct Layout {
    std::array<std::optional<std::size_t>, window_column_count> field{};
    std::size_t width = 0;
};

class CsvWindows final : public WindowSource {
public:
    explicit CsvWindows(std::vector<std::string> files) : files_(std::move(files)) {}
    CsvWindows(std::string_view bytes, const std::string& file_name) : files_{file_name}, bytes_(bytes) {}

    void visit(const OnRow& on_row, const OnBroken& on_broken) override {
        remarks_.clear();
        for (std::uint32_t file = 0; file < files_.size(); ++file) visit_file(file, on_row, on_broken);
    }
    [[nodiscard]] bool repeatable() const override { return bytes_ || std::find(files_.begin(), files_.end(), "-") == files_.end(); }
    [[nodiscard]] double share_read() const override {
        std::uintmax_t total = 0;
        std::uintmax_t read = reading_ == nullptr ? 0 : reading_->consumed();
        for (std::size_t i = 0; i < files_.size(); ++i) {
            std::error_code error;
            const std::uintmax_t size = bytes_ ? 0 : fs::file_size(files_[i], error);
            if (bytes_ || error) return 0.0;
            total += size;
            if (i < reading_file_) read += size;
        }
        return total == 0 ? 0.0 : static_cast<double>(read) / static_cast<double>(total);
    }
    [[nodiscard]] const std::vector<std::string>& files() const override { return files_; }
    [[nodiscard]] const WindowColumns& columns() const override { return columns_; }
    [[nodiscard]] const std::vector<std::string>& remarks() const override { return remarks_; }

private:
    void visit_file(std::uint32_t file, const OnRow& on_row, const OnBroken& on_broken) {
        const std::string& name = files_[file];
        LineReader lines(bytes_ ? bytes_in_memory(*bytes_, TextEncoding::utf8) : open_bytes(name, TextEncoding::utf8), name, 1U << 20);
        reading_ = &lines;
        reading_file_ = file;
        std::string_view line;
        while (next_line(lines, line)) {
            if (!lines.damage().empty() && lines.last_line_was_open()) break;  // what is left of a line says nothing
            const std::string header(line);
            const char separator = csv_separator(header);
            const Layout layout = layout_of(file, header, separator, lines.line_number());
            visit_rows(file, lines, layout, header, separator, on_row, on_broken);
            reading_ = nullptr;
            return;
        }
        throw InputError("the file is empty", "its first line names the columns: timestamp,gpu,task,driver,temperature_c,…",
                         Position{.file = name, .text = {}});
    }

    void visit_rows(std::uint32_t file, LineReader& lines, const Layout& layout, const std::string& header, char separator,
                    const OnRow& on_row, const OnBroken& on_broken) {
        CsvRow row;
        std::string_view line;
        WindowFields fields;
        fields.file = file;
        while (next_line(lines, line)) {
            if (lines.last_line_was_open() && !lines.damage().empty()) break;
            fields.line = lines.line_number();
            if (line == header) {
                on_broken({file, fields.line, "the header again"});
            } else if (!row.split(line, separator)) {
                on_broken({file, fields.line, "a quote is not closed"});
            } else if (row.size() != layout.width) {
                on_broken({file, fields.line, std::to_string(row.size()) + " fields instead of " + std::to_string(layout.width)});
            } else {
                for (std::size_t column = 0; column < window_column_count; ++column)
                    fields.text[column] = layout.field[column] ? row[*layout.field[column]] : std::string_view();
                on_row(fields);
            }
        }
        if (!lines.damage().empty())
            remarks_.push_back(files_[file] + ": " + std::string(lines.damage()) + "; the whole rows before that are used");
    }

    static bool next_line(LineReader& lines, std::string_view& line) {
        while (lines.next(line)) {
            line = trimmed(line);
            if (!line.empty() && line.front() != '#') return true;
        }
        return false;
    }

    Layout layout_of(std::uint32_t file, const std::string& header, char separator, std::size_t line_number) {
        const Position at{.file = files_[file], .line = line_number, .text = header.substr(0, 500)};
        CsvRow names;
        if (!names.split(header, separator)) throw InputError("a quote in the header is not closed", "add the missing \"", at);
        const CsvHeader columns(names.fields());
        if (!columns.find("timestamp"))
            throw InputError("no column \"timestamp\"", "the first line names the columns: timestamp,gpu,task,driver,temperature_c,…", at);
        Layout out;
        out.width = names.size();
        for (std::size_t i = 0; i < window_column_count; ++i) {
            out.field[i] = columns.find(window_column_names[i]);
            if (file == 0) columns_.present[i] = out.field[i].has_value();
            if (columns_.present[i] && !out.field[i])
                throw InputError("no column \"" + std::string(window_column_names[i]) + "\", which " + files_[0] + " has",
                                 "calibrate files with the same columns together", at);
            if (!columns_.present[i]) out.field[i].reset();  // what the first file lacks is not used
        }
        for (std::size_t i = 0; i < columns.names().size(); ++i) {
            const std::string& name = columns.names()[i];
            if (columns.find(name) != i)
                throw InputError("two columns are called \"" + name + "\"", "give each column a name of its own", at);
            if (std::find(window_column_names.begin(), window_column_names.end(), name) == window_column_names.end())
                remarks_.push_back(files_[file] + ": column " + std::to_string(i + 1) +
                                   (is_printable(name) && name.size() <= 60 ? ", \"" + name + "\"," : std::string()) + " is not known and not used");
        }
        return out;
    }

    std::vector<std::string> files_;
    std::optional<std::string_view> bytes_;
    WindowColumns columns_;
    std::vector<std::string> remarks_;
    const LineReader* reading_ = nullptr;  // of the file being read
    std::size_t reading_file_ = 0;
};
}  // namespace

std::unique_ptr<WindowSource> csv_windows(const std::vector<std::string>& paths) { return std::make_unique<CsvWindows>(files_of(paths)); }

std::unique_ptr<WindowSource> csv_windows_in_memory(std::string_view csv, const std::string& file_name) {
    return std::make_unique<CsvWindows>(csv, file_name);
}

}  // namespace breakeven
