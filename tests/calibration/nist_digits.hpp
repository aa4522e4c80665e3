// Correct digits of a fit on a NIST set, and those that a table gives for others.
#pragma once

#include <breakeven/calibration/least_squares.hpp>

#include "nist_sets.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

namespace breakeven::test {

/// The smallest over coefficients, over standard errors.
struct Digits {
    double coefficients = 15.0;
    double std_errors = 15.0;
};

[[nodiscard]] inline Digits digits_of(const LeastSquares& fit, const std::string& folder, std::string_view name) {
    Digits out;
    const auto estimates = nist_certified(folder, name, "estimate");
    const auto errors = nist_certified(folder, name, "std_error");
    const Eigen::VectorXd deviations = fit.covariance().diagonal().cwiseSqrt();
    if (estimates.size() != static_cast<std::size_t>(fit.coefficients.size())) throw std::runtime_error("another number of coefficients");
    for (std::size_t i = 0; i < estimates.size(); ++i) {
        out.coefficients = std::min(out.coefficients, correct_digits(fit.coefficients[static_cast<Eigen::Index>(i)], estimates[i]));
        out.std_errors = std::min(out.std_errors, correct_digits(deviations[static_cast<Eigen::Index>(i)], errors[i]));
    }
    return out;
}

/// The digits that a table of the folder gives a set.
[[nodiscard]] inline Digits digits_in(const std::string& folder, const std::string& table_name, std::string_view name,
                                      std::string_view coefficients, std::string_view std_errors) {
    CsvTable table(folder + "/" + table_name);
    while (table.next())
        if (table.text("dataset") == name) return {table.number(coefficients), table.number(std_errors)};
    throw std::runtime_error("no figures for that set in " + table_name);
}

}  // namespace breakeven::test
