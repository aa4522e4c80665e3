// Age of a fact: prices and tariffs grow old, and an old one deserves a remark.
#pragma once

#include <breakeven/core/decimal.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace breakeven {

/// A price older than this gets a remark.
inline constexpr int stale_after_days = 180;

/// The day that an ISO 8601 date (2026-05-24) names; none for anything else.
[[nodiscard]] inline std::optional<std::chrono::sys_days> parse_date(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
    const auto y = parse_integer<int>(text.substr(0, 4));
    const auto m = parse_integer<unsigned>(text.substr(5, 2));
    const auto d = parse_integer<unsigned>(text.substr(8, 2));
    if (!y || !m || !d) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(*y), std::chrono::month(*m), std::chrono::day(*d)};
    if (!date.ok()) return std::nullopt;
    return std::chrono::sys_days(date);
}

/// Whole days from `date` to `today`, both ISO 8601; none when either is no date.
[[nodiscard]] inline std::optional<int> age_days(std::string_view date, std::string_view today) {
    const auto from = parse_date(date), to = parse_date(today);
    if (!from || !to) return std::nullopt;
    return static_cast<int>((*to - *from).count());
}

/// What to say about the age of `what`; empty when it is young enough, or `today` is empty.
[[nodiscard]] inline std::string age_remark(std::string_view what, std::string_view date, std::string_view today) {
    if (today.empty()) return {};
    if (date.empty()) return std::string(what).append(" has no date: nobody can tell how old it is");
    const auto age = age_days(date, today);
    if (!age || *age <= stale_after_days) return {};
    return std::string(what)
        .append(" is ")
        .append(std::to_string(*age))
        .append(" days old (")
        .append(date)
        .append("): check it, or give your own");
}

}  // namespace breakeven
