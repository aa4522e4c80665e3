// Picture writer: `-o x.svg` writes the answer's picture in place of its text.
#pragma once

#include "writer.hpp"

#include <functional>
#include <string>

namespace breakeven::cli {

/// The output file is to be a picture.
[[nodiscard]] inline bool wants_picture(const OutputOptions& options) { return options.file.ends_with(".svg") || options.file.ends_with(".SVG"); }

/// Writes `answer`, or what `draw` draws when the output file's name ends in .svg. Returns the exit status.
inline int write(const Answer& answer, const OutputOptions& options, const std::function<std::string()>& draw) {
    if (!wants_picture(options)) return write(answer, options);
    write_file(options.file, draw());
    // The sentence still answers the question where someone looks.
    OutputOptions spoken = options;
    spoken.file.clear();
    spoken.format = Format::text;
    Answer sentence;
    sentence.text = answer.text.substr(0, answer.text.find('\n') + 1);
    sentence.remarks = answer.remarks;
    sentence.status = answer.status;
    return write(sentence, spoken);
}

}  // namespace breakeven::cli
