// Calibration: what a machine's own windows say of the weights of its line, and how sure that is.
#pragma once

#include <breakeven/calibration/cross_validation.hpp>
#include <breakeven/calibration/dataset.hpp>
#include <breakeven/calibration/design.hpp>
#include <breakeven/calibration/least_squares.hpp>
#include <breakeven/calibration/standard_errors.hpp>
#include <breakeven/models/context.hpp>

#include <Eigen/Core>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace breakeven {

/// One weight. Figures are relative to the base: 0.233 is 23.3 % of the line; the temperature's are per kelvin.
struct CalibrationTerm {
    std::string name;                  ///< "temperature", "task", "temperature*task"
    std::optional<std::string> level;  ///< "nlp"; none for the temperature, and for a category of which only one level is known
    std::optional<double> weight;      ///< none where neither data nor prior tell
    std::optional<double> std_error;
    std::optional<std::array<double, 2>> ci95;
    std::optional<double> prior;
    std::optional<double> prior_sd;
    bool identified = false;           ///< the data can tell it from all others
    std::optional<double> vif;
    std::string verdict;               ///< in words, such as "1 K hotter moves your line up 0.9 % of itself"

    [[nodiscard]] std::string full_name() const { return level ? name + "." + *level : name; }
};

/// Terms that the data cannot tell from each other.
struct EntangledTerms {
    std::vector<std::string> terms;  ///< full names
    std::optional<double> sum;       ///< of their weights, where it is known
    std::string words;
};

struct CalibrationDay {
    std::string date;      ///< 2025-11-17
    double distance = 0.0; ///< Cook's, of the whole day
};

struct Calibration {
    std::size_t rows = 0;
    std::size_t rows_used = 0;
    double days = 0.0;
    CalibrationTarget target = CalibrationTarget::line;
    double base = 0.0;            ///< the target in the reference context, in its unit
    double base_std_error = 0.0;
    ErrorKind errors = ErrorKind::newey_west;
    std::optional<int> lag;       ///< of Newey-West, in rows
    bool published_priors = true;
    bool refined = false;
    bool robust = false;          ///< Huber's estimator
    std::optional<double> r_squared;
    double residual_sd = 0.0;     ///< in the target's unit
    double condition = 1.0;
    std::optional<double> autocorrelation;  ///< of neighbouring residuals
    std::vector<CalibrationTerm> terms;
    std::vector<EntangledTerms> entangled;
    std::optional<CrossValidation> cross_validation;
    std::vector<CalibrationDay> influential_days;
    Rejects rejects;
    std::vector<std::string> remarks;
    std::vector<std::string> advice;  ///< what to log next, to learn the rest

    // Where it comes from.
    std::vector<std::string> gpus;
    std::string first;  ///< start of the first window, ISO 8601
    std::string last;   ///< and of the last
    std::string hash;   ///< of the rows in use, whatever their order and files: 16 hexadecimal digits
    Context reference;
    Temperature coldest;
    Temperature hottest;
    bool has_temperature = true;
    std::vector<ContextLevel> seen;  ///< levels in the data

    // For predictions.
    std::vector<DesignColumn> columns;       ///< intercept first
    Eigen::VectorXd weights;                 ///< one for each column but the intercept; 0 where not known
    Eigen::MatrixXd covariance;              ///< of (base, weights)
    std::vector<Dependence> dependent;       ///< columns that the data cannot tell from others
    double quantile = 1.96;                  ///< half a 95 % interval in standard errors
};

/// The target in a context, as the calibration tells it.
struct CalibratedLine {
    double value = 0.0;
    double mean_half_width = 0.0;  ///< 95 % interval of the mean
    double half_width = 0.0;       ///< 95 % interval of one more window
    bool known = true;             ///< false: it needs terms that the data cannot tell apart
    std::vector<std::string> remarks;
};

/// The target in `context`; circumstances not given are those of the reference.
[[nodiscard]] CalibratedLine predict(const Calibration& calibration, const Context& context);

}  // namespace breakeven
