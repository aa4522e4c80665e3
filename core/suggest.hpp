// Suggest: the nearest known names to a misspelt one, for keys, units, currencies, GPUs and clouds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace breakeven {

namespace detail {
[[nodiscard]] inline std::string lower(std::string_view text) {
    std::string out(text);
    // ASCII only, so that no locale has a say.
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

/// Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`: Damerau–Levenshtein, restricted form.
[[nodiscard]] inline std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        before_last = std::exchange(last, row);
    }
    return last[b.size()];
}
}  // namespace detail

/// Up to `count` of `known`, nearest to `name` first, without regard to case. Empty when nothing is near enough to be meant:
/// more than a third of the letters differ, or all of them, and neither text contains the other.
[[nodiscard]] inline std::vector<std::string> nearest(std::string_view name, const std::vector<std::string>& known,
                                                      std::size_t count = 3) {
    const std::string wanted = detail::lower(name).substr(0, 200);  // a hostile name costs no quadratic time
    std::vector<std::pair<std::size_t, std::string>> ranked;
    for (const std::string& candidate : known) {
        const std::string lowered = detail::lower(candidate);
        const bool contained = wanted.size() >= 2 && (lowered.find(wanted) != std::string::npos ||
                                                      (lowered.size() >= 3 && wanted.find(lowered) != std::string::npos));
        const std::size_t distance = detail::edit_distance(wanted, lowered);
        const std::size_t longest = std::max(wanted.size(), lowered.size());
        if (contained || (distance < longest && 3 * distance <= longest + 2))
            ranked.emplace_back(contained ? std::min<std::size_t>(distance, 2) : distance, candidate);
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> out;
    for (auto& [distance, candidate] : ranked) {
        if (out.size() == count) break;
        out.push_back(std::move(candidate));
    }
    return out;
}

/// "did you mean a, b or c?", or empty when there is nothing to suggest.
[[nodiscard]] inline std::string did_you_mean(std::string_view name, const std::vector<std::string>& known) {
    const auto names = nearest(name, known);
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i)
        out += (i == 0 ? "did you mean " : i + 1 == names.size() ? " or " : ", ") + names[i];
    return out.empty() ? out : out + "?";
}

}  // namespace breakeven
