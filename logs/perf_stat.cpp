// See perf_stat.hpp. An event that perf could not count ("<not supported>") is unknown, never zero.
#include <breakeven/logs/perf_stat.hpp>

#include <breakeven/core/byte_source.hpp>
#include <breakeven/core/errors.hpp>
#include <breakeven/logs/where.hpp>

#include <charconv>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace breakeven {
namespace {

using detail::in_file;

/// The words of a line, whatever of blanks and separators stands between them. Grouping commas stay inside numbers.
std::vector<std::string_view> words_of(std::string_view line, std::string_view separators) {
    std::vector<std::string_view> out;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t begin = line.find_first_not_of(separators, at);
        if (begin == std::string_view::npos) break;
        const std::size_t end = std::min(line.find_first_of(separators, begin), line.size());
        out.push_back(line.substr(begin, end - begin));
        at = end;
    }
    return out;
}

/// "1,234,567" and "1234567.000000"; none for anything else.
std::optional<double> count_of(std::string_view text) {
    std::string plain;
    for (const char c : text)
        if (c != ',') plain += c;
    double value = 0.0;
    const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
    if (error != std::errc() || end != plain.data() + plain.size() || !std::isfinite(value) || value < 0.0) return std::nullopt;
    return value;
}

/// "cpu_core/cache-misses:u/" is cache-misses.
bool is_event(std::string_view name, std::string_view event) {
    const std::size_t at = name.find(event);
    if (at == std::string_view::npos || (at > 0 && name[at - 1] != '/')) return false;
    const std::size_t end = at + event.size();
    return end == name.size() || name[end] == ':' || name[end] == '/';
}

void add(std::optional<double>& to, double value) { to = to.value_or(0.0) + value; }

class Reader {
public:
    void read_line(std::string_view line) {
        for (const char* separators : {" \t", ",;|", " \t{}\","}) read_words(words_of(line, separators));
    }
    [[nodiscard]] bool found() const { return found_; }
    [[nodiscard]] const PerfStat& result() const { return result_; }

private:
    void read_words(const std::vector<std::string_view>& words) {
        for (std::size_t i = 0; i < words.size(); ++i) {
            const bool misses = is_event(words[i], "cache-misses");
            if (!misses && !is_event(words[i], "cache-references")) continue;
            const auto value = value_before(words, i);
            found_ = true;
            if (value && !line_counted_) add(misses ? result_.cache_misses : result_.cache_references, *value);
            line_counted_ = line_counted_ || value.has_value();
        }
    }
    /// The count stands before the name: as the first word, in JSON as the value of "counter-value".
    static std::optional<double> value_before(const std::vector<std::string_view>& words, std::size_t name) {
        for (std::size_t i = 0; i < name; ++i)
            if (const auto value = count_of(words[i])) return value;
        return std::nullopt;
    }

public:
    void begin_line() { line_counted_ = false; }

private:
    PerfStat result_;
    bool found_ = false;
    bool line_counted_ = false;
};

PerfStat read_lines(LineReader& lines, const std::string& file_name) {
    Reader reader;
    for (std::string_view line; lines.next(line);) {
        reader.begin_line();
        reader.read_line(line);
    }
    if (!reader.found())
        throw InputError("no cache-references and cache-misses in this file",
                         "write it with: perf stat -e cache-references,cache-misses -o FILE -- PROGRAM", in_file(file_name));
    return reader.result();
}

}  // namespace

PerfStat read_perf_stat(const std::string& path) {
    LineReader lines(open_bytes(path, TextEncoding::utf8), path, 1U << 20);
    return read_lines(lines, path);
}

PerfStat read_perf_stat_text(std::string_view text, const std::string& file_name) {
    LineReader lines(bytes_in_memory(text, TextEncoding::utf8), file_name, 1U << 20);
    return read_lines(lines, file_name);
}

}  // namespace breakeven
