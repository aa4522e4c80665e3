// CSV: one line split into fields (RFC 4180 quotes; comma, semicolon or tab), and tables whose columns are found by name.
//
// Fields are views into the line. Only a quoted field with a doubled quote inside is copied. A field may not hold a line end.
#pragma once

#include <breakeven/core/byte_source.hpp>
#include <breakeven/core/errors.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven {

/// The separator of a table, told from its header line: of comma, semicolon and tab the most frequent outside quotes.
[[nodiscard]] char csv_separator(std::string_view header);

/// One line's fields. Blanks around a field are dropped, those inside quotes are kept.
class CsvRow {
public:
    /// Splits `line`, which must outlive the fields. False when a quote is not closed or something follows a closed one.
    [[nodiscard]] bool split(std::string_view line, char separator = ',');

    [[nodiscard]] std::span<const std::string_view> fields() const { return fields_; }
    [[nodiscard]] std::size_t size() const { return fields_.size(); }
    [[nodiscard]] std::string_view operator[](std::size_t index) const { return fields_[index]; }

private:
    std::vector<std::string_view> fields_;
    std::string unquoted_;  // fields with doubled quotes, one after the other
};

/// The columns of a table by name, without regard to case.
class CsvHeader {
public:
    CsvHeader() = default;
    explicit CsvHeader(std::span<const std::string_view> names);

    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

private:
    std::vector<std::string> names_;
};

/// A table with a header line, row by row. Empty lines and lines that begin with '#' are skipped.
class CsvTable {
public:
    /// Reads the header. Throws InputError: cannot be read, no header, a column named twice, more than 4096 columns.
    explicit CsvTable(const std::string& path);
    CsvTable(std::unique_ptr<ByteSource> source, std::string file_name);

    /// The next row, or false at the end. Throws InputError, placed, when a row has not as many fields as the header, or a
    /// quote is not closed; the row is then skipped, and next() may be called again.
    [[nodiscard]] bool next();

    [[nodiscard]] bool has(std::string_view column) const { return header_.find(column).has_value(); }
    [[nodiscard]] const CsvHeader& header() const { return header_; }

    /// The field of the current row. Throws InputError when the table has no such column, naming the nearest.
    [[nodiscard]] std::string_view text(std::string_view column) const;
    /// The field as a number. Throws InputError, placed, when it is none.
    [[nodiscard]] double number(std::string_view column) const;
    /// The same; none when the field is empty or the table has no such column.
    [[nodiscard]] std::optional<double> number_if_given(std::string_view column) const;
    [[nodiscard]] std::optional<std::string_view> text_if_given(std::string_view column) const;

    /// Where the field of the current row stands; the whole row without a column. Its line is 0 before the first row.
    [[nodiscard]] Position position(std::string_view column = {}) const;
    [[nodiscard]] std::size_t line_number() const { return lines_.line_number(); }
    [[nodiscard]] std::string_view damage() const { return lines_.damage(); }

private:
    void read_header();
    [[nodiscard]] bool next_line();

    std::string file_name_;
    LineReader lines_;
    char separator_ = ',';
    CsvHeader header_;
    CsvRow row_;
    std::string_view line_;
};

}  // namespace breakeven
