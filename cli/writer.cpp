#include "writer.hpp"

#include <breakeven/core/errors.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace breakeven::cli {

namespace {

bool right(const Table& table, std::size_t column) { return column < table.right_aligned.size() && table.right_aligned[column]; }

std::string csv_field(const std::string& field) {
    if (field.find_first_of(",\"\n\r") == std::string::npos) return field;
    std::string out = "\"";
    for (const char c : field) {
        if (c == '"') out += '"';
        out += c;
    }
    out += '"';
    return out;
}

std::string csv(const Table& table) {
    std::string out;
    const auto line = [&](const std::vector<std::string>& fields) {
        for (std::size_t i = 0; i < fields.size(); ++i) out.append(i == 0 ? "" : ",").append(csv_field(fields[i]));
        out += '\n';
    };
    line(table.columns);
    for (const auto& row : table.rows) line(row);
    return out;
}

std::string markdown_cell(const std::string& cell) {
    std::string out;
    for (const char c : cell) {
        if (c == '|') out += '\\';
        out += c == '\n' ? ' ' : c;
    }
    return out;
}

std::string markdown(const Table& table) {
    std::string out = table.title.empty() ? "" : "### " + table.title + "\n\n";
    const auto line = [&](const std::vector<std::string>& cells) {
        out += '|';
        for (const std::string& cell : cells) out.append(" ").append(markdown_cell(cell)).append(" |");
        out += '\n';
    };
    line(table.columns);
    out += '|';
    for (std::size_t i = 0; i < table.columns.size(); ++i) out += right(table, i) ? " ---: |" : " --- |";
    out += '\n';
    for (const auto& row : table.rows) line(row);
    return out;
}

[[noreturn]] void cannot_write(const std::string& path, int error) {
    Position at;
    at.file = path;
    throw InputError("cannot write this file: " + std::string(std::strerror(error)), "check the folder, its rights and its space", at);
}

void write_all(int descriptor, std::string_view content, const std::string& path) {
    while (!content.empty()) {
        const ssize_t count = ::write(descriptor, content.data(), content.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) cannot_write(path, errno);
        content.remove_prefix(static_cast<std::size_t>(count));
    }
}

}  // namespace

std::string aligned(const Table& table) {
    std::vector<std::size_t> widths;
    const auto measure = [&](const std::vector<std::string>& cells) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (widths.size() <= i) widths.push_back(0);
            widths[i] = std::max(widths[i], detail::characters(cells[i]));
        }
    };
    measure(table.columns);
    for (const auto& row : table.rows) measure(row);
    std::string out = table.title.empty() ? "" : table.title + "\n";
    const auto line = [&](const std::vector<std::string>& cells) {
        std::string text;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const std::string blanks(widths[i] - detail::characters(cells[i]), ' ');
            text.append(i == 0 ? "  " : "  ").append(right(table, i) ? blanks + cells[i] : cells[i] + blanks);
        }
        while (text.ends_with(' ')) text.pop_back();
        out.append(text).append("\n");
    };
    if (!table.columns.empty()) line(table.columns);
    for (const auto& row : table.rows) line(row);
    return out;
}

std::string render(const Answer& answer, Format format) {
    std::string out;
    switch (format) {
        case Format::text: return answer.text;
        case Format::json:
            // Names come from logs, and a log may hold any bytes: what is no UTF-8 becomes U+FFFD, since JSON has no other way.
            return answer.json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
        case Format::csv: return csv(answer.rows);
        case Format::markdown:
            // The first line of the text answers the question here too.
            out = "**" + answer.text.substr(0, answer.text.find('\n')) + "**\n";
            for (const Table& table : answer.tables) out.append("\n").append(markdown(table));
            return out;
    }
    return out;
}

void write_file(const std::string& path, std::string_view content) {
    // Beside the target, so that the rename stays on one file system; the process's number keeps two writers apart.
    const std::string beside = path + "." + std::to_string(::getpid()) + ".tmp";
    const int descriptor = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0) cannot_write(path, errno);
    try {
        write_all(descriptor, content, path);
        if (::fsync(descriptor) != 0 && errno != EINVAL) cannot_write(path, errno);
    } catch (...) {
        ::close(descriptor);
        ::unlink(beside.c_str());
        throw;
    }
    const bool closed = ::close(descriptor) == 0;
    if (!closed || ::rename(beside.c_str(), path.c_str()) != 0) {
        const int error = errno;
        ::unlink(beside.c_str());
        cannot_write(path, error);
    }
}

int write(const Answer& answer, const OutputOptions& options) {
    std::string content = render(answer, options.format);
    const bool to_stdout = options.file.empty() || options.file == "-";
    if (to_stdout && options.format == Format::text && !options.no_color && std::getenv("NO_COLOR") == nullptr &&
        ::isatty(STDOUT_FILENO) == 1) {
        const std::size_t first = content.find('\n');
        content = "\x1b[1m" + content.substr(0, first) + "\x1b[0m" + (first == std::string::npos ? "" : content.substr(first));
    }
    if (to_stdout)
        write_all(STDOUT_FILENO, content, "standard output");
    else
        write_file(options.file, content);
    if (!options.quiet && options.format != Format::json) {
        std::string remarks;
        for (const std::string& remark : answer.remarks) remarks.append("remark: ").append(remark).append("\n");
        write_all(STDERR_FILENO, remarks, "standard error");
    }
    return answer.status;
}

}  // namespace breakeven::cli
