// Definitions first, then what is summed. A lambda's argument is called a to e, never like a column of the table.
#include <breakeven/calibration/clickhouse_queries.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace breakeven {

namespace {
/// transform(be_cell, [numbers], [values], 0.): a cell's figure for each row; 0 for the zeros between blocks.
class Lookup {
public:
    explicit Lookup(const std::vector<ClickhouseCell>& cells) : cells_(&cells) {
        std::vector<std::uint64_t> numbers;
        for (const ClickhouseCell& cell : cells) numbers.push_back(cell.number);
        numbers_ = sql_list(numbers);
    }

    [[nodiscard]] std::string operator()(const std::string& key, const std::function<double(const ClickhouseCell&)>& value) const {
        std::vector<double> values;
        bool alike = true;
        for (const ClickhouseCell& cell : *cells_) {
            values.push_back(value(cell) + 0.0);  // no negative zero
            alike = alike && values.back() == values.front();
        }
        if (alike && !values.empty() && values.front() == 0.0) return "0.";
        return "transform(" + key + ", " + numbers_ + ", " + sql_list(values) + ", 0.)";
    }

private:
    const std::vector<ClickhouseCell>* cells_;
    std::string numbers_;
};

/// c0 + z * (c1 + z * (c2 ..)) with each coefficient looked up.
std::string polynomial(const Lookup& lookup, const std::string& key, const std::string& z, Eigen::Index powers,
                       const std::function<double(const ClickhouseCell&, Eigen::Index)>& coefficient) {
    std::string out;
    for (Eigen::Index m = powers; m-- > 0;) {
        const std::string one = lookup(key, [&](const ClickhouseCell& cell) { return coefficient(cell, m); });
        out = out.empty() ? one : fmt::format("({} + {} * {})", one, z, out);
    }
    return out;
}

double at(const Eigen::VectorXd& values, Eigen::Index i) { return i < values.size() ? values[i] : 0.0; }

Eigen::Index powers_of(const std::vector<ClickhouseCell>& cells) { return cells.front().frame.powers; }

std::string z_of(const Lookup& lookup, const std::string& key, const std::string& temperature) {
    return fmt::format("({} - {}) * {}", temperature, lookup(key, [](const ClickhouseCell& cell) { return cell.frame.temperature_c; }),
                       lookup(key, [](const ClickhouseCell& cell) { return cell.frame.scale; }));
}

std::string power_sum(const std::string& factor, std::size_t power) {
    std::string out = factor;
    for (std::size_t i = 0; i < power; ++i) out += " * be_z";
    return "sum(" + out + ")";
}

std::string joined(const std::vector<std::string>& parts, const char* between) {
    std::string out;
    for (const std::string& part : parts) out.append(out.empty() ? "" : between).append(part);
    return out;
}

double leverage_coefficient(const ClickhouseCell& cell, Eigen::Index power) {
    double out = 0.0;
    for (Eigen::Index i = 0; i < cell.scores.cols(); ++i) {
        const Eigen::Index j = power - i;
        if (j >= 0 && j < cell.scores.cols()) out += cell.scores.col(i).dot(cell.scores.col(j));
    }
    return cell.weight_scale * out;
}
}  // namespace

std::string ClickhouseQueries::keys(const std::vector<std::string>& wanted) const {
    std::vector<std::string> out;
    for (const std::string& key : wanted) {
        if (key == "be_gpu" && !rows_->table().has(WindowColumn::gpu)) continue;
        if (key == "be_by" && rows_->table().by.empty()) continue;
        if (key == "be_group" && rows_->table().by.empty() && !distinct_) continue;  // a constant, and a column of rows told apart
        out.push_back(key);
    }
    return out.empty() ? "" : "\nGROUP BY " + joined(out, ", ");
}

