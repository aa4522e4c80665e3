#include <breakeven/decisions/claim_origin.hpp>

#include <breakeven/decisions/claim_source.hpp>
#include <breakeven/models/roofline.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

namespace breakeven {

namespace {

/// A rate in the formula, and how far it departs from what the article says.
struct Term {
    std::string words;
    CostRate rate{};
    std::vector<std::string> departs{};  ///< each thing that the article does not say
    bool lost_hours = false;
};

std::string joined(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out.append(out.empty() ? "" : ", ").append(word);
    return out;
}

/// Every way to read the price as an hourly standing cost.
std::vector<Term> standing_costs(const ClaimSource& s) {
    constexpr double hours_a_month[] = {730.0, 720.0, 744.0, 360.0, 300.0, 240.0, 176.0};  // the first three: all of them
    const auto& own = s.scenario.ownership;
    const int stated_months = static_cast<int>(std::lround(in(own.lifetime, month)));
    std::vector<Term> out;
    for (const double hours : hours_a_month) {
        const bool part_of_them = hours < 700.0;
        for (const double share : {own.gpu_share, 1.0})
            for (const double residual : {0.0, 0.05, 0.2})
                for (const int months : {stated_months, 30, 36}) {
                    const Depreciation value{own.price, share, static_cast<double>(months) * month, residual};
                    const std::string left = residual > 0.0 ? fmt::format(" less {:g} %", 100.0 * residual) : "";
                    Term term{fmt::format("{:g} CNY{}/({} months x {:g} h)", in(share * own.price, money), left, months, hours),
                              value.cost().standing * (month / (hours * hour)), {}, false};
                    if (share != own.gpu_share) term.departs.emplace_back("whole machine");
                    if (residual > 0.0) term.departs.emplace_back("a residual");
                    if (months != stated_months) term.departs.emplace_back("another life");
                    if (part_of_them) term.departs.emplace_back("working hours");
                    out.push_back(std::move(term));
                }
        const CostRate printed = s.table.quantity<CostRate>("C11");
        Term term{fmt::format("{}/{:g} h", s.table.text("C11"), hours), printed * (month / (hours * hour)), {"printed depreciation"}, false};
        if (part_of_them) term.departs.emplace_back("working hours");
        out.push_back(std::move(term));
    }
    return out;
}

std::vector<Term> electricity_costs(const ClaimSource& s) {
    const CostRate printed = s.table.quantity<CostRate>("C16");
    const auto term = [](CostRate rate) { return Term{fmt::format("{:.6g}", in(rate, money / hour)), rate, {}, false}; };
    return {term(s.part("electricity").busy), term(s.own().busy), term(printed), {"", CostRate{}, {"no electricity"}, false}};
}

class Search {
public:
    explicit Search(const ClaimSource& s) : rent_(s.sheet.cloud.busy), wanted_(s.table.share("C02")) {
        const Crash crash{s.scenario.crash.rate, s.scenario.crash.recovery, s.scenario.crash.context_rebuild, s.scenario.crash.reload, {}};
        const Term no_loss{};
        const Term lost_hours{" + lost hours", crash.lost_share() * rent_, {}, true};
        const std::vector<Term> powers = electricity_costs(s);
        for (const Term& standing : standing_costs(s))
            for (const Term& lost : {no_loss, lost_hours})
                for (const Term& power : powers) {
                    const Term fixed{standing.words + lost.words, standing.rate + lost.rate, standing.departs, lost.lost_hours};
                    Term total = fixed;
                    if (!power.words.empty()) total.words += " + " + power.words;
                    total.rate += power.rate;
                    if (!power.words.empty()) try_over(fixed, "rent - " + power.words, rent_ - power.rate, {});
                    try_total(total, power);
                }
        // The printed sum, read in fen.
        const CostRate read = 0.01 * s.table.quantity<CostRate>("C20");
        const Term printed{fmt::format("{:g} CNY/h", in(read, money / hour)), read, {"printed sum, read in fen"}, false};
        for (const Term& power : powers) try_total(printed, {power.words, power.rate, {}, false}, power.words.empty());
    }

