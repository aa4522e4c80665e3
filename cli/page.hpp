// Page: an answer as one self-contained HTML file: nothing is fetched, no script runs, it reads in the dark, in the light and on paper.
#pragma once

#include "answer.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace breakeven::cli {

/// Under one heading, in this order.
struct PageSection {
    std::string heading;
    std::vector<std::string> paragraphs;
    std::vector<std::string> pictures;  ///< SVG, as the charts draw it; not escaped
    std::vector<Table> tables;
    std::vector<std::string> list;
};

struct Page {
    std::string title;
    std::vector<std::string> answers;  ///< the question's answer; sentences, the first one largest
    std::vector<PageSection> sections;
    std::string footer;
};

/// The text of an element or an attribute: markup and control characters cannot leave it.
[[nodiscard]] std::string html_text(std::string_view text);

[[nodiscard]] std::string html(const Page& page);

}  // namespace breakeven::cli
