// Cell moments: rows that are alike in all their levels, as a few sums, and back to rows with the same cross products.
//
//     z = (temperature - centre) * scale, |z| <= 1        v = target - its centre
//     G = sum w u u',  u = (1, z, .., z^P, v)             G = R'R,  R (B' y)  are rows of [X y]
//
// All columns of a design are polynomials in z within a cell, x = B u. So sums of a cell's powers hold all of its part of [X y]'[X y],
// and because they are centred, squaring costs digits only where a cell's own rows lie on a curve: what lies between cells, such as
// columns that are nearly alike or a temperature far from its reference, goes through the reflections of reduction.hpp, as rows do.
// error_of_sums() tells how far rounding of the sums can move a fit, to first order.
#pragma once

#include <breakeven/calibration/design.hpp>
#include <breakeven/calibration/least_squares.hpp>
#include <breakeven/calibration/reduction.hpp>

#include <Eigen/Core>

#include <cstddef>
#include <vector>

namespace breakeven {

/// How a cell's sums are centred.
struct CellFrame {
    double temperature_c = 0.0;
    double scale = 1.0;  ///< a power of two
    double target = 0.0;
    Eigen::Index powers = 1;  ///< of z, the 0th included
    Eigen::MatrixXd columns;  ///< B: columns of the design × powers
};

/// The frame of rows whose temperatures lie in [lowest_c, highest_c] around `mean_c`, still without columns.
/// `highest_power`: of the design; 0 where the data have no temperature.
[[nodiscard]] CellFrame cell_frame(int highest_power, double mean_c, double lowest_c, double highest_c, double mean_target);

/// The design's columns in a cell with `context`'s levels.
[[nodiscard]] Eigen::MatrixXd cell_columns(const Design& design, const Context& context, const CellFrame& frame);

struct CellMoments {
    std::size_t rows = 0;
    std::vector<double> z;   ///< sum w z^m, m = 0 .. 2P
    std::vector<double> vz;  ///< sum w v z^m, m = 0 .. P
    double vv = 0.0;         ///< sum w v^2
};

/// Rows of [X y], as many as G has columns, with the moments' cross products. `scale`: of the weights, so that their mean is 1.
[[nodiscard]] Triangle rows_of_moments(const CellFrame& frame, const CellMoments& moments, double scale);

/// How far rounding of the sums may have moved `fit`: of each coefficient, and of the residual sum of squares.
struct ErrorOfSums {
    Eigen::VectorXd coefficients;
    double residual_ss = 0.0;
};

class ErrorBound {
public:
    explicit ErrorBound(const LeastSquares& fit);

    void add(const CellFrame& frame, const CellMoments& moments, double scale);
    [[nodiscard]] ErrorOfSums error() const;

private:
    const LeastSquares* fit_;
    Eigen::VectorXd score_;
    double residual_ss_ = 0.0;
};

}  // namespace breakeven