    [[nodiscard]] LineOrigin result() {
        out_.wanted = wanted_;
        // Fewest departures first; of the same, what leaves crashes out, for they change little; then the nearest.
        const auto rank = [&](const LineReading& one) { return std::tuple(one.departures, one.lost_hours, std::abs(one.line - wanted_)); };
        std::stable_sort(out_.hits.begin(), out_.hits.end(), [&](const LineReading& a, const LineReading& b) { return rank(a) < rank(b); });
        return std::move(out_);
    }

private:
    void try_total(const Term& total, const Term& power, bool plain = true) {
        if (plain) {
            try_over(total, "rent", rent_, power.departs);
            try_over(total, "rent + cost", rent_ + total.rate, power.departs);
        }
        if (!power.words.empty()) try_over(total, "rent - " + power.words, rent_ - power.rate, {});
    }
    void try_over(const Term& cost, const std::string& divisor, CostRate by, const std::vector<std::string>& further) {
        const bool sum = cost.words.find(" + ") != std::string::npos;
        const bool compound = divisor.find(' ') != std::string::npos;
        std::vector<std::string> departs = cost.departs;
        departs.insert(departs.end(), further.begin(), further.end());
        LineReading one{(sum ? "(" + cost.words + ")" : cost.words) + " over " + (compound ? "(" + divisor + ")" : divisor), cost.rate / by,
                        static_cast<int>(departs.size()), joined(departs), cost.lost_hours};
        ++out_.tried;
        if (one.departures == 0) {
            ++out_.tried_as_stated;
            if (out_.tried_as_stated == 1 || std::abs(one.line - wanted_) < std::abs(out_.nearest_as_stated.line - wanted_)) out_.nearest_as_stated = one;
        }
        // "12.0 %" once rounded is 11.95 to 12.05, once cut 12.0 to 12.1.
        constexpr Fraction step = 0.001;
        if (one.line >= wanted_ - 0.5 * step && one.line < wanted_ + step) out_.hits.push_back(std::move(one));
    }

    CostRate rent_;
    Fraction wanted_;
    LineOrigin out_;
};

Fraction line_with(const ClaimSource& s, double speed_ratio, Fraction gpu_share) {
    Scenario changed = s.scenario;
    changed.cloud.speed_ratio = speed_ratio;
    changed.ownership.gpu_share = gpu_share;
    return cost_sheet(changed).solve().line.value_or(1.0);
}

Fraction line_with_printed_depreciation(const ClaimSource& s) {
    const HourlyCost own{.standing = s.table.quantity<CostRate>("C11"), .busy = s.own().busy};
    return breakeven<double>(own, s.sheet.cloud).line.value_or(1.0);
}

}  // namespace

LineOrigin origin_of_line(const ClaimSource& s) {
    LineOrigin out = Search(s).result();
    const double share = s.scenario.ownership.gpu_share;
    const double by_arithmetic = speed_ratio(s.laptop, s.a10, 1.0);
    const double by_bandwidth = speed_ratio(s.laptop, s.a10, 0.0);
    out.readings = {
        {"as stated", s.line(), 0, "one busy hour here is one there", false},
        {s.table.text("C11") + " of depreciation, as printed", line_with_printed_depreciation(s), 1, "the whole machine, a fifth of it left at the end", false},
        {s.table.text("C12") + " whole", line_with(s, 1.0, 1.0), 1, "the machine was bought for its GPU", false},
        {"speed by peak arithmetic", line_with(s, by_arithmetic, share), 1, fmt::format("one busy hour here is {:.5f} h on an A10", by_arithmetic), false},
        {"speed by memory bandwidth", line_with(s, by_bandwidth, share), 1, fmt::format("one busy hour here is {:.5f} h on an A10", by_bandwidth), false},
    };
    out.speed_ratio = (s.own().standing / out.wanted + s.own().busy) / s.sheet.cloud.busy;
    return out;
}

}  // namespace breakeven
