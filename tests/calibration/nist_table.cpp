// Prints docs/calibration-accuracy.md's table: correct digits on the NIST sets, plain and refined, next to R's.
// Run: breakeven_nist_table PATH_OF_NIST_FOLDER
#include <breakeven/calibration/refinement.hpp>

#include "nist_digits.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <string>

using namespace breakeven;
using namespace breakeven::test;

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const std::string folder = argv[1];
    std::string out =
        "| set | refined: coefficients | refined: errors | plain: coefficients | plain: errors | R: coefficients | R: errors | ceiling of a matrix of doubles |\n"
        "|---|---|---|---|---|---|---|---|\n";
    for (const NistModel& model : nist_models) {
        const MatrixRows rows(nist_rows(model, folder));
        const LeastSquares first = solve(reduce(rows));
        const Digits plain = digits_of(first, folder, model.name);
        const Digits refined = digits_of(refine(first, rows), folder, model.name);
        const Digits r = digits_in(folder, "r_lm.csv", model.name, "coefficients", "std_errors");
        const Digits ceiling = digits_in(folder, "double_input_ceiling.csv", model.name, "lre_beta_matrix_rounded", "lre_se_matrix_rounded");
        const std::string most = ceiling.coefficients > 15.0 ? "none" : fmt::format("{:.1f}", ceiling.coefficients);
        out += fmt::format("| {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {} |\n", model.name, refined.coefficients, refined.std_errors,
                           plain.coefficients, plain.std_errors, r.coefficients, r.std_errors, most);
    }
    std::fwrite(out.data(), 1, out.size(), stdout);
}
