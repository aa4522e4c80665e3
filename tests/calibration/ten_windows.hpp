// Ten hourly windows with known answers: kelvins from the reference, whether the task is NLP, the line. The answers were
// computed twice, in rational arithmetic and in floating point; they stand in docs/method.md, "Calibration".
#pragma once

#include <breakeven/calibration/rows.hpp>

namespace breakeven::test {

inline constexpr double ten_kelvins[] = {0, 1, 2, 3, 4, 5, 6, 7, 2, 5};
inline constexpr double ten_nlp[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1};
inline constexpr double ten_lines[] = {.1202, .1211, .1219, .1233, .1242, .1249, .1265, .1271, .1505, .1533};

/// [1, kelvins, nlp] of the first `count` windows.
[[nodiscard]] inline RowBlock ten_windows(Eigen::Index count = 10) {
    RowBlock out;
    out.x.resize(count, 3);
    out.y.resize(count);
    for (Eigen::Index i = 0; i < count; ++i) {
        out.x.row(i) << 1.0, ten_kelvins[i], ten_nlp[i];
        out.y[i] = ten_lines[i];
    }
    return out;
}

}  // namespace breakeven::test
