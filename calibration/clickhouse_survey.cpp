// Texts are judged here: of each there are few. What SQL found wrong with a row stands unless its text is wrong earlier.
#include <breakeven/calibration/clickhouse_survey.hpp>

#include <breakeven/calibration/dataset_words.hpp>
#include <breakeven/calibration/printable.hpp>
#include <breakeven/core/errors.hpp>
#include <breakeven/core/timestamp.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace breakeven {

namespace {
constexpr std::size_t examples_of_a_reason = 3;
constexpr std::size_t longest_name = 200;
constexpr std::size_t most_levels_of_all_groups = 1000;
constexpr double most_numbers = 1e18;  // of be_cell, in 64 bits

bool is_name(std::string_view text) { return text.size() <= longest_name && is_printable(text); }

/// A row of the answer to ClickhouseQueries::levels().
struct Combination {
    std::size_t reason = 0;
    std::string by;
    std::array<std::string, category_count> text;
    std::size_t rows = 0;
    double mean_c = 0.0;
    double coldest_c = 0.0;
    double hottest_c = 0.0;
    double mean_target = 0.0;
    std::int64_t first = 0;
    std::int64_t last = 0;
};

std::size_t judged_reason(const ClickhouseRows& rows, const Combination& found) {
    for (std::size_t c = 0; c < category_count; ++c) {
        if (!rows.has_category(c) || is_printable(found.text[c])) continue;
        const std::size_t unprintable = rows.unprintable_reason(c);
        return found.reason == 0 ? unprintable : std::min(found.reason, unprintable);
    }
    return found.reason;
}

std::vector<Combination> combinations(ClickhouseClient& client, const ClickhouseRows& rows, const ClickhouseQueries& queries, const ClickhouseKnown& known) {
    const ClickhouseAnswer answer = client.ask(queries.levels(known));
    if (answer.rows() > ClickhouseQueries::most_names)
        throw InputError("there are more than 100000 different combinations of levels", "a level must occur in many windows to be told apart; group them in a view");
    std::vector<Combination> out;
    for (std::size_t i = 0; i < answer.rows(); ++i) {
        Combination one;
        one.reason = answer.count(i, 0);
        one.by = answer.bytes(i, 1);
        for (std::size_t c = 0; c < category_count; ++c) one.text[c] = answer.bytes(i, 2 + c);
        constexpr std::size_t figures = 2 + category_count;
        one.rows = answer.count(i, figures);
        one.mean_c = answer.number(i, figures + 1);
        one.coldest_c = answer.number(i, figures + 2);
        one.hottest_c = answer.number(i, figures + 3);
        one.mean_target = answer.number(i, figures + 4);
        one.first = answer.integer(i, figures + 5);
        one.last = answer.integer(i, figures + 6);
        if (one.reason >= rows.reasons().size()) refuse_changed_rows();
        one.reason = judged_reason(rows, one);
        if (one.rows > 0) out.push_back(std::move(one));
    }
    return out;
}

/// Counts of each reason, and when a few of them were.
class RejectsOfGroup {
public:
    void add(const ClickhouseRows& rows, const Combination& found) {
        const std::string& reason = rows.reasons()[found.reason];
        Found& one = found_[reason];
        one.count += found.rows;
        if (reason.starts_with("timestamp")) return;
        one.times.insert({found.first, found.last});
    }
    void write(const ClickhouseRows& rows, const std::string& table, Rejects& out) const {
        for (const auto& [reason, one] : found_) {
            out.count += one.count;
            out.by_reason[reason] += one.count;
            std::size_t shown = 0;
            if (one.times.empty()) out.first.push_back({table, 0, reason, ""});
            for (const std::int64_t time : one.times) {
                if (shown++ == examples_of_a_reason || out.first.size() >= Rejects::most_shown) break;
                out.first.push_back({table, 0, reason, timestamp_text(time * rows.unit_ns())});
            }
        }
    }

private:
    struct Found {
        std::size_t count = 0;
        std::set<std::int64_t> times;
    };
    std::map<std::string, Found> found_;
};

std::vector<std::string> unprintable_gpus(ClickhouseClient& client, const ClickhouseRows& rows, const ClickhouseQueries& queries) {
    std::vector<std::string> out;
    if (!rows.table().has(WindowColumn::gpu)) return out;
    const ClickhouseAnswer answer = client.ask(queries.gpus());
    if (answer.rows() > ClickhouseQueries::most_names)
        throw InputError("more than 100000 GPUs", "calibrate each kind of machine by itself, as a view with a condition");
    for (std::size_t i = 0; i < answer.rows(); ++i)
        if (std::string name = answer.bytes(i, 0); !is_printable(name)) out.push_back(std::move(name));
    return out;
}

void learn_levels(const ClickhouseRows& rows, const std::vector<Combination>& found, ClickhouseSurvey& out) {
    std::array<std::set<std::string>, category_count> levels;
    std::set<std::string> groups;
    std::size_t ungrouped = 0;
    for (const Combination& one : found) {
        const bool in_group = is_name(one.by);
        if (!in_group) ungrouped += one.rows;
        else groups.insert(one.by);
        if (!in_group || one.reason != 0) continue;
        for (std::size_t c = 0; c < category_count; ++c)
            if (rows.has_category(c)) levels[c].insert(one.text[c]);
    }
    double numbers = static_cast<double>(groups.size()) + 1.0;
    for (std::size_t c = 0; c < category_count; ++c) {
        out.known.levels[c].assign(levels[c].begin(), levels[c].end());
        numbers *= static_cast<double>(levels[c].size()) + 1.0;
        // Without groups no more can be told apart; with groups each may have its own, but a combination must have a number.
        if (levels[c].size() > (rows.table().by.empty() ? detail::most_levels : most_levels_of_all_groups) || numbers > most_numbers)
            throw detail::too_many_levels(context_categories[c]);
    }
    if (ungrouped > 0) out.remarks.push_back(std::to_string(ungrouped) + " rows are in no group: their " + rows.table().by_name + " is no printable UTF-8 text of at most 200 characters");
    if (rows.table().by.empty()) {
        out.groups.emplace_back();
        return;
    }
    out.known.groups.assign(groups.begin(), groups.end());
    for (const std::string& name : groups) out.groups.emplace_back().name = name;
}

std::size_t index_in(const std::vector<std::string>& sorted, const std::string& name) {
    return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), name) - sorted.begin());
}

