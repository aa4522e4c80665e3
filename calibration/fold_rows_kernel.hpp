// The fold itself, for whichever instructions the file that includes it is compiled with. It calls nothing that another file could
// share: a function of the standard library compiled here for a new processor might be linked into code for an old one.
#pragma once

#include <breakeven/calibration/fold_rows.hpp>

namespace {

using Lanes = double __attribute__((vector_size(64), aligned(8), may_alias));
constexpr std::size_t lanes = breakeven::detail::fold_lanes;

inline double sum_of(const Lanes& v) { return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7])); }

/// One reflection on `Columns` columns at once, so that the reflection's own column is loaded once for all of them.
template <std::size_t Columns>
inline void reflect(const double* v, double* columns, double* triangle_row, std::size_t rows, double first, double scale) {
    Lanes sums[Columns] = {};
    for (std::size_t i = 0; i < rows; i += lanes) {
        const Lanes vi = *reinterpret_cast<const Lanes*>(v + i);
        for (std::size_t c = 0; c < Columns; ++c) sums[c] += vi * *reinterpret_cast<const Lanes*>(columns + c * rows + i);
    }
    double factor[Columns];
    for (std::size_t c = 0; c < Columns; ++c) {
        const double along = scale * (triangle_row[c] + sum_of(sums[c]) / first);
        triangle_row[c] -= along;
        factor[c] = along / first;
    }
    for (std::size_t i = 0; i < rows; i += lanes) {
        const Lanes vi = *reinterpret_cast<const Lanes*>(v + i);
        for (std::size_t c = 0; c < Columns; ++c) *reinterpret_cast<Lanes*>(columns + c * rows + i) -= factor[c] * vi;
    }
}

template <std::size_t Columns>
inline void fold(double* triangle, double* block, std::size_t rows, std::size_t width) {
    for (std::size_t j = 0; j < width; ++j) {
        const double* v = block + j * rows;
        Lanes squares = {};
        for (std::size_t i = 0; i < rows; i += lanes) {
            const Lanes vi = *reinterpret_cast<const Lanes*>(v + i);
            squares += vi * vi;
        }
        const double below = sum_of(squares);
        if (below == 0.0) continue;  // already reduced
        double* row = triangle + j * width;
        const double length = __builtin_sqrt(row[j] * row[j] + below);
        const double end = row[j] > 0.0 ? -length : length;  // away from the entry, so that nothing cancels
        const double first = row[j] - end;
        const double scale = -first / end;
        row[j] = end;
        std::size_t k = j + 1;
        for (; k + Columns <= width; k += Columns) reflect<Columns>(v, block + k * rows, row + k, rows, first, scale);
        for (; k < width; ++k) reflect<1>(v, block + k * rows, row + k, rows, first, scale);
    }
}

}  // namespace
