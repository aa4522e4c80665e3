// Answer: what a command found, once for every format.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace breakeven::cli {

/// Rows of text under a header. Columns whose name ends in a unit or holds numbers are aligned right.
struct Table {
    std::string title;  ///< may be empty
    std::vector<std::string> columns;
    std::vector<bool> right_aligned;  ///< one for each column; missing ones are left-aligned
    std::vector<std::vector<std::string>> rows;
};

/// The exit statuses of interface promises.
enum class Status : int {
    done = 0,
    wrong_input = 1,
    wrong_command_line = 2,
    not_trusted = 3,
};

struct Answer {
    nlohmann::ordered_json json;
    std::string text;                  ///< for a terminal; its first line answers the question
    Table rows;                        ///< for csv: every digit, one row for each thing found
    std::vector<Table> tables;         ///< for markdown: those of the text
    std::vector<std::string> remarks;  ///< to standard error in text, csv and markdown; JSON holds its own
    int status = static_cast<int>(Status::done);
};

}  // namespace breakeven::cli
