#include <breakeven/calibration/refinement.hpp>

#include "nist_digits.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace breakeven;
using namespace breakeven::test;

namespace {
const std::string folder = BREAKEVEN_SOURCE_DIR "/tests/data/nist";
}

TEST_CASE("refined, all eleven NIST sets have thirteen correct digits in every coefficient and standard error") {
    for (const NistModel& model : nist_models) {
        const MatrixRows rows(nist_rows(model, folder));
        const LeastSquares fit = refine(solve(reduce(rows)), rows);
        const Digits digits = digits_of(fit, folder, model.name);
        CAPTURE(std::string(model.name));
        CHECK(fit.dependent.empty());
        CHECK(digits.coefficients >= 13.0);
        CHECK(digits.std_errors >= 13.0);
        CHECK(correct_digits(fit.residual_sd(), nist_certified(folder, model.name, "residual_sd")[0]) >= 13.0);
        CHECK(correct_digits(*fit.r_squared(model.intercept), nist_certified(folder, model.name, "r_squared")[0]) >= 13.0);
    }
}

TEST_CASE("in plain doubles, every NIST set has R's correct digits less a half, and Filip seven") {
    for (const NistModel& model : nist_models) {
        const LeastSquares fit = solve(reduce(MatrixRows(nist_rows(model, folder))));
        const Digits digits = digits_of(fit, folder, model.name);
        const Digits r = digits_in(folder, "r_lm.csv", model.name, "coefficients", "std_errors");
        const Digits ceiling = digits_in(folder, "double_input_ceiling.csv", model.name, "lre_beta_matrix_rounded", "lre_se_matrix_rounded");
        CAPTURE(std::string(model.name));
        // R is lucky where it has more digits than exact arithmetic on rounded inputs has.
        CHECK(digits.coefficients >= std::min(r.coefficients, ceiling.coefficients) - 0.5);
        CHECK(digits.std_errors >= std::min(r.std_errors, ceiling.std_errors) - 0.5);
        if (std::string(model.name) == "Filip") {
            CHECK(digits.coefficients >= 7.0);
            CHECK(digits.std_errors >= 7.0);
        }
    }
}
