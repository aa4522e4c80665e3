// NIST's linear-regression sets as rows, their certified figures, and correct digits against them.
#pragma once

#include <breakeven/calibration/exact_decimal.hpp>
#include <breakeven/calibration/rows.hpp>
#include <breakeven/core/csv.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven::test {

struct NistModel {
    const char* name;
    int powers;      ///< of the one predictor; 0: every predictor as it is
    bool intercept;
};

inline constexpr NistModel nist_models[] = {{"Norris", 1, true},   {"Pontius", 2, true},  {"NoInt1", 1, false},  {"NoInt2", 1, false},
                                            {"Filip", 10, true},   {"Longley", 0, true},  {"Wampler1", 5, true}, {"Wampler2", 5, true},
                                            {"Wampler3", 5, true}, {"Wampler4", 5, true}, {"Wampler5", 5, true}};

[[nodiscard]] inline std::vector<DoubleDouble> numbers_of(std::string_view line) {
    std::vector<DoubleDouble> out;
    while (!(line = trimmed(line)).empty()) {
        const std::size_t end = std::min(line.find(' '), line.size());
        out.push_back(parse_exact_decimal(line.substr(0, end)).value());
        line.remove_prefix(end);
    }
    return out;
}

/// The rows of a set with every entry, powers included, to about 30 digits.
[[nodiscard]] inline RowBlock nist_rows(const NistModel& model, const std::string& folder) {
    const std::string path = folder + "/" + model.name + ".dat";
    LineReader lines(open_bytes(path, TextEncoding::utf8), path);
    std::vector<std::vector<DoubleDouble>> rows;
    std::vector<DoubleDouble> targets;
    std::string_view line;
    while (lines.next(line)) {
        if (lines.line_number() < 61 || trimmed(line).empty()) continue;
        const std::vector<DoubleDouble> values = numbers_of(line);
        targets.push_back(values[0]);
        std::vector<DoubleDouble> row;
        if (model.intercept) row.emplace_back(1.0);
        if (model.powers == 0) {
            row.insert(row.end(), values.begin() + 1, values.end());
        } else {
            DoubleDouble power = values[1];
            for (int p = 1; p <= model.powers; ++p, power = power * values[1]) row.push_back(power);
        }
        rows.push_back(row);
    }
    const auto count = static_cast<Eigen::Index>(rows.size());
    const auto columns = static_cast<Eigen::Index>(rows[0].size());
    RowBlock out;
    out.x.resize(count, columns);
    out.x_low.resize(count, columns);
    out.y.resize(count);
    out.y_low.resize(count);
    for (Eigen::Index i = 0; i < count; ++i) {
        out.y[i] = targets[static_cast<std::size_t>(i)].value;
        out.y_low[i] = targets[static_cast<std::size_t>(i)].low;
        for (Eigen::Index j = 0; j < columns; ++j) {
            out.x(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].value;
            out.x_low(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].low;
        }
    }
    return out;
}

/// Log relative error, at most 15; absolute where the certified value is 0. The difference is taken to 31 digits, so that
/// rounding of the certified value itself does not count.
[[nodiscard]] inline double correct_digits(double value, const DoubleDouble& certified) {
    const double error = std::fabs((DoubleDouble(value) - certified).rounded());
    const double size = std::fabs(certified.value);
    const double relative = size > 0.0 ? error / size : error;
    return relative > 0.0 ? std::clamp(-std::log10(relative), 0.0, 15.0) : 15.0;
}

/// Certified figures of one kind ("estimate", "std_error", "residual_sd", "r_squared" …), in the order of the columns.
[[nodiscard]] inline std::vector<DoubleDouble> nist_certified(const std::string& folder, std::string_view name, std::string_view quantity) {
    std::vector<DoubleDouble> out;
    CsvTable table(folder + "/certified.csv");
    while (table.next())
        if (table.text("dataset") == name && table.text("quantity") == quantity)
            out.push_back(parse_exact_decimal(table.text("value_40")).value());
    return out;
}

}  // namespace breakeven::test