std::string ClickhouseQueries::select(const ClickhouseKnown& known, const ClickhousePart& part, std::vector<SqlDefinition> more,
                                      const std::string& what) const {
    const ClickhouseTable& table = rows_->table();
    std::vector<SqlDefinition> definitions = rows_->numbered(known);
    std::string condition = "\nFROM " + table.name + "\nWHERE " + rows_->in_use();
    if (!part.groups.empty()) condition += " AND has(" + sql_list(part.groups) + ", be_group)";
    if (!part.gpus.empty()) {
        const std::string list = sql_list(part.gpus);
        condition += " AND " + (table.plain_gpu ? table[WindowColumn::gpu] + " IN (" + list.substr(1, list.size() - 2) + ")" : "has(" + list + ", be_gpu)");
    }
    if (!distinct_) {
        definitions.insert(definitions.end(), more.begin(), more.end());
        return with_clause(definitions) + "\nSELECT " + what + condition;
    }
    // The same window again counts once: time, GPU and all that a calibration makes of a row are alike.
    const std::string once = with_clause(definitions) + "\nSELECT DISTINCT be_group, be_time, be_temperature_c, be_y, be_w, be_cell" +
                             (table.has(WindowColumn::gpu) ? ", be_gpu" : "") + condition;
    return (more.empty() ? "" : with_clause(more) + "\n") + "SELECT " + what + "\nFROM (\n" + once + "\n)";
}

std::string ClickhouseQueries::gpus() const {
    return fmt::format("{}\nSELECT hex(be_gpu), count()\nFROM {}\nGROUP BY be_gpu\nLIMIT {}", with_clause({rows_->gpu()}), rows_->table().name, most_names + 1);
}

std::string ClickhouseQueries::levels(const ClickhouseKnown& known) const {
    std::vector<std::string> by = {"be_by"};
    std::string texts = rows_->table().by.empty() ? "''" : "hex(be_by)";
    for (std::size_t c = 0; c < category_count; ++c) {
        if (!rows_->has_category(c)) {
            texts += ", ''";
            continue;
        }
        by.push_back("be_" + std::string(context_categories[c]));
        texts += ", hex(" + by.back() + ")";
    }
    by.emplace_back("be_reason");
    return fmt::format("{}\nSELECT be_reason, {}, count(), avg(be_temperature_c), min(be_temperature_c), max(be_temperature_c), avg(be_y), min(be_time), max(be_time)"
                       "\nFROM {}{}\nLIMIT {}",
                       with_clause(rows_->judged(known)), texts, rows_->table().name, keys(by), most_names + 1);
}

std::string ClickhouseQueries::members(const ClickhouseKnown& known) const {
    const bool gpu = rows_->table().has(WindowColumn::gpu);
    return fmt::format("{}\nSELECT be_group, {}, countIf({}), count()\nFROM {}{}{}\nLIMIT {}", with_clause(rows_->numbered(known)), gpu ? "hex(be_gpu)" : "''",
                       rows_->in_use(), rows_->table().name, rows_->table().by.empty() ? "" : "\nWHERE be_group > 0", keys({"be_group", "be_gpu"}), most_names + 1);
}

std::string ClickhouseQueries::steps(const ClickhouseKnown& known, const ClickhousePart& part) const {
    const bool grouped = !rows_->table().by.empty();
    const std::string series = select(known, part, {}, "be_group, arraySort(groupArray(be_time)) AS be_times") + keys({"be_group", "be_gpu"});
    const std::string steps = "SELECT be_group, arrayJoin(arrayMap((a, b) -> a - b, arrayPopFront(be_times), arrayPopBack(be_times))) AS be_step\nFROM (\n" + series + "\n)";
    return fmt::format("SELECT {}, be_step, count()\nFROM (\n{}\n)\nGROUP BY {}be_step\nLIMIT {}", grouped ? "be_group" : "0", steps, grouped ? "be_group, " : "",
                       10 * most_names + 1);
}

