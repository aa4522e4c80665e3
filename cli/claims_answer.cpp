#include "claims_answer.hpp"

#include "json_numbers.hpp"
#include "numbers.hpp"
#include "writer.hpp"

#include <breakeven/core/errors.hpp>

#include <algorithm>

namespace breakeven::cli {

namespace {

using nlohmann::ordered_json;

// What fails comes first: it is what a reader looks for.
constexpr ClaimVerdict order[] = {ClaimVerdict::does_not_follow, ClaimVerdict::contradicts_itself, ClaimVerdict::contradicts_public_fact,
                                  ClaimVerdict::unit_slip, ClaimVerdict::rounding, ClaimVerdict::reproduces, ClaimVerdict::empirical};

std::string or_dash(const std::string& text) { return text.empty() ? "–" : text; }
std::string ours_of(const JudgedClaim& one) { return one.finding.ours ? one.finding.ours->shown() : "–"; }

ordered_json json_of(const ClaimFigure& figure) { return {{"value", figure.value}, {"unit", or_null(figure.unit)}}; }

ordered_json json_of(const JudgedClaim& one) {
    const auto published = figure_in(one.claim.published);
    ordered_json figures = ordered_json::object();
    for (const ClaimFigure& figure : one.finding.figures) figures[figure.name] = json_of(figure);
    return {{"id", one.claim.id},
            {"section", one.claim.section},
            {"claim", one.claim.claim},
            {"published", published ? json_of(*published) : ordered_json(nullptr)},
            {"published_text", or_null(one.claim.published)},
            {"ours", one.finding.ours ? json_of(*one.finding.ours) : ordered_json(nullptr)},
            {"verdict", to_string(one.verdict)},
            {"why", one.claim.why},
            {"figures", std::move(figures)},
            {"becomes", or_null(one.claim.becomes)}};
}

ordered_json json_of(const LineReading& reading) {
    ordered_json out{{"formula", reading.formula}, {"line", reading.line}, {"departures", reading.departures}};
    if (!reading.remark.empty()) out["remark"] = reading.remark;
    return out;
}

ordered_json json_of(const std::vector<LineReading>& readings) {
    ordered_json out = ordered_json::array();
    for (const LineReading& reading : readings) out.push_back(json_of(reading));
    return out;
}

ordered_json json_of(const LineOrigin& origin) {
    return {{"wanted", origin.wanted},
            {"tried", origin.tried},
            {"tried_as_stated", origin.tried_as_stated},
            {"nearest_as_stated", json_of(origin.nearest_as_stated)},
            {"hits", json_of(origin.hits)},
            {"readings", json_of(origin.readings)},
            {"speed_ratio", origin.speed_ratio}};
}

/// "23 of the 59 published statements that can be checked hold, 5 of them but for rounding; 36 do not, and 52 more …"
std::string summary(const ClaimsAnswer& answer) {
    const std::size_t rounded = answer.count(ClaimVerdict::rounding);
    const std::size_t hold = answer.count(ClaimVerdict::reproduces) + rounded;
    const std::size_t unchecked = answer.count(ClaimVerdict::empirical);
    const std::size_t checked = answer.all - unchecked;
    return fmt::format("{} of the {} published statements that can be checked hold, {} of them but for rounding; {} do not. "
                       "{} more are measurements or policies.", hold, checked, rounded, checked - hold, unchecked);
}

std::string first_line(const ClaimsAnswer& answer) {
    if (answer.claims.empty()) return "No claim holds all these words.";
    if (answer.claims.size() == answer.all) return summary(answer);
    if (answer.claims.size() > 1) return fmt::format("{} of the {} claims hold these words.", answer.claims.size(), answer.all);
    const JudgedClaim& one = answer.claims.front();
    std::string out = fmt::format("{}: {}.", one.claim.id, to_string(one.verdict));
    if (!one.claim.published.empty()) out += " Published " + one.claim.published + (one.finding.ours ? ", ours " + ours_of(one) : "") + ".";
    return out;
}

Table group(const ClaimsAnswer& answer, ClaimVerdict verdict) {
    // What stands beside a figure that cannot be checked is no other value of it.
    const char* beside = verdict == ClaimVerdict::empirical ? "for comparison" : "ours";
    Table out{.title = "", .columns = {"", "what is claimed", "published", beside}, .right_aligned = {false, false, true, true}, .rows = {}};
    for (const JudgedClaim& one : answer.claims)
        if (one.verdict == verdict) out.rows.push_back({one.claim.id, one.claim.claim, or_dash(one.claim.published), ours_of(one)});
    out.title = fmt::format("{} ({})", to_string(verdict), out.rows.size());
    return out;
}

/// All of them in one table, with the reasons.
Table reasons(const ClaimsAnswer& answer) {
    Table out{.title = "", .columns = {"", "section", "what is claimed", "published", "ours", "verdict", "why"},
              .right_aligned = {false, false, false, true, true, false, false}, .rows = {}};
    for (const JudgedClaim& one : answer.claims)
        out.rows.push_back({one.claim.id, one.claim.section, one.claim.claim, or_dash(one.claim.published), ours_of(one),
                            std::string(to_string(one.verdict)), one.claim.why});
    return out;
}

Table csv_table(const ClaimsAnswer& answer) {
    Table out{.title = "", .columns = {"id", "section", "claim", "published", "ours", "ours_unit", "verdict", "why", "becomes"}, .right_aligned = {}, .rows = {}};
    for (const JudgedClaim& one : answer.claims)
        out.rows.push_back({one.claim.id, one.claim.section, one.claim.claim, one.claim.published,
                            one.finding.ours ? exact(one.finding.ours->value) : "", one.finding.ours ? one.finding.ours->unit : "",
                            std::string(to_string(one.verdict)), one.claim.why, one.claim.becomes});
    return out;
}

Table hit_table(const LineOrigin& origin) {
    constexpr std::size_t most = 10;
    Table out{.title = "", .columns = {"formula over the published figures", "line", "departs by"}, .right_aligned = {false, true, false}, .rows = {}};
    const auto row = [&](const LineReading& one) { out.rows.push_back({one.formula, fmt::format("{:.4f} %", 100.0 * one.line), one.remark.empty() ? "nothing" : one.remark}); };
    for (std::size_t i = 0; i < std::min(most, origin.hits.size()); ++i) row(origin.hits[i]);
    row(origin.nearest_as_stated);
    return out;
}

Table reading_table(const LineOrigin& origin) {
    Table out{.title = "", .columns = {"from first principles", "line", "which says"}, .right_aligned = {false, true, false}, .rows = {}};
    for (const LineReading& one : origin.readings) out.rows.push_back({one.formula, fmt::format("{:.4f} %", 100.0 * one.line), one.remark});
    return out;
}

std::string origin_in_words(const LineOrigin& origin) {
    return fmt::format("{} formulas were tried; {} give {} once rounded or cut. None of the {} that keep\n"
                       "to what the article states does; the last row is the nearest of them.",
                       origin.tried, origin.hits.size(), percent(origin.wanted), origin.tried_as_stated);
}

/// Lines of at most a hundred characters.
std::string paragraph(std::string_view text) {
    constexpr std::size_t widest = 100;
    std::string out;
    std::size_t length = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        const std::size_t size = detail::characters(word);
        if (length > 0) out += length + 1 + size > widest ? (length = 0, "\n") : (++length, " ");
        out += word;
        length += size;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

}  // namespace

Answer present(const ClaimsAnswer& answer) {
    Answer out;
    out.json = {{"schema", "breakeven.claims/1"}, {"all", answer.all}, {"count", answer.claims.size()}, {"verdicts", ordered_json::object()}};
    for (const ClaimVerdict verdict : order) out.json["verdicts"][std::string(to_string(verdict))] = answer.count(verdict);
    out.json["claims"] = ordered_json::array();
    for (const JudgedClaim& one : answer.claims) out.json["claims"].push_back(json_of(one));
    out.json["origin"] = answer.origin ? json_of(*answer.origin) : ordered_json(nullptr);
    out.rows = csv_table(answer);
    out.text = first_line(answer) + "\n";
    if (answer.claims.empty()) return out;

    out.tables = {reasons(answer)};
    const bool alone = answer.claims.size() == 1;
    if (alone) {
        const JudgedClaim& one = answer.claims.front();
        out.text += "\n" + paragraph("Section " + one.claim.section + ": " + one.claim.claim + ".") + "\n" + paragraph(one.claim.why) + "\n";
        if (!one.claim.becomes.empty()) out.text += paragraph("Here it becomes: " + one.claim.becomes + ".") + "\n";
    } else {
        for (const ClaimVerdict verdict : order)
            if (const Table table = group(answer, verdict); !table.rows.empty()) out.text += "\n" + aligned(table);
    }
    if (answer.origin) {
        out.tables.push_back(hit_table(*answer.origin));
        out.tables.push_back(reading_table(*answer.origin));
        out.tables[1].title = "Where the line may come from";
        if (alone) {
            out.text += "\n" + aligned(out.tables[1]) + "\n" + origin_in_words(*answer.origin) + "\n\n" + aligned(out.tables[2]);
            out.text += fmt::format("\nThe published line would need a speed ratio of {:.6f}: the rented GPU {:.2f} times as fast.\n", answer.origin->speed_ratio,
                                    1.0 / answer.origin->speed_ratio);
        }
    }
    if (!alone) out.text += "\nbreakeven claims C02 shows one with its reason, and where the published line may come from.\n";
    return out;
}

}  // namespace breakeven::cli
