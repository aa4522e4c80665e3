// Page: an answer as one self-contained HTML file: nothing is fetched, no script runs, it reads in the dark, in the light and on paper.
#pragma once

#include "answer.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace breakeven::cli {

/// An SVG as the charts draw it, not escaped, and what it shows in words.
struct PagePicture {
    PagePicture(std::string drawn, std::string words = {}) : svg(std::move(drawn)), caption(std::move(words)) {}
    std::string svg;
    std::string caption;  ///< may be empty
};

/// Under one heading, in this order.
struct PageSection {
    std::string heading;
    std::vector<std::string> paragraphs;
    std::vector<PagePicture> pictures;
    std::vector<Table> tables;
    std::vector<std::string> list;
    std::string id{};  ///< of the section's element; empty for none
    bool appendix = false;  ///< stays off paper: what the scenario file says anyway
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
