// One pass over the rows; what Newey-West needs of the past is the last L scores of each series.
#include <breakeven/calibration/standard_errors.hpp>

#include <breakeven/core/errors.hpp>

#include <cmath>
#include <functional>
#include <map>
#include <string>

namespace breakeven {

namespace {
/// A row as the sandwich sees it: f = F'x and the residual, both times the square root of the weight.
struct Scored {
    Eigen::VectorXd f;
    double residual = 0.0;
    std::uint32_t series = 0;
    std::optional<std::int64_t> time_ns;
};

void for_each_scored(const LeastSquares& fit, const RowSource& rows, bool with_f, const std::function<void(const Scored&)>& visit) {
    Scored row;
    rows.visit([&](const RowBlock& block) {
        const Eigen::VectorXd residuals = block.y - block.x * fit.coefficients;
        RowMatrix f;
        if (with_f) f.noalias() = block.x * fit.inverse_factor;
        for (Eigen::Index i = 0; i < block.size(); ++i) {
            const double root = std::sqrt(block.weight_of(i));
            if (with_f) row.f = root * f.row(i).transpose();
            row.residual = root * residuals[i];
            row.series = block.series.empty() ? 0 : block.series[static_cast<std::size_t>(i)];
            if (!block.time_ns.empty()) row.time_ns = block.time_ns[static_cast<std::size_t>(i)];
            visit(row);
        }
    });
}

/// The last L scores of a series and their sum with Bartlett's weights, 1 - l/(L + 1) for the score l rows back. From row to row
/// each weight falls by 1/(L + 1), so the weighted sum follows from the plain one; both are summed anew now and then, so that
/// rounding does not add up.
class PastScores {
public:
    PastScores(Eigen::Index size, std::size_t lag)
        : ring_(Eigen::MatrixXd::Zero(size, static_cast<Eigen::Index>(lag))), sum_(Eigen::VectorXd::Zero(size)), weighted_(Eigen::VectorXd::Zero(size)) {}

    [[nodiscard]] const Eigen::VectorXd& weighted() const { return weighted_; }
    void clear() {
        ring_.setZero();
        sum_.setZero();
        weighted_.setZero();
    }
    void add(const Eigen::VectorXd& score) {
        if (ring_.cols() == 0) return;
        const double step = 1.0 / static_cast<double>(ring_.cols() + 1);
        weighted_ += (1.0 - step) * score - step * sum_;
        sum_ += score - ring_.col(next_);
        ring_.col(next_) = score;
        next_ = (next_ + 1) % ring_.cols();
        constexpr std::size_t now_and_then = 1024;
        if (++added_ % now_and_then != 0) return;
        sum_ = ring_.rowwise().sum();
        weighted_.setZero();
        for (Eigen::Index l = 1; l <= ring_.cols(); ++l)
            weighted_ += (1.0 - static_cast<double>(l) * step) * ring_.col((next_ + ring_.cols() - l) % ring_.cols());
    }

private:
    Eigen::MatrixXd ring_;
    Eigen::Index next_ = 0;  // where the oldest is, to be written over
    Eigen::VectorXd sum_;
    Eigen::VectorXd weighted_;
    std::size_t added_ = 0;
};

/// Whether a row continues the block that its series is in.
class Blocks {
public:
    explicit Blocks(std::optional<std::int64_t> gap_ns) : gap_ns_(gap_ns) {}

