// Standard errors: the covariance of least-squares coefficients when errors are not all alike or not independent.
//
//     classical   s^2 (X'X)^-1
//     HC3         (X'X)^-1 [sum x_i x_i' e_i^2 / (1 - h_i)^2] (X'X)^-1
//     Newey-West  (X'X)^-1 [G_0 + sum_l (1 - l/(L+1)) (G_l + G_l')] (X'X)^-1 n/(n - k),   G_l = sum_i x_i e_i e_(i-l) x_(i-l)'
//
// Windows of one GPU follow each other and their errors resemble each other, so Newey-West is the default: classical intervals
// are then too narrow. L = floor(4 (n/100)^(2/9)). No product reaches across a gap or to another GPU.
// Sources: MacKinnon and White, J. Econometrics 29, 1985; Newey and West, Econometrica 55, 1987; docs/method.md, "Calibration".
#pragma once

#include <breakeven/calibration/least_squares.hpp>
#include <breakeven/calibration/rows.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace breakeven {

enum class ErrorKind : std::uint8_t { newey_west, hc3, ols };

inline constexpr std::string_view error_kind_names[] = {"newey-west", "hc3", "ols"};
[[nodiscard]] constexpr std::string_view to_string(ErrorKind kind) { return error_kind_names[static_cast<std::size_t>(kind)]; }

struct ErrorOptions {
    ErrorKind kind = ErrorKind::newey_west;
    std::optional<int> lag;                 ///< of Newey-West, in rows; automatic where absent
    std::optional<std::int64_t> gap_ns;     ///< a longer step in time ends a block
    bool small_sample = true;               ///< Newey-West times n/(n - k)
};

/// floor(4 (n/100)^(2/9)).
[[nodiscard]] int automatic_lag(std::size_t rows);

/// sum f_i f_i' e_i^2 and its kin for f_i = F'x_i: the middle of the sandwich, kept × kept, the factor n/(n - k) included.
/// Throws InputError: a leverage of 1 (HC3), rows of a series out of time order (Newey-West), n <= k.
[[nodiscard]] Eigen::MatrixXd error_moment(const LeastSquares& fit, const RowSource& rows, const ErrorOptions& options = {});

/// Covariance of `fit`'s coefficients, columns × columns. `rows`: those it was fitted to. Throws as error_moment does.
[[nodiscard]] Eigen::MatrixXd covariance(const LeastSquares& fit, const RowSource& rows, const ErrorOptions& options = {});

/// Correlation of neighbouring residuals, inside blocks; none with fewer than three rows or an exact fit.
[[nodiscard]] std::optional<double> residual_autocorrelation(const LeastSquares& fit, const RowSource& rows,
                                                             std::optional<std::int64_t> gap_ns = {});

}  // namespace breakeven
