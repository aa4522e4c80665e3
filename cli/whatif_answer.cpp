// Changes side by side: sentence, tables and JSON of a WhatIfAnswer.
#include "whatif_answer.hpp"

#include "numbers.hpp"
#include "whatif_json.hpp"
#include "whatif_words.hpp"
#include "writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace breakeven::cli {

namespace {

using nlohmann::ordered_json;

double hourly(const CostRate& rate) { return in(rate, money / hour); }
double monthly(const CostRate& rate) { return in(rate * month, money); }

ordered_json hourly_or_null(const std::optional<CostRate>& rate) { return rate ? ordered_json(hourly(*rate)) : ordered_json(nullptr); }
ordered_json months_or_null(const std::optional<Time>& time) { return time ? ordered_json(in(*time, month)) : ordered_json(nullptr); }

ordered_json json_of(const Changes& changes) {
    ordered_json out{{"name", or_null(changes.name)}, {"set", ordered_json::object()}, {"scale", ordered_json::object()}};
    for (const Override& set : changes.sets) out["set"][set.key] = set.value;
    for (const Scaling& scaling : changes.scalings) out["scale"][scaling.key] = scaling.factor;
    out["share"] = {{"before", or_null(changes.share.before)}, {"after", or_null(changes.share.after)},
                    {"spread_before", or_null(changes.share.spread_before)}, {"spread_after", or_null(changes.share.spread_after)}};
    return out;
}

ordered_json json_of(const EconomicsAnswer& e) {
    if (!e.no_line.empty()) return {{"share", e.share}, {"reason", e.no_line}};
    return {{"share", e.share},
            {"invested", in(e.investment.price, money)},
            {"residual", in(e.investment.residual, money)},
            {"life_months", in(e.investment.lifetime, month)},
            {"capital_rate_per_year", in(e.investment.rate, 1.0 / year)},
            {"own_per_busy_hour", hourly_or_null(e.own_per_busy_hour)},
            {"rent_per_busy_hour", hourly_or_null(e.rent_per_busy_hour)},
            {"saving_per_month", monthly(e.saving)},
            {"payback_months", months_or_null(e.payback)},
            {"discounted_payback_months", months_or_null(e.discounted_payback)},
            {"net_present_value", in(e.net_present_value, money)},
            {"zero_value_outcome", to_string(e.zero_outcome)},
            {"zero_value_share", or_null(e.zero_share)}};
}

ordered_json json_of(const Variant& variant) {
    ordered_json out{{"name", variant.name},
                     {"changes", json_of(variant.changes)},
                     {"outcome", to_string(variant.line.outcome)},
                     {"line", or_null(variant.line.line)},
                     {"points", or_null(variant.points)},
                     {"owning_wins", or_null(variant.owning_wins)},
                     {"economics", variant.economics ? json_of(*variant.economics) : ordered_json(nullptr)}};
    out["answer"] = present(variant.line).json;
    return out;
}

/// "It saves 235.9 CNY a month, is paid back in 12.6 months and is worth 2256 CNY today."
std::string economics_in_words(const Variant& variant) {
    const EconomicsAnswer& e = *variant.economics;
    const std::string currency(variant.line.currency.code());
    if (!e.no_line.empty()) return fmt::format("Owning cannot do this job: {}.", e.no_line);
    const std::string at = percent(e.share);
    if (!(e.saving > CostRate{}))
        return fmt::format("At {} owning never pays back: renting costs {} {} a month less than its running costs.", at,
                           four_digits(-monthly(e.saving)), currency);
    std::string out = fmt::format("At {} owning saves {} {} a month and pays back in {}", at, four_digits(monthly(e.saving)), currency,
                                  duration_in_words(*e.payback));
    if (*e.payback > e.investment.lifetime) out += fmt::format(", after its life of {}", duration_in_words(e.investment.lifetime));
    return out + ".";
}

std::string change_in_words(const Variant& before, const Variant& after) {
    const std::string subject = capitalized(changes_in_words(after.changes));
    const bool two_lines = before.line.outcome == Outcome::line && after.line.outcome == Outcome::line;
    if (two_lines && std::abs(*after.points) <= 1e-14)
        return fmt::format("{} leaves your line at {}.", subject, percent(after.line.line));
    if (two_lines) return fmt::format("{} moves your line {}.", subject, from_to(*before.line.line, *after.line.line));
    return fmt::format("{}: {} (before: {})", subject, line_in_words(after.line), line_cell(before.line));
}

/// What a what-if file says about the busy share, held against the lines.
std::string share_in_words(const Variant& before, const Variant& after) {
    const ShareChange& share = after.changes.share;
    std::string out;
    if (share.before && share.after) {
        const auto side = [](const LineAnswer& line, Fraction at) { return line.owning_wins_at(at) ? "owning wins" : "renting wins"; };
        out += fmt::format("The busy share goes from {} ({}) to {} ({}).\n", percent(share.before), side(before.line, *share.before),
                           percent(share.after), side(after.line, *share.after));
    }
    if (share.spread_before && share.spread_after)
        out += fmt::format("Its spread goes from {:.0f} to {:.0f} percentage points.\n", 100.0 * *share.spread_before, 100.0 * *share.spread_after);
    return out;
}

std::string first_line(const WhatIfAnswer& answer) {
    const Variant& first = answer.variants.front();
    if (answer.variants.size() == 1) return first.economics ? economics_in_words(first) : line_in_words(first.line);
    const Changes& changes = answer.variants.back().changes;
    if (answer.variants.size() == 2 && (!changes.empty() || !changes.name.empty())) return change_in_words(first, answer.variants[1]);
    const Variant* best = nullptr;
    for (const Variant& variant : answer.variants)
        if (variant.line.line && variant.line.outcome != Outcome::never && (best == nullptr || *variant.line.line < *best->line.line)) best = &variant;
    if (best == nullptr) return "Rent: none of these has a line that can be reached.";
    return fmt::format("The lowest line is {}: {}.", line_cell(best->line), best->name);
}

Table line_table(const WhatIfAnswer& answer) {
    Table out{.title = "", .columns = {"", "line", "hours a day", "difference"}, .right_aligned = {false, true, true, true}, .rows = {}};
    for (const Variant& variant : answer.variants)
        out.rows.push_back({variant.name, line_cell(variant.line), variant.line.line ? fmt::format("{:.2f}", in(*variant.line.line * day, hour)) : "–",
                            variant.points ? points_in_words(*variant.points) : "–"});
    return out;
}

Table economics_table(const WhatIfAnswer& answer) {
    const std::string currency(answer.variants.front().line.currency.code());
    Table out{.title = "",
              .columns = {"at the busy share", "", "saves a month", "paid back", "with interest", "value today", "own, busy hour", "rent, busy hour", "value 0 at"},
              .right_aligned = {true, false, true, true, true, true, true, true, true}, .rows = {}};
    for (const Variant& variant : answer.variants) {
        if (!variant.economics) continue;
        const EconomicsAnswer& e = *variant.economics;
        if (!e.no_line.empty()) continue;
        const std::string unit = " " + std::string(variant.line.currency.code());
        const auto time = [](const std::optional<Time>& value) { return value ? duration_in_words(*value) : std::string("never"); };
        const auto rate = [&](const std::optional<CostRate>& value) { return value ? four_digits(hourly(*value)) + unit : std::string("–"); };
        out.rows.push_back({percent(e.share), variant.name, four_digits(monthly(e.saving)) + unit, time(e.payback), time(e.discounted_payback),
                            four_digits(in(e.net_present_value, money)) + unit, rate(e.own_per_busy_hour), rate(e.rent_per_busy_hour),
                            percent(e.zero_share)});
    }
    return out;
}

Table csv_table(const WhatIfAnswer& answer) {
    Table out{.title = "",
              .columns = {"name", "outcome", "line", "points", "share", "owning_wins", "saving_per_month", "payback_months",
                          "discounted_payback_months", "net_present_value", "own_per_busy_hour", "rent_per_busy_hour", "currency"},
              .right_aligned = {}, .rows = {}};
    for (const Variant& v : answer.variants) {
        std::vector<std::string> row{v.name, std::string(to_string(v.line.outcome)), exact(v.line.line), exact(v.points)};
        if (v.economics && v.economics->no_line.empty()) {
            const EconomicsAnswer& e = *v.economics;
            const auto months = [](const std::optional<Time>& time) { return time ? exact(in(*time, month)) : std::string(); };
            const auto rate = [](const std::optional<CostRate>& value) { return value ? exact(hourly(*value)) : std::string(); };
            row.insert(row.end(), {exact(e.share), *v.owning_wins ? "true" : "false", exact(monthly(e.saving)), months(e.payback),
                                   months(e.discounted_payback), exact(in(e.net_present_value, money)), rate(e.own_per_busy_hour),
                                   rate(e.rent_per_busy_hour)});
        } else {
            row.insert(row.end(), 8, "");
        }
        row.emplace_back(v.line.currency.code());
        out.rows.push_back(std::move(row));
    }
    return out;
}

}  // namespace

Answer present(const WhatIfAnswer& answer) {
    const Variant& first = answer.variants.front();
    Answer out;
    out.json = whatif_head("changes", first.line);
    out.json["share"] = or_null(answer.share);
    out.json["variants"] = ordered_json::array();
    for (const Variant& variant : answer.variants) out.json["variants"].push_back(json_of(variant));
    out.json["remarks"] = answer.remarks;
    out.remarks = answer.remarks;
    out.rows = csv_table(answer);
    out.tables = {line_table(answer)};
    Table economics = economics_table(answer);
    if (!economics.rows.empty()) out.tables.push_back(std::move(economics));

    out.text = first_line(answer) + "\n";
    for (std::size_t i = 1; i < answer.variants.size(); ++i) out.text += share_in_words(first, answer.variants[i]);
    for (const Variant& variant : answer.variants)
        if (answer.variants.size() > 1 && variant.economics && answer.share && &variant == &answer.variants.back())
            out.text += economics_in_words(variant) + "\n";
    for (const Table& table : out.tables) out.text += "\n" + aligned(table);
    return out;
}

}  // namespace breakeven::cli