void fill_groups(const ClickhouseRows& rows, const std::vector<Combination>& found, ClickhouseSurvey& out) {
    std::vector<RejectsOfGroup> rejects(out.groups.size());
    for (const Combination& one : found) {
        if (!is_name(one.by)) continue;
        const std::size_t g = out.known.groups.empty() ? 0 : index_in(out.known.groups, one.by);
        SurveyedGroup& group = out.groups[g];
        if (one.reason != 0) {
            rejects[g].add(rows, one);
            continue;
        }
        SurveyedCell cell{.rows = one.rows, .mean_c = one.mean_c, .coldest_c = one.coldest_c, .hottest_c = one.hottest_c, .mean_target = one.mean_target};
        for (std::size_t c = 0; c < category_count; ++c)
            if (rows.has_category(c)) cell.level[c] = static_cast<std::uint16_t>(index_in(out.known.levels[c], one.text[c]));
        cell.number = ClickhouseRows::cell(out.known, g, cell.level);
        group.cells.push_back(cell);
        group.rows += one.rows;
        group.first_ns = std::min(group.first_ns, one.first * rows.unit_ns());
        group.last_ns = std::max(group.last_ns, one.last * rows.unit_ns());
        group.coldest_c = std::min(group.coldest_c, one.coldest_c);
        group.hottest_c = std::max(group.hottest_c, one.hottest_c);
    }
    for (std::size_t g = 0; g < out.groups.size(); ++g) {
        rejects[g].write(rows, rows.table().name, out.groups[g].rejects);
        std::sort(out.groups[g].cells.begin(), out.groups[g].cells.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
    }
}

void ask_members(ClickhouseClient& client, const ClickhouseQueries& queries, ClickhouseSurvey& out) {
    const ClickhouseAnswer answer = client.ask(queries.members(out.known));
    if (answer.rows() > ClickhouseQueries::most_names)
        throw InputError("more than 100000 pairs of group and GPU", "calibrate fewer groups at once, as a view with a condition");
    std::vector<std::size_t> seen(out.groups.size());
    for (std::size_t i = 0; i < answer.rows(); ++i) {
        const std::size_t number = answer.count(i, 0);
        const std::size_t g = out.known.groups.empty() ? 0 : number - 1;
        if (g >= out.groups.size()) refuse_changed_rows();
        const std::string gpu = answer.bytes(i, 1);
        const std::size_t used = answer.count(i, 2);
        seen[g] += used;
        if (used > 0) out.groups[g].gpus.emplace_back(gpu, used);
        if (is_name(gpu)) out.groups[g].gpu_names.push_back(gpu);
        if (used == 0 && is_name(gpu)) out.groups[g].remarks.push_back(detail::idle_gpu_remark(gpu, answer.count(i, 3)));
    }
    for (std::size_t g = 0; g < out.groups.size(); ++g) {
        if (seen[g] != out.groups[g].rows) refuse_changed_rows();
        std::sort(out.groups[g].gpus.begin(), out.groups[g].gpus.end());
        std::sort(out.groups[g].gpu_names.begin(), out.groups[g].gpu_names.end());
        std::sort(out.groups[g].remarks.begin(), out.groups[g].remarks.end());
    }
}

void take_steps(const std::map<std::int64_t, std::size_t>& steps, std::int64_t unit_ns, SurveyedGroup& group) {
    std::size_t seen = 0;
    std::size_t forward = 0;
    for (const auto& [step, count] : steps) {
        seen += count;
        if (step == 0) group.ties = count;
        else forward += count;
    }
    if (seen + group.gpus.size() != group.rows) refuse_changed_rows();
    std::size_t before = 0;
    for (const auto& [step, count] : steps) {
        if (step == 0) continue;
        before += count;
        if (before <= forward / 2) continue;
        group.spacing_ns = step * unit_ns;
        break;
    }
    for (const auto& [step, count] : steps) {
        if (step * unit_ns - group.spacing_ns <= group.spacing_ns / 2) continue;
        group.gaps += count;
        group.longest_gap_ns = step * unit_ns;
    }
}

void ask_steps(ClickhouseClient& client, const ClickhouseRows& rows, const ClickhouseQueries& queries, std::size_t rows_at_once, ClickhouseSurvey& out) {
    std::vector<std::map<std::int64_t, std::size_t>> steps(out.groups.size());
    std::vector<std::size_t> all;
    for (std::size_t g = 0; g < out.groups.size(); ++g)
        if (out.groups[g].rows > 0) all.push_back(g);
    for (const ClickhousePart& part : out.parts(rows_at_once, all)) {
        const ClickhouseAnswer answer = client.ask(queries.steps(out.known, part));
        if (answer.rows() > 10 * ClickhouseQueries::most_names)
            throw InputError("times step by more than a million different amounts", "round the times to seconds or milliseconds in a view");
        for (std::size_t i = 0; i < answer.rows(); ++i) {
            const std::size_t number = answer.count(i, 0);
            const std::size_t g = out.known.groups.empty() ? 0 : number - 1;
            if (g >= steps.size()) refuse_changed_rows();
            steps[g][answer.integer(i, 1)] += answer.count(i, 2);
        }
    }
    for (std::size_t g = 0; g < out.groups.size(); ++g) take_steps(steps[g], rows.unit_ns(), out.groups[g]);
}
}  // namespace