std::string ClickhouseQueries::moments(const ClickhouseKnown& known, const ClickhousePart& part, const std::vector<ClickhouseCell>& cells, bool by_day) const {
    const Lookup lookup(cells);
    const auto powers = static_cast<std::size_t>(powers_of(cells));
    const std::vector<SqlDefinition> more = {{"be_z", z_of(lookup, "be_cell", "be_temperature_c")},
                                             {"be_v", "be_y - " + lookup("be_cell", [](const ClickhouseCell& cell) { return cell.frame.target; })},
                                             {"be_day", by_day ? fmt::format("intDiv(be_time, {})", 86'400'000'000'000 / rows_->unit_ns()) : std::string("toInt64(0)")}};
    std::vector<std::string> sums = {"be_cell", "be_day", "count()"};
    for (std::size_t m = 0; m + 1 < 2 * powers; ++m) sums.push_back(power_sum("be_w", m));
    for (std::size_t m = 0; m < powers; ++m) sums.push_back(power_sum("be_w * be_v", m));
    sums.emplace_back("sum(be_w * be_v * be_v)");
    return select(known, part, more, joined(sums, ", ")) + (by_day ? "\nGROUP BY be_cell, be_day" : "\nGROUP BY be_cell");
}

std::string ClickhouseQueries::hc3(const ClickhouseKnown& known, const ClickhousePart& part, const std::vector<ClickhouseCell>& cells) const {
    const Lookup lookup(cells);
    const Eigen::Index powers = powers_of(cells);
    std::vector<SqlDefinition> more = {{"be_z", z_of(lookup, "be_cell", "be_temperature_c")},
                                       {"be_v", "be_y - " + lookup("be_cell", [](const ClickhouseCell& cell) { return cell.frame.target; })}};
    more.push_back({"be_e", "be_v - " + polynomial(lookup, "be_cell", "be_z", powers, [](const ClickhouseCell& cell, Eigen::Index m) { return at(cell.prediction, m); })});
    more.push_back({"be_rest", "1 - be_w * " + polynomial(lookup, "be_cell", "be_z", 2 * powers - 1, leverage_coefficient)});
    const std::string weight = lookup("be_cell", [](const ClickhouseCell& cell) { return cell.weight_scale; });
    more.push_back({"be_g", fmt::format("be_w * be_w * {0} * {0} * be_e * be_e / (be_rest * be_rest)", weight)});
    std::vector<std::string> sums = {"be_cell", "count()", "min(be_rest)"};
    for (std::size_t m = 0; m + 1 < 2 * static_cast<std::size_t>(powers); ++m) sums.push_back(power_sum("be_g", m));
    return select(known, part, more, joined(sums, ", ")) + "\nGROUP BY be_cell";
}