    /// Throws InputError when a series steps back in time.
    [[nodiscard]] bool continues(const Scored& row) {
        if (!row.time_ns) return rows_++ > 0;
        const auto [last, first] = last_ns_.try_emplace(row.series, *row.time_ns);
        const std::int64_t before = std::exchange(last->second, *row.time_ns);
        if (*row.time_ns < before)
            throw InputError("rows are not in order of time, and Newey-West errors need them so",
                             "sort the rows by time, or ask for --errors ols or hc3");
        return !first && (!gap_ns_ || *row.time_ns - before <= *gap_ns_);
    }

private:
    std::optional<std::int64_t> gap_ns_;
    std::map<std::uint32_t, std::int64_t> last_ns_;
    std::size_t rows_ = 0;
};

Eigen::MatrixXd hc3_moment(const LeastSquares& fit, const RowSource& rows) {
    const auto size = static_cast<Eigen::Index>(fit.kept.size());
    Eigen::MatrixXd moment = Eigen::MatrixXd::Zero(size, size);
    std::size_t number = 0;
    for_each_scored(fit, rows, true, [&](const Scored& row) {
        ++number;
        const double rest = 1.0 - row.f.squaredNorm();
        if (rest < rank_limit)
            throw InputError("row " + std::to_string(number) + " alone decides a coefficient (its leverage is 1), so HC3 errors do not exist",
                             "log the rare level more than once, or ask for --errors newey-west");
        const double scale = row.residual / rest;
        moment.selfadjointView<Eigen::Lower>().rankUpdate(row.f, scale * scale);
    });
    return moment.selfadjointView<Eigen::Lower>();
}

Eigen::MatrixXd newey_west_moment(const LeastSquares& fit, const RowSource& rows, const ErrorOptions& options) {
    const auto size = static_cast<Eigen::Index>(fit.kept.size());
    const auto lag = static_cast<std::size_t>(std::max(0, options.lag.value_or(automatic_lag(fit.rows))));
    Eigen::MatrixXd moment = Eigen::MatrixXd::Zero(size, size);
    Blocks blocks(options.gap_ns);
    std::map<std::uint32_t, PastScores> past;
    Eigen::VectorXd score(size), weighted(size);
    for_each_scored(fit, rows, true, [&](const Scored& row) {
        PastScores& scores = past.try_emplace(row.series, size, lag).first->second;
        if (!blocks.continues(row)) scores.clear();
        score = row.f * row.residual;
        weighted = 0.5 * score + scores.weighted();
        moment.selfadjointView<Eigen::Lower>().rankUpdate(score, weighted);  // score weighted' + weighted score'
        scores.add(score);
    });
    if (options.small_sample) moment *= static_cast<double>(fit.rows) / fit.freedom();
    return moment.selfadjointView<Eigen::Lower>();
}
}  // namespace

int automatic_lag(std::size_t rows) {
    return static_cast<int>(std::floor(4.0 * std::pow(static_cast<double>(rows) / 100.0, 2.0 / 9.0)));
}

Eigen::MatrixXd error_moment(const LeastSquares& fit, const RowSource& rows, const ErrorOptions& options) {
    const auto size = static_cast<Eigen::Index>(fit.kept.size());
    const double s = fit.residual_sd();
    switch (options.kind) {
        case ErrorKind::hc3: return hc3_moment(fit, rows);
        case ErrorKind::newey_west: return newey_west_moment(fit, rows, options);
        case ErrorKind::ols: break;
    }
    return s * s * Eigen::MatrixXd::Identity(size, size);
}

Eigen::MatrixXd covariance(const LeastSquares& fit, const RowSource& rows, const ErrorOptions& options) {
    return fit.inverse_factor * error_moment(fit, rows, options) * fit.inverse_factor.transpose();
}

std::optional<double> residual_autocorrelation(const LeastSquares& fit, const RowSource& rows, std::optional<std::int64_t> gap_ns) {
    Blocks blocks(gap_ns);
    std::map<std::uint32_t, double> last;
    double products = 0.0;
    double squares = 0.0;
    for_each_scored(fit, rows, false, [&](const Scored& row) {
        double& before = last[row.series];
        if (blocks.continues(row)) products += before * row.residual;
        squares += row.residual * row.residual;
        before = row.residual;
    });
    if (fit.rows < 3 || !(squares > 0.0)) return std::nullopt;
    return products / squares;
}

}  // namespace breakeven
