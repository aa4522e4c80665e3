#include "page.hpp"

namespace breakeven::cli {

namespace {

// The same two grounds as the charts', so that pictures have no edge.
constexpr std::string_view style = R"(<style>
:root{color-scheme:light dark;--paper:#ffffff;--ink:#1f2328;--soft:#59636e;--rule:#d1d9e0;--stripe:#f6f8fa}
@media (prefers-color-scheme:dark){:root{--paper:#0d1117;--ink:#f0f6fc;--soft:#9198a1;--rule:#3d444d;--stripe:#151b23}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,"DejaVu Sans",Arial,sans-serif}
main{max-width:832px;margin:0 auto;padding:32px 20px 48px}
h1{font-size:1rem;font-weight:400;color:var(--soft);margin:0 0 8px}
h2{font-size:1.15rem;margin:40px 0 8px;padding-top:14px;border-top:1px solid var(--rule)}
p{margin:8px 0}
p.answer{font-size:1.45rem;line-height:1.35;font-weight:600;margin:0 0 12px}
p.further{font-size:1.1rem;line-height:1.4}
figure{margin:16px 0}
figcaption{color:var(--soft);font-size:.875rem;margin:6px 0 0;overflow-wrap:anywhere}
svg{display:block;max-width:100%;min-width:600px;height:auto}
.scroll{overflow-x:auto;margin:14px 0}
table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:0 0 4px}
th,td{padding:4px 20px 4px 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule)}
th{font-weight:600;color:var(--soft)}
th.r,td.r{text-align:right}
td.r{white-space:nowrap}
td{overflow-wrap:break-word;max-width:30em}
td:first-child{white-space:nowrap}
ul{padding-left:1.2em;margin:8px 0}
li{margin:4px 0;overflow-wrap:anywhere}
h1,p{overflow-wrap:anywhere}
footer{margin-top:40px;padding-top:12px;border-top:1px solid var(--rule);color:var(--soft);font-size:.875rem}
@media print{
@page{size:A4;margin:11mm}
:root{color-scheme:light}
main{max-width:none;padding:0;columns:2;column-gap:7mm}
body{font-size:7.5pt;line-height:1.35}
h1,p.answer,p.further{column-span:all}
h1{font-size:8pt;margin:0}
p.answer{font-size:13pt;margin:0 0 4px}
p.further{font-size:9pt;margin:2px 0}
h2{font-size:9.5pt;margin:9px 0 3px;padding-top:5px;break-after:avoid}
p{margin:3px 0}
figure{margin:5px 0}
figcaption,table,footer{font-size:7pt}
.scroll{margin:4px 0}
th,td{padding:1px 8px 1px 0}
td.r,td:first-child{white-space:normal}
figure,tr{break-inside:avoid}
.appendix{display:none}
footer{margin-top:8px}
.scroll{overflow:visible}
svg{min-width:0}
}
</style>
)";

bool right(const Table& table, std::size_t column) { return column < table.right_aligned.size() && table.right_aligned[column]; }

std::string element(std::string_view name, std::string_view text, std::string_view attributes = {}) {
    std::string out = "<" + std::string(name);
    if (!attributes.empty()) out.append(" ").append(attributes);
    return out + ">" + html_text(text) + "</" + std::string(name) + ">";
}

std::string html(const Table& table) {
    std::string out = "<div class=\"scroll\"><table>\n";
    if (!table.title.empty()) out += element("caption", table.title) + "\n";
    const auto line = [&](std::string_view name, const std::vector<std::string>& cells) {
        out += "<tr>";
        for (std::size_t i = 0; i < cells.size(); ++i) out += element(name, cells[i], right(table, i) ? "class=\"r\"" : "");
        out += "</tr>\n";
    };
    out += "<thead>";
    line("th", table.columns);
    out += "</thead>\n<tbody>\n";
    for (const auto& row : table.rows) line("td", row);
    return out + "</tbody></table></div>\n";
}

/// An SVG inside a page has no XML declaration of its own.
std::string_view without_declaration(std::string_view svg) { return svg.starts_with("<?xml") ? svg.substr(svg.find("<svg")) : svg; }

std::string html(const PageSection& section) {
    std::string out = "<section" + (section.id.empty() ? std::string() : " id=\"" + section.id + "\"") + (section.appendix ? " class=\"appendix\">\n" : ">\n");
    out += element("h2", section.heading) + "\n";
    for (const std::string& paragraph : section.paragraphs) out += element("p", paragraph) + "\n";
    for (const PagePicture& picture : section.pictures) {
        out.append("<figure>\n<div class=\"scroll\">").append(without_declaration(picture.svg)).append("</div>\n");
        if (!picture.caption.empty()) out += element("figcaption", picture.caption) + "\n";
        out += "</figure>\n";
    }
    for (const Table& table : section.tables) out += html(table);
    if (!section.list.empty()) {
        out += "<ul>\n";
        for (const std::string& item : section.list) out += element("li", item) + "\n";
        out += "</ul>\n";
    }
    return out + "</section>\n";
}

}  // namespace

std::string html_text(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\'': out += "&#39;"; break;
            default: out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
        }
    }
    return out;
}

std::string html(const Page& page) {
    std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                      // A page of one's own figures: nothing is loaded, whatever a file's text tries.
                      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';style-src 'unsafe-inline'\">\n";
    out += element("title", page.title) + "\n";
    out.append(style).append("</head>\n<body>\n<main>\n");
    out += element("h1", page.title) + "\n";
    for (std::size_t i = 0; i < page.answers.size(); ++i) out += element("p", page.answers[i], i == 0 ? "class=\"answer\"" : "class=\"further\"") + "\n";
    for (const PageSection& section : page.sections) out += html(section);
    if (!page.footer.empty()) out += element("footer", page.footer) + "\n";
    return out + "</main>\n</body>\n</html>\n";
}

}  // namespace breakeven::cli
