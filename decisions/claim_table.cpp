#include <breakeven/decisions/claim_table.hpp>

#include <breakeven/core/csv.hpp>
#include <breakeven/data/tables.hpp>

#include <algorithm>

namespace breakeven {

namespace {

/// "waiting=43 %;idle=2 s"
std::vector<std::pair<std::string, std::string>> named_figures(std::string_view cell) {
    std::vector<std::pair<std::string, std::string>> out;
    while (!cell.empty()) {
        const std::size_t end = std::min(cell.find(';'), cell.size());
        const std::string_view one = cell.substr(0, end);
        const std::size_t equals = one.find('=');
        if (equals == std::string_view::npos) throw InputError("claims.csv: \"" + std::string(one) + "\" is no figure with a name");
        out.emplace_back(one.substr(0, equals), one.substr(equals + 1));
        cell.remove_prefix(std::min(end + 1, cell.size()));
    }
    return out;
}

}  // namespace

ClaimTable::ClaimTable() {
    CsvTable table(bytes_in_memory(claims_csv(), TextEncoding::utf8), "data/claims.csv");
    const auto cell = [&](std::string_view column) { return std::string(table.text(column)); };
    while (table.next())
        rows_.push_back({cell("id"), cell("section"), cell("published"), named_figures(table.text("also")), cell("verdict"), cell("claim"),
                         cell("why"), cell("becomes")});
}

const Claim& ClaimTable::row(std::string_view id) const {
    const auto found_row = std::find_if(rows_.begin(), rows_.end(), [&](const Claim& claim) { return claim.id == id; });
    if (found_row == rows_.end())
        throw InputError("there is no claim " + std::string(id), "they go from " + rows_.front().id + " to " + rows_.back().id);
    return *found_row;
}

const std::string& ClaimTable::text(std::string_view figure) const {
    const std::size_t point = figure.find('.');
    const Claim& claim = row(figure.substr(0, point));
    if (point == std::string_view::npos) return claim.published;
    for (const auto& [name, value] : claim.also)
        if (name == figure.substr(point + 1)) return value;
    throw InputError("claim " + claim.id + " has no figure " + std::string(figure.substr(point + 1)), "");
}

double ClaimTable::number(std::string_view figure) const {
    const auto parsed = figure_in(text(figure));
    if (!parsed) throw InputError("claim " + std::string(figure) + " has no number", "");
    return parsed->value;
}

std::string ClaimTable::filled(std::string_view words, const Claim& claim, const Finding& finding) const {
    const auto value_of_name = [&](std::string_view name) -> std::string {
        if (name == "ours" && finding.ours) return finding.ours->shown();
        if (name == "published") return claim.published;
        for (const ClaimFigure& figure : finding.figures)
            if (figure.name == name) return figure.shown();
        for (const auto& [also, value] : claim.also)
            if (also == name) return value;
        return text(name);
    };
    std::string out;
    while (true) {
        const std::size_t open = words.find('{');
        out += words.substr(0, open);
        if (open == std::string_view::npos) return out;
        const std::size_t close = words.find('}', open);
        if (close == std::string_view::npos) throw InputError("claims.csv: a brace is not closed in claim " + claim.id, "");
        out += value_of_name(words.substr(open + 1, close - open - 1));
        words.remove_prefix(close + 1);
    }
}

}  // namespace breakeven
