// How often the 95 % interval holds the truth, over a thousand made-up logs of 30 days with errors that resemble their
// neighbours (AR(1), correlation 0.4) and circumstances that last for hours.
#include <breakeven/calibration/reduction.hpp>
#include <breakeven/calibration/regression.hpp>
#include <breakeven/calibration/relative_weights.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <random>

using namespace breakeven;

namespace {
constexpr double base = 0.12;
constexpr double weights[] = {0.0087, 0.233};
constexpr Eigen::Index windows = 8400;  // of 308.7 s

/// A month of windows: temperature goes by the day, the task lasts for about two hours.
RowBlock month_of(std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    constexpr double correlation = 0.4;
    constexpr double noise = 0.004;
    RowBlock out;
    out.x.resize(windows, 3);
    out.y.resize(windows);
    double weather = 0.0;
    double error = noise * normal(random);
    bool nlp = false;
    for (Eigen::Index i = 0; i < windows; ++i) {
        weather = 0.95 * weather + 0.3 * normal(random);
        if (random() % 24 == 0) nlp = !nlp;
        const double kelvins = 4.0 * std::sin(static_cast<double>(i) / 280.0 * 6.283185307179586) + weather;
        out.x.row(i) << 1.0, kelvins, static_cast<double>(nlp);
        out.y[i] = base * (1.0 + weights[0] * kelvins + weights[1] * nlp) + error;
        error = correlation * error + noise * std::sqrt(1.0 - correlation * correlation) * normal(random);
    }
    return out;
}
}  // namespace

TEST_CASE("over a thousand months, Newey-West intervals hold the truth in 93 to 97 %, classical ones far less often") {
    constexpr int months = 1000;
    int held[2][2] = {};  // [kind][weight]
    std::mt19937_64 random(20251101);
    for (int m = 0; m < months; ++m) {
        const MatrixRows rows(month_of(random));
        const LeastSquares fit = solve(reduce(rows));
        const double t = t_quantile(0.975, fit.freedom());
        const ErrorKind kinds[] = {ErrorKind::newey_west, ErrorKind::ols};
        for (int kind = 0; kind < 2; ++kind) {
            const RelativeWeights w = relative_weights(fit.coefficients, covariance(fit, rows, {.kind = kinds[kind], .lag = {}, .gap_ns = {}}));
            for (int j = 0; j < 2; ++j) held[kind][j] += std::fabs(w.weights[j] - weights[j]) <= t * w.std_error(j);
        }
    }
    for (int j = 0; j < 2; ++j) {
        CHECK(held[0][j] >= 930);
        CHECK(held[0][j] <= 970);
        CHECK(held[1][j] <= 850);
    }
    MESSAGE("of 1000 intervals hold the truth, temperature and task: Newey-West " << held[0][0] << " and " << held[0][1] << ", classical "
                                                                                  << held[1][0] << " and " << held[1][1]);
}