std::string ClickhouseQueries::scores(const ClickhouseKnown& known, const ClickhousePart& part, const std::vector<ClickhouseCell>& cells, int lag,
                                      const std::vector<ClickhouseBlocks>& blocks) const {
    const Lookup lookup(cells);
    const Eigen::Index powers = powers_of(cells);
    Eigen::Index count = 0;
    for (const ClickhouseCell& cell : cells) count = std::max(count, cell.scores.rows());
    std::vector<std::uint64_t> groups;
    std::vector<double> longest;
    for (const ClickhouseBlocks& one : blocks) {
        groups.push_back(one.group);
        longest.push_back(one.longest_step);
    }
    const bool grouped = !rows_->table().by.empty();
    const std::string gap = grouped ? "transform(be_group, " + sql_list(groups) + ", " + sql_list(longest) + ", 0.)" : sql_number(longest.front());
    // Each GPU's rows.
    std::string query = select(known, part, {},
                               "be_group, groupArray(be_time) AS be_times, groupArray(be_y) AS be_ys, groupArray(be_temperature_c) AS be_ts, groupArray(be_w) AS be_ws, "
                               "groupArray(be_cell) AS be_cs") +
                        keys({"be_group", "be_gpu"});
    const auto around = [&query](const std::string& what) { query = "SELECT " + what + "\nFROM (\n" + query + "\n)"; };
    // A time just before each new block, and one after the last.
    around(fmt::format("be_group, be_times, be_ys, be_ts, be_ws, be_cs, arraySort(be_times) AS be_sorted, "
                       "arrayPushBack(arrayFilter(a -> a >= 0, arrayMap((a, b) -> if(a - b > {}, a - 1, toInt64(-1)), arrayPopFront(be_sorted), "
                       "arrayPopBack(be_sorted))), be_sorted[length(be_sorted)] + 1) AS be_ends", gap));
    // In order of time, rows of weight 0 after each block. Where no two rows share a time, the time alone tells the order; else
    // all of a row does, so that the order does not depend on how rows arrived.
    std::string ends;
    for (int i = 0; i < std::max(lag, 1); ++i) ends += i == 0 ? "be_ends" : ", be_ends";
    if (distinct_) {
        around("be_group, length(be_times) AS be_n, arraySort(arrayConcat(arrayMap((a, b, c, d, e) -> (a, b, c, d, e), be_times, be_ys, be_ts, be_ws, be_cs), "
               "arrayMap(a -> (a, 0., 0., 0., toUInt64(0)), arrayConcat(" + ends + ")))) AS be_rows");
        around("be_group, be_n, arrayMap(a -> tupleElement(a, 2), be_rows) AS be_y, arrayMap(a -> tupleElement(a, 3), be_rows) AS be_t, "
               "arrayMap(a -> tupleElement(a, 4), be_rows) AS be_w, arrayMap(a -> tupleElement(a, 5), be_rows) AS be_c");
    } else {
        around("be_group, length(be_times) AS be_n, arrayConcat(be_times, " + ends + ") AS be_keys, be_ys, be_ts, be_ws, be_cs");
        const auto sorted = [](const char* from, const char* zero, const char* to) {
            return fmt::format(", arraySort((a, b) -> b, arrayResize({}, length(be_keys), {}), be_keys) AS {}", from, zero, to);
        };
        around("be_group, be_n" + sorted("be_ys", "0.", "be_y") + sorted("be_ts", "0.", "be_t") + sorted("be_ws", "0.", "be_w") + sorted("be_cs", "toUInt64(0)", "be_c"));
    }
    const std::string weight = lookup("b", [](const ClickhouseCell& cell) { return cell.weight_scale; });
    around("be_group, be_n, be_y, be_c, arrayMap((a, b) -> " + z_of(lookup, "b", "a") + ", be_t, be_c) AS be_z, arrayMap((a, b) -> sqrt(a * " + weight + "), be_w, be_c) AS be_root");
    const std::string target = lookup("c", [](const ClickhouseCell& cell) { return cell.frame.target; });
    const std::string expected = polynomial(lookup, "c", "b", powers, [](const ClickhouseCell& cell, Eigen::Index m) { return at(cell.prediction, m); });
    around("be_group, be_n, be_c, be_z, be_root, arrayMap((a, b, c, d) -> d * (a - " + target + " - " + expected + "), be_y, be_z, be_c, be_root) AS be_r");
    // Scores, one for each coefficient, and what a running sum of L + 1 of them gains from row to row.
    std::string scores = "be_group, be_n, be_r";
    for (Eigen::Index j = 0; j < count; ++j)
        scores += fmt::format(", arrayMap((a, b, c, d) -> a * d * {}, be_r, be_z, be_c, be_root) AS be_s{}",
                              polynomial(lookup, "c", "b", powers, [j](const ClickhouseCell& cell, Eigen::Index m) { return j < cell.scores.rows() ? cell.scores(j, m) : 0.0; }), j);
    around(scores);
    std::string sums = "be_group, be_n, be_r";
    for (Eigen::Index j = 0; j < count; ++j)
        sums += fmt::format(", arrayCumSum(arrayMap((a, b) -> a - b, be_s{0}, arrayResize(arrayConcat(arrayResize([0.], {1}, 0.), be_s{0}), length(be_s{0})))) AS be_v{0}", j, lag + 1);
    around(sums);
    std::string products = "be_group, sum(be_n), sum(arraySum(a -> a * a, be_r)), sum(arraySum((a, b) -> a * b, arrayPopFront(be_r), arrayPopBack(be_r)))";
    for (Eigen::Index i = 0; i < count; ++i)
        for (Eigen::Index j = 0; j <= i; ++j) products += fmt::format(", sum(arraySum((a, b) -> a * b, be_v{}, be_v{}))", i, j);
    around(products);
    return query + "\nGROUP BY be_group";
}

}  // namespace breakeven
