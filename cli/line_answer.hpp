// Line answer: the printed form of a LineAnswer, shared by the commands that print one.
#pragma once

#include "answer.hpp"

#include <breakeven/decisions/line.hpp>

namespace breakeven::cli {

/// The verdict in words, as the first line of a text.
[[nodiscard]] std::string line_in_words(const LineAnswer& line);

/// The whole answer: JSON as interface promises it, text, tables and remarks.
[[nodiscard]] Answer present(const LineAnswer& line);

}  // namespace breakeven::cli
