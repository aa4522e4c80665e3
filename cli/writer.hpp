// Writer: one answer as text, JSON, CSV or Markdown, to standard output or to a file that is whole or not there.
#pragma once

#include "answer.hpp"

#include <string>
#include <string_view>

namespace breakeven::cli {

enum class Format { text, json, csv, markdown };

struct OutputOptions {
    Format format = Format::text;
    std::string file;      ///< empty or "-": standard output
    bool quiet = false;    ///< no remarks, no progress
    bool no_color = false;
};

/// Columns aligned by their widest cell, two blanks apart; characters count, not bytes.
[[nodiscard]] std::string aligned(const Table& table);

/// The answer in one format, as it is written.
[[nodiscard]] std::string render(const Answer& answer, Format format);

/// Writes `content` to `path` by way of a file beside it that is renamed at the end. Throws InputError when it cannot.
void write_file(const std::string& path, std::string_view content);

/// Writes the answer where `options` say, and its remarks to standard error. Returns the answer's exit status.
int write(const Answer& answer, const OutputOptions& options);

}  // namespace breakeven::cli
