// Splitting lines and reading tables by column name.
#include <breakeven/core/csv.hpp>

#include <breakeven/core/decimal.hpp>
#include <breakeven/core/suggest.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace breakeven {

namespace {
constexpr std::size_t most_columns = 4096;
}

char csv_separator(std::string_view header) {
    std::size_t commas = 0, semicolons = 0, tabs = 0;
    bool quoted = false;
    for (const char c : header) {
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        commas += c == ',';
        semicolons += c == ';';
        tabs += c == '\t';
    }
    if (semicolons > commas && semicolons >= tabs) return ';';
    return tabs > commas ? '\t' : ',';
}

bool CsvRow::split(std::string_view line, char separator) {
    fields_.clear();
    unquoted_.clear();
    const auto blank = [separator](char c) { return c == ' ' || (c == '\t' && separator != '\t'); };
    const char* at = line.data();
    const char* const end = at + line.size();
    for (;;) {
        while (at != end && blank(*at)) ++at;
        if (at == end || *at != '"') {
            const auto* stop =
                static_cast<const char*>(at == end ? nullptr : std::memchr(at, separator, static_cast<std::size_t>(end - at)));
            if (stop == nullptr) stop = end;
            const char* last = stop;
            while (last != at && blank(last[-1])) --last;
            fields_.emplace_back(at, static_cast<std::size_t>(last - at));
            at = stop;
        } else {
            const char* begin = ++at;
            bool doubled = false;
            for (;; ++at) {
                if (at == end) return false;
                if (*at != '"') continue;
                if (at + 1 == end || at[1] != '"') break;
                doubled = true;
                ++at;
            }
            std::string_view field(begin, static_cast<std::size_t>(at - begin));
            if (doubled) {
                // Reserved once for the whole line, so that earlier views into it stay valid.
                unquoted_.reserve(line.size());
                const std::size_t first = unquoted_.size();
                for (std::size_t i = 0; i < field.size(); ++i) {
                    unquoted_ += field[i];
                    if (field[i] == '"') ++i;
                }
                field = std::string_view(unquoted_).substr(first);
            }
            fields_.push_back(field);
            ++at;
            while (at != end && blank(*at)) ++at;
            if (at != end && *at != separator) return false;
        }
        if (at == end) return true;
        ++at;
    }
}

CsvHeader::CsvHeader(std::span<const std::string_view> names) {
    for (const std::string_view name : names) names_.push_back(detail::lower(trimmed(name)));
}

std::optional<std::size_t> CsvHeader::find(std::string_view name) const {
    const auto found = std::find(names_.begin(), names_.end(), detail::lower(name));
    if (found == names_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names_.begin());
}

CsvTable::CsvTable(const std::string& path) : CsvTable(open_bytes(path, TextEncoding::utf8), path) {}

CsvTable::CsvTable(std::unique_ptr<ByteSource> source, std::string file_name)
    : file_name_(std::move(file_name)), lines_(std::move(source), file_name_) {
    read_header();
}

bool CsvTable::next_line() {
    while (lines_.next(line_)) {
        const std::string_view text = trimmed(line_);
        if (!text.empty() && text.front() != '#') return true;
    }
    return false;
}

void CsvTable::read_header() {
    if (!next_line())
        throw InputError("the table is empty", "its first line must name the columns",
                         Position{.file = file_name_, .text = {}});
    separator_ = csv_separator(line_);
    if (!row_.split(line_, separator_))
        throw InputError("a quote in the header is not closed", "add the missing \"", position());
    if (row_.size() > most_columns)
        throw InputError(std::string("the header names ").append(std::to_string(row_.size())).append(" columns"),
                         "is this a table?", position());
    header_ = CsvHeader(row_.fields());
    for (std::size_t i = 0; i < header_.names().size(); ++i)
        if (header_.find(header_.names()[i]) != i)
            throw InputError("two columns are called \"" + header_.names()[i] + "\"", "give each column a name of its own",
                             position());
}

bool CsvTable::next() {
    if (!next_line()) return false;
    if (!row_.split(line_, separator_)) throw InputError("a quote is not closed", "add the missing \"", position());
    if (row_.size() != header_.names().size())
        throw InputError("the row has " + std::to_string(row_.size()) + " fields where the header has " +
                             std::to_string(header_.names().size()),
                         "a field that holds the separator stands in quotes", position());
    return true;
}

std::string_view CsvTable::text(std::string_view column) const {
    const auto index = header_.find(column);
    if (!index) {
        Position at;
        at.file = file_name_;
        throw InputError("the table has no column \"" + std::string(column) + "\"", did_you_mean(column, header_.names()), at);
    }
    return row_[*index];
}

double CsvTable::number(std::string_view column) const {
    const auto value = parse_decimal(text(column));
    if (!value)
        throw InputError(
            "\"" + std::string(text(column).substr(0, 40)) + "\" in column " + std::string(column) + " is no number",
            "write a plain number with a decimal point", position(column));
    return *value;
}

std::optional<double> CsvTable::number_if_given(std::string_view column) const {
    if (!text_if_given(column)) return std::nullopt;
    return number(column);
}

std::optional<std::string_view> CsvTable::text_if_given(std::string_view column) const {
    const auto index = header_.find(column);
    if (!index || row_[*index].empty()) return std::nullopt;
    return row_[*index];
}

Position CsvTable::position(std::string_view column) const {
    Position at{.file = file_name_, .line = lines_.line_number(), .text = std::string(line_.substr(0, 500))};
    const auto index = column.empty() ? std::nullopt : header_.find(column);
    if (!index || *index >= row_.size()) return at;
    const std::string_view field = row_[*index];
    // A field with doubled quotes was copied out of the line; it has no place in it.
    if (field.data() < line_.data() || field.data() > line_.data() + line_.size()) return at;
    at.column = detail::characters(line_.substr(0, static_cast<std::size_t>(field.data() - line_.data()))) + 1;
    at.length = std::max<std::size_t>(1, detail::characters(field));
    return at;
}

}  // namespace breakeven