void refuse_changed_rows() {
    throw InputError("the table's rows changed while they were read: two passes saw different ones",
                     "calibrate a view of days that are over, such as WHERE timestamp < today()");
}

bool ClickhouseSurvey::has_ties() const {
    return std::any_of(groups.begin(), groups.end(), [](const SurveyedGroup& group) { return group.ties > 0; });
}

std::vector<ClickhousePart> ClickhouseSurvey::parts(std::size_t rows, const std::vector<std::size_t>& wanted) const {
    constexpr std::size_t most_gpus = 1000;  // so that a query's text stays short
    std::vector<ClickhousePart> out;
    const bool grouped = !known.groups.empty();
    ClickhousePart together;  // whole groups
    std::size_t together_rows = 0;
    const auto flush = [&](ClickhousePart& part, std::size_t& size) {
        if (size > 0) out.push_back(part);
        part = {};
        size = 0;
    };
    for (const std::size_t g : wanted) {
        const SurveyedGroup& group = groups[g];
        if (group.rows <= rows && grouped) {
            if (together_rows + group.rows > rows || together.groups.size() == most_gpus) flush(together, together_rows);
            together.groups.push_back(g + 1);
            together_rows += group.rows;
            continue;
        }
        if (group.rows <= rows || group.gpus.size() < 2) {
            out.push_back({});
            if (grouped) out.back().groups = {g + 1};
            continue;
        }
        ClickhousePart some;
        std::size_t some_rows = 0;
        for (const auto& [gpu, count] : group.gpus) {
            if (some_rows > 0 && (some_rows + count > rows || some.gpus.size() == most_gpus)) flush(some, some_rows);
            if (grouped) some.groups = {g + 1};
            some.gpus.push_back(gpu);
            some_rows += count;
        }
        flush(some, some_rows);
    }
    flush(together, together_rows);
    return out;
}

ClickhouseSurvey survey(ClickhouseClient& client, const ClickhouseRows& rows, std::size_t rows_at_once) {
    const ClickhouseQueries queries(rows, false);
    ClickhouseSurvey out;
    out.known.unprintable_gpus = unprintable_gpus(client, rows, queries);
    if (out.known.unprintable_gpus.size() > 1000)
        throw InputError("more than 1000 GPUs have names that are no printable UTF-8 text", "name the right column by --columns gpu=NAME");
    const std::vector<Combination> found = combinations(client, rows, queries, out.known);
    if (found.empty()) throw InputError("there are no rows", "log some windows first; 30 days of them make a calibration");
    learn_levels(rows, found, out);
    fill_groups(rows, found, out);
    if (std::all_of(out.groups.begin(), out.groups.end(), [](const SurveyedGroup& group) { return group.rows == 0; })) return out;
    ask_members(client, queries, out);
    ask_steps(client, rows, queries, rows_at_once, out);
    return out;
}

}  // namespace breakeven
