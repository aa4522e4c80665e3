// Calibrate: from windows to a machine's own weights.
#pragma once

#include <breakeven/calibration/calibration.hpp>
#include <breakeven/calibration/dataset.hpp>
#include <breakeven/calibration/design.hpp>

#include <optional>
#include <vector>

namespace breakeven {

struct CalibrationOptions {
    Context reference;              ///< what is not given: 25 degC, and the most frequent level of each category
    bool published_priors = true;   ///< false: plain least squares
    ErrorKind errors = ErrorKind::newey_west;
    std::optional<int> lag = {};    ///< of Newey-West, in rows, zero or above; automatic where absent
    std::vector<ExtraTerm> terms;   ///< of parse_terms()
    std::optional<bool> refine;     ///< in twice the precision; by default up to a million rows
    bool robust = false;            ///< Huber's estimator
    int folds = 5;                  ///< of the cross-validation
    unsigned threads = 1;
};

/// The calibration that `data` hold. Throws InputError: too few rows for the terms, a base that is not above zero, and as
/// standard_errors.hpp says.
[[nodiscard]] Calibration calibrate(const Dataset& data, const CalibrationOptions& options = {});

}  // namespace breakeven
